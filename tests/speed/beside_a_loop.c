/* `auto` beside a plain C loop, on a CPU device: the textbook kernel takes some 40 times as long there. */
#include "support/dut.h"

#include <oracle.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 1 << 24, ROUNDS = 15, MOST = 3 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void plain_loop(const cl_int *in, cl_int *out) {
    cl_uint sum = 0;
    for (size_t i = 0; i < COUNT; i++)
        out[i] = (cl_int)(sum += (cl_uint)in[i]);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of scan time over loop time, each scan timed right before its loop. */
static double median_ratio(clscan_plan *plan, const cl_int *in, cl_int *out, cl_int *expected) {
    double ratio[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        double start = now();
        assert_ok(clscan_host_plan(plan, in, out, COUNT));
        double middle = now();
        plain_loop(in, expected);
        ratio[i] = (middle - start) / (now() - middle);
    }
    qsort(ratio, ROUNDS, sizeof ratio[0], by_value);
    return ratio[ROUNDS / 2];
}

static void test_beside_a_loop(void **state) {
    const dut *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    cl_device_type type = 0;
    cl_int *in = calloc(COUNT, sizeof *in), *out = calloc(COUNT, sizeof *out), *expected = calloc(COUNT, sizeof *in);
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    if (!(type & CL_DEVICE_TYPE_CPU))
        skip();
    assert_true(in && out && expected);
    oracle_fill(CLSCAN_INT, CLSCAN_ADD, 1, in, COUNT);
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    double ratio = median_ratio(plan, in, out, expected);
    print_message("%.2f times the time of a plain C loop\n", ratio);
    assert_memory_equal(out, expected, COUNT * sizeof *out);
    assert_true(ratio <= MOST);
    clscan_plan_destroy(plan);
    free(in);
    free(out);
    free(expected);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_beside_a_loop) };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
