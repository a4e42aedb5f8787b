/* If a workspace passes from one queue to another, the next scan waits for the event of its last use. The execution
 * status of an event may show that a scan has finished, but does not make its writes visible to another queue. */
#include "api/scans.h"
#include "device/device.h"
#include "opencl/driver_fault.h"

#include <string.h>

enum { MOST = 24 };

/* The wait lists of the last launches. The linker replaces clEnqueueNDRangeKernel by a function that stores them. */
static struct seen {
    cl_uint num[MOST];
    cl_event lists[MOST][MOST]; /* the wait list of each launch, up to MOST events */
    size_t launches;
} seen;

cl_int __real_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint num, const cl_event *list,
                                     cl_event *event);
cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint num, const cl_event *list,
                                     cl_event *event);
cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *local, cl_uint num, const cl_event *list,
                                     cl_event *event) {
    if (seen.launches < MOST && num <= MOST) {
        seen.num[seen.launches] = num;
        if (num > 0)
            memcpy(seen.lists[seen.launches], list, num * sizeof *list);
        seen.launches++;
    }
    return __real_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, num, list, event);
}

/* Returns a description whose scans have two launches, which share a workspace. */
static clscan_desc in_two_launches(void) {
    return small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
}

/* Scans SCAN_COUNT ones. The scan has finished when this function returns. */
static void scan(const test_device *d, clscan_plan *plan, cl_command_queue queue, cl_uint num, const cl_event *wait,
                 cl_event *event) {
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    seen = (struct seen) { .launches = 0 };
    assert_ok(clscan_plan_enqueue(plan, queue, &args, num, wait, event));
    assert_cl(clFinish(queue));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

static void skip_without_two_queues(const test_device *d) {
    if (d->in_order == d->out_of_order)
        skip();
}

/* The wait list must hold the `num` events of the caller, followed by the event of the workspace's last use. */
static void try_another_queue(const test_device *d, cl_uint num) {
    const clscan_desc desc = in_two_launches();
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_event last = NULL, own[MOST];
    for (cl_uint i = 0; i < num; i++) {
        own[i] = user_event(d->context);
        assert_cl(clSetUserEventStatus(own[i], CL_COMPLETE));
    }
    scan(d, plan, d->out_of_order, 0, NULL, &last);
    assert_int_equal(seen.launches, 2);
    assert_int_equal(seen.num[0], 0);
    scan(d, plan, d->in_order, num, num > 0 ? own : NULL, NULL);
    assert_int_equal(seen.num[0], num + 1);
    for (cl_uint i = 0; i < num; i++)
        assert_ptr_equal(seen.lists[0][i], own[i]);
    assert_ptr_equal(seen.lists[0][num], last);
    for (cl_uint i = 0; i < num; i++)
        clReleaseEvent(own[i]);
    clReleaseEvent(last);
    clscan_plan_destroy(plan);
}

static void test_another_queue_waits(void **state) {
    skip_without_two_queues(*state);
    for (cl_uint num = 0; num < MOST; num += 7)
        try_another_queue(*state, num);
}

/* On an out-of-order queue, a scan also waits for the last use of its workspace on the same queue. */
static void test_a_queue_out_of_order_waits_for_itself(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = in_two_launches();
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_event last = NULL;
    skip_without_two_queues(d);
    scan(d, plan, d->out_of_order, 0, NULL, &last);
    scan(d, plan, d->out_of_order, 0, NULL, NULL);
    assert_int_equal(seen.num[0], 1);
    assert_ptr_equal(seen.lists[0][0], last);
    clReleaseEvent(last);
    clscan_plan_destroy(plan);
}

static void test_a_queue_in_order_waits_for_nothing(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = in_two_launches();
    clscan_plan *plan = new_plan(d->device, &desc);
    for (int i = 0; i < 3; i++) {
        scan(d, plan, d->in_order, 0, NULL, NULL);
        for (size_t k = 0; k < seen.launches; k++)
            assert_int_equal(seen.num[k], 0);
    }
    clscan_plan_destroy(plan);
}

/* Enqueues a scan of ones by the plan, without waiting for the end of the scan. */
static cl_event start(clscan_plan *plan, cl_command_queue queue, const clscan_args *args, cl_uint num,
                      const cl_event *wait) {
    cl_event done = NULL;
    seen = (struct seen) { .launches = 0 };
    assert_ok(clscan_plan_enqueue(plan, queue, args, num, wait, &done));
    assert_cl(clFlush(queue));
    return done;
}

/* Imitates a driver on which two queues must not run the same kernels together. The scan on the second queue waits for
 * the scan on the first queue, which uses another workspace. Returns the events that the second scan waits for. */
static cl_uint waits_of_second_queue(const test_device *d, unsigned faults) {
    const clscan_desc desc = in_two_launches();
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    device->caps.faults = faults;
    clscan_plan *plans[] = { new_plan(device, &desc), new_plan(device, &desc) };
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT },
                      other = { .in[0].buffer = args.in[0].buffer,
                                .out[0].buffer = new_output(d),
                                .count = SCAN_COUNT };
    const cl_event hold = user_event(d->context);
    const cl_event first = start(plans[0], d->out_of_order, &args, 1, &hold);
    const cl_event second = start(plans[1], d->in_order, &other, 0, NULL);
    const cl_uint num = seen.num[0];
    if (num > 0)
        assert_ptr_equal(seen.lists[0][0], first);
    assert_cl(clSetUserEventStatus(hold, CL_COMPLETE));
    assert_cl(clFinish(d->out_of_order));
    assert_cl(clFinish(d->in_order));
    assert_sums(d, args.out[0].buffer, 1);
    assert_sums(d, other.out[0].buffer, 1);
    const cl_event events[] = { hold, first, second };
    for (size_t i = 0; i < COUNT(events); i++)
        clReleaseEvent(events[i]);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(other.out[0].buffer);
    for (size_t i = 0; i < COUNT(plans); i++)
        clscan_plan_destroy(plans[i]);
    clscan_device_destroy(device);
    return num;
}

static void test_queues_that_must_take_turns(void **state) {
    const test_device *d = *state;
    skip_without_two_queues(d);
    skip_where_user_events_hang(d);
    assert_int_equal(waits_of_second_queue(d, d->device->caps.faults | 1u << CS_FAULT_QUEUES), 1);
    if (!cs_driver_has(d->device->caps.faults, CS_FAULT_QUEUES))
        assert_int_equal(waits_of_second_queue(d, d->device->caps.faults), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queues_that_must_take_turns),
        cmocka_unit_test(test_another_queue_waits),
        cmocka_unit_test(test_a_queue_out_of_order_waits_for_itself),
        cmocka_unit_test(test_a_queue_in_order_waits_for_nothing),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
