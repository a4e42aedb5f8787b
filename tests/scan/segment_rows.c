/* Reductions and histograms by segments in rows: each segment of each row has results, row by row. The rows are columns
 * with gaps of several matrices, and the results are compared with plain C. */
#include "support/guarded.h"

#include <string.h>

enum { N = 1000, LENGTH = 50, COLUMNS = 3, MATRICES = 4, STRIDE = COLUMNS + 1, PITCH = LENGTH * STRIDE + 2, BINS = 2 };

static cl_int elements[N], keys[N];

static void fill(void) {
    for (int i = 0; i < N; i++) {
        elements[i] = (i * 37) % 101 - 50;
        keys[i] = i / 7 * 3;
    }
}

static size_t place(size_t row, size_t k) {
    return row / COLUMNS * PITCH + row % COLUMNS + k * STRIDE;
}

/* Computes the results of all segments of all rows: sums, or counts of the elements in each bin. Returns their number.
 */
static size_t expect_rows(bool reverse, bool counts, cl_int *results, cl_int *of_keys) {
    size_t n = 0;
    memset(results, 0, N * sizeof *results);
    for (size_t row = 0; row < MATRICES * COLUMNS; row++)
        for (size_t i = 0; i < LENGTH; i++) {
            const size_t k = reverse ? LENGTH - 1 - i : i, at = place(row, k),
                         before = place(row, reverse ? k + 1 : k - 1);
            n += i == 0 || keys[at] != keys[before];
            of_keys[n - 1] = keys[at];
            if (!counts)
                results[n - 1] += elements[at];
            else if (elements[at] >= 0 && elements[at] < BINS)
                results[(n - 1) * BINS + (size_t)elements[at]]++;
        }
    return n;
}

static void check_rows(const test_device *d, clscan_desc desc) {
    static cl_int results[N], of_keys[N], got[N], got_keys[N];
    const bool counts = desc.task == CLSCAN_TASK_HISTOGRAM;
    const size_t n = expect_rows(desc.reverse, counts, results, of_keys);
    clscan_plan *plan = NULL;
    cl_uint total = 0;
    guarded in = guarded_create(d, sizeof elements, elements), marks = guarded_create(d, sizeof keys, keys),
            out = guarded_create(d, sizeof got, NULL), received = guarded_create(d, sizeof got_keys, NULL),
            count = guarded_create(d, sizeof total, NULL);
    clscan_args args = { .in[0].buffer = in.part,
                         .out[0].buffer = out.part,
                         .segments.buffer = marks.part,
                         .keys.buffer = received.part,
                         .total.buffer = count.part,
                         .num_dims = 3,
                         .dims = { { .n = LENGTH, .in_stride = STRIDE, .out_stride = 9 },
                                   { .n = COLUMNS, .in_stride = 1 },
                                   { .n = MATRICES, .in_stride = PITCH } } };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &out, got) && guarded_read(d, &received, got_keys) && guarded_read(d, &count, &total));
    assert_int_equal(total, n);
    assert_memory_equal(got, results, n * (counts ? BINS : 1) * sizeof *got);
    assert_memory_equal(got_keys, of_keys, n * sizeof *got_keys);
    args.dims[1] = (clscan_dim) { .n = MATRICES, .in_stride = PITCH };
    args.dims[2] = (clscan_dim) { .n = COLUMNS, .in_stride = 1 };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.dims[1].in_stride is 202|adjacent rows");
    args.dims[0].n = 0;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &count, &total));
    assert_int_equal(total, 0);
    clscan_plan_destroy(plan);
    guarded *const all[] = { &in, &marks, &out, &received, &count };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

/* Each segment of each row has a result. A row always begins a segment. */
static void test_rows(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .layout = CLSCAN_LAYOUT_ROWS, .segments = CLSCAN_SEGMENTS_KEYS };
    fill();
    check_rows(*state, desc);
    desc.reverse = 1;
    desc.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
    check_rows(*state, desc);
    desc = (clscan_desc) { .task = CLSCAN_TASK_HISTOGRAM,
                           .layout = CLSCAN_LAYOUT_ROWS,
                           .segments = CLSCAN_SEGMENTS_KEYS,
                           .value.name = "int",
                           .bins = { .count = BINS, .upper = BINS } };
    check_rows(*state, desc);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
