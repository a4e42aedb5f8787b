/* Failing calls during the self-test, with a disk cache. A plan is right or is not created at all. The device and the
 * disk cache store no verdict other than the one that is found if nothing fails. */
#include "api/scans.h"
#include "device/device.h"
#include "fault/sweep.h"
#include "support/scratch.h"

#include <string.h>

static char log_lines[1 << 12];

static void listen(const char *line, void *user) {
    (void)user;
    const bool tells =
        strncmp(line, "self-test: ", 11) == 0 || strncmp(line, "plan: no ", 9) == 0 || strstr(line, "takes the place");
    if (tells && strlen(log_lines) + strlen(line) + 2 < sizeof log_lines)
        strcat(strcat(log_lines, line), "\n");
}

/* A folder of kernels, which are right, or all wrong except the reference kernel; a description; and the words that the
 * narration must contain. */
typedef struct fixture {
    const char *kernels;
    clscan_desc desc;
    const char *words;
    clscan_device *device;
} fixture;

static fixture open_fixture(const test_device *d, const char *kernels, const clscan_desc *desc, const char *words) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    fixture f = { .kernels = kernels, .desc = *desc, .words = words };
    char kernel_dir[64], cache[64];
    snprintf(kernel_dir, sizeof kernel_dir, "%s/%s", folder, kernels);
    snprintf(cache, sizeof cache, "%s/cache-of-%s", folder, kernels);
    options.self_test = 1;
    options.log = listen;
    options.kernel_dir = kernel_dir;
    options.disk_cache = cache;
    assert_ok(clscan_device_create(d->context, d->id, &options, &f.device));
    return f;
}

/* Deletes the verdicts in the device's memory and, if `on_disk_too`, on disk. The disk holds verdicts only, no
 * programs. */
static void forget(const fixture *f, bool on_disk_too) {
    log_lines[0] = '\0';
    for (cs_program *p = f->device->programs.programs; p; p = p->next) {
        p->verdict = CS_UNKNOWN;
        p->on_disk = true;
    }
    if (on_disk_too)
        cs_disk_cache_clear(&f->device->programs.disk);
}

/* Asserts that a plan of a scan is right. For other tasks, the narration is checked. */
static void assert_right(const test_device *d, clscan_plan *plan, const clscan_desc *desc) {
    if (desc->task == CLSCAN_TASK_SCAN)
        assert_scans(d, plan);
}

/* Creates a plan without a fault, from a verdict on disk or after a new self-test. */
static void make_undisturbed(const test_device *d, const fixture *f) {
    log_lines[0] = '\0';
    clscan_plan *plan = new_plan(f->device, &f->desc);
    const bool wrong = strstr(f->words, "place") != NULL;
    assert_int_equal(strstr(log_lines, "takes the place") != NULL, wrong);
    assert_right(d, plan, &f->desc);
    clscan_plan_destroy(plan);
}

/* Asserts the expected words. If a kernel could not be launched, this plan must use another kernel instead. */
static void assert_logged(const fixture *f) {
    const bool launch_failed = fault.hit && strstr(log_lines, "failed: CL_OUT_OF_RESOURCES");
    assert_has(log_lines, launch_failed ? "takes the place" : f->words);
}

static clscan_status create(const test_device *d, const void *of) {
    const fixture *f = of;
    const long objects = fault.objects, blocks = fault.blocks;
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    forget(f, true);
    const clscan_status status = FAULTED(clscan_plan_create(f->device, &f->desc, &plan));
    if (status == CLSCAN_OK) {
        assert_logged(f);
        assert_right(d, plan, &f->desc);
    } else
        assert_null(plan);
    clscan_plan_destroy(plan);
    make_undisturbed(d, f); /* with the verdict in the device's memory */
    forget(f, false);
    make_undisturbed(d, f); /* with the verdict on disk */
    assert_int_equal(fault.objects, objects);
    assert_int_equal(fault.blocks, blocks);
    return status;
}

/* Calls without which a plan can be created. The disk cache is optional, and another kernel replaces one that can't
 * run. If an allocation fails outside of the disk cache, no plan is created. */
static const char doing_without[] =
    "malloc|realloc|clGetDeviceInfo|clGetPlatformInfo|clGetCommandQueueInfo|clGetMemObjectInfo|clCreateBuffer|"
    "clCreateKernel|clGetKernelWorkGroupInfo|clSetKernelArg|clEnqueueNDRangeKernel|clEnqueueReadBuffer|"
    "clEnqueueWriteBuffer|clFinish|clRetainEvent|clGetEventInfo";

/* Returns the description of the next safer kernel, in its default shape. */
static clscan_desc safer_than(clscan_desc desc) {
    desc.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
    desc.tuning.group = CLSCAN_GROUP_AUTO;
    desc.tuning.wg_size = desc.tuning.num_groups = 0;
    return desc;
}

static void sweep_every(const test_device *d, unsigned stride, const char *name, const char *kernels,
                        const clscan_desc *desc, const char *words) {
    const clscan_desc safer = safer_than(*desc);
    fixture f = open_fixture(d, kernels, desc, words);
    clscan_plan_destroy(new_plan(f.device, &safer)); /* programs stay in the cache */
    for (int i = 0; i < 2; i++, forget(&f, true))
        make_undisturbed(d, &f);
    fault_sweep(
        d, &(fault_row) { .name = name, .call = create, .argument = &f, .survives = doing_without, .stride = stride });
    clscan_device_destroy(f.device);
}

/* Every call of the self-test of a right kernel fails in turn. The sweeps of other kernels make mostly the same calls:
 * every third one fails there, and with CLSCAN_TEST_WHOLE=1 every one. */
static void sweep_a_third(const test_device *d, const char *name, const char *kernels, const clscan_desc *desc,
                          const char *words) {
    sweep_every(d, is_whole_run() ? 1 : 3, name, kernels, desc, words);
}

/* ------------------------------------------------------------------------------------------------------- tests */

static const clscan_desc sums = { .tuning = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN,
                                              .group = CLSCAN_GROUP_BRENT_KUNG,
                                              .wg_size = 16,
                                              .num_groups = 3 } };

static void test_right(void **state) {
    sweep_every(*state, 1, "self-test of a right kernel", "right", &sums, "reduce_scan is right");
}

static void test_wrong(void **state) {
    sweep_a_third(*state, "self-test of a wrong kernel", "wrong", &sums,
                  "reduce_scan is wrong|single_group takes the place of reduce_scan");
}

/* The operator adds, but 1 combined with the identity is 2. The first and the last element of the sample have the sum
 * 1. All arrays are converted, and the middle element does not fit into their type. */
static const cl_long sample[] = { 5, (cl_long)1 << 40, -4 };
static const clscan_desc sums_of_the_users = {
    .tuning = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN,
                .group = CLSCAN_GROUP_BRENT_KUNG,
                .wg_size = 16,
                .num_groups = 3 },
    .value.name = "long",
    .user = { .source = "long both(long a, long b) { return a + b + (a == 1 && !b); }",
              .combine = "both",
              .identity = "0" },
    .in[0].name = "int",
    .out[0].name = "int",
    .sample = { .elements = sample, .count = COUNT(sample) },
};

/* The self-test runs a single trial. */
static void test_wrong_identity(void **state) {
    sweep_a_third(*state, "self-test of an operator with a wrong identity", "right", &sums_of_the_users,
                  "none, the operator changes elements");
}

/* The self-test runs many trials with similar calls. Every seventh call fails, which is another call in each trial. */
static void test_users(void **state) {
    enum { STRIDE = 7 };
    clscan_desc desc = sums_of_the_users;
    desc.sample.elements = sample + 1;
    desc.sample.count--;
    sweep_every(*state, STRIDE, "self-test of a user's operator", "right", &desc, "reduce_scan is right");
}

/* Plain C computes the results of a selection. The elements have a type of the user's, which may contain padding. Two
 * trials make the same calls: every seventh one fails, and with CLSCAN_TEST_WHOLE=1 every one. */
static void test_selection(void **state) {
    enum { STRIDE = 7 };
    static const clscan_desc desc = {
        .task = CLSCAN_TASK_SELECT,
        .tuning = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN, .wg_size = 16, .num_groups = 3 },
        .mask = CLSCAN_MASK_FLAGS,
        .index_type.name = "uint",
        .value = { .name = "padded", .size = 8 },
        .user.source = "typedef struct { int a; char b; } padded;",
    };
    sweep_every(*state, is_whole_run() ? 1 : STRIDE, "self-test of a selection", "right", &desc,
                "reduce_scan is right");
}

static int set_up(void **state) {
    char command[400];
    if (scratch_open(state))
        return 1;
    snprintf(command, sizeof command,
             "cp -r cl %s/right && cp -r cl %s/wrong && chmod -R u+w %s/* && "
             "sed -i 's/s->a\\[k - d\\], s->a\\[k\\]/s->a[k], s->a[k]/' %s/wrong/group/brent_kung.h",
             folder, folder, folder, folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right), cmocka_unit_test(test_wrong),     cmocka_unit_test(test_wrong_identity),
        cmocka_unit_test(test_users), cmocka_unit_test(test_selection),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_close);
}
