/* The self-test: kernels that a driver spoils give way to others, and none does that is right. The driver is spoilt by
 * the linker, which puts the functions below in place of OpenCL's. */
#include "api/scans.h"

#include <oracle.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------------------------------------- a driver with faults
 */

static const char *spoilt = ""; /* kernels whose results are wrong, each with a blank behind it */
static bool always_so;          /* wrong in the same way each time */
static size_t spoilt_at = 400;  /* byte of the output */
static bool refused;            /* they are not launched at all */
static size_t launches;

/* The second argument of ours is the output. */
enum { MOST_KERNELS = 64 };
static struct {
    cl_kernel kernel;
    cl_mem out;
} seen[MOST_KERNELS];

static size_t place_of(cl_kernel kernel) {
    size_t i = 0;
    while (seen[i].kernel && seen[i].kernel != kernel && i + 1 < MOST_KERNELS)
        i++;
    seen[i].kernel = kernel;
    return i;
}

cl_int __real_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int __wrap_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int __wrap_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (index == 1 && size == sizeof(cl_mem) && value)
        memcpy(&seen[place_of(kernel)].out, value, size);
    return __real_clSetKernelArg(kernel, index, size, value);
}

static bool is_spoilt(cl_kernel kernel) {
    char name[64] = "";
    assert_cl(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL));
    strcat(name, " ");
    return strstr(spoilt, name) != NULL;
}

cl_int __real_clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *wg_size, cl_uint n, const cl_event *wait,
                                     cl_event *event);
cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *wg_size, cl_uint n, const cl_event *wait,
                                     cl_event *event);
cl_int __wrap_clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset,
                                     const size_t *global, const size_t *wg_size, cl_uint n, const cl_event *wait,
                                     cl_event *event) {
    const cl_uint wrong = 0xBAD00000u + (always_so ? 0 : (cl_uint)launches);
    launches++;
    if (refused && is_spoilt(k))
        return CL_OUT_OF_RESOURCES;
    const cl_int error = __real_clEnqueueNDRangeKernel(q, k, dimensions, offset, global, wg_size, n, wait, event);
    if (error == CL_SUCCESS && is_spoilt(k)) {
        assert_cl(clFinish(q));
        assert_cl(clEnqueueWriteBuffer(q, seen[place_of(k)].out, CL_TRUE, spoilt_at, sizeof wrong, &wrong, 0, NULL, NULL));
    }
    return error;
}

/* --------------------------------------------------------------------------------------------------- what is told */

static char told[1 << 14];

static void listen(const char *line, void *user) {
    (void)user;
    if (strncmp(line, "self-test: ", 11) == 0 && strlen(told) + strlen(line) + 2 < sizeof told)
        strcat(strcat(told, line), "\n");
}

/* A plan by a device with the self-test on. */
static clscan_device *device_with_test(const dut *d) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_device *device = NULL;
    options.self_test = 1;
    options.log = listen;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static clscan_status make(const dut *d, const clscan_desc *desc, clscan_plan **plan) {
    clscan_device *device = device_with_test(d);
    told[0] = '\0';
    const clscan_status status = clscan_plan_create(device, desc, plan);
    clscan_device_destroy(device);
    return status;
}

/* An odd number of items that nobody has asked for yet: programs that no verdict is known of. */
static clscan_desc new_desc(clscan_strategy strategy) {
    static unsigned items = 1;
    clscan_desc desc = small_tiles(strategy);
    desc.items = items += 2;
    if (strategy == CLSCAN_SLICES)
        desc.wg_size = 1;
    return desc;
}

static void assert_scans(const dut *d, clscan_plan *plan) {
    const clscan_args args = { .in = new_input(d, 3), .out = new_output(d), .count = SCAN_COUNT };
    assert_ok(clscan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_sums(d, args.out, 3);
    clReleaseMemObject(args.in);
    clReleaseMemObject(args.out);
}

/* With these kernels spoilt, this is told and the plan is right all the same. */
static void expect(const dut *d, clscan_strategy strategy, const char *kernels, const char *words) {
    const clscan_desc desc = new_desc(strategy);
    clscan_plan *plan = NULL;
    spoilt = kernels;
    assert_ok(make(d, &desc, &plan));
    assert_has(told, words);
    assert_scans(d, plan);
    clscan_plan_destroy(plan);
    spoilt = "";
}

/* ---------------------------------------------------------------------------------------------------------- tests */

static void test_right_ones_stay(void **state) {
    const dut *d = *state;
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (dut_runs(d, strategy)) {
            expect(d, strategy, "", clscan_strategy_name(strategy));
            assert_null(strstr(told, "wrong"));
            assert_null(strstr(told, "place"));
        }
}

static void test_one_after_the_other_gives_way(void **state) {
    const dut *d = *state;
    const clscan_strategy first = dut_runs(d, CLSCAN_SLICES) ? CLSCAN_SLICES : CLSCAN_HIERARCHICAL;
    if (first == CLSCAN_SLICES)
        expect(d, first, "clscan_slices ",
               "slices is wrong from element 100 of |reduce_scan takes the place of slices");
    expect(d, CLSCAN_REDUCE_SCAN, "clscan_scan_spans ", "reduce_scan is wrong|single_group takes the place");
    expect(d, CLSCAN_SINGLE_GROUP, "clscan_single_group ",
           "single_group is wrong|plain takes the place of single_group");
}

/* Who spoils the plainest one leaves nothing to trust. */
/* PoCL lets go of what has run a moment after it has said so. */
static void assert_nothing_lost(const dut *d, cl_uint before) {
    const struct timespec moment = { 0, 10000000 };
    for (int i = 0; i < 200 && references(d) > before; i++)
        nanosleep(&moment, NULL);
    assert_true(references(d) <= before);
}

static void refuse_plain(const dut *d, const char *words) {
    const clscan_desc desc = new_desc(CLSCAN_HIERARCHICAL);
    const cl_uint before = references(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    spoilt = "clscan_plain ";
    assert_fails(make(d, &desc, &plan), CLSCAN_WRONG_RESULTS, words);
    spoilt = "";
    assert_null(plan);
    assert_nothing_lost(d, before);
}

static void test_nothing_to_trust(void **state) {
    refuse_plain(*state, "once to this and once to that|from element 100 on");
    always_so = true;
    refuse_plain(*state, "elements one by one wrongly, from element 100 on");
    spoilt_at = 0;
    refuse_plain(*state, "elements one by one wrongly, from element 0 on");
    spoilt_at = 400;
    always_so = false;
}

static void test_columns(void **state) {
    const dut *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    desc.layout = CLSCAN_ROWS;
    desc.op = CLSCAN_XOR;
    spoilt = "clscan_columns clscan_columns_whole clscan_column_blocks ";
    assert_ok(make(d, &desc, &plan));
    assert_has(told, "columns is wrong|columns are scanned as rows");
    clscan_plan_destroy(plan);
    spoilt = "";
}

static void test_verdicts_are_kept(void **state) {
    const dut *d = *state;
    const clscan_desc desc = new_desc(CLSCAN_REDUCE_SCAN);
    clscan_device *device = device_with_test(d);
    clscan_plan *plan = NULL;
    spoilt = "clscan_scan_spans ";
    assert_ok(clscan_plan_create(device, &desc, &plan));
    clscan_plan_destroy(plan);
    spoilt = "";
    launches = 0;
    told[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_int_equal(launches, 0);
    assert_has(told, "single_group takes the place of reduce_scan");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_what_fails_once_is_no_verdict(void **state) {
    const dut *d = *state;
    const clscan_desc desc = new_desc(CLSCAN_REDUCE_SCAN);
    clscan_device *device = device_with_test(d);
    clscan_plan *plan = NULL;
    spoilt = "clscan_scan_spans ";
    refused = true;
    told[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_has(told, "single_group takes the place of reduce_scan");
    clscan_plan_destroy(plan);
    spoilt = "";
    refused = false;
    told[0] = '\0';
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_has(told, "reduce_scan is right");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* No false alarm, whatever is scanned and however it lies. */
static void accept(const dut *d, const clscan_desc *desc, const char *what) {
    clscan_plan *plan = NULL;
    assert_ok(make(d, desc, &plan));
    if (strstr(told, "wrong") || strstr(told, "place") || !strstr(told, "right"))
        fail_msg("%s: %s", what, told);
    clscan_plan_destroy(plan);
}

static clscan_desc small_desc(void) {
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    desc.wg_size = 1;
    desc.groups = 2;
    return desc;
}

static void test_every_operator(void **state) {
    const dut *d = *state;
    for (clscan_op op = 0; clscan_op_name(op); op++) {
        const bool whole = op == CLSCAN_ADD_CHECKED || (op >= CLSCAN_AND && op <= CLSCAN_ADD_SAT);
        clscan_desc desc = small_desc();
        desc.type = op == CLSCAN_ADD_SAT ? CLSCAN_USHORT : whole ? CLSCAN_INT : CLSCAN_FLOAT;
        desc.op = op;
        accept(d, &desc, clscan_op_name(op));
    }
}

static void test_every_layout(void **state) {
    const dut *d = *state;
    for (clscan_segments segments = CLSCAN_NO_SEGMENTS; segments <= CLSCAN_OFFSETS; segments++)
        for (int rows = 0; rows <= (segments != CLSCAN_OFFSETS); rows++) {
            clscan_desc desc = small_desc();
            char what[64];
            desc.segments = segments;
            desc.layout = rows ? CLSCAN_ROWS : CLSCAN_CONTIGUOUS;
            desc.kind = rows ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE;
            desc.reverse = rows;
            desc.components = rows ? 0 : 3;
            desc.in[0].type = rows ? "uchar" : NULL;
            desc.out[0].type = rows ? "double" : NULL;
            snprintf(what, sizeof what, "segments %d, rows %d", (int)segments, rows);
            accept(d, &desc, what);
        }
}

/* Affine maps; floating numbers that are not summed exactly; a struct with padding; no identity. */
static void test_operators_of_the_users(void **state) {
    static const clscan_user users[] = {
        { "affine", 8,
          "typedef struct { uint a, b; } affine;\n"
          "static affine then(affine f, affine g) { affine h = { f.a * g.a, f.b * g.a + g.b }; return h; }",
          "then", "{ 1, 0 }" },
        { "lse", 8,
          "typedef struct { float x, y; } lse;\n"
          "static lse both(lse a, lse b) { lse c = { log(exp(a.x) + exp(b.x)), a.y + b.y + 1.1f }; return c; }",
          "both", NULL },
        { "gap", 16,
          "typedef struct { char c; long l; } gap;\n"
          "static gap last(gap a, gap b) { gap r; r.c = max(a.c, b.c); r.l = a.l + b.l; return r; }",
          "last", "{ 0, 0 }" },
        { NULL, 0, NULL, "max", NULL },
    };
    const dut *d = *state;
    for (size_t i = 0; i < COUNT(users); i++)
        for (clscan_kind kind = CLSCAN_INCLUSIVE; kind <= CLSCAN_EXCLUSIVE; kind++) {
            clscan_desc desc = small_desc();
            desc.type = users[i].type_name ? CLSCAN_USER : CLSCAN_INT;
            desc.user = users[i];
            desc.kind = kind;
            accept(d, &desc, users[i].combine);
        }
}

static void test_functions_of_the_users(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_desc();
    clscan_plan *plan = NULL;
    desc.user.source = "int far(const global int *in, ulong i) { return in[i * i * i]; }";
    desc.load = "far";
    launches = 0;
    assert_ok(make(d, &desc, &plan));
    assert_int_equal(launches, 0);
    assert_has(told, "none, functions of the user's");
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right_ones_stay),
        cmocka_unit_test(test_one_after_the_other_gives_way),
        cmocka_unit_test(test_nothing_to_trust),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_verdicts_are_kept),
        cmocka_unit_test(test_what_fails_once_is_no_verdict),
        cmocka_unit_test(test_every_operator),
        cmocka_unit_test(test_every_layout),
        cmocka_unit_test(test_operators_of_the_users),
        cmocka_unit_test(test_functions_of_the_users),
    };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
