/* Sorts of keys of every type, in both directions, in several shapes: random keys, few different ones, keys that are
 * equal, sorted, reversed, or different in some digits or one bit only, and special floating-point numbers. Every sort
 * also returns the indices, which must be the indices of a stable merge sort. No array is written past its end. */
#include "support/guarded.h"
#include "support/keys.h"
#include "support/shape.h"

#include <oracle.h>
#include <string.h>

enum { N = 2011, MOST_BYTES = 8, FIRST_INDEX = 7 };

static keys_fn *const fills[] = { keys_any,          keys_few,           keys_equal,
                                  keys_ascending,    keys_descending,    keys_highest_digit,
                                  keys_lowest_digit, keys_middle_digits, keys_special };

static unsigned one_bit; /* in which the keys of keys_in_one_bit differ */

static uint64_t keys_in_one_bit(oracle_type type, size_t i) {
    (void)type;
    return i % 3 == 1 ? 0 : UINT64_C(1) << one_bit;
}

typedef struct outputs {
    unsigned char keys[N * MOST_BYTES];
    cl_uint indices[N];
} outputs;

static void fill(oracle_type type, keys_fn *key, unsigned char *keys, size_t count) {
    const size_t size = oracle_type_size(type);
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = key(type, i);
        memcpy(keys + i * size, &bits, size); /* the test's hosts are little-endian */
    }
}

static void expect(oracle_type type, bool reverse, const unsigned char *keys, size_t count, outputs *e) {
    static size_t order[N];
    const size_t size = oracle_type_size(type);
    assert_true(oracle_sort(type, reverse, keys, order, count));
    for (size_t i = 0; i < count; i++) {
        memcpy(e->keys + i * size, keys + order[i] * size, size);
        e->indices[i] = FIRST_INDEX + (cl_uint)order[i];
    }
}

static void check_sort(const test_device *d, clscan_plan *plan, oracle_type type, bool reverse, keys_fn *key,
                       size_t count) {
    static unsigned char keys[N * MOST_BYTES];
    static outputs e, got;
    const size_t size = oracle_type_size(type), room = count > 0 ? count : 1;
    guarded_pattern(e.keys, size); /* what an output of no elements keeps */
    guarded_pattern(e.indices, sizeof *e.indices);
    fill(type, key, keys, room);
    expect(type, reverse, keys, count, &e);
    guarded in = guarded_create(d, room * size, keys), out = guarded_create(d, room * size, NULL),
            indices = guarded_create(d, room * sizeof *got.indices, NULL);
    const clscan_args args = { .in[0].buffer = in.part,
                               .out[0].buffer = out.part,
                               .indices.buffer = indices.part,
                               .first_index = FIRST_INDEX,
                               .count = count };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &in, NULL) && guarded_read(d, &out, got.keys) &&
                guarded_read(d, &indices, got.indices));
    assert_memory_equal(got.indices, e.indices, room * sizeof *e.indices);
    assert_memory_equal(got.keys, e.keys, room * size);
    guarded *const all[] = { &in, &out, &indices };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

static void check_type(const test_device *d, oracle_type type, bool reverse, clscan_strategy strategy) {
    clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                         .reverse = reverse,
                         .value.name = oracle_type_name(type),
                         .index_type.name = "uint",
                         .tuning.strategy = strategy };
    clscan_plan *plan = NULL;
    size_t counts[SHAPE_MAX_COUNTS], n = 0;
    if (strategy != CLSCAN_STRATEGY_AUTO) {
        desc.tuning.group = (clscan_group)(1 + type % shape_groups());
        shape_draw(d, 10 * type + reverse, &desc);
        if (strategy == CLSCAN_STRATEGY_LOOKBACK && desc.tuning.wg_size == 1)
            desc.tuning.wg_size = 2; /* a sweep needs several work-items */
        n = shape_counts(&desc, N, type, counts);
    }
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < n; i++)
        check_sort(d, plan, type, reverse, fills[i % COUNT(fills)], counts[i]);
    for (size_t i = 0; i < COUNT(fills); i++)
        check_sort(d, plan, type, reverse, fills[i], N);
    for (size_t count = 0; count < 3; count++)
        check_sort(d, plan, type, reverse, keys_any, count);
    /* A work-group that sorts alone notes the bits in which keys differ, of wide keys in two words. */
    for (one_bit = 0; one_bit < 8 * MOST_BYTES && strategy == CLSCAN_STRATEGY_SINGLE_GROUP; one_bit++)
        if (oracle_type_size(type) == MOST_BYTES)
            check_sort(d, plan, type, reverse, keys_in_one_bit, 5);
    clscan_plan_destroy(plan);
}

static void try_type(const test_device *d, oracle_type type, bool reverse, clscan_strategy strategy) {
    const oracle_problem problem = { .type = type };
    if (oracle_problem_supported(&problem, d->id))
        UNLESS_REFUSED(check_type(d, type, reverse, strategy));
}

/* Each type has one direction for each strategy; a whole run has both. */
static void test_types(void **state) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_REDUCE_SCAN,
                                                  CLSCAN_STRATEGY_LOOKBACK, CLSCAN_STRATEGY_SINGLE_GROUP };
    for (oracle_type type = ORACLE_INT; type < ORACLE_USER; type++)
        for (unsigned k = 0; k < (is_whole_run() ? 2 : 1) * COUNT(strategies); k++)
            try_type(*state, type, (k / COUNT(strategies) + k + type) % 2, strategies[k % COUNT(strategies)]);
    skip_if_all_refused();
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_types) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
