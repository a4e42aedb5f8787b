/* A driver crashes if a kernel needs more stack than a thread has. The library refuses such kernels. If the caller left
 * the choice open, it chooses others. The linker replaces the OpenCL function that returns a kernel's stack size. */
#include "api/scans.h"
#include "device/device.h"
#include "opencl/driver_fault.h"
#include "support/answer.h"

enum { SMALL = 2 << 20, USUAL = 8 << 20 };

static const char *except; /* the kernel that needs little stack; NULL: each kernel has its own size */

static bool is_excepted(cl_kernel kernel) {
    char name[64] = "";
    assert_cl(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
    return !except || strcmp(name, except) == 0 || strcmp(name, "clscan_copy_cells") == 0;
}

cl_int __real_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info what, size_t size,
                                       void *value, size_t *needed);
cl_int __wrap_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info what, size_t size,
                                       void *value, size_t *needed);
cl_int __wrap_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info what, size_t size,
                                       void *value, size_t *needed) {
    const cl_ulong large = SMALL;
    if (what != CL_KERNEL_PRIVATE_MEM_SIZE || is_excepted(kernel))
        return __real_clGetKernelWorkGroupInfo(kernel, id, what, size, value, needed);
    return answer(&large, sizeof large, size, value, needed);
}

/* Creates a plan on a device whose threads have a stack of `stack` bytes. */
static clscan_status make(const test_device *d, const clscan_desc *desc, size_t stack, clscan_plan **plan) {
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    device->caps.faults |= 1u << CS_FAULT_STACKS;
    device->caps.stack_bytes = stack;
    const clscan_status status = clscan_plan_create(device, desc, plan);
    clscan_device_destroy(device);
    return status;
}

static void test_asked_for(void **state) {
    const clscan_desc by_name = { .tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP,
                                  .tuning.wg_size = 1,
                                  .tuning.items = 4 },
                      by_shape = { .tuning.items = 4 };
    clscan_plan *plan = NULL;
    except = "clscan_reference";
    assert_fails(make(*state, &by_name, SMALL, &plan), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "kernel clscan_single_group takes 2621440 bytes of stack in work-groups of 1, |threads have 2097152 "
                 "bytes: raise ulimit -s; driver ");
    assert_fails(make(*state, &by_shape, SMALL, &plan), CLSCAN_ERROR_UNSUPPORTED_SHAPE, "bytes of stack");
    assert_null(plan);
}

static void test_left_open(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    char text[2048];
    except = "clscan_reference";
    assert_ok(make(d, &desc, SMALL, &plan));
    assert_true(clscan_plan_num_replaced(plan) > 0);
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    assert_has(text, "strategy   reference|which this driver cannot run in its shape");
    assert_scans(d, plan);
    clscan_plan_destroy(plan);
}

/* Columns are then scanned by the kernels for rows. */
static void test_columns(void **state) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    clscan_args args = CLSCAN_ARGS_INIT;
    char text[2048];
    except = "clscan_reference";
    desc.layout = CLSCAN_LAYOUT_ROWS;
    assert_ok(make(*state, &desc, SMALL, &plan));
    assert_true(clscan_plan_num_replaced(plan) > 1);
    assert_ok(clscan_args_set_axis(&args, (size_t[]) { 100, 100 }, 2, 0));
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_null(strstr(text, "\nstrategy   columns"));
    clscan_plan_destroy(plan);
}

/* If stacks have the usual size, the library does not query what stack a kernel needs. */
static void test_enough(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    except = "clscan_reference";
    assert_ok(make(*state, &desc, USUAL, &plan));
    assert_int_equal(clscan_plan_num_replaced(plan), 0);
    clscan_plan_destroy(plan);
    except = NULL;
    assert_ok(make(*state, &desc, SMALL, &plan));
    assert_int_equal(clscan_plan_num_replaced(plan), 0);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked_for),
        cmocka_unit_test(test_left_open),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_enough),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
