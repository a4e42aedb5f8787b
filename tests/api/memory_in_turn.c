/* One plan scans buffers and pointers in turn. If a kernel argument has been a pointer, NVIDIA's driver refuses every
 * buffer for it, even NULL. It also refuses NULL pointers. The linker replaces clSetKernelArg by the function in this
 * file, so that every driver is as strict. */
#define _GNU_SOURCE /* for RTLD_NEXT */
#include "api/scans.h"
#include "support/memory.h"

#include <dlfcn.h>
#include <stdlib.h>

static struct {
    cl_kernel kernel;
    cl_uint index;
} pointers[256]; /* arguments that have been a pointer */
static size_t num_pointers;

static bool was_pointer(cl_kernel kernel, cl_uint index) {
    for (size_t i = 0; i < num_pointers; i++)
        if (pointers[i].kernel == kernel && pointers[i].index == index)
            return true;
    return false;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer);
cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer) {
    assert_in_range(num_pointers, 0, COUNT(pointers) - 1);
    if (!pointer)
        return CL_INVALID_ARG_VALUE;
    if (!was_pointer(kernel, index)) {
        pointers[num_pointers].kernel = kernel;
        pointers[num_pointers++].index = index;
    }
    void *const next = dlsym(RTLD_NEXT, "clSetKernelArgSVMPointer");
    return (*(cl_int(**)(cl_kernel, cl_uint, const void *)) & next)(kernel, index, pointer);
}

cl_int __real_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int __wrap_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int __wrap_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    return was_pointer(kernel, index) ? CL_INVALID_ARG_VALUE : __real_clSetKernelArg(kernel, index, size, value);
}

/* In place, from the first element as the initial value, which is copied before it is overwritten; or out of place. */
static void scan(const test_device *d, clscan_plan *plan, memory_kind memory, bool in_place) {
    cl_int x[SCAN_COUNT], y[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = 3;
    const cl_mem in = memory_create(d, memory, sizeof x, x);
    const cl_mem out = in_place ? in : memory_create(d, memory, sizeof x, x);
    const clscan_args args = { .in = { memory_ref(memory, in, 0) },
                               .out = { memory_ref(memory, out, 0) },
                               .count = SCAN_COUNT,
                               .init_at = memory_ref(memory, in_place ? in : NULL, 0) };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    memory_read(d, memory, out, sizeof y, y);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(y[i], 3 * (i + 1 + in_place));
    memory_release(d, memory, in);
    if (!in_place)
        memory_release(d, memory, out);
}

static void test_in_turn(void **state) {
    const test_device *d = *state;
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = small_tiles(strategy);
        if (!test_device_runs(d, strategy))
            continue;
        num_pointers = 0;
        clscan_plan *plan = new_plan(d->device, &desc);
        for (unsigned i = 0; i < 16; i++)
            scan(d, plan, i % 2 ? MEMORY_SVM : MEMORY_BUFFER, i / 2 % 2);
        assert_true(num_pointers > 0);
        clscan_plan_destroy(plan);
    }
}

static int open_with_pointers(void **state) {
    const int error = test_device_open(state);
    if (!error && !memory_exists(*state, MEMORY_SVM))
        exit(77);
    return error;
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_in_turn) };
    return cmocka_run_group_tests(tests, open_with_pointers, test_device_close);
}
