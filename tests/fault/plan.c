/* Failing calls below the functions that create and query plans. Each try opens a new device, whose cache is empty, so
 * that programs are built. */
#include "api/scans.h"
#include "device/device.h"
#include "fault/sweep.h"
#include "support/scratch.h"

static clscan_device *fresh_device(const test_device *d) {
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    return device;
}

static clscan_status create(const test_device *d, const void *desc) {
    clscan_device *device = fresh_device(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    const clscan_status status = FAULTED(clscan_plan_create(device, desc, &plan));
    if (status != CLSCAN_OK) {
        assert_null(plan);
        plan = new_plan(device, desc);
    }
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    return status;
}

static const clscan_desc sums = { .tuning = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .wg_size = 4 } };

static void test_create(void **state) {
    static const clscan_desc user = { .value = { .name = "affine", .size = 8 },
                                      .tuning = { .strategy = CLSCAN_STRATEGY_SINGLE_GROUP, .wg_size = 4 },
                                      .user = { .source = "typedef struct { int a, b; } affine;\n"
                                                          "static affine then(affine f, affine g) {\n"
                                                          "    affine h = { f.a * g.a, f.b * g.a + g.b };\n"
                                                          "    return h;\n"
                                                          "}",
                                                .combine = "then",
                                                .identity = "{ 1, 0 }" } };
    static const clscan_desc state_of_its_own = {
        .op = CLSCAN_OP_ARGMIN, .tuning = { .strategy = CLSCAN_STRATEGY_HIERARCHICAL, .wg_size = 4 }
    };
    static const clscan_desc offsets = { .segments = CLSCAN_SEGMENTS_OFFSETS,
                                         .tuning = { .strategy = CLSCAN_STRATEGY_GLOBAL_STEPS, .wg_size = 4 } };
    static const fault_row rows[] = {
        { .name = "clscan_plan_create", .call = create, .argument = &sums },
        { .name = "clscan_plan_create of a user type", .call = create, .argument = &user },
        { .name = "clscan_plan_create of an operator with a state", .call = create, .argument = &state_of_its_own },
        { .name = "clscan_plan_create with offsets", .call = create, .argument = &offsets }
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        fault_sweep(*state, &rows[i]);
}

/* Starts with an empty disk cache, so that the new program is stored. The plan works whatever call fails while it is
 * stored. */
static clscan_status create_and_store(const test_device *d, const void *desc) {
    clscan_device_options options = options_without_self_test;
    clscan_device *device = NULL;
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    options.disk_cache = folder;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    cs_disk_cache_clear(&device->programs.disk);
    const clscan_status status = FAULTED(clscan_plan_create(device, desc, &plan));
    if (status == CLSCAN_OK)
        assert_scans(d, plan);
    else
        assert_null(plan);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    return status;
}

static void test_create_and_store(void **state) {
    fault_sweep(*state, &(fault_row) { .name = "clscan_plan_create with a disk cache",
                                       .call = create_and_store,
                                       .argument = &sums,
                                       .survives = "malloc|calloc|realloc|clGetDeviceInfo|clGetPlatformInfo|"
                                                   "clGetProgramInfo|clCreateCommandQueue|clGetCommandQueueInfo|"
                                                   "clCreateBuffer|clGetMemObjectInfo|clSetKernelArg|"
                                                   "clEnqueueNDRangeKernel|clFinish" });
}

/* The device has the programs in its cache, so that the calls after the builds are tested. */
static clscan_status create_again(const test_device *d, const void *desc) {
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    const clscan_status status = FAULTED(clscan_plan_create(d->device, desc, &plan));
    if (status != CLSCAN_OK) {
        assert_null(plan);
        plan = new_plan(d->device, desc);
    }
    clscan_plan_destroy(plan);
    return status;
}

static void sweep_again(const test_device *d, const char *name, const clscan_desc *desc) {
    clscan_plan_destroy(new_plan(d->device, desc));
    fault_sweep(d, &(fault_row) { .name = name, .call = create_again, .argument = desc });
}

static void test_create_from_the_cache(void **state) {
    static const double edges[] = { 0, 1, 3, 4 };
    const clscan_desc columns = { .layout = CLSCAN_LAYOUT_ROWS };
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = { .tuning.strategy = strategy };
        if (test_device_runs(*state, strategy))
            sweep_again(*state, clscan_strategy_name(strategy), &desc);
    }
    sweep_again(*state, "automatic for columns", &columns);
    sweep_again(*state, "sort", &(clscan_desc) { .task = CLSCAN_TASK_SORT, .index_type.name = "uint" });
    sweep_again(*state, "sort of rows",
                &(clscan_desc) { .task = CLSCAN_TASK_SORT,
                                 .layout = CLSCAN_LAYOUT_ROWS,
                                 .tuning = { .strategy = CLSCAN_STRATEGY_SINGLE_GROUP, .wg_size = 4 } });
    sweep_again(*state, "sort by a comparison",
                &(clscan_desc) { .task = CLSCAN_TASK_SORT,
                                 .user = { .less = "less", .source = "int less(int x, int y) { return x < y; }" } });
    sweep_again(*state, "top-k", &(clscan_desc) { .task = CLSCAN_TASK_TOP_K, .index_type.name = "uint", .sort.k = 10 });
    sweep_again(*state, "histogram by edges",
                &(clscan_desc) { .task = CLSCAN_TASK_HISTOGRAM,
                                 .in[0].name = "float",
                                 .bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = 3, .edges = edges } });
}

/* The source does not compile. If the build log cannot be read, the message has the OpenCL error instead. */
static clscan_status create_wrong(const test_device *d, const void *desc) {
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    const clscan_status status = FAULTED(clscan_plan_create(d->device, desc, &plan));
    assert_null(plan);
    if (status == CLSCAN_ERROR_BUILD_FAILURE)
        assert_has(clscan_last_message(), *clscan_last_build_log() ? "user:1" : "CL_BUILD_PROGRAM_FAILURE");
    return status;
}

static void test_create_wrong(void **state) {
    const clscan_desc wrong = { .tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP,
                                .user = {
                                    .combine = "f", .identity = "0", .source = "int f(int a, int b) { return c; }" } };
    fault_sweep(*state, &(fault_row) { .name = "clscan_plan_create of what does not compile",
                                       .call = create_wrong,
                                       .argument = &wrong,
                                       .survives = "clGetProgramBuildInfo|calloc|realloc",
                                       .end = CLSCAN_ERROR_BUILD_FAILURE });
}

/* ----------------------------------------------------------------------------------------------- queries */

static clscan_status workspace_size(const test_device *d, const void *plan) {
    size_t bytes = 0;
    (void)d;
    const clscan_status status = FAULTED(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
    assert_int_not_equal(bytes, 0);
    return status;
}

static clscan_status init_size(const test_device *d, const void *plan) {
    size_t bytes = 0;
    (void)d;
    const clscan_status status = FAULTED(clscan_plan_init_size(plan, &bytes));
    assert_int_equal(bytes, sizeof(cl_int));
    return status;
}

static clscan_status total_size(const test_device *d, const void *plan) {
    size_t bytes = 0;
    (void)d;
    const clscan_status status = FAULTED(clscan_plan_total_size(plan, &bytes));
    assert_int_equal(bytes, sizeof(cl_int));
    return status;
}

static clscan_status tuning_row(const test_device *d, const void *plan) {
    char text[4096] = "";
    (void)d;
    const clscan_status status = FAULTED(clscan_plan_tuning_row(plan, SCAN_COUNT, text, sizeof text, NULL));
    assert_int_equal(strstr(text, " reduce_scan ") != NULL, status == CLSCAN_OK);
    return status;
}

static clscan_status describe(const test_device *d, const void *plan) {
    char text[1024] = "";
    size_t needed = 0;
    (void)d;
    const clscan_status status =
        FAULTED(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, &needed));
    if (status != CLSCAN_OK) {
        assert_string_equal(text, "");
        assert_int_equal(needed, 0);
        assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, &needed));
    }
    assert_has(text, "strategy   reduce_scan|launches   2: |workspace  ");
    return status;
}

static clscan_status info_of(const test_device *d, const void *plan) {
    const clscan_args args = { .count = SCAN_COUNT };
    clscan_call_info info = { .launches = 77 };
    (void)d;
    const clscan_status status = FAULTED(clscan_plan_call_info(plan, &args, &info));
    assert_int_equal(info.launches, status == CLSCAN_OK ? 2 : 77);
    return status;
}

/* The plan keeps only what the text is made of, so this function allocates memory for the text. */
static clscan_status source_of(const test_device *d, const void *plan) {
    char text[64] = "";
    size_t needed = 0;
    (void)d;
    const clscan_status status = FAULTED(clscan_plan_source(plan, 0, text, sizeof text, &needed));
    assert_int_equal(needed > sizeof text, status == CLSCAN_OK);
    assert_int_equal(strlen(text), status == CLSCAN_OK ? sizeof text - 1 : 0);
    return status;
}

static void test_questions(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = new_plan(d->device, &sums);
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_workspace_size", .call = workspace_size, .argument = plan });
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_source", .call = source_of, .argument = plan });
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_init_size", .call = init_size, .argument = plan });
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_total_size", .call = total_size, .argument = plan });
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_tuning_row", .call = tuning_row, .argument = plan });
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_describe", .call = describe, .argument = plan });
    fault_sweep(d, &(fault_row) { .name = "clscan_plan_call_info", .call = info_of, .argument = plan });
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_create_and_store),
        cmocka_unit_test(test_create_from_the_cache),
        cmocka_unit_test(test_create_wrong),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, scratch_open, scratch_close);
}
