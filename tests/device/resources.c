/* The resources of the kernels in the shipped shapes, if the driver reports them: as much local memory as the host
 * computes, and no register spills. */
#include "plan/plan.h"
#include "support/test_device.h"
#include "table/table.h"

#include <oracle.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KERNEL_SPILL_MEM_SIZE_INTEL = 0x4109 }; /* cl_intel_required_subgroup_size */
enum { OF_THE_DRIVER = 8 };                    /* NVIDIA's driver reports a few bytes more than its PTX declares */

/* True once the driver has reported local memory, or register spills, other than 0. */
static bool tells_local_memory, tells_spills;

static unsigned too_much; /* number of kernels that take more than they should */

static bool has_extension(const test_device *d, const char *name) {
    static char all[1 << 14];
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_EXTENSIONS, sizeof all, all, NULL));
    return strstr(all, name) != NULL;
}

/* Opens a device whose compiler reports the resources. NVIDIA's compiler writes them to the build log, which the
 * driver's cache does not keep. */
static clscan_device *telling_device(const test_device *d) {
    const clscan_device_options options = { .build_options =
                                                has_extension(d, "cl_nv_compiler_options") ? "-cl-nv-verbose" : NULL };
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

/* Returns the sum of all numbers that stand before `words`. */
static unsigned long add_up(const char *log, const char *words) {
    unsigned long sum = 0;
    for (const char *at = log; (at = strstr(at, words)); at++) {
        const char *number = at;
        while (number > log && isdigit((unsigned char)number[-1]))
            number--;
        sum += strtoul(number, NULL, 10);
    }
    return sum;
}

/* Returns the spilled bytes of a work-item that the build log reports. */
static unsigned long spills_in_log(const test_device *d, cl_program program) {
    size_t size = 0;
    assert_cl(clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
    char *log = calloc(size + 1, 1);
    assert_non_null(log);
    assert_cl(clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, size, log, NULL));
    tells_spills |= strstr(log, " bytes spill") != NULL;
    const unsigned long spills = add_up(log, " bytes spill");
    free(log);
    return spills;
}

static unsigned long spills_of(const test_device *d, cl_kernel kernel) {
    cl_ulong spills = 0;
    cl_program program = NULL;
    if (clGetKernelWorkGroupInfo(kernel, d->id, KERNEL_SPILL_MEM_SIZE_INTEL, sizeof spills, &spills, NULL) ==
        CL_SUCCESS) {
        tells_spills = true;
        return (unsigned long)spills;
    }
    assert_cl(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(cl_program), &program, NULL));
    return spills_in_log(d, program);
}

static void check_kernel(const test_device *d, const cs_variant *v, size_t i, const char *problem, size_t element) {
    const size_t most = cs_shape_local_bytes(&v->shape, element);
    const cl_kernel kernel = v->kernels[0][0][i]->object;
    cl_ulong local_memory = 0;
    assert_cl(
        clGetKernelWorkGroupInfo(kernel, d->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local_memory, &local_memory, NULL));
    tells_local_memory |= local_memory > 0;
    const unsigned long spills = spills_of(d, kernel);
    if (local_memory <= most + OF_THE_DRIVER && spills == 0)
        return;
    print_error("%s, %s, %u work-items: %llu bytes of local memory, %zu were computed; %lu bytes spilled\n",
                v->strategy->kernels[i], problem, v->shape.wg_size, (unsigned long long)local_memory, most, spills);
    too_much++;
}

/* Returns false for strategies of single work-items on a GPU. No row of the tuning table chooses these strategies for a
 * GPU, because they are for CPUs. */
static bool is_for(const test_device *d, clscan_strategy strategy) {
    cl_device_type type = 0;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    return !(type & CL_DEVICE_TYPE_GPU) || !cs_strategy_row_at(strategy)->single_item;
}

static void as_it_is(clscan_desc *desc) {
    (void)desc;
}

static void in_reverse(clscan_desc *desc) {
    desc->reverse = 1;
}

static void with_flags(clscan_desc *desc) {
    desc->segments = CLSCAN_SEGMENTS_FLAGS;
}

static void with_keys(clscan_desc *desc) {
    desc->segments = CLSCAN_SEGMENTS_KEYS;
}

static void by_a_function(clscan_desc *desc) {
    desc->user.source = "void put(global int *out, const global int *in, ulong i, int x, int up_to, int before) {\n"
                        "    if (x)\n"
                        "        out[before] = in[i];\n"
                        "}\n";
    desc->user.store = "put";
}

static void check_plan(const test_device *d, clscan_device *device, const oracle_problem *problem,
                       clscan_strategy strategy, void (*set)(clscan_desc *)) {
    clscan_desc desc = oracle_problem_desc(problem, CLSCAN_KIND_INCLUSIVE);
    clscan_plan *plan = NULL;
    char name[64];
    oracle_problem_name(problem, name, sizeof name);
    desc.tuning.strategy = strategy;
    set(&desc);
    assert_ok(clscan_plan_create(device, &desc, &plan));
    for (size_t v = 0; v < plan->num_variants; v++)
        for (size_t i = 0; i < CS_MAX_KERNELS && plan->variants[v].kernels[0][0][i]; i++)
            check_kernel(d, &plan->variants[v], i, name, plan->traits.value.tile_bytes);
    clscan_plan_destroy(plan);
}

static void test_kernels(void **state) {
    const test_device *d = *state;
    const oracle_problem problems[] = {
        { ORACLE_INT, CLSCAN_OP_ADD, NULL },    { ORACLE_UCHAR, CLSCAN_OP_ADD, NULL },
        { ORACLE_SHORT, CLSCAN_OP_MAX, NULL },  { ORACLE_FLOAT, CLSCAN_OP_ADD, NULL },
        { ORACLE_DOUBLE, CLSCAN_OP_ADD, NULL }, { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) }
    };
    static void (*const views[])(clscan_desc *) = { in_reverse, with_flags, with_keys };
    clscan_device *device = telling_device(d);
    for (size_t p = 0; p < COUNT(problems); p++)
        for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
            if (oracle_problem_supported(&problems[p], d->id) && test_device_runs(d, strategy) && is_for(d, strategy))
                check_plan(d, device, &problems[p], strategy, as_it_is);
    check_plan(d, device, &problems[0], CLSCAN_STRATEGY_AUTO, by_a_function);
    for (size_t p = 0; p < COUNT(problems) && tells_spills; p++)
        for (size_t v = 0; v < COUNT(views) && oracle_problem_supported(&problems[p], d->id); v++)
            check_plan(d, device, &problems[p], CLSCAN_STRATEGY_AUTO, views[v]);
    clscan_device_destroy(device);
    assert_int_equal(too_much, 0);
    if (!tells_local_memory)
        print_message("skipped: the driver does not report the local memory of kernels\n");
    if (!tells_spills)
        print_message("skipped: the driver does not report spilled registers\n");
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_kernels) };
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
