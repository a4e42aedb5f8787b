/* Sorts, histograms, reductions in one launch, splits and partitions by segments of a few elements, for slow devices
 * such as Oclgrind's. The argument is the name of one test. Oclgrind's report of uninitialized values is right for one
 * test in a process only: after other kernels have run, it also reports values that the same test has stored, and that
 * it does not report if the test runs alone. */
#include "support/test_device.h"

#include <oracle.h>

/* In two spans. A single work-item merges tiles of 128 elements, and takes the first elements of chunks of 64. */
enum { MAX_COUNT = 140 };

/* Work-groups of one work-item have other kernels than larger ones. */
static clscan_tuning small_groups(const test_device *d, unsigned wg_size) {
    const unsigned most = (unsigned)d->max_wg_size;
    return (clscan_tuning) {
        .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .wg_size = wg_size < most ? wg_size : most, .items = 2, .num_groups = 2
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
                               .index_type.name = "uint",
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

/* Rows or columns that work-groups sort alone, in local memory if they are short. Carried numbers are larger than keys.
 */
static void check_sorted_rows(const test_device *d, unsigned wg_size, size_t length, bool columns) {
    clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                         .layout = CLSCAN_LAYOUT_ROWS,
                         .value.name = "ushort",
                         .in[1].name = "ulong",
                         .out[1].name = "ulong",
                         .index_type.name = "uint",
                         .tuning = small_groups(d, wg_size) };
    cl_ushort keys[MAX_COUNT], sorted[MAX_COUNT];
    cl_ulong numbers[MAX_COUNT], carried[MAX_COUNT];
    cl_uint indices[MAX_COUNT];
    size_t order[MAX_COUNT];
    clscan_plan *plan = NULL;
    const size_t rows = MAX_COUNT / length, stride = columns ? rows : 1, pitch = columns ? 1 : length;
    fill_numbers(keys);
    for (size_t i = 0; i < MAX_COUNT; i++)
        numbers[i] = (cl_ulong)i << 33;
    desc.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = { .in = { { .host = keys }, { .host = numbers } },
                               .out = { { .host = sorted }, { .host = carried } },
                               .indices.host = indices,
                               .num_dims = 2,
                               .dims = { { length, stride, stride }, { rows, pitch, pitch } } };
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t row = 0; row < rows; row++) {
        cl_ushort own[MAX_COUNT];
        for (size_t i = 0; i < length; i++)
            own[i] = keys[row * pitch + i * stride];
        assert_true(oracle_sort(ORACLE_USHORT, false, own, order, length));
        for (size_t i = 0; i < length; i++) {
            const size_t at = row * pitch + i * stride;
            assert_int_equal(indices[at], order[i]);
            assert_int_equal(sorted[at], own[order[i]]);
            assert_int_equal(carried[at], numbers[row * pitch + order[i] * stride]);
        }
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

/* One sum in several parts, which the last work-group combines. */
static void check_reduction(const test_device *d) {
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .value.name = "ushort", .tuning = small_groups(d, 4) };
    cl_ushort numbers[MAX_COUNT], sum = 0, expected = 0;
    clscan_plan *plan = NULL;
    fill_numbers(numbers);
    for (size_t i = 0; i < MAX_COUNT; i++)
        expected = (cl_ushort)(expected + numbers[i]);
    desc.tuning.strategy = CLSCAN_STRATEGY_LOOKBACK;
    desc.tuning.num_groups = 5;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(execute_host(plan, numbers, &sum, MAX_COUNT));
    assert_int_equal(sum, expected);
    clscan_plan_destroy(plan);
}

enum { PARTS = 3, MOST_SUMMARY = 128 };

/* Sums by keys in parts of different lengths, one of which is empty. Key 0 ends in the last part. */
static void check_split(const test_device *d) {
    static const size_t ends[PARTS] = { 60, 60, MAX_COUNT };
    const clscan_desc desc = {
        .value.name = "ushort", .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "ushort", .tuning = small_groups(d, 4)
    };
    cl_ushort numbers[MAX_COUNT], keys[MAX_COUNT], sums[MAX_COUNT], expected = 0;
    char summaries[PARTS * MOST_SUMMARY];
    clscan_split *split = NULL;
    size_t bytes = 0;
    fill_numbers(numbers);
    for (size_t i = 0; i < MAX_COUNT; i++)
        keys[i] = i >= 75;
    clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_ONLY, sizeof numbers, numbers),
                         .segments.buffer = test_device_buffer(d, CL_MEM_READ_ONLY, sizeof keys, keys),
                         .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof sums, NULL) };
    assert_ok(clscan_split_create(d->device, &desc, &split));
    assert_ok(clscan_split_summary_size(split, &bytes));
    assert_in_range(bytes, 1, MOST_SUMMARY);
    for (size_t step = 0; step < 2 * PARTS; step++) {
        const size_t part = step % PARTS, begin = part > 0 ? ends[part - 1] : 0;
        args.in[0].offset = args.segments.offset = args.out[0].offset = begin;
        args.count = ends[part] - begin;
        if (step < PARTS)
            assert_ok(clscan_split_summarize(split, d->in_order, &args, summaries + part * bytes, 0, NULL, NULL));
        else
            assert_ok(clscan_split_enqueue(split, d->in_order, &args, part, PARTS, summaries, 0, NULL, NULL));
        assert_cl(clFinish(d->in_order));
    }
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL));
    for (size_t i = 0; i < MAX_COUNT; i++) {
        expected = (cl_ushort)((i == 75 ? 0 : expected) + numbers[i]);
        assert_int_equal(sums[i], expected);
    }
    clscan_split_destroy(split);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.segments.buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* Segments of up to 9 elements, so that several work-items store the numbers of one segment. */
static void check_partition(const test_device *d, unsigned wg_size) {
    const clscan_desc desc = { .task = CLSCAN_TASK_PARTITION,
                               .value.name = "ushort",
                               .mask = CLSCAN_MASK_FLAGS,
                               .segments = CLSCAN_SEGMENTS_KEYS,
                               .tuning = small_groups(d, wg_size) };
    cl_ushort numbers[MAX_COUNT], parts[MAX_COUNT];
    cl_uchar mask[MAX_COUNT];
    cl_int keys[MAX_COUNT];
    clscan_plan *plan = NULL;
    fill_numbers(numbers);
    for (size_t i = 0; i < MAX_COUNT; i++) {
        mask[i] = numbers[i] & 1;
        keys[i] = i > 0 ? keys[i - 1] + (oracle_draw(3, i) % 3 == 0) : 0;
    }
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = {
        .in[0].host = numbers, .out[0].host = parts, .mask.host = mask, .segments.host = keys, .count = MAX_COUNT
    };
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t begin = 0, end = 0, place = 0; begin < MAX_COUNT; begin = end) {
        while (end < MAX_COUNT && keys[end] == keys[begin])
            end++;
        for (int part = 0; part < 2; part++)
            for (size_t i = begin; i < end; i++)
                if ((mask[i] == 0) == part)
                    assert_int_equal(parts[place++], numbers[i]);
    }
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
    UNLESS_REFUSED(check_histogram(*state, 1, CLSCAN_BIN_KIND_EDGES));
    UNLESS_REFUSED(check_histogram(*state, 8, CLSCAN_BIN_KIND_EVEN));
    skip_if_all_refused();
}

/* In work-groups of 8, two rows of 7 are a tile, and a row of 20 is longer than one. Long columns are packed first. */
static void test_sorted_rows(void **state) {
    UNLESS_REFUSED(check_sorted_rows(*state, 1, 7, false));
    UNLESS_REFUSED(check_sorted_rows(*state, 8, 7, true));
    UNLESS_REFUSED(check_sorted_rows(*state, 8, 20, false));
    UNLESS_REFUSED(check_sorted_rows(*state, 8, 20, true));
    skip_if_all_refused();
}

static void test_reductions(void **state) {
    if (!test_device_runs(*state, CLSCAN_STRATEGY_LOOKBACK))
        skip();
    check_reduction(*state);
}

static void test_splits(void **state) {
    check_split(*state);
}

static void test_partitions(void **state) {
    UNLESS_REFUSED(check_partition(*state, 1));
    UNLESS_REFUSED(check_partition(*state, 8));
    skip_if_all_refused();
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sorts),      cmocka_unit_test(test_merge_sorts),
                                        cmocka_unit_test(test_top_few),    cmocka_unit_test(test_top_many),
                                        cmocka_unit_test(test_histograms), cmocka_unit_test(test_sorted_rows),
                                        cmocka_unit_test(test_reductions), cmocka_unit_test(test_splits),
                                        cmocka_unit_test(test_partitions) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
