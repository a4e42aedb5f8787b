/* A scan is right although the user's functions call printf, directly or through a macro of the build options. Their
 * output goes to a file. */
#include "api/scans.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MANY = 20001 };

#define SOURCE(print)                                                                                                  \
    "int once(int x) { if (x % 1000 == 0) " print "(\"%d\\n\", x); return x; }\n"                                      \
    "int plus(int a, int b) { return once(a) + b; }\n"                                                                 \
    "int load(const global int *in, ulong i) { return once(in[i]); }\n"

static const clscan_desc by_name[] = {
    { .user = { .combine = "plus", .identity = "0", .source = SOURCE("printf") } },
    { .user = { .load = "load", .source = SOURCE("printf") } },
};

static const clscan_desc by_macro[] = {
    { .user = { .combine = "plus", .identity = "0", .source = SOURCE("TELL") } },
    { .user = { .load = "load", .source = SOURCE("TELL") } },
};

static void assert_sums_of(const test_device *d, clscan_plan *plan, size_t count) {
    static cl_int x[MANY];
    for (size_t i = 0; i < count; i++)
        x[i] = (cl_int)(i % 7);
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, count * sizeof *x, x),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, count * sizeof *x, NULL);
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = count };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, count * sizeof *x, x, 0, NULL, NULL));
    cl_int sum = 0;
    for (size_t i = 0; i < count; i++)
        if (x[i] != (sum += (cl_int)(i % 7)))
            fail_msg("%zu of %zu: expected %d, got %d", i, count, sum, x[i]);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static void assert_every_strategy(const test_device *d, const clscan_desc *printing, size_t num_printing) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_STRATEGY_REDUCE_SCAN,
                                                  CLSCAN_STRATEGY_SLICES };
    for (size_t i = 0; i < num_printing; i++)
        for (size_t s = 0; s < COUNT(strategies); s++) {
            clscan_desc desc = printing[i];
            clscan_plan *plan = NULL;
            desc.tuning.strategy = strategies[s];
            if (clscan_plan_create(d->device, &desc, &plan) == CLSCAN_ERROR_UNSUPPORTED_SHAPE)
                continue;
            assert_non_null(plan);
            assert_sums_of(d, plan, 1000);
            assert_sums_of(d, plan, MANY);
            clscan_plan_destroy(plan);
        }
}

static void test_by_name(void **state) {
    assert_every_strategy(*state, by_name, COUNT(by_name));
}

static void test_by_macro_of_the_build_options(void **state) {
    test_device d = *(const test_device *)*state;
    const clscan_device_options options = test_device_options("-DTELL=printf");
    assert_ok(clscan_device_create(d.context, d.id, &options, &d.device));
    assert_every_strategy(&d, by_macro, COUNT(by_macro));
    clscan_device_destroy(d.device);
}

/* Drivers write to the file descriptor of standard output directly, not through stdio. */
static int into_a_file(void **state) {
    FILE *file = tmpfile();
    (void)state;
    fflush(stdout);
    return !file || dup2(fileno(file), STDOUT_FILENO) < 0 ? -1 : 0;
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup(test_by_name, into_a_file),
                                        cmocka_unit_test_setup(test_by_macro_of_the_build_options, into_a_file) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
