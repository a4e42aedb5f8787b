/* The self-test compares with plain C, because each of these faults is in all kernels alike. */
#include "api/scans.h"
#include "support/scratch.h"

typedef struct change {
    const char *file, *from, *to; /* operands of sed */
    clscan_desc desc;
} change;

static const change faults[] = {
    { "item/arrays.h", "((segments).at. != 0)", "false", { .segments = CLSCAN_SEGMENTS_FLAGS } },
    { "item/load.h", "CLSCAN_REVERSE ? at + stride : at", "at", { .segments = CLSCAN_SEGMENTS_FLAGS, .reverse = 1 } },
    { "item/arrays.h",
      "(at) % 32 & 1",
      "(at) % 16 \\& 1",
      { .segments = CLSCAN_SEGMENTS_BITS, .kind = CLSCAN_KIND_EXCLUSIVE } },
    { "item/load.h",
      ": first || very_first",
      ": very_first",
      { .segments = CLSCAN_SEGMENTS_BITS, .layout = CLSCAN_LAYOUT_ROWS } },
    { "item/arrays.h", "!CLSCAN_SAME_KEY", "CLSCAN_SAME_KEY", { .segments = CLSCAN_SEGMENTS_KEYS } },
    { "item/arrays.h",
      "(segments).(at) - (stride).",
      "(segments)[at]",
      { .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "uchar", .value.name = "int3", .in[0].name = "short3" } },
    { "item/arrays.h",
      "!CLSCAN_SAME_KEY",
      "CLSCAN_SAME_KEY",
      { .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "double" } },
    { "grid/prologue.h", "num_offsets, &stretch", "1, \\&stretch", { .segments = CLSCAN_SEGMENTS_OFFSETS } },
    { "flagged_op.h", "CLSCAN_HAS_HEAD(b) ||", "", { .segments = CLSCAN_SEGMENTS_OFFSETS, .key.name = "ulong" } },
    { "op/extremum.h", "= s.index;", "= s.index + 1;", { .op = CLSCAN_OP_ARGMIN } },
    { "op/argmax_last.h", ">", "<", { .op = CLSCAN_OP_ARGMAX_LAST, .value.name = "float", .reverse = 1 } },
    { "op/argmin.h",
      "(i) < (j)",
      "(i) > (j)",
      { .op = CLSCAN_OP_ARGMIN, .value.name = "uchar", .segments = CLSCAN_SEGMENTS_BITS } },
    { "op/extremum.h", "return first ? a : b", "return b", { .op = CLSCAN_OP_ARGMAX, .layout = CLSCAN_LAYOUT_ROWS } },
    { "op/recurrence.h", "a \\* from + b", "from + b", { .op = CLSCAN_OP_RECURRENCE, .value.name = "float" } },
    { "op/recurrence.h", "a \\* from + b", "a * from", { .op = CLSCAN_OP_RECURRENCE, .kind = CLSCAN_KIND_EXCLUSIVE } },
    { "op/last_seen.h", "b.seen ? b.x : a.x", "b.x", { .op = CLSCAN_OP_LAST_SEEN, .value.name = "int2" } },
    { "op/add_checked.h", "a.low + b.low", "a.low | b.low", { .op = CLSCAN_OP_ADD_CHECKED, .value.name = "char" } },
    { "op/add_compensated.h", "{ x, 0 }", "{ 1, 0 }", { .op = CLSCAN_OP_ADD_COMPENSATED, .value.name = "float" } },
};

/* Changes that a device may choose: conversions round towards zero, and denormal numbers are flushed to zero. */
static const change choices[] = {
    { "base.h",
      ".define CLSCAN_BASE_H",
      "&\\n\\#undef convert_float\\n\\#define convert_float convert_float_rtz",
      { .value.name = "uint", .op = CLSCAN_OP_MIN, .kind = CLSCAN_KIND_EXCLUSIVE, .out[0].name = "float" } },
    { "item/arrays.h",
      "(!CLSCAN_SAME_KEY(\\(.*\\), \\(.*\\)))",
      "(fabs(\\1 - \\2) >= FLT_MIN)",
      { .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "float" } },
};

/* A device whose kernels are changed. */
static clscan_device *device_with(const test_device *d, const change *c) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_device *device = NULL;
    char command[400];
    snprintf(
        command, sizeof command,
        "rm -rf %s/cl && cp -r cl %s && chmod -R u+w %s/cl && sed -i 's#%s#%s#' %s/cl/%s && ! cmp -s cl/%s %s/cl/%s",
        folder, folder, folder, c->from, c->to, folder, c->file, c->file, folder, c->file);
    if (system(command))
        fail_msg("%s has no %s", c->file, c->from);
    strcat(strcpy(command, folder), "/cl");
    options.self_test = 1;
    options.kernel_dir = command;
    options.build_options = test_unoptimized();
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static clscan_status try(const test_device *d, const change *c) {
    clscan_device *device = device_with(d, c);
    clscan_desc desc = c->desc;
    clscan_plan *plan = NULL;
    desc.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
    desc.tuning.wg_size = 1;
    const clscan_status status = clscan_plan_create(device, &desc, &plan);
    assert_int_equal(!plan, status != CLSCAN_OK);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    return status;
}

static void test_faults(void **state) {
    for (size_t i = 0; i < COUNT(faults); i++) {
        const clscan_status status = try(*state, &faults[i]);
        if (status == CLSCAN_ERROR_UNSUPPORTED_TYPE) /* no double */
            continue;
        if (status != CLSCAN_ERROR_WRONG_RESULTS)
            fail_msg("%s: nobody misses %s", faults[i].file, faults[i].from);
        assert_has(clscan_last_message(), "elements wrongly, from element");
    }
}

static void test_choices_are_no_faults(void **state) {
    for (size_t i = 0; i < COUNT(choices); i++)
        if (try(*state, &choices[i]) != CLSCAN_OK)
            fail_msg("%s: %s", choices[i].to, clscan_last_message());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_choices_are_no_faults),
    };
    return cmocka_run_group_tests(tests, scratch_open, scratch_close);
}
