/* Laws of selections from parts of an array. In each row, a selection and the selection of the complement are the
 * partition. A selection by segments keeps the elements that a selection of the whole array keeps. Its offsets are the
 * exclusive sums of the numbers of kept elements, which a reduction by segments counts: in this way entries are removed
 * from a sparse matrix. A partition by segments is a sort of each segment by one bit. It changes nothing in segments
 * that are partitioned, and nothing in their parts. No oracle is needed. */
#include "support/test_device.h"

#include <oracle.h>
#include <string.h>

enum { ROWS = 37, LENGTH = 131, N = ROWS * LENGTH, SEGMENTS = 60 };

static const char source[] = "static int odd(int x) { return x & 1; }\n"
                             "static int even(int x) { return !(x & 1); }\n"
                             "static uint one_if_odd(int x) { return x & 1; }\n"
                             "static uchar part(int x) { return !(x & 1); }\n";

static void fill(cl_int *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = (cl_int)oracle_draw(5, i);
}

static void execute(const test_device *d, clscan_desc desc, const clscan_args *args) {
    clscan_plan *plan = NULL;
    desc.user.source = desc.kind == CLSCAN_KIND_EXCLUSIVE ? NULL : source;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_execute(plan, args));
    clscan_plan_destroy(plan);
}

/* Selects or partitions each row. */
static void run_rows(const test_device *d, clscan_task task, const char *keep, const cl_int *in, cl_int *out,
                     cl_uint *kept) {
    const clscan_desc desc = { .task = task, .layout = CLSCAN_LAYOUT_ROWS, .user.keep = keep };
    const clscan_args args = { .in[0].host = in,
                               .out[0].host = out,
                               .total.host = kept,
                               .num_dims = 2,
                               .dims = { { .n = LENGTH }, { .n = ROWS } } };
    execute(d, desc, &args);
}

static void test_rows(void **state) {
    static cl_int x[N], parts[N], again[N], odd[N], even[N];
    static cl_uint n[ROWS], n_again[ROWS], n_odd[ROWS], n_even[ROWS];
    fill(x);
    run_rows(*state, CLSCAN_TASK_PARTITION, "odd", x, parts, n);
    run_rows(*state, CLSCAN_TASK_PARTITION, "odd", parts, again, n_again);
    run_rows(*state, CLSCAN_TASK_SELECT, "odd", x, odd, n_odd);
    run_rows(*state, CLSCAN_TASK_SELECT, "even", x, even, n_even);
    assert_memory_equal(parts, again, sizeof parts);
    assert_memory_equal(n, n_again, sizeof n);
    assert_memory_equal(n, n_odd, sizeof n);
    for (size_t row = 0; row < ROWS; row++) {
        assert_int_equal(n_odd[row] + n_even[row], LENGTH);
        assert_memory_equal(parts + row * LENGTH, odd + row * LENGTH, n_odd[row] * sizeof *odd);
        assert_memory_equal(parts + row * LENGTH + n_odd[row], even + row * LENGTH, n_even[row] * sizeof *even);
    }
}

/* Fills the offsets of segments, some of which are empty. */
static void fill_offsets(cl_uint *offsets) {
    offsets[0] = 0;
    for (size_t s = 1; s < SEGMENTS; s++)
        offsets[s] = offsets[s - 1] + (cl_uint)(oracle_draw(6, s) % 3 == 0 ? 0 : oracle_draw(7, s) % (N / SEGMENTS));
    offsets[SEGMENTS] = N;
}

static void test_sparse_matrix(void **state) {
    static cl_int x[N], kept[N], kept_by_segments[N];
    static cl_uint offsets[SEGMENTS + 1], counts[SEGMENTS + 1], new_offsets[SEGMENTS + 1], sums[SEGMENTS + 1];
    cl_uint total = 0, totals[2] = { 0, 0 };
    fill(x);
    fill_offsets(offsets);
    const clscan_args select = { .in[0].host = x, .out[0].host = kept, .total.host = &total, .count = N };
    clscan_args by_segments = CLSCAN_ARGS_INIT;
    by_segments.in[0].host = x;
    by_segments.out[0].host = kept_by_segments;
    by_segments.segments.host = offsets;
    by_segments.offsets.host = new_offsets;
    by_segments.total.host = totals;
    by_segments.num_segments = SEGMENTS;
    by_segments.count = N;
    const clscan_args reduce = {
        .in[0].host = x, .out[0].host = counts, .segments.host = offsets, .num_segments = SEGMENTS, .count = N
    };
    const clscan_args scan = { .in[0].host = counts, .out[0].host = sums, .count = SEGMENTS + 1 };
    execute(*state, (clscan_desc) { .task = CLSCAN_TASK_SELECT, .user.keep = "odd" }, &select);
    execute(*state,
            (clscan_desc) { .task = CLSCAN_TASK_SELECT, .segments = CLSCAN_SEGMENTS_OFFSETS, .user.keep = "odd" },
            &by_segments);
    execute(*state,
            (clscan_desc) { .task = CLSCAN_TASK_REDUCE,
                            .value.name = "uint",
                            .in[0].name = "int",
                            .segments = CLSCAN_SEGMENTS_OFFSETS,
                            .user.map = "one_if_odd" },
            &reduce);
    execute(*state, (clscan_desc) { .kind = CLSCAN_KIND_EXCLUSIVE, .value.name = "uint" }, &scan);
    assert_memory_equal(kept_by_segments, kept, sizeof kept);
    assert_memory_equal(new_offsets, sums, sizeof sums);
    assert_int_equal(totals[0], total);
    assert_int_equal(totals[1], SEGMENTS);
    assert_int_equal(sums[SEGMENTS], total);
    for (size_t s = 0; s < SEGMENTS; s++) {
        cl_uint place = new_offsets[s];
        for (size_t i = offsets[s]; i < offsets[s + 1]; i++)
            if (x[i] & 1)
                assert_int_equal(kept[place++], x[i]);
        assert_int_equal(place, new_offsets[s + 1]);
    }
}

/* Partitions each segment, by `task`. `begins` receives where the parts of segments begin, unless it is NULL. */
static void run_segments(const test_device *d, clscan_task task, const cl_int *in, cl_int *out, const cl_uint *segments,
                         size_t num_segments, cl_uint *begins) {
    const clscan_args args = { .in[0].host = in,
                               .out[0].host = out,
                               .segments.host = segments,
                               .num_segments = num_segments,
                               .offsets.host = begins,
                               .count = N };
    clscan_desc desc = { .task = task, .segments = CLSCAN_SEGMENTS_OFFSETS, .user.keep = "odd" };
    if (task == CLSCAN_TASK_SORT)
        desc = (clscan_desc) { .task = task,
                               .value.name = "uchar",
                               .in[0].name = "int",
                               .segments = CLSCAN_SEGMENTS_OFFSETS,
                               .sort.num_bits = 1,
                               .user.map = "part" };
    execute(d, desc, &args);
}

static void test_partition_of_segments(void **state) {
    static cl_int x[N], sorted[N], parts[N], again[N], in_parts[N];
    static cl_uint offsets[SEGMENTS + 1], begins[2 * SEGMENTS + 1], begins_again[2 * SEGMENTS + 1],
        of_parts[4 * SEGMENTS + 1];
    fill(x);
    fill_offsets(offsets);
    run_segments(*state, CLSCAN_TASK_SORT, x, sorted, offsets, SEGMENTS, NULL);
    run_segments(*state, CLSCAN_TASK_PARTITION, x, parts, offsets, SEGMENTS, begins);
    run_segments(*state, CLSCAN_TASK_PARTITION, parts, again, offsets, SEGMENTS, begins_again);
    run_segments(*state, CLSCAN_TASK_PARTITION, parts, in_parts, begins, 2 * SEGMENTS, of_parts);
    assert_memory_equal(parts, sorted, sizeof parts);
    assert_memory_equal(parts, again, sizeof parts);
    assert_memory_equal(parts, in_parts, sizeof parts);
    assert_memory_equal(begins, begins_again, sizeof begins);
    assert_int_equal(begins[2 * SEGMENTS], N);
    for (size_t s = 0; s < SEGMENTS; s++) {
        assert_int_equal(begins[2 * s], offsets[s]);
        for (size_t i = offsets[s]; i < offsets[s + 1]; i++)
            assert_int_equal(parts[i] & 1, i < begins[2 * s + 1]);
        /* The first part has no even elements, and the second part no odd ones. */
        assert_int_equal(of_parts[4 * s + 1], begins[2 * s + 1]);
        assert_int_equal(of_parts[4 * s + 3], begins[2 * s + 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_sparse_matrix),
                                        cmocka_unit_test(test_partition_of_segments) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
