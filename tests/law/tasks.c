/* Laws of reductions and histograms. No oracle is needed. The laws of sorts and top-k are in sorts.c. The programs
 * of selections, partitions and run-length encodings in tests/scan have the laws of these tasks. */
#include "law/tasks.h"

enum { MAX_SIZE = 16, BINS = 256, LENGTH = 321, ROWS = 15 };

/* --------------------------------------------------------------------------------------------------- reductions */

/* Scans and reduces with the same operator, by the same or other work-groups. */
static void check_total(const test_device *d, const oracle_problem *problem, clscan_tuning tuning) {
    static const size_t counts[] = { 1, 2, 33, 1000, N };
    static char x[N * MAX_SIZE], all[N * MAX_SIZE];
    char total[MAX_SIZE], reduced[MAX_SIZE];
    const size_t size = oracle_problem_size(problem);
    clscan_desc desc = oracle_problem_desc(problem, CLSCAN_KIND_INCLUSIVE);
    clscan_plan *scan = NULL, *reduction = NULL;
    oracle_problem_fill(problem, 2, x, N);
    create(d, desc, &scan);
    desc.task = CLSCAN_TASK_REDUCE;
    desc.tuning = tuning;
    create(d, desc, &reduction);
    for (size_t i = 0; i < COUNT(counts); i++) {
        const size_t count = counts[i];
        const clscan_args scanned = { .in[0].host = x, .out[0].host = all, .total.host = total, .count = count },
                          args = { .in[0].host = x, .out[0].host = reduced, .count = count };
        assert_ok(clscan_plan_execute(scan, &scanned));
        assert_ok(clscan_plan_execute(reduction, &args));
        assert_memory_equal(reduced, total, size);
        assert_memory_equal(reduced, all + (count - 1) * size, size);
    }
    clscan_plan_destroy(scan);
    clscan_plan_destroy(reduction);
}

static void test_reductions(void **state) {
    const oracle_problem affine = { oracle_user_at(0)->type, CLSCAN_OP_ADD, oracle_user_at(0) };
    check_total(*state, &affine, (clscan_tuning) { 0 });
    UNLESS_REFUSED(check_total(*state, &affine, some_items(*state)));
}

/* --------------------------------------------------------------------------------------------------- histograms */

static void count_in_bins(const test_device *d, clscan_desc desc, const unsigned char *x, size_t count,
                          cl_uint *counts) {
    clscan_plan *plan = NULL;
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.in[0].name = "uchar";
    create(d, desc, &plan);
    assert_ok(execute_host(plan, x, counts, count));
    clscan_plan_destroy(plan);
}

/* Sets lengths[v] to the number of elements v: the length of their run in the sorted array. */
static void count_by_runs(const test_device *d, const unsigned char *x, cl_uint *lengths) {
    static unsigned char sorted[N], values[N];
    static cl_uint indices[N], found[N];
    cl_uint runs = 0;
    clscan_plan *sort = NULL, *encoding = NULL;
    create(d, (clscan_desc) { .task = CLSCAN_TASK_SORT, .value.name = "uchar" }, &sort);
    create(d, (clscan_desc) { .task = CLSCAN_TASK_RUN_LENGTH, .value.name = "uchar" }, &encoding);
    assert_ok(execute_host(sort, x, sorted, N));
    const clscan_args args = { .in[0].host = sorted,
                               .out[0].host = values,
                               .indices.host = indices,
                               .lengths.host = found,
                               .total.host = &runs,
                               .count = N };
    assert_ok(clscan_plan_execute(encoding, &args));
    memset(lengths, 0, BINS * sizeof *lengths);
    for (size_t r = 0; r < runs; r++)
        lengths[values[r]] = found[r];
    clscan_plan_destroy(sort);
    clscan_plan_destroy(encoding);
}

/* The counts of bins that cover all numbers sum to the number of elements. Each is the length of a run of the sorted
 * elements. Bins four times as wide have the sums of four bins, whether even or given by edges. */
static void test_histograms(void **state) {
    static unsigned char x[N];
    static double edges[BINS / 4 + 1];
    cl_uint counts[BINS], lengths[BINS], wide[BINS / 4], sum = 0;
    for (size_t i = 0; i < N; i++)
        x[i] = (unsigned char)(oracle_draw(3, i) % 16 * (oracle_draw(4, i) % 17));
    for (size_t i = 0; i < COUNT(edges); i++)
        edges[i] = (double)(4 * i);
    count_in_bins(*state, (clscan_desc) { .bins = { .count = BINS, .upper = BINS } }, x, N, counts);
    count_by_runs(*state, x, lengths);
    assert_memory_equal(counts, lengths, sizeof counts);
    for (size_t i = 0; i < BINS; i++)
        sum += counts[i];
    assert_int_equal(sum, N);
    count_in_bins(*state,
                  (clscan_desc) { .bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = BINS / 4, .edges = edges },
                                  .tuning = some_items(*state) },
                  x, N, wide);
    for (size_t i = 0; i < COUNT(wide); i++)
        assert_int_equal(wide[i], counts[4 * i] + counts[4 * i + 1] + counts[4 * i + 2] + counts[4 * i + 3]);
}

/* The histogram of rows is that of each row by itself. */
static void test_histograms_of_rows(void **state) {
    static unsigned char x[ROWS * LENGTH];
    static cl_uint counts[ROWS * BINS], row[BINS];
    clscan_desc desc = { .bins = { .count = BINS, .upper = BINS },
                         .task = CLSCAN_TASK_HISTOGRAM,
                         .layout = CLSCAN_LAYOUT_ROWS,
                         .in[0].name = "uchar" };
    clscan_plan *plan = NULL;
    for (size_t i = 0; i < COUNT(x); i++)
        x[i] = (unsigned char)(oracle_draw(3, i) % 16 * (oracle_draw(4, i) % 17));
    for (int tuned = 0; tuned < 2; tuned++) {
        desc.tuning = tuned ? some_items(*state) : (clscan_tuning) { 0 };
        create(*state, desc, &plan);
        const clscan_args args = args_of_rows(x, counts, ROWS, LENGTH);
        assert_ok(clscan_plan_execute(plan, &args));
        clscan_plan_destroy(plan);
        for (size_t r = 0; r < ROWS; r += 7) {
            count_in_bins(*state, (clscan_desc) { .bins = desc.bins }, x + r * LENGTH, LENGTH, row);
            assert_memory_equal(counts + r * BINS, row, sizeof row);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_reductions), cmocka_unit_test(test_histograms),
                                        cmocka_unit_test(test_histograms_of_rows) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
