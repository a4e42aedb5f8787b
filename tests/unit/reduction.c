/* How reductions are done on made-up devices: in one launch or in two, which divide lines alike. */
#include "strategy/strategy.h"
#include "support/check.h"
#include "tuning/tune.h"

static const cs_problem sums = { .traits = { .task = CLSCAN_TASK_REDUCE,
                                             .kind = CS_REDUCTION,
                                             .value.type.size = 4,
                                             .value.tile_bytes = 4,
                                             .reduces = true } };

/* A GPU of NVIDIA's, or another device for capability 0. */
static cs_caps device(unsigned capability, bool has_fence) {
    return (cs_caps) { .name = "a device that is not here",
                       .type = capability ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU,
                       .compute_units = 132,
                       .max_wg_size = 1024,
                       .local_bytes = 49152,
                       .stack_bytes = 8 << 20,
                       .compute_capability = capability,
                       .sub_groups = capability >= 70 ? CS_PTX : CS_NO_SUB_GROUPS,
                       .has_fence = has_fence };
}

/* Returns the number of choices. */
static size_t choices_of(const cs_caps *caps, const clscan_desc *desc, cs_choice choices[CS_MAX_CHOICES]) {
    const cs_tuning tuning = { .caps = caps };
    size_t n = 0;
    assert_ok(cs_tune(&tuning, &sums, desc, choices, &n));
    return n;
}

/* Returns the choice for few elements. */
static cs_choice choice_of(const cs_caps *caps, clscan_strategy strategy) {
    const clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .tuning.strategy = strategy };
    cs_choice choices[CS_MAX_CHOICES];
    const size_t n = choices_of(caps, &desc, choices);
    assert_int_equal(choices[n - 1].limit, SIZE_MAX);
    assert_true(n == 1 || strategy == CLSCAN_STRATEGY_AUTO);
    return choices[0];
}

static clscan_strategy strategy_on(unsigned capability, bool has_fence, clscan_strategy asked) {
    const cs_caps caps = device(capability, has_fence);
    return choice_of(&caps, asked).strategy;
}

/* GPUs from compute capability 7.0 on have one launch for few elements, if there are fences. The caller may ask for it
 * on any device. */
static void test_strategy(void **state) {
    (void)state;
    assert_int_equal(strategy_on(90, true, CLSCAN_STRATEGY_AUTO), CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(strategy_on(70, true, CLSCAN_STRATEGY_AUTO), CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(strategy_on(90, false, CLSCAN_STRATEGY_AUTO), CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(strategy_on(0, true, CLSCAN_STRATEGY_AUTO), CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(strategy_on(90, true, CLSCAN_STRATEGY_REDUCE_SCAN), CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(strategy_on(61, false, CLSCAN_STRATEGY_LOOKBACK), CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(strategy_on(0, true, CLSCAN_STRATEGY_LOOKBACK), CLSCAN_STRATEGY_LOOKBACK);
}

/* Without a strategy of the caller's, 2^28 bytes of elements have one launch on such GPUs, and more have two. */
static void test_strategy_by_count(void **state) {
    enum { MOST = (1 << 28) / 4 };
    const cs_caps gpu = device(90, true), cpu = device(0, true);
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE };
    cs_choice choices[CS_MAX_CHOICES];
    (void)state;
    assert_int_equal(choices_of(&gpu, &desc, choices), 2);
    assert_int_equal(choices[0].strategy, CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(choices[0].limit, MOST);
    assert_int_equal(choices[1].strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(choices[1].limit, SIZE_MAX);
    desc.max_count = MOST + 1;
    assert_int_equal(choices_of(&gpu, &desc, choices), 2);
    desc.max_count = MOST;
    assert_int_equal(choices_of(&gpu, &desc, choices), 1);
    assert_int_equal(choices[0].strategy, CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(choices[0].limit, SIZE_MAX);
    assert_int_equal(choices_of(&cpu, &desc, choices), 1);
    assert_int_equal(choices[0].strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
}

/* The kernels that a strategy stands for. A workspace with records has a history, on devices without fences too. */
static void test_kernels(void **state) {
    (void)state;
    assert_ptr_equal(cs_strategy_for(CLSCAN_STRATEGY_LOOKBACK, &sums.traits), &cs_reduce_one_launch);
    assert_string_equal(cs_reduce_one_launch.file, "reduce_one_launch");
    assert_true(cs_reduce_one_launch.has_states && !cs_reduce_one_launch.tries_states);
    assert_ptr_equal(cs_strategy_for(CLSCAN_STRATEGY_REDUCE_SCAN, &sums.traits), &cs_reduce);
    assert_string_equal(cs_reduce.file, "reduce");
    assert_false(cs_reduce.has_states);
    assert_ptr_equal(cs_strategy_for(CLSCAN_STRATEGY_COLUMNS, &sums.traits), &cs_reduce_columns);
    assert_string_equal(cs_reduce_columns.file, "reduce_columns");
}

/* Both have the same tiles, work-groups and undivided lines, on which the association of results depends. */
static void test_shapes_are_alike(void **state) {
    static const unsigned capabilities[] = { 90, 61, 0 };
    (void)state;
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++) {
        const cs_caps caps = device(capabilities[i], true);
        const cs_shape one = choice_of(&caps, CLSCAN_STRATEGY_LOOKBACK).shape,
                       two = choice_of(&caps, CLSCAN_STRATEGY_REDUCE_SCAN).shape;
        assert_int_equal(one.wg_size, two.wg_size);
        assert_int_equal(one.items, two.items);
        assert_int_equal(one.tile, two.tile);
        assert_int_equal(one.groups, two.groups);
        assert_int_equal(one.group, two.group);
        assert_int_equal(one.undivided, two.undivided);
    }
    const cs_caps without = device(90, false), with = device(90, true);
    assert_int_equal(choice_of(&with, CLSCAN_STRATEGY_AUTO).shape.undivided,
                     choice_of(&without, CLSCAN_STRATEGY_AUTO).shape.undivided);
}

/* There is one launch for all lengths. Only lines that are divided need records, and no layout of as many elements
 * needs more than the general bound. */
static void test_workspace(void **state) {
    enum { SIZE = 4 };
    const cs_caps caps = device(90, true);
    const cs_shape shape = choice_of(&caps, CLSCAN_STRATEGY_AUTO).shape;
    const cs_strategy *s = &cs_reduce_one_launch;
    (void)state;
    assert_null(s->launches_of_lines);
    assert_int_equal(s->launches(&shape, 1 << 20), 1);
    assert_int_equal(s->workspace_of_lines(&shape, shape.undivided, shape.undivided, SIZE), 0);
    assert_int_equal(s->workspace(&shape, shape.undivided, SIZE), 0);
    for (size_t count = shape.undivided + 1; count < (size_t)1 << 30; count *= 3)
        for (size_t lines = 1; lines < 10000; lines = lines * 2 + 1) {
            const size_t length = (count - 1) / lines + 1,
                         bytes = s->workspace_of_lines(&shape, lines * length, length, SIZE);
            assert_true(bytes <= s->workspace(&shape, lines * length, SIZE));
            assert_int_equal(bytes > 0, cs_reduce.workspace_of_lines(&shape, lines * length, length, SIZE) > 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_strategy), cmocka_unit_test(test_strategy_by_count),
                                        cmocka_unit_test(test_kernels), cmocka_unit_test(test_shapes_are_alike),
                                        cmocka_unit_test(test_workspace) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
