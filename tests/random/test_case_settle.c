/* Contradictions of a case: which dimensions get their default because of others. */
#include "random/case_desc.h"
#include "random/case_split.h"
#include "random/case_stream.h"

#include <accumulator.h>

static void no(test_case *tc, bool if_so, int dimension) {
    if (if_so)
        tc->v[dimension] = 0;
}

static void none_of(test_case *tc, const int *dimensions, size_t count) {
    for (size_t i = 0; i < count; i++)
        tc->v[dimensions[i]] = 0;
}

/* Leaves the strategy that some tasks have only. */
static void settle_strategy(test_case *tc) {
    tc->v[D_strategy] = tc->v[D_strategy] ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO;
}

/* Sorts and histograms combine nothing. */
static void settle_no_operator(test_case *tc) {
    static const int none[] = { D_kind, D_no_identity, D_in_type, D_out_type, D_store, D_counted_in, D_init, D_total };
    none_of(tc, none, COUNT(none));
    settle_strategy(tc);
}

/* A key is a number. A top-k by rows is not in place, and by segments takes rows without gaps only. */
static void settle_sort(test_case *tc) {
    const unsigned bits = 8 * (unsigned)oracle_type_size(test_case_problem(tc).type);
    const unsigned strategy = tc->v[D_strategy];
    settle_no_operator(tc);
    no(tc, tc->v[D_task] == CLSCAN_TASK_TOP_K, D_compared);
    const bool compared = tc->v[D_compared];
    if (tc->v[D_task] == CLSCAN_TASK_SORT && !compared &&
        (strategy == CLSCAN_STRATEGY_LOOKBACK || strategy == CLSCAN_STRATEGY_SINGLE_GROUP))
        tc->v[D_strategy] = strategy;
    no(tc, tc->v[D_task] == CLSCAN_TASK_TOP_K && tc->v[D_layout], D_in_place);
    no(tc, tc->v[D_task] == CLSCAN_TASK_TOP_K && tc->v[D_layout] > 1 && tc->v[D_segments], D_layout);
    no(tc, tc->v[D_load], D_carried);
    no(tc, tc->v[D_load] && tc->v[D_layout] > 2, D_layout); /* rows are apart */
    tc->v[D_components] = 0;
    tc->v[D_first_bit] %= compared ? 1 : bits;
    no(tc, compared, D_num_bits);
    no(tc, tc->v[D_num_bits] > bits - tc->v[D_first_bit], D_num_bits);
    if (tc->v[D_room] && (tc->v[D_memory] || tc->v[D_executed]))
        tc->v[D_capacity] = 1;
}

/* Elements that are not numbers have a function that returns their bin. */
static void settle_histogram(test_case *tc) {
    static const int none[] = { D_map, D_in_place, D_reverse };
    const size_t length = tc->v[D_length] + 1, bins = tc->v[D_bins] ? tc->v[D_bins] : CASE_DEFAULT_BINS;
    settle_no_operator(tc);
    none_of(tc, none, COUNT(none));
    if (tc->v[D_layout]) /* each row has counts */
        tc->v[D_count] %= (unsigned)(CASE_MOST_COUNTS / bins * length + 1);
    if (tc->v[D_segments]) /* each segment has counts, and offsets may say that there are more than elements */
        tc->v[D_count] %= (unsigned)(CASE_MOST_COUNTS / bins + 1);
    if (test_case_problem(tc).user)
        tc->v[D_bin_kind] = CLSCAN_BIN_KIND_FUNCTION;
    no(tc, tc->v[D_bin_kind] != CLSCAN_BIN_KIND_FUNCTION, D_components);
    no(tc, tc->v[D_bin_kind] == CLSCAN_BIN_KIND_FUNCTION, D_bounds);
}

/* A selection combines nothing. It has segments or rows, but runs have both. A partition in three parts has no
 * segments. In rows, an output that is too small is refused. */
static void settle_selection(test_case *tc) {
    static const int none[] = { D_kind, D_no_identity, D_in_type, D_out_type, D_store, D_in_place, D_counted_in };
    none_of(tc, none, COUNT(none));
    if (tc->v[D_task] == CLSCAN_TASK_PARTITION) {
        no(tc, tc->v[D_mask] == CLSCAN_MASK_BITS, D_parts); /* a bit cannot distinguish three parts */
        no(tc, tc->v[D_parts], D_segments);
        no(tc, true, D_init);
        settle_strategy(tc);
    }
    no(tc, test_case_selects_segments(tc), D_layout);
    no(tc, !test_case_has_predicate(tc), D_load);
    no(tc, tc->v[D_load], D_carried);
    no(tc, tc->v[D_init] == 4, D_init);
    no(tc, tc->v[D_layout], D_room);
    if (tc->v[D_task] == CLSCAN_TASK_RUN_LENGTH) {
        tc->v[D_total] = 1;
        tc->v[D_lengths] %= 4;
    }
    const bool short_of_room = tc->v[D_room] || tc->v[D_offsets_room];
    if (short_of_room && (tc->v[D_memory] || tc->v[D_executed])) /* only a capacity says where a pointer ends */
        tc->v[D_capacity] = 1;
}

/* A reduction has one result for each segment, by a scan. The total is a number of segments, so its cell cannot be the
 * cell of an initial value: tests/scan/segment_results.c has it. The oracle knows no accumulator of no elements. */
static void settle_segments(test_case *tc) {
    tc->v[D_total] = 0;
    no(tc, tc->v[D_init] > 2, D_init);
    no(tc, tc->v[D_strategy] == CLSCAN_STRATEGY_COLUMNS, D_strategy);
}

/* A reduction has one result for each row. Only some strategies have reductions of rows. */
static void settle_reduction(test_case *tc) {
    static const int none[] = { D_kind, D_store, D_in_place, D_counted_in };
    none_of(tc, none, COUNT(none));
    no(tc, test_case_has_state(tc) && tc->v[D_segments] > 6, D_segments);
    if (tc->v[D_segments]) {
        settle_segments(tc);
        return;
    }
    if (tc->v[D_strategy] > CLSCAN_STRATEGY_SINGLE_GROUP && tc->v[D_strategy] != CLSCAN_STRATEGY_LOOKBACK &&
        tc->v[D_strategy] != CLSCAN_STRATEGY_COLUMNS)
        tc->v[D_strategy] = CLSCAN_STRATEGY_REDUCE_SCAN;
}

static void settle_task(test_case *tc) {
    const oracle_problem p = test_case_problem(tc);
    no(tc, test_case_sorts(tc) && p.user, D_task);
    /* The oracle knows which sums of a scan overflow. tests/scan/reductions.c knows it of a reduction. */
    no(tc, test_case_reduces(tc) && !p.user && p.op == CLSCAN_OP_ADD_CHECKED, D_task);
    no(tc, !test_case_selects_segments(tc) || tc->v[D_segments] > 6, D_offsets_room); /* by offsets, all have to fit */
    if (test_case_sorts(tc))
        settle_sort(tc);
    else if (test_case_moves(tc))
        settle_selection(tc);
    if (test_case_reduces(tc))
        settle_reduction(tc);
    if (test_case_counts(tc))
        settle_histogram(tc);
    no(tc, !test_case_moves(tc), D_carried);
    no(tc, !test_case_moves(tc), D_index);
    no(tc, !test_case_moves(tc), D_room);
    no(tc, !test_case_is_masked(tc), D_mask);
    no(tc, tc->v[D_task] != CLSCAN_TASK_RUN_LENGTH && !test_case_counts(tc), D_lengths);
    no(tc, tc->v[D_task] != CLSCAN_TASK_PARTITION, D_parts);
    no(tc, tc->v[D_task] != CLSCAN_TASK_RUN_LENGTH, D_min_run);
    for (int i = D_first_bit; i <= D_compared; i++)
        no(tc, !test_case_sorts(tc), i);
    no(tc, tc->v[D_task] != CLSCAN_TASK_TOP_K, D_k);
    for (int i = D_bin_kind; i <= D_weighted; i++)
        no(tc, !test_case_counts(tc), i);
}

/* Returns true if the operator is used and has an accumulator. */
static bool combines_with_state(const test_case *tc) {
    return test_case_has_state(tc) && !test_case_moves(tc) && !test_case_counts(tc);
}

static void settle_plan(test_case *tc) {
    const oracle_problem p = test_case_problem(tc);
    const bool exact = p.user || oracle_is_exact(p.type, p.op), integer = p.type < ORACLE_FLOAT;
    const bool state = combines_with_state(tc);
    /* only a user operator can lack an identity: here OpenCL C's functions max and min */
    no(tc, !p.user && (!integer || (p.op != CLSCAN_OP_MIN && p.op != CLSCAN_OP_MAX)), D_no_identity);
    no(tc, p.user || (test_case_has_state(tc) && p.op != CLSCAN_OP_LAST_SEEN), D_components);
    no(tc, state, D_load);
    no(tc, state, D_map);
    no(tc, state, D_store);
    no(tc, tc->v[D_segments] > 6, D_layout); /* offsets */
    no(tc, p.type == ORACLE_USER || !exact || state || tc->v[D_load] || tc->v[D_map], D_in_type);
    no(tc, p.type == ORACLE_USER || oracle_accumulator_is_rounded(&p) || tc->v[D_store], D_out_type);
    if (tc->v[D_in_type] || tc->v[D_layout] > 2) /* the input has other elements than are stored, or in other places */
        tc->v[D_store] = tc->v[D_store] > 0;
}

static size_t in_size(const test_case *tc) {
    const oracle_problem p = test_case_problem(tc);
    return tc->v[D_in_type] ? oracle_type_size(test_case_type(tc->v[D_in_type])) : oracle_problem_size(&p);
}
static size_t out_size(const test_case *tc) {
    const oracle_problem p = test_case_problem(tc);
    return tc->v[D_out_type] ? oracle_type_size(test_case_type(tc->v[D_out_type])) : oracle_problem_size(&p);
}

static void settle_scan(test_case *tc) {
    const oracle_problem p = test_case_problem(tc);
    const bool rows = tc->v[D_layout] != 0;
    const bool state = combines_with_state(tc);
    no(tc, state, D_init); /* an accumulator: see tests/scan/operators.c */
    no(tc, state, D_total);
    no(tc, !rows, D_length);
    no(tc, !rows, D_columns);
    no(tc, !rows, D_gap);
    no(tc, !rows, D_dims);
    /* the results of segments are in the order of adjacent rows */
    no(tc, tc->v[D_segments] && tc->v[D_dims] == 2 && (test_case_reduces(tc) || test_case_counts(tc)), D_dims);
    no(tc, !tc->v[D_segments] && !tc->v[D_mask], D_mark_offset);
    const bool has_density = test_case_has_predicate(tc) || test_case_compares_elements(tc) || test_case_sorts(tc);
    no(tc, !tc->v[D_segments] && !tc->v[D_mask] && !has_density, D_density);
    no(tc, tc->v[D_load] || tc->v[D_store] > 1 || in_size(tc) != out_size(tc) || tc->v[D_map] > 1, D_in_place);
    /* an initial value in the output has the type of the output */
    no(tc, tc->v[D_init] == 4 && oracle_problem_size(&p) != out_size(tc), D_init);
    no(tc, tc->v[D_init] == 4 && tc->v[D_map] && tc->v[D_in_place], D_init);
    no(tc, tc->v[D_init] == 4 && (tc->v[D_count] == 0 || (rows && !p.user && !oracle_is_exact(p.type, p.op))), D_init);
    if (tc->v[D_init] == 0 && tc->v[D_no_identity] && (tc->v[D_kind] || tc->v[D_store]))
        tc->v[D_init] = 1;
    if (tc->v[D_init] == 3)
        tc->v[D_total] = 1;
    if (rows && tc->v[D_counted]) { /* there is one row, of the greatest length */
        tc->v[D_length] = dims[D_length].values - 1;
        tc->v[D_count] %= LONGEST_ROW + 1;
    }
    no(tc, !tc->v[D_counted], D_counted_as);
    no(tc, !tc->v[D_counted] || tc->v[D_in_place] || tc->v[D_init] == 4 || tc->v[D_count] * out_size(tc) < 64,
       D_counted_in);
    no(tc, out_size(tc) % sizeof(cl_uint) != 0, D_counted_in); /* the emulator aligns arrays like their elements */
    /* The library copies cells that are overwritten to a buffer of its own, before the head bits. The size of that
     * buffer is odd here, so the emulator aligns it to less than large elements need. No driver aligns buffers to so
     * little. */
    const bool odd = tc->v[D_segments] > 6 && p.type != ORACLE_USER && test_case_element(tc) > sizeof(cl_uint);
    no(tc, odd, D_counted_in);
    if (odd && tc->v[D_init] > 2)
        tc->v[D_init] = 2;
}

/* clscan_plan_execute has a queue and a workspace of its own. It copies arrays that the user's functions may access
 * anywhere, up to their capacity. */
static void settle_executed(test_case *tc) {
    no(tc, tc->v[D_executed], D_memory);
    no(tc, tc->v[D_executed], D_workspace);
    no(tc, tc->v[D_executed], D_out_of_order);
    if (tc->v[D_executed] && (tc->v[D_load] || tc->v[D_store]))
        tc->v[D_capacity] = 1;
}

void test_case_settle(test_case *tc) {
    for (int i = 0; i < DIMS; i++)
        tc->v[i] %= dim_values(i);
    case_stream_settle(tc);
    case_split_settle(tc);
    settle_task(tc);
    settle_plan(tc);
    settle_scan(tc);
    settle_executed(tc);
}
