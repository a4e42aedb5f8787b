/* Partitions: the elements that are kept, then the rest, or three parts, with the array that is carried along and the
 * indices. Both directions are tested, with outputs that are too small and with counts on the device. No array is
 * written past its end. Laws: partitioning a partition changes nothing, and its parts are the selection and that of the
 * complement. */
#include "support/guarded.h"
#include "support/shape.h"

#include <oracle.h>
#include <string.h>

enum { N = 3001, FIRST_INDEX = 1000, WORDS = N / 32 + 1 };

static const char source[] = "typedef struct { uint key; uint more[2]; } record;\n"
                             "static int third(uint x) { return x % 3 == 0; }\n"
                             "static ulong wide(uint x) { return x * 5ul; }\n"
                             "static bool keyed(record r) { return r.key % 3 == 0; }\n"
                             "static int third_or_first(uint x, ulong position, ulong count) {\n"
                             "    return x % 3 == 0 || position == 0;\n"
                             "}\n"
                             "static ulong at(uint x, ulong position, ulong count) { return position; }\n"
                             "static int part(uint x) { return x % 4 == 3 ? -1 : (int)(x % 4); }\n"
                             "static int part_of_record(record r) { return r.key % 4; }\n"
                             "static int part_or_first(uint x, ulong position, ulong count) {\n"
                             "    return position == 0 ? 1 : x % 4;\n"
                             "}\n";

/* An element has a number in its first 32 bits. */
typedef struct way {
    const char *type, *result;
    size_t size, result_size;
    const char *keep, *map;
    clscan_mask mask;
    bool positions;
    unsigned parts;
    const char *count; /* the type of the counts; NULL: uint */
} way;

static const way ways[] = {
    { "uint", "uint", 4, 4, "third", NULL, CLSCAN_MASK_NONE, false, 0, NULL },
    { "uint", "ulong", 4, 8, "third", "wide", CLSCAN_MASK_NONE, false, 2, "long" },
    { "record", "record", 12, 12, "keyed", NULL, CLSCAN_MASK_NONE, false, 0, NULL },
    { "uint", "ulong", 4, 8, "third_or_first", "at", CLSCAN_MASK_NONE, true, 0, NULL },
    { "record", "record", 12, 12, NULL, NULL, CLSCAN_MASK_FLAGS, false, 2, NULL },
    { "uint", "uint", 4, 4, NULL, NULL, CLSCAN_MASK_BITS, false, 0, NULL },
    { "uint", "uint", 4, 4, "part", NULL, CLSCAN_MASK_NONE, false, 3, NULL },
    { "uint", "ulong", 4, 8, "part_or_first", "at", CLSCAN_MASK_NONE, true, 3, "int" },
    { "record", "record", 12, 12, "part_of_record", NULL, CLSCAN_MASK_NONE, false, 3, "ulong" },
    { "record", "record", 12, 12, NULL, NULL, CLSCAN_MASK_FLAGS, false, 3, "long" },
};

static cl_uint number(size_t i) {
    return (cl_uint)(oracle_draw(1, i) % 1000);
}

static size_t part_of(const way *w, size_t i, size_t position) {
    const bool first = w->positions && position == 0;
    const size_t rest = number(i) % 4;
    if (w->parts < 3)
        return number(i) % 3 == 0 || first ? 0 : 1;
    return first ? 1 : rest < 2 ? rest : 2;
}

static void write_element(const way *w, size_t i, unsigned char *to) {
    const cl_uint words[] = { number(i), (cl_uint)i, ~(cl_uint)i };
    memcpy(to, words, w->size);
}

static void write_result(const way *w, size_t i, size_t position, unsigned char *to) {
    const cl_ulong mapped = w->positions ? position : number(i) * 5ul;
    if (w->map)
        memcpy(to, &mapped, sizeof mapped);
    else
        write_element(w, i, to);
}

static cl_ushort carried_number(size_t i) {
    return (cl_ushort)(i * 7);
}

typedef struct outputs {
    unsigned char results[N * 12];
    cl_ushort carried[N];
    cl_ulong indices[N];
    cl_ulong sizes[3]; /* with two parts, only the first is set */
} outputs;

static void put(const way *w, size_t i, size_t position, size_t place, outputs *e) {
    write_result(w, i, position, e->results + place * w->result_size);
    e->carried[place] = carried_number(i);
    e->indices[place] = FIRST_INDEX + i;
}

static void expect(const way *w, size_t count, bool reverse, outputs *e) {
    size_t place = 0;
    for (size_t part = 0; part < 3; part++) {
        const size_t begin = place;
        for (size_t position = 0; position < count; position++) {
            const size_t i = reverse ? count - 1 - position : position;
            if (part_of(w, i, position) == part)
                put(w, i, position, place++, e);
        }
        e->sizes[part] = place - begin;
    }
}

typedef struct inputs {
    guarded elements, carried, mask, count;
} inputs;

/* Returns a flag of part 0, 1 or 2. With two parts, every other number than 0 is a flag of the first one. With three
 * parts, every other number than 0 and 1 is a flag of the last one. */
static unsigned char flag_of(size_t part, unsigned parts, size_t i) {
    if (parts == 3)
        return part < 2 ? (unsigned char)part : (unsigned char)(2 + i % 254);
    return part == 0 ? (unsigned char)(1 + i % 255) : 0;
}

static inputs inputs_create(const test_device *d, const way *w, size_t count) {
    static unsigned char elements[N * 12], flags[N];
    static cl_ushort carried[N];
    static cl_uint bits[WORDS];
    const cl_ulong on_device = count; /* in little endian, where a uint is the first half of it */
    memset(bits, 0, sizeof bits);
    for (size_t i = 0; i < N; i++) {
        write_element(w, i, elements + i * w->size);
        carried[i] = carried_number(i);
        flags[i] = flag_of(part_of(w, i, 1), w->parts, i);
        bits[i / 32] |= (cl_uint)(part_of(w, i, 1) == 0) << i % 32;
    }
    const bool by_bits = w->mask == CLSCAN_MASK_BITS;
    return (inputs) { guarded_create(d, N * w->size, elements), guarded_create(d, sizeof carried, carried),
                      guarded_create(d, by_bits ? sizeof bits : N, by_bits ? (const void *)bits : flags),
                      guarded_create(d, sizeof on_device, &on_device) };
}

/* Compares args.total with the sizes of the parts. */
static void check_sizes(const way *w, const outputs *e, const unsigned char *total) {
    const size_t size = w->count && strstr(w->count, "long") ? sizeof(cl_ulong) : sizeof(cl_uint);
    for (size_t part = 0; part < (w->parts == 3 ? 3u : 1u); part++) {
        cl_ulong n = 0;
        memcpy(&n, total + part * size, size);
        assert_int_equal(n, e->sizes[part]);
    }
}

/* The outputs have room for `room` elements. The number of elements is on the device if `counted` is set.
 * If `elements` is false, out[0] is missing. */
static void check_partition(const test_device *d, clscan_plan *plan, const way *w, size_t count, bool reverse,
                            size_t room, bool counted, bool elements) {
    static outputs e, got;
    const clscan_ref none = { .buffer = NULL };
    unsigned char sizes[sizeof e.sizes];
    size_t total_size = 0;
    expect(w, count, reverse, &e);
    assert_ok(clscan_plan_total_size(plan, &total_size));
    inputs in = inputs_create(d, w, count);
    guarded results = guarded_create(d, room * w->result_size, NULL),
            carried = guarded_create(d, room * sizeof *got.carried, NULL),
            indices = guarded_create(d, room * sizeof *got.indices, NULL), total = guarded_create(d, total_size, NULL);
    const clscan_args args = { .in = { { .buffer = in.elements.part }, { .buffer = in.carried.part } },
                               .out = { { .buffer = elements ? results.part : NULL }, { .buffer = carried.part } },
                               .mask = w->mask ? (clscan_ref) { .buffer = in.mask.part } : none,
                               .indices.buffer = indices.part,
                               .total.buffer = total.part,
                               .count_at = counted ? (clscan_ref) { .buffer = in.count.part } : none,
                               .first_index = FIRST_INDEX,
                               .count = counted ? N : count };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &results, got.results) && guarded_read(d, &carried, got.carried) &&
                guarded_read(d, &indices, got.indices) && guarded_read(d, &total, sizes));
    const size_t written = count < room ? count : room;
    check_sizes(w, &e, sizes);
    if (elements)
        assert_memory_equal(got.results, e.results, written * w->result_size);
    assert_memory_equal(got.carried, e.carried, written * sizeof *e.carried);
    assert_memory_equal(got.indices, e.indices, written * sizeof *e.indices);
    guarded *const all[] = { &in.elements, &in.carried, &in.mask, &in.count, &results, &carried, &indices, &total };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

static clscan_desc description(const way *w, clscan_strategy strategy, bool reverse) {
    const bool users = strcmp(w->type, "record") == 0;
    return (clscan_desc) { .task = CLSCAN_TASK_PARTITION,
                           .reverse = reverse,
                           .value = { w->result, users ? w->result_size : 0 },
                           .in = { { w->type, users ? w->size : 0 }, { .name = "ushort" } },
                           .out[1].name = "ushort",
                           .index_type.name = "ulong",
                           .mask = w->mask,
                           .parts = w->parts,
                           .count_type.name = w->count,
                           .user = { .source = w->keep || users ? source : NULL,
                                     .keep = w->keep,
                                     .map = w->map,
                                     .with_position = w->positions },
                           .tuning.strategy = strategy };
}

static void check_way(const test_device *d, const way *w, clscan_strategy strategy, bool reverse) {
    clscan_desc desc = description(w, strategy, reverse);
    clscan_plan *plan = NULL;
    size_t counts[SHAPE_MAX_COUNTS], n = 0;
    if (strategy != CLSCAN_STRATEGY_AUTO) {
        desc.tuning.group = CLSCAN_GROUP_KOGGE_STONE;
        shape_draw(d, strategy, &desc);
        n = shape_counts(&desc, N, strategy, counts);
    }
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < n; i++)
        if (counts[i] > 0)
            check_partition(d, plan, w, counts[i], reverse, counts[i], false, true);
    check_partition(d, plan, w, 1, reverse, 1, false, true);
    check_partition(d, plan, w, N, reverse, N, false, true);
    check_partition(d, plan, w, N, reverse, 10, false, true);
    check_partition(d, plan, w, N, reverse, N - 1, false, true);
    check_partition(d, plan, w, N, reverse, N, false, false);
    check_partition(d, plan, w, N, reverse, 10, false, false);
    check_partition(d, plan, w, 1234, reverse, N, true, true);
    check_partition(d, plan, w, 0, reverse, 1, true, true);
    clscan_plan_destroy(plan);
}

static void try_way(const test_device *d, size_t i, clscan_strategy strategy, bool reverse) {
    UNLESS_REFUSED(check_way(d, &ways[i], strategy, reverse));
}

static void test_partitions(void **state) {
    for (size_t i = 0; i < COUNT(ways); i++)
        for (int k = 0; k < 2; k++)
            try_way(*state, i, k ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO, (i + (size_t)k) % 2);
    skip_if_all_refused();
}

/* `kept` is the total: one number, or with three parts three numbers. */
static void run_parts(const test_device *d, clscan_task task, unsigned parts, const char *keep, cl_mem in, cl_mem out,
                      cl_int *x, cl_uint *kept) {
    static const char text[] = "static int odd(int x) { return x & 1; }\nstatic int even(int x) { return !(x & 1); }\n"
                               "static int by_four(int x) { return x & 3; }\n"
                               "static int by_four_0(int x) { return (x & 3) == 0; }\n"
                               "static int by_four_1(int x) { return (x & 3) == 1; }\n"
                               "static int by_four_2(int x) { return (x & 3) > 1; }\n";
    const clscan_desc desc = { .task = task, .parts = parts, .user = { .source = text, .keep = keep } };
    const size_t size = (parts == 3 ? 3 : 1) * sizeof *kept;
    clscan_plan *plan = NULL;
    cl_mem total = test_device_buffer(d, CL_MEM_READ_WRITE, size, NULL);
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .total.buffer = total, .count = N };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, N * sizeof *x, x, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, total, CL_TRUE, 0, size, kept, 0, NULL, NULL));
    clReleaseMemObject(total);
    clscan_plan_destroy(plan);
}

static void run(const test_device *d, clscan_task task, const char *keep, cl_mem in, cl_mem out, cl_int *x,
                cl_uint *kept) {
    run_parts(d, task, 0, keep, in, out, x, kept);
}

static void test_laws(void **state) {
    const test_device *d = *state;
    static cl_int x[N], parts[N], again[N], odd[N], even[N];
    cl_uint n = 0, n_again = 0, n_odd = 0, n_even = 0;
    for (size_t i = 0; i < N; i++)
        x[i] = (cl_int)oracle_draw(7, i);
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL),
           other = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL);
    run(d, CLSCAN_TASK_PARTITION, "odd", in, out, parts, &n);
    run(d, CLSCAN_TASK_PARTITION, "odd", out, other, again, &n_again);
    run(d, CLSCAN_TASK_SELECT, "odd", in, other, odd, &n_odd);
    run(d, CLSCAN_TASK_SELECT, "even", in, other, even, &n_even);
    assert_true(n == n_again && n == n_odd && n + n_even == N);
    assert_memory_equal(parts, again, sizeof parts);
    assert_memory_equal(parts, odd, n * sizeof *odd);
    assert_memory_equal(parts + n, even, n_even * sizeof *even);
    cl_mem const all[] = { in, out, other };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
}

/* Each of three parts is a selection, and partitioning a partition changes nothing. */
static void test_laws_of_three(void **state) {
    static const char *const keep[] = { "by_four_0", "by_four_1", "by_four_2" };
    const test_device *d = *state;
    static cl_int x[N], parts[N], again[N], selected[N];
    cl_uint sizes[3], sizes_again[3], n, end = 0;
    for (size_t i = 0; i < N; i++)
        x[i] = (cl_int)oracle_draw(7, i);
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL),
           other = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL);
    run_parts(d, CLSCAN_TASK_PARTITION, 3, "by_four", in, out, parts, sizes);
    run_parts(d, CLSCAN_TASK_PARTITION, 3, "by_four", out, other, again, sizes_again);
    assert_memory_equal(parts, again, sizeof parts);
    assert_memory_equal(sizes, sizes_again, sizeof sizes);
    for (size_t part = 0; part < COUNT(keep); end += sizes[part++]) {
        run(d, CLSCAN_TASK_SELECT, keep[part], in, other, selected, &n);
        assert_int_equal(n, sizes[part]);
        assert_memory_equal(parts + end, selected, n * sizeof *selected);
    }
    assert_int_equal(end, N);
    cl_mem const all[] = { in, out, other };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_partitions), cmocka_unit_test(test_laws),
                                        cmocka_unit_test(test_laws_of_three) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
