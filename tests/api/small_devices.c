/* Devices with fewer features. The linker replaces clGetDeviceInfo by a function that returns a profile's values. */
#include "api/scans.h"
#include "support/answer.h"
#include "table/table.h"

#include <stdio.h>
#include <string.h>

typedef struct profile {
    const char *name;
    cl_device_type type; /* here and below: 0 or NULL leaves the device's own value */
    size_t max_wg_size;
    cl_ulong local_bytes, max_alloc;
    cl_uint compute_units, alignment;                  /* of sub-buffers, in bits */
    bool no_double, no_atomics, narrow_atomics, apart; /* the last: it does not share the host's memory */
} profile;

static profile now;
enum { ATOMIC_MEMORY = 0x1063, COMPUTE_CAPABILITY_MAJOR = 0x4000 };

cl_int __real_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);

/* Renames the extensions of 64-bit atomics ("int64" becomes "int65"), so that the library does not find them. */
static cl_int answer_extensions(cl_device_id id, size_t size, void *value, size_t *needed) {
    const cl_int error = __real_clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, value, needed);
    for (char *at = value; at && now.narrow_atomics && (at = strstr(at, "int64"));)
        at[4] = '5';
    return error;
}

cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    const struct {
        cl_device_info what;
        bool ours;
        const void *bytes;
        size_t length;
    } answers[] = {
        { CL_DEVICE_TYPE, now.type, &now.type, sizeof now.type },
        { CL_DEVICE_MAX_WORK_GROUP_SIZE, now.max_wg_size, &now.max_wg_size, sizeof now.max_wg_size },
        { CL_DEVICE_LOCAL_MEM_SIZE, now.local_bytes, &now.local_bytes, sizeof now.local_bytes },
        { CL_DEVICE_MAX_MEM_ALLOC_SIZE, now.max_alloc, &now.max_alloc, sizeof now.max_alloc },
        { CL_DEVICE_MEM_BASE_ADDR_ALIGN, now.alignment, &now.alignment, sizeof now.alignment },
        { CL_DEVICE_MAX_COMPUTE_UNITS, now.compute_units, &now.compute_units, sizeof now.compute_units },
        { CL_DEVICE_DOUBLE_FP_CONFIG, now.no_double, &(cl_device_fp_config) { 0 }, sizeof(cl_device_fp_config) },
        { CL_DEVICE_HOST_UNIFIED_MEMORY, now.apart, &(cl_bool) { CL_FALSE }, sizeof(cl_bool) },
        { CL_DEVICE_VERSION, now.no_atomics, "OpenCL 1.2 of another", sizeof "OpenCL 1.2 of another" },
        { ATOMIC_MEMORY, now.no_atomics, &(cl_ulong) { 0 }, sizeof(cl_ulong) },
        { COMPUTE_CAPABILITY_MAJOR, now.no_atomics, &(cl_uint) { 3 }, sizeof(cl_uint) },
    };
    for (size_t i = 0; i < COUNT(answers); i++)
        if (answers[i].ours && answers[i].what == what)
            return answer(answers[i].bytes, answers[i].length, size, value, needed);
    return what == CL_DEVICE_EXTENSIONS ? answer_extensions(id, size, value, needed)
                                        : __real_clGetDeviceInfo(id, what, size, value, needed);
}

static size_t launches;
static void count_launches(const char *line, void *user) {
    (void)user;
    launches += strncmp(line, "launch: ", strlen("launch: ")) == 0;
}

static clscan_device *open_as(const test_device *d, profile p) {
    const clscan_self_test self_test = p.no_atomics ? CLSCAN_SELF_TEST_ON : CLSCAN_SELF_TEST_OFF;
    const clscan_device_options options = { .log = count_launches, .self_test = self_test };
    clscan_device *device = NULL;
    now = p;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

/* ---------------------------------------------------------------------------------------------------- results */

enum { MANY = 150001 };

static void assert_in_place(const test_device *d, clscan_plan *plan, cl_mem in, const char *what) {
    static cl_int x[MANY];
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = in, .count = MANY };
    cl_int sum = 0;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, in, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    for (int i = 0; i < MANY; i++)
        if (x[i] != (sum += i % 7))
            fail_msg("%s, in place: %d of %d: expected %d, got %d", what, i, MANY, sum, x[i]);
}

static void assert_sums_of(const test_device *d, clscan_plan *plan, const char *what) {
    static const size_t counts[] = { 1, 1000, MANY };
    static cl_int x[MANY];
    for (size_t i = 0; i < MANY; i++)
        x[i] = (cl_int)(i % 7);
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL);
    for (size_t k = 0; k < COUNT(counts); k++) {
        const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = counts[k] };
        cl_int sum = 0;
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
        for (size_t i = 0; i < counts[k]; i++)
            if (x[i] != (sum += (cl_int)(i % 7)))
                fail_msg("%s: %zu of %zu: expected %d, got %d", what, i, counts[k], sum, x[i]);
    }
    assert_in_place(d, plan, in, what);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static const profile profiles[] = {
    { .name = "16 KiB of local memory", .type = CL_DEVICE_TYPE_GPU, .local_bytes = 16 << 10 },
    { .name = "32 KiB, 64 work-items", .type = CL_DEVICE_TYPE_GPU, .local_bytes = 32 << 10, .max_wg_size = 64 },
    { .name = "8 work-items", .type = CL_DEVICE_TYPE_GPU, .max_wg_size = 8, .local_bytes = 16 << 10 },
    { .name = "1 work-item", .type = CL_DEVICE_TYPE_ACCELERATOR, .max_wg_size = 1, .local_bytes = 1 << 10 },
    { .name = "2 of them", .type = CL_DEVICE_TYPE_ACCELERATOR, .max_wg_size = 2, .compute_units = 1 },
    { .name = "words of 32 bits", .narrow_atomics = true },
    { .name = "atomics of OpenCL 1.2", .no_atomics = true, .no_double = true, .compute_units = 4096 },
};

/* Scans by the automatic strategy and by named strategies, on every device profile. */
static void test_every_profile(void **state) {
    const test_device *d = *state;
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_LOOKBACK,
                                                  CLSCAN_STRATEGY_HIERARCHICAL };
    for (size_t p = 0; p < COUNT(profiles); p++) {
        clscan_device *device = open_as(d, profiles[p]);
        for (size_t s = 0; s < COUNT(strategies); s++) {
            const clscan_desc desc = { .tuning.strategy = strategies[s] };
            clscan_plan *plan = new_plan(device, &desc);
            assert_sums_of(d, plan, profiles[p].name);
            clscan_plan_destroy(plan);
        }
        clscan_device_destroy(device);
    }
}

static void refuse(clscan_device *device, const clscan_desc *desc, clscan_status status, const char *words) {
    clscan_plan *plan = NULL;
    assert_fails(clscan_plan_create(device, desc, &plan), status, words);
}

static void test_no_double(void **state) {
    const clscan_desc desc = { .value.name = "double" }, from = { .in[0].name = "double" };
    clscan_device *device = open_as(*state, profiles[COUNT(profiles) - 1]);
    refuse(device, &desc, CLSCAN_ERROR_UNSUPPORTED_TYPE, "has no double|cl_khr_fp64");
    refuse(device, &from, CLSCAN_ERROR_UNSUPPORTED_TYPE, "has no double|cl_khr_fp64");
    clscan_device_destroy(device);
}

/* Devices without fences scan in one pass with the atomics of OpenCL 1.2, and in place in two launches. */
static void test_no_fences(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, profiles[COUNT(profiles) - 1]);
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        if (!cs_strategy_row_at(strategy)->has_states)
            continue;
        const clscan_desc desc = { .tuning.strategy = strategy };
        clscan_plan *plan = new_plan(device, &desc);
        char text[2048];
        assert_ok(clscan_plan_describe(plan, MANY, text, sizeof text, NULL));
        assert_has(text, clscan_strategy_name(strategy));
        assert_has(text, "in place   reduce_scan");
        launches = 0;
        assert_sums_of(d, plan, clscan_strategy_name(strategy));
        assert_int_equal(launches, 3 + 2); /* the last scan is in place */
        clscan_plan_destroy(plan);
    }
    clscan_device_destroy(device);
}

/* A sub-buffer whose offset is aligned for another device of its context, but not for this one. */
static void test_sub_buffers_between(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    cl_int error = CL_SUCCESS;
    const cl_buffer_region region = { d->alignment, SCAN_COUNT * sizeof(cl_int) };
    clscan_device *device = open_as(d, (profile) { .alignment = (cl_uint)(64 * d->alignment) });
    clscan_plan *plan = new_plan(device, &desc);
    cl_mem whole = test_device_buffer(d, CL_MEM_READ_WRITE, d->alignment + region.size, NULL), out = new_output(d);
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    char words[128];
    assert_cl(error);
    const clscan_args args = { .in[0].buffer = part, .out[0].buffer = out, .count = SCAN_COUNT };
    snprintf(words, sizeof words, "args.in[0] is a sub-buffer from byte %zu on|a multiple of %zu", d->alignment,
             8 * d->alignment);
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_BUFFER, words);
    clReleaseMemObject(part);
    clReleaseMemObject(whole);
    clReleaseMemObject(out);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* ---------------------------------------------------------------------------- arrays larger than any buffer may be */

static void assert_host_sums(clscan_device *device, clscan_desc desc, bool in_place) {
    enum { COUNT_OF = 10007 };
    static cl_int x[COUNT_OF], y[COUNT_OF];
    cl_int sum = 0, *out = in_place ? x : y;
    clscan_plan *plan = new_plan(device, &desc);
    for (int i = 0; i < COUNT_OF; i++)
        x[i] = i % 11;
    assert_ok(clscan_plan_scan_host(plan, x, out, COUNT_OF));
    for (int i = 0; i < COUNT_OF; i++) {
        const int at = desc.reverse ? COUNT_OF - 1 - i : i, before = sum;
        sum += at % 11;
        assert_int_equal(out[at], desc.kind == CLSCAN_KIND_EXCLUSIVE ? before : sum);
    }
    clscan_plan_destroy(plan);
}

static void test_small_buffers(void **state) {
    for (int i = 0; i < 8; i++) {
        clscan_device *device = open_as(*state, (profile) { .max_alloc = 4096, .apart = i & 1 });
        clscan_desc desc = CLSCAN_DESC_INIT;
        desc.reverse = i >> 1 & 1;
        desc.kind = i >> 2 & 1 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE;
        assert_host_sums(device, desc, i % 3 == 0);
        clscan_device_destroy(device);
    }
}

static void test_small_buffers_and_functions(void **state) {
    clscan_device *device = open_as(*state, (profile) { .max_alloc = 4096 });
    clscan_desc desc = CLSCAN_DESC_INIT;
    static cl_int x[2048], y[2048];
    desc.user.load = "last";
    desc.user.source = "int last(const global int *in, ulong i) { return in[2047 - i]; }";
    clscan_plan *plan = new_plan(device, &desc);
    assert_fails(clscan_plan_scan_host(plan, x, y, 2048), CLSCAN_ERROR_INVALID_VALUE,
                 "count is 2048|1024 elements of 4 bytes");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* ----------------------------------------------------------------------------- workspaces larger than a buffer may be
 */

enum { SMALL_BUFFER = 4096 };

static clscan_strategy strategy_named(const char *name, size_t length) {
    clscan_strategy strategy = 1;
    while (strlen(clscan_strategy_name(strategy)) != length ||
           strncmp(clscan_strategy_name(strategy), name, length) != 0)
        strategy++;
    return strategy;
}

/* Returns the strategy that the error message recommends. */
static clscan_strategy advised(void) {
    static const char before[] = "at most; strategy ";
    const char *name = strstr(clscan_last_message(), before);
    assert_non_null(name);
    name += strlen(before);
    return strategy_named(name, strcspn(name, " "));
}

/* Returns true if every call that needs the workspace refuses the strategy because of its size, whether the plan or the
 * caller allocates the workspace. */
static bool is_refused(const test_device *d, clscan_plan *plan, clscan_args args) {
    size_t bytes = 0;
    char words[160];
    cl_event event = NULL;
    if (clscan_plan_workspace_size(plan, args.count, &bytes) == CLSCAN_OK) {
        assert_true(bytes <= SMALL_BUFFER);
        return false;
    }
    snprintf(words, sizeof words, "count is %zu: strategy|bytes of workspace|has 4096 at most", args.count);
    for (int brings = 0; brings < 2; brings++) {
        args.workspace = brings ? args.out[0].buffer : NULL;
        assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, &event), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                     words);
        assert_int_equal(clscan_last_cl_error(), CL_SUCCESS);
        assert_null(event);
    }
    assert_fails(clscan_plan_describe(plan, args.count, NULL, 0, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
    assert_fails(clscan_plan_workspace_size(plan, args.count, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
    return true;
}

static void test_workspaces_past_a_buffer(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, (profile) { .max_alloc = SMALL_BUFFER });
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    bool refused[64] = { false };
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        clscan_desc desc = small_tiles(strategy);
        if (!test_device_runs(d, strategy))
            continue;
        clscan_plan *plan = new_plan(device, &desc);
        refused[strategy] = is_refused(d, plan, args);
        clscan_plan_destroy(plan);
        if (refused[strategy])
            desc.tuning.strategy = advised();
        plan = new_plan(device, &desc);
        assert_scans(d, plan);
        clscan_plan_destroy(plan);
    }
    assert_true(refused[CLSCAN_STRATEGY_HIERARCHICAL] && refused[CLSCAN_STRATEGY_GLOBAL_STEPS]);
    assert_false(refused[CLSCAN_STRATEGY_SINGLE_GROUP] || refused[CLSCAN_STRATEGY_REDUCE_SCAN]);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_device_destroy(device);
}

/* Each tile has a value of 2 KiB, so the workspace fits for a single work-group only. */
static void test_wide_values_past_a_buffer(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, (profile) { .max_alloc = SMALL_BUFFER });
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_HIERARCHICAL);
    size_t bytes = 0;
    desc.tuning.wg_size = 1, desc.tuning.items = 2;
    desc.value = (clscan_type) { .name = "wide", .size = 2048 };
    desc.user.source = "typedef struct { int x[512]; } wide; wide later(wide a, wide b) { return b; }";
    desc.user.combine = "later";
    desc.user.identity = "{ { 0 } }";
    clscan_plan *plan = new_plan(device, &desc);
    assert_fails(clscan_plan_workspace_size(plan, 100, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "count is 100: strategy hierarchical takes|4096 at most; strategy single_group takes 0");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* Every strategy needs a head bit for each element if segments are given by offsets. */
static void test_head_bits_past_a_buffer(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, (profile) { .max_alloc = SMALL_BUFFER });
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_HIERARCHICAL);
    size_t bytes = 0;
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    clscan_plan *plan = new_plan(device, &desc);
    assert_fails(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "at most; strategy ");
    assert_fails(
        clscan_plan_workspace_size(plan, 8 * SMALL_BUFFER, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
        "count is 32768|head bits made of offsets are 4100|4096 at most, which is not enough for any strategy");
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* Host arrays are scanned in pieces whose workspaces fit into a buffer of the device. */
static void test_host_arrays_past_a_workspace(void **state) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_HIERARCHICAL, CLSCAN_STRATEGY_GLOBAL_STEPS };
    for (int i = 0; i < 8; i++) {
        clscan_device *device = open_as(*state, (profile) { .max_alloc = SMALL_BUFFER, .apart = i & 1 });
        clscan_desc desc = small_tiles(strategies[i >> 1 & 1]);
        desc.reverse = i >> 2 & 1;
        assert_host_sums(device, desc, i % 3 == 0);
        clscan_device_destroy(device);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_profile),
        cmocka_unit_test(test_no_double),
        cmocka_unit_test(test_no_fences),
        cmocka_unit_test(test_sub_buffers_between),
        cmocka_unit_test(test_small_buffers),
        cmocka_unit_test(test_small_buffers_and_functions),
        cmocka_unit_test(test_workspaces_past_a_buffer),
        cmocka_unit_test(test_wide_values_past_a_buffer),
        cmocka_unit_test(test_head_bits_past_a_buffer),
        cmocka_unit_test(test_host_arrays_past_a_workspace),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
