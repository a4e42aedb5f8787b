/* Failing calls below clscan_plan_enqueue of pointers and of no elements, and below bound scans. */
#include "api/scans.h"
#include "fault/sweep.h"
#include "support/memory.h"

static void scan_pointers(const test_device *d, const void *plan, clscan_status *faulted) {
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = 1;
    const cl_mem memory = memory_create(d, MEMORY_SVM, sizeof x, x);
    const clscan_ref array = memory_ref(MEMORY_SVM, memory, 0);
    const clscan_args args = { .in = { array }, .out = { array }, .count = SCAN_COUNT };
    clscan_status status = CLSCAN_OK;
    if (faulted)
        *faulted = status = FAULTED(clscan_plan_enqueue((clscan_plan *)plan, d->in_order, &args, 0, NULL, NULL));
    else
        assert_ok(clscan_plan_enqueue((clscan_plan *)plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order)); /* before the memory is freed, even if the scan failed */
    memory_read(d, MEMORY_SVM, memory, sizeof x, x);
    for (int i = 0; i < SCAN_COUNT && status == CLSCAN_OK; i++)
        assert_int_equal(x[i], i + 1);
    memory_release(d, MEMORY_SVM, memory);
}

static clscan_status enqueue_pointers(const test_device *d, const void *plan) {
    clscan_status status;
    scan_pointers(d, plan, &status);
    scan_pointers(d, plan, NULL);
    return status;
}

static void test_pointers(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    if (!memory_exists(d, MEMORY_SVM))
        skip();
    clscan_plan *plan = new_plan(d->device, &desc);
    scan_pointers(d, plan, NULL);
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_enqueue of pointers",
                                  .call = enqueue_pointers,
                                  .argument = plan,
                                  .survives = "clGetEventInfo|clRetainEvent" });
    clscan_plan_destroy(plan);
}

static clscan_status enqueue_nothing(const test_device *d, const void *plan) {
    const clscan_args nothing = { .count = 0 };
    cl_event done = NULL;
    const clscan_status status =
        FAULTED(clscan_plan_enqueue((clscan_plan *)plan, d->in_order, &nothing, 0, NULL, &done));
    if (status != CLSCAN_OK) {
        assert_null(done);
        assert_ok(clscan_plan_enqueue((clscan_plan *)plan, d->in_order, &nothing, 0, NULL, &done));
    }
    assert_cl(clFinish(d->in_order));
    clReleaseEvent(done);
    return status;
}

static void test_nothing(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    fault_sweep(
        d, &(fault_row) { .name = "clscan_plan_enqueue of no elements", .call = enqueue_nothing, .argument = plan });
    clscan_plan_destroy(plan);
}

/* Creates a bound scan, enqueues it twice and destroys it, while one of the calls below fails. */
static clscan_status bind_and_enqueue(const test_device *d, const void *plan) {
    const clscan_args args = { .in[0].buffer = new_input(d, 2), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    clscan_bound *bound = NULL;
    clscan_status status = FAULTED(clscan_bound_create((clscan_plan *)plan, d->in_order, &args, &bound));
    assert_int_equal(bound != NULL, status == CLSCAN_OK);
    for (int i = 0; i < 2 && status == CLSCAN_OK; i++)
        status = FAULTED(clscan_bound_enqueue(bound, 0, NULL, NULL));
    if (bound) {
        assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
        assert_sums(d, args.out[0].buffer, 2);
    }
    clscan_bound_destroy(bound);
    assert_cl(clFinish(d->in_order));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    return status;
}

static void test_bound(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    fault_sweep(d, &(fault_row) { .name = "clscan_bound_create and clscan_bound_enqueue",
                                  .call = bind_and_enqueue,
                                  .argument = plan });
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_pointers), cmocka_unit_test(test_nothing),
                                        cmocka_unit_test(test_bound) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
