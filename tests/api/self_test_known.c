/* The self-test knows by plain C what no kernel of ours is right about: each of these faults is in all of them alike.
 */
#include "api/scans.h"

#include <stdio.h>
#include <stdlib.h>

static char folder[] = "/tmp/clscan-known-XXXXXX";

static const struct {
    const char *file, *right, *wrong; /* words of sed's */
    clscan_desc desc;
} faults[] = {
    { "item/view.h", "v->segments.later. != 0", "false", { .segments = CLSCAN_HEAD_FLAGS } },
    { "item/view.h", "CLSCAN_REVERSE ? at + step : at", "at", { .segments = CLSCAN_HEAD_FLAGS, .reverse = 1 } },
    { "item/view.h", "later % 32 & 1", "later % 16 \\& 1", { .segments = CLSCAN_HEAD_BITS, .kind = CLSCAN_EXCLUSIVE } },
    { "item/view.h", "return first ||", "return", { .segments = CLSCAN_HEAD_BITS, .layout = CLSCAN_ROWS } },
    { "item/view.h", "!CLSCAN_SAME_KEY", "CLSCAN_SAME_KEY", { .segments = CLSCAN_EQUAL_KEYS } },
    { "item/view.h",
      "v->segments.later - step.",
      "v->segments[later]",
      { .segments = CLSCAN_EQUAL_KEYS, .keys = { .type = "uchar" }, .components = 3, .in = { { .type = "short3" } } } },
    { "grid/before.h", "offsets.*i. % 32;", "(offsets[*i] + 1) % 32;", { .segments = CLSCAN_OFFSETS } },
    { "marked.h", "b.marks & CLSCAN_HEAD ||", "", { .segments = CLSCAN_OFFSETS, .keys = { .type = "ulong" } } },
    { "op/extremum.h", "= s.index;", "= s.index + 1;", { .op = CLSCAN_ARGMIN } },
    { "op/argmax_last.h", ">", "<", { .op = CLSCAN_ARGMAX_LAST, .type = CLSCAN_FLOAT, .reverse = 1 } },
    { "op/argmin.h",
      "(i) < (j)",
      "(i) > (j)",
      { .op = CLSCAN_ARGMIN, .type = CLSCAN_UCHAR, .segments = CLSCAN_HEAD_BITS } },
    { "op/extremum.h", "return first ? a : b", "return b", { .op = CLSCAN_ARGMAX, .layout = CLSCAN_ROWS } },
    { "op/recurrence.h", "a \\* from + b", "from + b", { .op = CLSCAN_RECURRENCE, .type = CLSCAN_FLOAT } },
    { "op/recurrence.h", "a \\* from + b", "a * from", { .op = CLSCAN_RECURRENCE, .kind = CLSCAN_EXCLUSIVE } },
    { "op/last_seen.h", "b.seen ? b : a", "b", { .op = CLSCAN_LAST_SEEN, .components = 2 } },
    { "op/add_checked.h", "a.low + b.low", "a.low | b.low", { .op = CLSCAN_ADD_CHECKED, .type = CLSCAN_CHAR } },
    { "op/add_compensated.h", "{ x, 0 }", "{ 1, 0 }", { .op = CLSCAN_ADD_COMPENSATED, .type = CLSCAN_FLOAT } },
};

/* A device whose kernels have the n-th fault. */
static clscan_device *device_with_fault(const dut *d, size_t n) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_device *device = NULL;
    char command[400];
    snprintf(
        command, sizeof command,
        "rm -rf %s/cl && cp -r cl %s && chmod -R u+w %s/cl && sed -i 's#%s#%s#' %s/cl/%s && ! cmp -s cl/%s %s/cl/%s",
        folder, folder, folder, faults[n].right, faults[n].wrong, folder, faults[n].file, faults[n].file, folder,
        faults[n].file);
    if (system(command))
        fail_msg("%s has no %s", faults[n].file, faults[n].right);
    strcat(strcpy(command, folder), "/cl");
    options.self_test = 1;
    options.cl_dir = command;
    options.build_options = "-cl-opt-disable"; /* compiled in half the time */
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static void test_faults(void **state) {
    for (size_t i = 0; i < COUNT(faults); i++) {
        clscan_device *device = device_with_fault(*state, i);
        clscan_desc desc = faults[i].desc;
        clscan_plan *plan = NULL;
        desc.strategy = CLSCAN_SINGLE_GROUP;
        desc.wg_size = 1;
        if (clscan_plan_create(device, &desc, &plan) != CLSCAN_WRONG_RESULTS)
            fail_msg("%s: nobody misses %s", faults[i].file, faults[i].right);
        assert_has(clscan_last_message(), "elements one by one wrongly, from element");
        assert_null(plan);
        clscan_device_destroy(device);
    }
}

static int set_up(void **state) {
    return !mkdtemp(folder) || dut_open(state);
}

static int tear_down(void **state) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return dut_close(state) || system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_faults) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
