/* Sorts and histograms of a few elements, for slow devices such as Oclgrind's. The argument is the name of one test.
 * Oclgrind's report of uninitialized values is right for one test in a process only: after other kernels have run, it
 * also reports values that the same test has stored, and that it does not report if the test runs alone. */
#include "support/test_device.h"

#include <oracle.h>

/* In two spans. A single work-item merges tiles of 128 elements, and takes the first elements of chunks of 64. */
enum { MAX_COUNT = 140 };

/* Work-groups of one work-item have other kernels than larger ones. */
static clscan_tuning small_groups(const test_device *d, unsigned wg_size) {
    const unsigned most = (unsigned)d->max_wg_size;
    return (clscan_tuning) {
        .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .wg_size = wg_size < most ? wg_size : most, .items = 2, .groups = 2
    };
}

static void fill_numbers(cl_ushort *numbers) {
    for (size_t i = 0; i < MAX_COUNT; i++)
        numbers[i] = (cl_ushort)(oracle_draw(1, i) % 3 << 8 | oracle_draw(2, i) % 5);
}

/* Keys of two digits, with indices and an array of bytes. With `less`, the numbers are compared by a function. */
static void check_sort(const test_device *d, unsigned wg_size, const char *less) {
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .value.name = "ushort",
                               .in[1].name = "uchar",
                               .out[1].name = "uchar",
                               .index.name = "uint",
                               .user = { .source = less ? "int before(ushort x, ushort y) { return x < y; }" : NULL,
                                         .less = less },
                               .tuning = small_groups(d, wg_size) };
    cl_ushort keys[MAX_COUNT], sorted[MAX_COUNT];
    cl_uint indices[MAX_COUNT];
    unsigned char bytes[MAX_COUNT], carried[MAX_COUNT];
    size_t order[MAX_COUNT];
    clscan_plan *plan = NULL;
    fill_numbers(keys);
    for (size_t i = 0; i < MAX_COUNT; i++)
        bytes[i] = (unsigned char)(3 * i);
    assert_true(oracle_sort(ORACLE_USHORT, false, keys, order, MAX_COUNT));
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = { .in = { { .host = keys }, { .host = bytes } },
                               .out = { { .host = sorted }, { .host = carried } },
                               .indices.host = indices,
                               .count = MAX_COUNT };
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t i = 0; i < MAX_COUNT; i++) {
        assert_int_equal(indices[i], order[i]);
        assert_int_equal(sorted[i], keys[order[i]]);
        assert_int_equal(carried[i], bytes[order[i]]);
    }
    clscan_plan_destroy(plan);
}

/* The least keys. */
static void check_top_k(const test_device *d, unsigned wg_size, unsigned k) {
    const clscan_desc desc = {
        .task = CLSCAN_TASK_TOP_K, .value.name = "ushort", .sort.k = k, .tuning = small_groups(d, wg_size)
    };
    cl_ushort keys[MAX_COUNT], least[MAX_COUNT];
    size_t order[MAX_COUNT];
    clscan_plan *plan = NULL;
    fill_numbers(keys);
    assert_true(oracle_sort(ORACLE_USHORT, false, keys, order, MAX_COUNT));
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(execute_host(plan, keys, least, MAX_COUNT));
    for (size_t i = 0; i < k && i < MAX_COUNT; i++)
        assert_int_equal(least[i], keys[order[i]]);
    clscan_plan_destroy(plan);
}

static void check_histogram(const test_device *d, unsigned wg_size, clscan_bin_kind kind) {
    static const double edges[] = { 0, 1, 256, 258, 600 };
    enum { BINS = COUNT(edges) - 1 };
    const clscan_desc desc = {
        .task = CLSCAN_TASK_HISTOGRAM,
        .in[0].name = "ushort",
        .bins = { .kind = kind, .count = BINS, .upper = kind ? 0 : 600, .edges = kind ? edges : NULL },
        .tuning = small_groups(d, wg_size)
    };
    cl_ushort numbers[MAX_COUNT];
    cl_uint counts[BINS], expected[BINS] = { 0 };
    clscan_plan *plan = NULL;
    fill_numbers(numbers);
    for (size_t i = 0; i < MAX_COUNT; i++)
        for (size_t bin = 0; bin < BINS; bin++)
            expected[bin] += kind ? numbers[i] >= edges[bin] && numbers[i] < edges[bin + 1] : numbers[i] / 150 == bin;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(execute_host(plan, numbers, counts, MAX_COUNT));
    assert_memory_equal(counts, expected, sizeof counts);
    clscan_plan_destroy(plan);
}

/* Few elements are ranked. */
static void test_top_few(void **state) {
    UNLESS_REFUSED(check_top_k(*state, 1, 3));
    UNLESS_REFUSED(check_top_k(*state, 8, 3));
    skip_if_all_refused();
}

/* Many elements are sorted: a single work-item ranks up to 64. */
static void test_top_many(void **state) {
    UNLESS_REFUSED(check_top_k(*state, 1, MAX_COUNT - 7));
    UNLESS_REFUSED(check_top_k(*state, 8, MAX_COUNT - 7));
    skip_if_all_refused();
}

static void test_sorts(void **state) {
    UNLESS_REFUSED(check_sort(*state, 1, NULL));
    UNLESS_REFUSED(check_sort(*state, 8, NULL));
    skip_if_all_refused();
}

static void test_merge_sorts(void **state) {
    UNLESS_REFUSED(check_sort(*state, 1, "before"));
    UNLESS_REFUSED(check_sort(*state, 8, "before"));
    skip_if_all_refused();
}

static void test_histograms(void **state) {
    UNLESS_REFUSED(check_histogram(*state, 1, CLSCAN_BINS_EDGES));
    UNLESS_REFUSED(check_histogram(*state, 8, CLSCAN_BINS_EVEN));
    skip_if_all_refused();
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sorts), cmocka_unit_test(test_merge_sorts),
                                        cmocka_unit_test(test_top_few), cmocka_unit_test(test_top_many),
                                        cmocka_unit_test(test_histograms) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
