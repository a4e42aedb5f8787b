/* Sorts of elements that are not keys, with arrays that are carried along: elements of 1 to 20 bytes, whose key a
 * function computes, and some bits of keys. Outputs may be too small, missing, or the inputs themselves, and the count
 * may be on the device. No array is written past its end. Laws: sorting what is sorted changes nothing, and sorting by
 * the low bits, then by the high bits, sorts. */
#include "support/guarded.h"
#include "support/shape.h"

#include <oracle.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2503, FIRST_INDEX = 1000, MOST_BYTES = 20 };

static const char source[] = "typedef struct { uint key; uchar rest[16]; } record;\n"
                             "typedef struct { uint key; uint rest[2]; } three;\n"
                             "static uint key_of(record r) { return r.key; }\n"
                             "static short remainder_of(three t) { return (short)(t.key % 1000) - 500; }\n"
                             "static float halved(uchar x) { return 0.5f * (x % 16); }\n";

/* The key of an element is computed from the number in its first bytes. */
typedef struct way {
    const char *type, *key, *map;
    size_t size;
    oracle_type key_type;
    clscan_sort_options sort;
} way;

static const way ways[] = {
    { "record", "uint", "key_of", 20, ORACLE_UINT, { 0 } },
    { "three", "short", "remainder_of", 12, ORACLE_SHORT, { 0 } },
    { "uchar", "float", "halved", 1, ORACLE_FLOAT, { 0 } },
    { "ulong", "ulong", NULL, 8, ORACLE_ULONG, { .first_bit = 3, .num_bits = 13 } },
    { "uint", "uint", NULL, 4, ORACLE_UINT, { .first_bit = 30 } },
};

static cl_uint number(size_t i) {
    return (cl_uint)oracle_draw(1, i);
}

static void write_element(const way *w, size_t i, unsigned char *to) {
    unsigned char bytes[MOST_BYTES];
    const cl_uint x = number(i);
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)(i + k);
    memcpy(bytes, &x, sizeof x);
    memcpy(to, bytes, w->size);
}

/* Writes the key as a number of its type. With a range of bits, these bits are the number. */
static void write_key(const way *w, const unsigned char *element, unsigned char *to) {
    cl_ulong wide = 0;
    cl_uint x = 0;
    memcpy(&x, element, w->size < sizeof x ? w->size : sizeof x);
    memcpy(&wide, element, w->size < sizeof wide ? w->size : sizeof wide);
    const cl_short remainder = (cl_short)((cl_short)(x % 1000) - 500);
    const cl_float half = 0.5f * (cl_float)(x % 16);
    const cl_ulong some = wide >> w->sort.first_bit & (w->sort.num_bits ? (1u << w->sort.num_bits) - 1 : ~0u);
    const void *key = w->key_type == ORACLE_SHORT   ? (const void *)&remainder
                      : w->key_type == ORACLE_FLOAT ? (const void *)&half
                                                    : &some;
    memcpy(to, key, oracle_type_size(w->key_type));
}

static cl_ushort carried_number(size_t i) {
    return (cl_ushort)(i * 7);
}

typedef struct arrays {
    unsigned char elements[N * MOST_BYTES];
    cl_ushort carried[N];
    cl_ulong indices[N];
} arrays;

static void fill(const way *w, arrays *a) {
    for (size_t i = 0; i < N; i++) {
        write_element(w, i, a->elements + i * w->size);
        a->carried[i] = carried_number(i);
    }
}

static void expect(const way *w, const arrays *a, size_t count, bool reverse, arrays *e) {
    static unsigned char keys[N * sizeof(cl_ulong)];
    static size_t order[N];
    for (size_t i = 0; i < count; i++)
        write_key(w, a->elements + i * w->size, keys + i * oracle_type_size(w->key_type));
    assert_true(oracle_sort(w->key_type, reverse, keys, order, count));
    for (size_t i = 0; i < count; i++) {
        memcpy(e->elements + i * w->size, a->elements + order[i] * w->size, w->size);
        e->carried[i] = a->carried[order[i]];
        e->indices[i] = FIRST_INDEX + order[i];
    }
}

/* The properties in which calls differ: outputs that are missing or are the inputs, the room in outputs, and where the
 * count is. */
typedef struct call {
    size_t count, room;
    bool no_elements, in_place, counted;
} call;

static void check_arrays(const test_device *d, const way *w, const call *c, const arrays *e, guarded *elements,
                         guarded *carried, guarded *indices) {
    static arrays got;
    const size_t written = c->count < c->room ? c->count : c->room;
    if (!c->no_elements) {
        assert_true(guarded_read(d, elements, got.elements));
        assert_memory_equal(got.elements, e->elements, written * w->size);
    }
    assert_true(guarded_read(d, carried, got.carried) && guarded_read(d, indices, got.indices));
    assert_memory_equal(got.carried, e->carried, written * sizeof *e->carried);
    assert_memory_equal(got.indices, e->indices, written * sizeof *e->indices);
}

static void check_call(const test_device *d, clscan_plan *plan, const way *w, bool reverse, const call *c) {
    static arrays a, e;
    const cl_uint on_device = (cl_uint)c->count;
    const clscan_ref none = { .buffer = NULL };
    fill(w, &a);
    expect(w, &a, c->count, reverse, &e);
    guarded in = guarded_create(d, N * w->size, a.elements), in1 = guarded_create(d, sizeof a.carried, a.carried),
            out = guarded_create(d, c->room * w->size, NULL),
            out1 = guarded_create(d, c->room * sizeof *a.carried, NULL),
            indices = guarded_create(d, c->room * sizeof *a.indices, NULL),
            count = guarded_create(d, sizeof on_device, &on_device);
    const clscan_args args = { .in = { { .buffer = in.part }, { .buffer = in1.part } },
                               .out = { c->no_elements ? none
                                                       : (clscan_ref) { .buffer = c->in_place ? in.part : out.part },
                                        { .buffer = c->in_place ? in1.part : out1.part } },
                               .indices.buffer = indices.part,
                               .count_at = c->counted ? (clscan_ref) { .buffer = count.part } : none,
                               .first_index = FIRST_INDEX,
                               .count = c->counted ? N : c->count };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    check_arrays(d, w, c, &e, c->in_place ? &in : &out, c->in_place ? &in1 : &out1, &indices);
    guarded *const all[] = { &in, &in1, &out, &out1, &indices, &count };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

static clscan_desc description(const way *w, clscan_strategy strategy, bool reverse) {
    const bool users = clscan_type_size(w->type) == 0;
    return (clscan_desc) { .struct_size = sizeof(clscan_desc),
                           .task = CLSCAN_TASK_SORT,
                           .reverse = reverse,
                           .value.name = w->key,
                           .in = { { w->type, users ? w->size : 0 }, { .name = "ushort" } },
                           .out[1].name = "ushort",
                           .index_type.name = "ulong",
                           .user = { .source = w->map ? source : NULL, .map = w->map },
                           .tuning.strategy = strategy,
                           .sort = w->sort };
}

static void check_way(const test_device *d, const way *w, clscan_strategy strategy, bool reverse) {
    clscan_desc desc = description(w, strategy, reverse);
    clscan_plan *plan = NULL;
    if (strategy != CLSCAN_STRATEGY_AUTO) {
        desc.tuning.group = CLSCAN_GROUP_KOGGE_STONE;
        shape_draw(d, w->size, &desc);
        if (strategy == CLSCAN_STRATEGY_LOOKBACK && desc.tuning.wg_size == 1)
            desc.tuning.wg_size = 2; /* a sweep needs several work-items */
    }
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const call calls[] = { { .count = N, .room = N },
                           { .count = 1, .room = 1 },
                           { .count = N, .room = 10 },
                           { .count = N, .room = N - 1, .no_elements = true },
                           { .count = N, .room = N, .in_place = true },
                           { .count = 1234, .room = N, .counted = true },
                           { .count = 1234, .room = N, .counted = true, .in_place = true },
                           { .count = 0, .room = 1, .counted = true } };
    for (size_t i = 0; i < COUNT(calls); i++)
        check_call(d, plan, w, reverse, &calls[i]);
    clscan_plan_destroy(plan);
}

static void try_way(const test_device *d, size_t i, clscan_strategy strategy, bool reverse) {
    UNLESS_REFUSED(check_way(d, &ways[i], strategy, reverse));
}

static void test_arrays(void **state) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_REDUCE_SCAN,
                                                  CLSCAN_STRATEGY_LOOKBACK, CLSCAN_STRATEGY_SINGLE_GROUP };
    for (size_t i = 0; i < COUNT(ways); i++)
        for (size_t k = 0; k < COUNT(strategies); k++)
            try_way(*state, i, strategies[k], (i + k) % 2);
    skip_if_all_refused();
}

/* Sorts N elements by some bits, on the host. */
static void sort_bits(const test_device *d, unsigned first_bit, unsigned num_bits, const cl_uint *in, cl_uint *out) {
    const clscan_desc desc = { .struct_size = sizeof desc,
                               .task = CLSCAN_TASK_SORT,
                               .value.name = "uint",
                               .sort = { .first_bit = first_bit, .num_bits = num_bits } };
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(execute_host(plan, in, out, N));
    clscan_plan_destroy(plan);
}

static int compare(const void *a, const void *b) {
    const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
    return (x > y) - (x < y);
}

static void test_laws(void **state) {
    const test_device *d = *state;
    static cl_uint x[N], sorted[N], low[N], again[N];
    for (size_t i = 0; i < N; i++)
        x[i] = number(i);
    sort_bits(d, 0, 0, x, sorted);
    sort_bits(d, 0, 0, sorted, again);
    assert_memory_equal(again, sorted, sizeof sorted);
    sort_bits(d, 0, 11, x, low);
    sort_bits(d, 11, 0, low, again);
    assert_memory_equal(again, sorted, sizeof sorted);
    sort_bits(d, 0, 0, x, x);
    assert_memory_equal(x, sorted, sizeof sorted);
    for (size_t i = 0; i < N; i++)
        x[i] = number(i);
    qsort(x, N, sizeof *x, compare);
    assert_memory_equal(x, sorted, sizeof sorted);
}

/* A sort of enough elements that a CPU stores whole cache lines, to outputs that begin and end within a line. Elements
 * of 12 bytes do not fill lines. Each output has elements before its offset and after its capacity, which must not
 * change. */
static void test_many(void **state) {
    enum { MANY = (1 << 20) + 77, OFFSET = 3, ROOM = MANY - 1001, AFTER = 5, ALL = OFFSET + ROOM + AFTER };
    typedef struct three {
        cl_uint x[3];
    } three;
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .value.name = "ushort",
                               .in = { { 0 }, { .name = "uchar" }, { "three", sizeof(three) } },
                               .out = { { 0 }, { .name = "uchar" }, { "three", sizeof(three) } },
                               .index_type.name = "ulong",
                               .user.source = "typedef struct { uint x[3]; } three;" };
    cl_ushort *keys = malloc(MANY * sizeof *keys), *out = calloc(ALL, sizeof *out);
    unsigned char *bytes = malloc(MANY), *out_bytes = calloc(ALL, 1);
    three *more = malloc(MANY * sizeof *more), *out_more = calloc(ALL, sizeof *out_more);
    cl_ulong *indices = calloc(ALL, sizeof *indices);
    size_t *order = malloc(MANY * sizeof *order);
    assert_true(keys && out && bytes && out_bytes && more && out_more && indices && order);
    for (size_t i = 0; i < MANY; i++) {
        keys[i] = (cl_ushort)(oracle_draw(9, i) % 5000);
        bytes[i] = (unsigned char)(i * 31 + 1);
        more[i] = (three) { { (cl_uint)i, 1, ~(cl_uint)i } };
    }
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = { .in = { { .host = keys }, { .host = bytes }, { .host = more } },
                               .out = { { .host = out, .offset = OFFSET, .capacity = ROOM },
                                        { .host = out_bytes, .offset = OFFSET, .capacity = ROOM },
                                        { .host = out_more, .offset = OFFSET, .capacity = ROOM } },
                               .indices = { .host = indices, .offset = OFFSET, .capacity = ROOM },
                               .count = MANY };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_true(oracle_sort(ORACLE_USHORT, false, keys, order, MANY));
    for (size_t i = 0; i < ALL; i++) {
        const bool is_written = i >= OFFSET && i < OFFSET + ROOM;
        const size_t from = is_written ? order[i - OFFSET] : 0;
        assert_int_equal(out[i], is_written ? keys[from] : 0);
        assert_int_equal(out_bytes[i], is_written ? bytes[from] : 0);
        assert_int_equal(out_more[i].x[2], is_written ? more[from].x[2] : 0);
        assert_int_equal(indices[i], from);
    }
    clscan_plan_destroy(plan);
    void *const all[] = { keys, out, bytes, out_bytes, more, out_more, indices, order };
    for (size_t i = 0; i < COUNT(all); i++)
        free(all[i]);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_arrays), cmocka_unit_test(test_laws),
                                        cmocka_unit_test(test_many) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
