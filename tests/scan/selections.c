/* Selections by every strategy: the kept elements, the second array, the indices and their number. Both directions are
 * tested, with outputs that are too small and outputs that hold elements already. No array is written or read past its
 * end. */
#include "support/guarded.h"
#include "support/selected.h"
#include "support/shape.h"

#include <oracle.h>
#include <string.h>

enum {
    N = SELECTED_MOST,
    FROM = 3, /* the offset of the inputs */
    ALREADY = SELECTED_ALREADY
};

static const char source[] = "typedef struct { uint key; uint more[2]; } record;\n"
                             "static int third(uint x) { return x % 3 == 0 ? -5 : 0; }\n"
                             "static bool keyed(record r) { return r.key % 3 == 0; }\n"
                             "static ulong wide(uint x) { return x * 5ul; }\n"
                             "static ulong placed(uint x, ulong position, ulong count) {\n"
                             "    return position * 10000 + count;\n"
                             "}\n"
                             "static uint sum(const global uint *in, const global uint *more, ulong i) {\n"
                             "    return in[i] + more[0];\n"
                             "}\n"
                             "static int third_or_end(uint x, ulong position, ulong count) {\n"
                             "    return x % 3 == 0 || position == 0 || position + 1 == count;\n"
                             "}\n"
                             "static uint sum_at(const global uint *in, const global uint *more, ulong i,\n"
                             "                   ulong position, ulong count) {\n"
                             "    return in[i] + more[0];\n"
                             "}\n";

/* An element of the input has a number x in its first 32 bits, or has 16 bits. */
typedef enum second_input { NOTHING, FLAGS, BITS, ADDEND, CARRIED } second_input;
typedef struct way {
    const char *type, *result; /* the types of elements and of results */
    size_t size, result_size;
    const char *keep, *map, *load;
    second_input second;
    bool positions;
} way;

static const way ways[] = { { "uint", "uint", 4, 4, "third", NULL, NULL, NOTHING, false },
                            { "record", "record", 12, 12, "keyed", NULL, NULL, NOTHING, false },
                            { "uint", "ulong", 4, 8, "third", "wide", NULL, NOTHING, false },
                            { "uint", "ulong", 4, 8, "third_or_end", "placed", NULL, NOTHING, true },
                            { "uint", "uint", 4, 4, "third", NULL, "sum", ADDEND, false },
                            { "uint", "uint", 4, 4, "third_or_end", NULL, "sum_at", ADDEND, true },
                            { "record", "record", 12, 12, "keyed", NULL, NULL, CARRIED, false },
                            { "ushort", "ushort", 2, 2, NULL, NULL, NULL, FLAGS, false },
                            { "record", "record", 12, 12, NULL, NULL, NULL, BITS, false },
                            { "uint", "ulong", 4, 8, NULL, "wide", NULL, FLAGS, false } };

static cl_uint number(size_t i) {
    return (cl_uint)(oracle_draw(1, i) % 1000);
}

static bool is_kept(const void *of, size_t i, size_t position, size_t count) {
    const way *w = of;
    const bool at_end = position == 0 || position + 1 == count;
    return (w->positions && at_end) || (number(i) + (w->second == ADDEND)) % 3 == 0;
}

static void write_element(const way *w, size_t i, unsigned char *to) {
    const cl_uint words[] = { number(i), (cl_uint)i, ~(cl_uint)i };
    const cl_ushort half = (cl_ushort)number(i);
    memcpy(to, w->size == 2 ? (const void *)&half : words, w->size);
}

/* Writes the result of element i as the device does. */
static void write_result(const void *of, size_t i, size_t position, size_t count, unsigned char *to) {
    const way *w = of;
    const cl_ulong mapped = w->positions ? position * 10000 + count : number(i) * 5ul;
    const cl_uint added = number(i) + 1;
    if (w->map)
        memcpy(to, &mapped, sizeof mapped);
    else if (w->second == ADDEND)
        memcpy(to, &added, sizeof added);
    else
        write_element(w, i, to);
}

/* Both inputs. Elements begin at FROM, and so does the second input, except that bits begin at the first word. */
typedef struct inputs {
    guarded elements, second;
} inputs;

static inputs inputs_create(const test_device *d, const way *w, size_t count) {
    static unsigned char elements[(FROM + N) * SELECTED_MOST_BYTES], flags[FROM + N];
    static cl_uint bits[FROM + N / 32 + 1];
    static cl_ushort carried[FROM + N];
    const cl_uint addend = 1;
    const size_t words = count / 32 + (count % 32 > 0);
    const struct {
        const void *at;
        size_t bytes;
    } second[] = { [NOTHING] = { flags, 1 },
                   [FLAGS] = { flags, FROM + count },
                   [BITS] = { bits, (FROM + words) * sizeof *bits },
                   [ADDEND] = { &addend, sizeof addend },
                   [CARRIED] = { carried, (FROM + count) * sizeof *carried } };
    memset(bits, 0, sizeof bits);
    for (size_t i = 0; i < count; i++) {
        write_element(w, i, elements + (FROM + i) * w->size);
        carried[FROM + i] = selected_carried(i);
        flags[FROM + i] = is_kept(w, i, i, count) ? (unsigned char)(1 + i % 255) : 0;
        bits[FROM + i / 32] |= (cl_uint)is_kept(w, i, i, count) << i % 32;
    }
    return (inputs) { guarded_create(d, (FROM + count) * w->size, elements),
                      guarded_create(d, second[w->second].bytes, second[w->second].at) };
}

/* Appends to ALREADY elements. The smallest output has room for `room` more elements. `room` also decides which output
 * is the smallest. Each output has another offset. If `elements` is false, out[0] is missing. */
static void check_selection(const test_device *d, clscan_plan *plan, const way *w, size_t count, bool reverse,
                            size_t room, bool elements) {
    static selected e, got;
    const selected_rule rule = { w, is_kept, write_result, w->result_size };
    const cl_uint already = ALREADY;
    cl_uint n = 0;
    selected_expect(&rule, count, reverse, &e);
    inputs in = inputs_create(d, w, count);
    const bool carries_smallest = w->second == CARRIED && room % 3 == 0;
    const size_t fit[] = { ALREADY + room + (room % 3 == 1 || carries_smallest), ALREADY + room + (room % 3 != 1),
                           ALREADY + room + !carries_smallest };
    const size_t others = w->second == CARRIED && fit[2] < fit[1] ? fit[2] : fit[1],
                 least = elements ? ALREADY + room : others, fits = least < e.n ? least : e.n;
    guarded results = guarded_create(d, (1 + fit[0]) * w->result_size, NULL),
            indices = guarded_create(d, (2 + fit[1]) * sizeof *got.indices, NULL),
            carried = guarded_create(d, (4 + fit[2]) * sizeof *got.carried, NULL),
            total = guarded_create(d, sizeof n, NULL);
    const bool masks = w->second == FLAGS || w->second == BITS, carries = w->second == CARRIED;
    const clscan_ref none = { .buffer = NULL },
                     second = { .buffer = in.second.part, .offset = masks || carries ? FROM : 0 };
    const clscan_args args = { .in[0] = { .buffer = in.elements.part, .offset = FROM },
                               .in[1] = carries || w->second == ADDEND ? second : none,
                               .mask = masks ? second : none,
                               .out[0] = { .buffer = elements ? results.part : NULL, .offset = elements },
                               .out[1] = { .buffer = carries ? carried.part : NULL, .offset = carries ? 4 : 0 },
                               .indices = { .buffer = indices.part, .offset = 2 },
                               .total.buffer = total.part,
                               .init = &already,
                               .first_index = SELECTED_FIRST_INDEX,
                               .count = count };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &results, got.results));
    assert_true(guarded_read(d, &indices, got.indices));
    assert_true(guarded_read(d, &total, &n));
    assert_int_equal(n, e.n);
    if (elements)
        assert_memory_equal(got.results + w->result_size, e.results, fits * w->result_size);
    assert_memory_equal(got.indices + 2, e.indices, fits * sizeof *e.indices);
    assert_true(guarded_read(d, &carried, got.carried));
    if (carries)
        assert_memory_equal(got.carried + 4, e.carried, fits * sizeof *e.carried);
    guarded *const all[] = { &in.elements, &in.second, &results, &indices, &carried, &total };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

static clscan_desc description(const test_device *d, clscan_strategy strategy, const way *w, bool reverse) {
    static const clscan_mask masks[] = { [FLAGS] = CLSCAN_MASK_FLAGS, [BITS] = CLSCAN_MASK_BITS, [CARRIED] = 0 };
    const char *second = w->second == ADDEND ? "uint" : w->second == CARRIED ? "ushort" : NULL;
    const bool users = strcmp(w->type, "record") == 0;
    clscan_desc desc = { .task = CLSCAN_TASK_SELECT,
                         .reverse = reverse,
                         .value = { w->result, users ? w->result_size : 0 },
                         .in = { { w->type, users ? w->size : 0 }, { .name = second } },
                         .out[1].name = w->second == CARRIED ? second : NULL,
                         .index_type.name = "ulong",
                         .mask = masks[w->second],
                         .user = { .source = w->keep || w->map || users ? source : NULL,
                                   .keep = w->keep,
                                   .map = w->map,
                                   .load = w->load,
                                   .with_position = w->positions },
                         .tuning = { .strategy = strategy, .group = CLSCAN_GROUP_KOGGE_STONE } };
    shape_draw(d, strategy, &desc);
    return desc;
}

static void check_way(const test_device *d, clscan_strategy strategy, const way *w, bool reverse) {
    static const size_t counts[] = { 1, 31, 257, N };
    clscan_plan *plan = NULL;
    const clscan_desc desc = description(d, strategy, w, reverse);
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < COUNT(counts); i++)
        check_selection(d, plan, w, counts[i], reverse, counts[i], i != 2);
    for (size_t room = 99; room < 104; room++)
        check_selection(d, plan, w, N, reverse, room, room < 102);
    check_selection(d, plan, w, N, reverse, 0, true);
    clscan_plan_destroy(plan);
}

static void check_number(const test_device *d, clscan_strategy strategy, size_t i) {
    check_way(d, strategy, &ways[i], (strategy + i) % 2);
}

static void test_every_strategy(void **state) {
    test_device_for_strategies(*state, COUNT(ways), check_number);
}

/* A selection and the selection of the complement have all elements together, and selecting once more from what was
 * kept keeps everything. */
static void test_complement(void **state) {
    static const char text[] = "static int odd(int x) { return x & 1; }\nstatic int even(int x) { return !(x & 1); }\n";
    enum { COUNT = 5000 };
    const test_device *d = *state;
    static cl_int x[COUNT], parts[2][COUNT];
    const char *const keeps[] = { "odd", "even" };
    cl_uint n[2] = { 0 }, again = 0;
    for (size_t i = 0; i < COUNT; i++)
        x[i] = (cl_int)oracle_draw(7, i);
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL),
           once_more = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL),
           total = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof *n, NULL);
    for (int part = 0; part < 2; part++) {
        const clscan_desc desc = { .task = CLSCAN_TASK_SELECT, .user = { .source = text, .keep = keeps[part] } };
        clscan_plan *plan = NULL;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .total.buffer = total, .count = COUNT };
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, total, CL_TRUE, 0, sizeof *n, &n[part], 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, n[part] * sizeof *x, parts[part], 0, NULL, NULL));
        args = (clscan_args) { .in[0].buffer = out,
                               .out[0].buffer = once_more,
                               .total.buffer = total,
                               .count_at.buffer = total,
                               .count = COUNT };
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, total, CL_TRUE, 0, sizeof again, &again, 0, NULL, NULL));
        assert_int_equal(again, n[part]);
        clscan_plan_destroy(plan);
    }
    assert_int_equal(n[0] + n[1], COUNT);
    for (size_t i = 0, at[2] = { 0, 0 }; i < COUNT; i++) {
        const int part = x[i] & 1 ? 0 : 1;
        assert_int_equal(parts[part][at[part]++], x[i]);
    }
    cl_mem const all[] = { in, out, once_more, total };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        clReleaseMemObject(all[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_strategy), cmocka_unit_test(test_complement) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
