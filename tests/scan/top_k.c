/* The first elements of sorts: keys of every type, in both directions, in several shapes, from one element to all. The
 * results must be the beginning of a stable merge sort: also with an array that is carried along, outputs that are too
 * small, missing, or the inputs themselves, and a count on the device. No array is written past its end. */
#include "support/guarded.h"
#include "support/keys.h"
#include "support/shape.h"

#include <oracle.h>
#include <string.h>

enum { N = 5003, MOST_BYTES = 8, FIRST_INDEX = 7 };

static keys_fn *const fills[] = { keys_any,          keys_few,        keys_equal,  keys_highest_digit,
                                  keys_lowest_digit, keys_descending, keys_special };

/* The properties in which calls differ: how many elements there are, the room in the outputs, whether the keys are
 * written, and whether they are written to the input. */
typedef struct call {
    keys_fn *key;
    size_t count, room;
    bool no_keys, in_place, counted;
} call;

/* A plan, and what its results depend on. */
typedef struct top {
    clscan_plan *plan;
    oracle_type type;
    bool reverse;
    size_t k;
} top;

typedef struct outputs {
    unsigned char keys[N * MOST_BYTES];
    cl_ushort carried[N];
    cl_uint indices[N];
} outputs;

static void fill(const top *t, const call *c, outputs *in) {
    const size_t size = oracle_type_size(t->type);
    for (size_t i = 0; i < N; i++) {
        const uint64_t bits = c->key(t->type, i);
        memcpy(in->keys + i * size, &bits, size); /* the test's hosts are little-endian */
        in->carried[i] = (cl_ushort)(i * 7);
    }
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Sets the first elements of `e`, and returns how many there are. The others keep what the outputs have before. */
static size_t expect(const top *t, const call *c, const outputs *in, outputs *e) {
    static size_t order[N];
    const size_t size = oracle_type_size(t->type), n = least(least(t->k, c->count), c->room);
    if (c->in_place)
        *e = *in;
    else {
        guarded_pattern(e->keys, sizeof e->keys);
        guarded_pattern(e->carried, sizeof e->carried);
    }
    guarded_pattern(e->indices, sizeof e->indices);
    assert_true(oracle_sort(t->type, t->reverse, in->keys, order, c->count));
    for (size_t i = 0; i < n; i++) {
        memcpy(e->keys + i * size, in->keys + order[i] * size, size);
        e->carried[i] = in->carried[order[i]];
        e->indices[i] = FIRST_INDEX + (cl_uint)order[i];
    }
    return n;
}

static void check_outputs(const test_device *d, const top *t, const call *c, const outputs *e, const guarded *keys,
                          const guarded *carried, const guarded *indices) {
    static outputs got;
    const size_t room = c->in_place ? N : c->room;
    assert_true(guarded_read(d, keys, got.keys) && guarded_read(d, carried, got.carried) &&
                guarded_read(d, indices, got.indices));
    if (!c->no_keys)
        assert_memory_equal(got.keys, e->keys, room * oracle_type_size(t->type));
    assert_memory_equal(got.carried, e->carried, room * sizeof *e->carried);
    assert_memory_equal(got.indices, e->indices, c->room * sizeof *e->indices);
}

static void check_call(const test_device *d, const top *t, const call *c) {
    static outputs x, e;
    const cl_uint on_device = (cl_uint)c->count;
    const clscan_ref none = { .buffer = NULL };
    const size_t size = oracle_type_size(t->type);
    fill(t, c, &x);
    expect(t, c, &x, &e);
    guarded in = guarded_create(d, N * size, x.keys), in1 = guarded_create(d, sizeof x.carried, x.carried),
            out = guarded_create(d, c->room * size, NULL), out1 = guarded_create(d, c->room * sizeof *x.carried, NULL),
            indices = guarded_create(d, c->room * sizeof *x.indices, NULL),
            count = guarded_create(d, sizeof on_device, &on_device);
    const clscan_ref keys = { .buffer = c->in_place ? in.part : out.part, .capacity = c->room };
    const clscan_args args = { .in = { { .buffer = in.part }, { .buffer = in1.part } },
                               .out = { c->no_keys ? none : keys,
                                        { .buffer = c->in_place ? in1.part : out1.part, .capacity = c->room } },
                               .indices.buffer = indices.part,
                               .first_index = FIRST_INDEX,
                               .count_at = c->counted ? (clscan_ref) { .buffer = count.part } : none,
                               .count = c->counted ? N : c->count };
    assert_ok(clscan_plan_enqueue(t->plan, d->in_order, &args, 0, NULL, NULL));
    check_outputs(d, t, c, &e, c->in_place ? &in : &out, c->in_place ? &in1 : &out1, &indices);
    guarded *const all[] = { &in, &in1, &out, &out1, &indices, &count };
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(guarded_read(d, all[i], NULL));
        guarded_release(all[i]);
    }
}

static void check_k(const test_device *d, top t, clscan_desc desc) {
    const size_t n = least(t.k, N);
    desc.sort.k = (unsigned)t.k;
    assert_ok(clscan_plan_create(d->device, &desc, &t.plan));
    for (size_t i = 0; i < COUNT(fills); i++)
        check_call(d, &t, &(call) { fills[i], .count = N, .room = least(n + i % 2, N) });
    const call calls[] = { { keys_any, .count = 1, .room = 1 },
                           { keys_few, .count = 0, .room = 1 },
                           { keys_few, .count = N, .room = n, .in_place = true },
                           { keys_any, .count = N, .room = (n + 1) / 2, .no_keys = true },
                           { keys_few, .count = 1234, .room = n, .counted = true },
                           { keys_any, .count = 1234, .room = n, .counted = true, .in_place = true },
                           { keys_equal, .count = least(t.k + 1, N), .room = n },
                           { keys_any, .count = 0, .room = 1, .counted = true } };
    for (size_t i = 0; i < COUNT(calls); i++)
        check_call(d, &t, &calls[i]);
    clscan_plan_destroy(t.plan);
}

static void check_type(const test_device *d, oracle_type type, bool reverse, clscan_strategy strategy) {
    clscan_desc desc = { .struct_size = sizeof desc,
                         .task = CLSCAN_TASK_TOP_K,
                         .reverse = reverse,
                         .value.name = oracle_type_name(type),
                         .in[1].name = "ushort",
                         .out[1].name = "ushort",
                         .index_type.name = "uint",
                         .tuning.strategy = strategy };
    size_t tile = 100;
    if (strategy != CLSCAN_STRATEGY_AUTO) {
        desc.tuning.group = (clscan_group)(1 + type % shape_groups());
        shape_draw(d, 10 * type + reverse, &desc);
        tile = shape_tile(&desc);
    }
    /* few elements are ranked, and many are sorted: more than 64 by work-items, more than 4096 by work-groups */
    const size_t ks[] = { 1, 10, tile + 1, 65, 4097, N - 1, N, 20000 };
    const size_t step = is_whole_run() ? 1 : COUNT(ks); /* each k has a plan of its own, which takes a second */
    for (size_t i = ((size_t)type + (strategy ? 4 : 0)) % step; i < COUNT(ks); i += step)
        check_k(d, (top) { .type = type, .reverse = reverse, .k = ks[i] }, desc);
}

static void try_type(const test_device *d, oracle_type type, bool reverse, clscan_strategy strategy) {
    const oracle_problem problem = { .type = type };
    if (oracle_problem_supported(&problem, d->id))
        UNLESS_REFUSED(check_type(d, type, reverse, strategy));
}

/* Each type has one direction for each strategy; a whole run has both. */
static void test_types(void **state) {
    for (oracle_type type = ORACLE_INT; type < ORACLE_USER; type++)
        for (unsigned k = 0; k < (is_whole_run() ? 4 : 2); k++)
            try_type(*state, type, (k / 2 + k + type) % 2, k % 2 ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO);
    skip_if_all_refused();
}

/* The key of a record is a part of a number in it. Records of one key are taken in the order of the input. */
static void test_records(void **state) {
    typedef struct record {
        cl_uint number, place[4];
    } record;
    enum { K = 300, FIRST_BIT = 5, NUM_BITS = 11 };
    static record in[N], out[K];
    static cl_ushort bits[N];
    static size_t order[N];
    const test_device *d = *state;
    const clscan_desc desc = { .struct_size = sizeof desc,
                               .task = CLSCAN_TASK_TOP_K,
                               .value.name = "uint",
                               .in[0] = { "record", sizeof(record) },
                               .user = { .source = "typedef struct { uint number, place[4]; } record;\n"
                                                   "static uint key_of(record r) { return r.number; }\n",
                                         .map = "key_of" },
                               .sort = { .first_bit = FIRST_BIT, .num_bits = NUM_BITS, .k = K } };
    clscan_plan *plan = NULL;
    for (size_t i = 0; i < N; i++) {
        in[i] = (record) { (cl_uint)oracle_draw(11, i), { (cl_uint)i } };
        bits[i] = (cl_ushort)(in[i].number >> FIRST_BIT & ((1 << NUM_BITS) - 1));
    }
    assert_true(oracle_sort(ORACLE_USHORT, false, bits, order, N));
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(execute_host(plan, in, out, N));
    for (size_t i = 0; i < K; i++)
        assert_int_equal(out[i].place[0], order[i]);
    clscan_plan_destroy(plan);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_types), cmocka_unit_test(test_records) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
