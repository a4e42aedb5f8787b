/* Selections of each row by itself: on host arrays, with gaps between the rows that stay as they are; counting alone;
 * rows without elements; what is refused; and how a plan describes them. */
#include "api/scans.h"

enum { ROWS = 40, LENGTH = 25, ROOM = 5, NOTHING = 7777 };

static const char source[] = "int odd(int x) { return x & 1; }";

static const clscan_desc odd_ones = { .task = CLSCAN_TASK_SELECT,
                                      .layout = CLSCAN_LAYOUT_ROWS,
                                      .user = { .source = source, .keep = "odd" } };

static int element(size_t row, size_t k) {
    return (int)(row * 31 + k * k);
}

static void fill(cl_int *x) {
    for (size_t i = 0; i < ROWS * LENGTH; i++)
        x[i] = element(i / LENGTH, i % LENGTH);
}

/* Rows whose outputs have room for ROOM elements each, one place apart. */
static clscan_args rows_of(const cl_int *in, const cl_int *out, const cl_uint *kept) {
    return (clscan_args) { .in[0].host = in,
                           .out[0].host = out,
                           .total.host = kept,
                           .num_dims = 2,
                           .dims = { { .n = LENGTH }, { .n = ROWS, .out_stride = ROOM } } };
}

static void test_host_arrays(void **state) {
    const test_device *d = *state;
    static cl_int in[ROWS * LENGTH], out[ROWS * ROOM];
    static cl_uint kept[ROWS + 1];
    clscan_plan *plan = new_plan(d->device, &odd_ones);
    const clscan_args args = rows_of(in, out, kept);
    fill(in);
    for (size_t i = 0; i < ROWS * ROOM; i++)
        out[i] = NOTHING;
    kept[ROWS] = NOTHING;
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t row = 0; row < ROWS; row++) {
        cl_uint n = 0;
        for (size_t k = 0; k < LENGTH; k++) {
            if ((element(row, k) & 1) && n < ROOM)
                assert_int_equal(out[row * ROOM + n], element(row, k));
            n += element(row, k) & 1;
        }
        assert_int_equal(kept[row], n);
        for (size_t k = n; k < ROOM; k++)
            assert_int_equal(out[row * ROOM + k], NOTHING);
    }
    assert_int_equal(kept[ROWS], NOTHING);
    clscan_plan_destroy(plan);
}

/* The same numbers without an output, and of rows without elements. */
static void test_counting(void **state) {
    static const clscan_task tasks[] = { CLSCAN_TASK_SELECT, CLSCAN_TASK_PARTITION };
    const test_device *d = *state;
    static cl_int in[ROWS * LENGTH];
    static cl_uint kept[3 * ROWS];
    fill(in);
    for (size_t i = 0; i < COUNT(tasks); i++)
        for (unsigned three = 0; three <= i; three++) {
            clscan_desc desc = odd_ones;
            desc.task = tasks[i];
            desc.parts = three ? 3 : 0;
            clscan_plan *plan = new_plan(d->device, &desc);
            clscan_args args = rows_of(in, NULL, kept);
            assert_ok(clscan_plan_execute(plan, &args));
            for (size_t row = 0; row < ROWS; row++) {
                cl_uint n = 0;
                for (size_t k = 0; k < LENGTH; k++)
                    n += element(row, k) & 1;
                assert_int_equal(kept[three ? 3 * row + 1 : row], n);
            }
            args.dims[0].n = 0;
            memset(kept, -1, sizeof kept);
            assert_ok(clscan_plan_execute(plan, &args));
            for (size_t k = 0; k < 3 * ROWS; k++)
                assert_int_equal(kept[k], k < (three ? 3 : 1) * ROWS ? 0 : CL_UINT_MAX);
            clscan_plan_destroy(plan);
        }
}

/* One row has the room that its dimension says, as several rows have. One column has room for all, wherever the strides
 * of its dimension come from. */
static void test_one_row(void **state) {
    static const struct {
        clscan_dim dim;
        size_t room;
    } rows[] = { { { .n = 1, .out_stride = ROOM }, ROOM },
                 { { .n = 1, .in_stride = 1, .out_stride = ROOM }, ROOM },
                 { { .n = 1, .out_stride = 1 }, 1 },
                 { { .n = 1 }, LENGTH },
                 { { .n = 1, .in_stride = 1, .out_stride = 1 }, LENGTH } };
    const test_device *d = *state;
    static cl_int in[ROWS * LENGTH];
    clscan_plan *plan = new_plan(d->device, &odd_ones);
    fill(in);
    for (size_t i = 0; i < COUNT(rows); i++) {
        cl_int out[LENGTH];
        cl_uint kept = 0;
        clscan_args args = rows_of(in, out, &kept);
        args.dims[1] = rows[i].dim;
        for (size_t k = 0; k < LENGTH; k++)
            out[k] = NOTHING;
        assert_ok(clscan_plan_execute(plan, &args));
        for (size_t k = 0; k < LENGTH; k++)
            assert_true((out[k] == NOTHING) == (k >= rows[i].room || k >= kept));
    }
    clscan_plan_destroy(plan);
}

static void test_refused(void **state) {
    const test_device *d = *state;
    cl_mem in = new_input(d, 1), out = new_output(d), total = new_output(d);
    clscan_plan *plan = new_plan(d->device, &odd_ones);
    const clscan_args right = { .in[0].buffer = in,
                                .out[0].buffer = out,
                                .total.buffer = total,
                                .num_dims = 2,
                                .dims = { { .n = LENGTH }, { .n = ROWS } } };
    clscan_args args = right;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    args.dims[1].out_stride = LENGTH + 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.out[0] holds 4000 bytes|needs 1039 elements");
    args = right;
    args.total.capacity = ROWS - 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.total.capacity is 39|needs 40 elements");
    args = right;
    args.out[0].buffer = in;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.in[0] and args.out[0] overlap");
    args = right;
    args.count_at.buffer = total;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.count_at is given, but args.dims has 40 rows");
    args = right;
    args.dims[0].out_stride = ROWS - 1;
    args.dims[1] = (clscan_dim) { .n = ROWS, LENGTH, 1 };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "rows of args.out[0] overlap: 25 elements, 39 apart, with a pitch of 1");
    clscan_plan_destroy(plan);
    cl_mem const all[] = { in, out, total };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
}

static void test_words(void **state) {
    const test_device *d = *state;
    clscan_desc desc = odd_ones;
    char text[2000];
    const clscan_args args = { .num_dims = 2, .dims = { { .n = LENGTH }, { .n = ROWS, 0, 30 } } };
    clscan_plan *plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_has(text, "selection of int (4 bytes) by odd, counted in uint, in rows|rows       40 of 25 elements|"
                     "pitch 25 in, 30 out");
    clscan_plan_destroy(plan);
    desc.task = CLSCAN_TASK_PARTITION;
    plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_has(text, "partition of int (4 bytes) by odd, counted in uint, in rows|launches   1");
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_host_arrays), cmocka_unit_test(test_counting),
                                        cmocka_unit_test(test_one_row), cmocka_unit_test(test_refused),
                                        cmocka_unit_test(test_words) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
