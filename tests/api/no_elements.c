/* Calls without elements: they need no arrays of elements. */
#include "api/scans.h"

/* A task that counts results, for a call without elements. It needs no arrays, and its total is 0. */
static void check_nothing(const test_device *d, const clscan_desc *desc) {
    clscan_plan *plan = new_plan(d->device, desc);
    cl_uint n = 99;
    clscan_args args = { .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof n, &n), .count = 0 };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &(clscan_args) { .count = 0 }, 0, NULL, NULL));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    assert_int_equal(n, 0);
    args.count = 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.in[0] is NULL");
    clReleaseMemObject(args.total.buffer);
    args = (clscan_args) { .total.host = &n, .count = 0 };
    n = 99;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_int_equal(n, 0);
    clscan_plan_destroy(plan);
}

static void test_no_results(void **state) {
    static const char odd[] = "static int odd(int x) { return x & 1; }\n";
    const clscan_desc all[] = {
        { .task = CLSCAN_TASK_SELECT, .user = { .source = odd, .keep = "odd" } },
        { .task = CLSCAN_TASK_RUN_LENGTH },
        { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_FLAGS, .index_type.name = "uint" },
        { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_KEYS },
    };
    for (size_t i = 0; i < COUNT(all); i++)
        check_nothing(*state, &all[i]);
}

/* A scan, by a plan and by a team. The flag of checked sums keeps its value, and may be missing. */
static void test_no_arrays(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .op = CLSCAN_OP_ADD_CHECKED };
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_team *team = NULL;
    cl_ulong seven[2] = { 7 }, total[2];
    cl_uint flag = 5;
    clscan_args args = { .init = seven, .total.host = total, .out[1].host = &flag, .count = 0 };
    assert_ok(clscan_team_create(&d->device, 1, &desc, &team));
    assert_ok(clscan_plan_execute(plan, &args));
    assert_int_equal(flag, 5);
    args.out[1].host = NULL;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_int_equal(total[0], 7);
    total[0] = 0;
    assert_ok(clscan_team_execute(team, &args, 0));
    assert_int_equal(total[0], 7);
    clscan_team_destroy(team);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_no_results), cmocka_unit_test(test_no_arrays) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
