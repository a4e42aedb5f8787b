/* Failing calls below scans of host arrays. */
#include "api/scans.h"
#include "fault/sweep.h"

#include <string.h>

/* A plan, the number of bytes by which its arrays are misaligned, and whether it scans in place. */
typedef struct fixture {
    clscan_plan *plan;
    size_t shift;
    bool in_place;
} fixture;

static void fill(char *array, cl_int value) {
    for (size_t i = 0; i < SCAN_COUNT; i++)
        memcpy(array + i * sizeof value, &value, sizeof value);
}

static void assert_host_sums(const char *array, cl_int value) {
    for (size_t i = 0; i < SCAN_COUNT; i++) {
        cl_int x;
        memcpy(&x, array + i * sizeof x, sizeof x);
        assert_int_equal(x, value * (cl_int)(i + 1));
    }
}

static cl_long16 memory[2][SCAN_COUNT * sizeof(cl_int) / sizeof(cl_long16) + 2]; /* aligned for any kernel */

static clscan_status host_plan(const test_device *d, const void *of) {
    const fixture *f = of;
    char *in = (char *)memory[0] + f->shift, *out = f->in_place ? in : (char *)memory[1] + f->shift;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0] = (clscan_ref) { .host = in, .capacity = SCAN_COUNT };
    args.out[0] = (clscan_ref) { .host = out, .capacity = SCAN_COUNT };
    (void)d;
    fill(in, 3);
    const clscan_status status = FAULTED(clscan_plan_execute(f->plan, &args));
    if (status == CLSCAN_OK)
        assert_host_sums(out, 3);
    fill(in, 4);
    assert_ok(execute_host(f->plan, in, out, SCAN_COUNT));
    assert_host_sums(out, 4);
    return status;
}

static const char keeping[] = "clGetEventInfo|clRetainEvent"; /* as in enqueue.c */

static void try_plan(const test_device *d, const char *name, const clscan_desc *desc, size_t shift, bool in_place) {
    const fixture f = { new_plan(d->device, desc), shift, in_place };
    host_plan(d, &f);
    fault_sweep(d, &(fault_row) { .name = name, .call = host_plan, .argument = &f, .survives = keeping });
    clscan_plan_destroy(f.plan);
}

static void test_host_plan(void **state) {
    const clscan_desc sums = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_desc loaded = sums;
    loaded.user.load = "itself";
    loaded.user.source = "int itself(const global int *in, ulong i) { return in[i]; }";
    try_plan(*state, "clscan_plan_execute", &sums, 0, false);
    try_plan(*state, "clscan_plan_execute in place", &sums, 0, true);
    try_plan(*state, "clscan_plan_execute of copies", &sums, 1, false);
    try_plan(*state, "clscan_plan_execute of copies, a function loading", &loaded, 1, false);
}

/* The first call of the plan creates its queue. */
static clscan_status first_host_plan(const test_device *d, const void *desc) {
    const fixture f = { .plan = new_plan(d->device, desc) };
    const clscan_status status = host_plan(d, &f);
    clscan_plan_destroy(f.plan);
    return status;
}

static void test_first_host_plan(void **state) {
    const clscan_desc sums = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    fault_sweep(*state, &(fault_row) { .name = "clscan_plan_execute, first",
                                       .call = first_host_plan,
                                       .argument = &sums,
                                       .survives = keeping });
}

static clscan_status host(const test_device *d, const void *op) {
    cl_int *in = (cl_int *)memory[0], *out = (cl_int *)memory[1];
    (void)d;
    fill((char *)in, 1);
    const clscan_status status = FAULTED(clscan_host_scan("int", *(const clscan_op *)op, 0, in, out, SCAN_COUNT));
    if (status != CLSCAN_OK)
        assert_ok(clscan_host_scan("int", *(const clscan_op *)op, 0, in, out, SCAN_COUNT));
    assert_int_equal(out[SCAN_COUNT - 1], *(const clscan_op *)op == CLSCAN_OP_ADD ? SCAN_COUNT : 1);
    return status;
}

/* The first call creates the device, and the first call of each operator creates a plan. The third time, both exist
 * already. */
static void test_host(void **state) {
    static const clscan_op ops[] = { CLSCAN_OP_ADD, CLSCAN_OP_MUL };
    static const char selecting[] = "clGetPlatformIDs|clGetPlatformInfo|clGetDeviceIDs|clGetDeviceInfo|clGetEventInfo|"
                                    "clRetainEvent";
    fault_sweep(*state, &(fault_row) { .name = "clscan_host_scan, device",
                                       .call = host,
                                       .argument = &ops[0],
                                       .survives = selecting,
                                       .keeps = true });
    fault_sweep(
        *state,
        &(fault_row) {
            .name = "clscan_host_scan, plan", .call = host, .argument = &ops[1], .survives = keeping, .keeps = true });
    fault_sweep(*state,
                &(fault_row) { .name = "clscan_host_scan", .call = host, .argument = &ops[1], .survives = keeping });
}

static clscan_status host_reduction(const test_device *d, const void *ignored) {
    cl_int *in = (cl_int *)memory[0], sum = 0;
    (void)d, (void)ignored;
    fill((char *)in, 2);
    const clscan_status status = FAULTED(clscan_host_reduce("int", CLSCAN_OP_ADD, in, &sum, SCAN_COUNT));
    if (status != CLSCAN_OK)
        assert_ok(clscan_host_reduce("int", CLSCAN_OP_ADD, in, &sum, SCAN_COUNT));
    assert_int_equal(sum, 2 * SCAN_COUNT);
    return status;
}

static clscan_status host_selection(const test_device *d, const void *ignored) {
    cl_int *in = (cl_int *)memory[0], *out = (cl_int *)memory[1];
    size_t kept = 0;
    (void)d, (void)ignored;
    fill((char *)in, 2);
    const clscan_status status = FAULTED(clscan_host_select("int", "x == 2", in, SCAN_COUNT, out, 5, &kept));
    if (status != CLSCAN_OK)
        assert_ok(clscan_host_select("int", "x == 2", in, SCAN_COUNT, out, 5, &kept));
    assert_int_equal(kept, SCAN_COUNT);
    assert_int_equal(out[4], 2);
    return status;
}

static void test_host_tasks(void **state) {
    fault_sweep(*state,
                &(fault_row) {
                    .name = "clscan_host_reduce, plan", .call = host_reduction, .survives = keeping, .keeps = true });
    fault_sweep(*state, &(fault_row) { .name = "clscan_host_reduce", .call = host_reduction, .survives = keeping });
    host_selection(*state, NULL);
    fault_sweep(*state, &(fault_row) { .name = "clscan_host_select", .call = host_selection, .survives = keeping });
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host_plan),
        cmocka_unit_test(test_first_host_plan),
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_host_tasks),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
