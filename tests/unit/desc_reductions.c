/* Descriptions of reductions, also by segments: which are refused with which message, and the problem that a valid one
 * becomes. */
#include "unit/desc_task.h"

static void test_reductions_refused(void **state) {
    const clscan_desc sum = { .task = CLSCAN_TASK_REDUCE };
    (void)state;
    assert_ok(cs_desc_check(&sum));
    REFUSE(sum, kind, CLSCAN_KIND_EXCLUSIVE, "desc.kind is exclusive|desc.task is CLSCAN_TASK_REDUCE");
    REFUSE(sum, user.store, "put", "desc.user.store is given|CLSCAN_TASK_REDUCE, which has no result for each");
    REFUSE(sum, user.keep, "keep", "desc.user.keep is given|desc.task is CLSCAN_TASK_REDUCE");
    REFUSE(sum, mask, CLSCAN_MASK_BITS, "desc.mask is given|desc.task is CLSCAN_TASK_REDUCE");
    static const clscan_strategy others[] = { CLSCAN_STRATEGY_GLOBAL_STEPS, CLSCAN_STRATEGY_HIERARCHICAL,
                                              CLSCAN_STRATEGY_CHAINED, CLSCAN_STRATEGY_SLICES };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        REFUSE(sum, tuning.strategy, others[i], "strategy is |single_group, reduce_scan, lookback and columns");
    static const clscan_strategy reducing[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_SINGLE_GROUP,
                                                CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_STRATEGY_LOOKBACK,
                                                CLSCAN_STRATEGY_COLUMNS };
    for (size_t i = 0; i < sizeof reducing / sizeof *reducing; i++) {
        const clscan_desc accepted = { .task = CLSCAN_TASK_REDUCE, .tuning.strategy = reducing[i] };
        assert_ok(cs_desc_check(&accepted));
    }
    clscan_desc unknown = sum;
    unknown.tuning.strategy = (clscan_strategy)99;
    assert_fails(cs_desc_check(&unknown), CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.strategy is 99");
}

/* Reductions by segments are scans of contiguous elements. */
static void test_segments_refused(void **state) {
    (void)state;
    for (clscan_segments s = CLSCAN_SEGMENTS_FLAGS; s <= CLSCAN_SEGMENTS_OFFSETS; s++) {
        const clscan_desc sums = { .task = CLSCAN_TASK_REDUCE, .segments = s };
        REFUSE(sums, kind, CLSCAN_KIND_EXCLUSIVE, "desc.kind is exclusive|desc.task is CLSCAN_TASK_REDUCE");
        REFUSE(sums, user.store, "put", "desc.user.store is given|CLSCAN_TASK_REDUCE, which has no result for each");
        REFUSE(sums, tuning.strategy, CLSCAN_STRATEGY_COLUMNS, "desc.tuning.strategy is columns|desc.segments");
        for (clscan_strategy strategy = CLSCAN_STRATEGY_AUTO; strategy < CLSCAN_STRATEGY_COLUMNS; strategy++) {
            clscan_desc accepted = sums;
            accepted.tuning.strategy = strategy;
            assert_ok(cs_desc_check(&accepted));
        }
    }
    clscan_desc full = { .task = CLSCAN_TASK_REDUCE,
                         .segments = CLSCAN_SEGMENTS_OFFSETS,
                         .user = { .source = "int load();", .load = "load" } };
    for (int i = 0; i < CLSCAN_MAX_ARRAYS - 1; i++)
        full.in[i].name = "int";
    assert_ok(cs_desc_check(&full));
    full.in[CLSCAN_MAX_ARRAYS - 1].name = "int";
    assert_fails(cs_desc_check(&full), CLSCAN_ERROR_INVALID_DESC,
                 "desc.in has 8 arrays; CLSCAN_TASK_REDUCE with CLSCAN_SEGMENTS_OFFSETS takes at most 7");
}

/* The keys are one output more, the offsets one input more, and flags that count heads are wide enough. */
static void test_segments(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "short" };
    (void)state;
    assert_prints(&desc, "reduction by add over int (4 bytes), segments by keys");
    const cs_traits keys = cs_desc_problem(&desc).traits;
    assert_true(keys.reduces_segments && !keys.reduces && keys.value.flagged && cs_traits_compacts(&keys));
    assert_true(keys.segments.keys_output == 1 && keys.num_out == 2 && keys.out[1].size == 2 && keys.num_in == 1);
    assert_true(keys.total.type.size == 4 && cs_traits_flags_size(&keys) == 4 &&
                cs_traits_most_count(&keys) == CL_INT_MAX);
    desc = (clscan_desc) { .task = CLSCAN_TASK_REDUCE,
                           .value.name = "char",
                           .op = CLSCAN_OP_ARGMIN,
                           .segments = CLSCAN_SEGMENTS_OFFSETS,
                           .key.name = "long",
                           .count_type.name = "ulong" };
    const cs_problem problem = cs_desc_problem(&desc);
    const cs_traits *offsets = &problem.traits;
    assert_true(offsets->reduces_segments && !cs_traits_compacts(offsets) && offsets->segments.keys_output == 0);
    assert_true(offsets->segments.offsets_input == 1 && offsets->num_in == 2 && offsets->in[1].size == 8);
    assert_true(cs_traits_given_in(offsets) == 1 && cs_traits_given_out(offsets) == 2);
    assert_true(offsets->total.type.size == 8 && cs_traits_flags_size(offsets) == 8);
    assert_string_equal(problem.in[1], "ulong");
    desc = (clscan_desc) { .value.name = "uchar", .segments = CLSCAN_SEGMENTS_KEYS };
    const cs_traits scan = cs_desc_problem(&desc).traits;
    assert_true(!scan.reduces_segments && cs_traits_flags_size(&scan) == 1 && scan.total.type.size == 1);
}

static void test_reductions(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .layout = CLSCAN_LAYOUT_ROWS, .value.name = "float" };
    (void)state;
    assert_prints(&desc, "reduction by add over float (4 bytes), in rows");
    const cs_traits rows = cs_desc_problem(&desc).traits;
    assert_true(rows.reduces && rows.kind == CS_REDUCTION && !rows.writes_anywhere && rows.has_rows &&
                !rows.value.flagged);
    desc.task = CLSCAN_TASK_SCAN;
    assert_true(cs_desc_problem(&desc).traits.value.flagged && !cs_desc_problem(&desc).traits.reduces);
    desc = (clscan_desc) { .task = CLSCAN_TASK_REDUCE,
                           .reverse = 1,
                           .user = { .source = "int join(int a, int b); int half(char x);", .combine = "join" } };
    desc.user.map = "half";
    desc.in[0].name = "char";
    desc.out[0].name = "long";
    assert_prints(&desc, "reverse reduction by join over int (4 bytes) from char, mapped by half to long");
    assert_true(cs_desc_problem(&desc).traits.value.flagged); /* for want of an identity */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reductions_refused),
        cmocka_unit_test(test_segments_refused),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_reductions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
