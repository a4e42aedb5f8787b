/* Decides on which devices `auto` makes one pass over the data. */
#include "support/check.h"
#include "table/table.h"
#include "tuning/tune.h"

#include <stdint.h>

#define SCANS_OF(bytes)                                                                                                \
    &(cs_tuning_task) {                                                                                                \
        .as_scan = true, .value = bytes                                                                                \
    }

static cs_caps device(cl_device_type type, cs_sub_groups sub_groups, bool has_fence) {
    return (cs_caps) { .name = "a device that is not here",
                       .type = type,
                       .max_wg_size = 1024,
                       .local_bytes = 65536,
                       .stack_bytes = 8 << 20,
                       .compute_units = 16,
                       .atomics = has_fence ? CS_ATOMICS_FENCED : CS_ATOMICS_OF_1_2,
                       .has_fence = has_fence,
                       .sub_groups = sub_groups };
}

/* Without fences across work-groups, a one-pass strategy is used only if the description or a row of the user's tuning
 * file names it. */
static void test_auto_never_looks_back_without_fences(void **state) {
    static const cl_device_type types[] = { CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR };
    static cs_tuning own;
    (void)state;
    for (size_t t = 0; t < COUNT(types); t++) {
        const cs_caps caps = device(types[t], CS_PTX, false);
        const cs_tuning tuning = { .caps = &caps };
        const cs_problem problem = { .traits = {
                                         .value.type.size = 4, .value.tile_bytes = 4, .value.as_in_memory = true } };
        const clscan_desc desc = { 0 }, asked = { .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK };
        cs_choice choices[CS_MAX_CHOICES];
        size_t n = 0;
        assert_ok(cs_tune(&tuning, &problem, &desc, choices, &n));
        for (size_t i = 0; i < n; i++)
            assert_false(cs_strategy_row_at(choices[i].strategy)->has_states);
        assert_ok(cs_tune(&tuning, &problem, &asked, choices, &n));
        assert_int_equal(choices[0].strategy, CLSCAN_STRATEGY_LOOKBACK);
        own = (cs_tuning) { .caps = &caps, .num_own = 1 };
        own.own[0] = *cs_tuning_requested(&own, SCANS_OF(4), CLSCAN_STRATEGY_LOOKBACK);
        own.own[0].line = 1;
        assert_ok(cs_tune(&own, &problem, &desc, choices, &n));
        assert_int_equal(choices[0].strategy, CLSCAN_STRATEGY_LOOKBACK);
    }
}

/* On AMD's and Intel's GPUs `auto` makes one pass where sub-groups exchange words and there are fences. */
static void test_one_pass_of_amd_and_intel(void **state) {
    static const struct {
        unsigned vendor;
        cl_device_type type;
        cs_sub_groups sub_groups;
        bool has_fence, one_pass;
    } devices[] = { { 0x1002, CL_DEVICE_TYPE_GPU, CS_AMD, true, true },
                    { 0x1002, CL_DEVICE_TYPE_GPU, CS_KHR, true, true },
                    { 0x1002, CL_DEVICE_TYPE_GPU, CS_UNIFORM, true, false },
                    { 0x1002, CL_DEVICE_TYPE_GPU, CS_KHR, false, false },
                    { 0x1002, CL_DEVICE_TYPE_GPU, CS_NO_SUB_GROUPS, true, false },
                    { 0x8086, CL_DEVICE_TYPE_GPU, CS_INTEL, true, true },
                    { 0x8086, CL_DEVICE_TYPE_GPU, CS_KHR, true, true },
                    { 0x8086, CL_DEVICE_TYPE_GPU, CS_KHR, false, false },
                    { 0x8086, CL_DEVICE_TYPE_CPU, CS_KHR, true, false },
                    { 0x13B5, CL_DEVICE_TYPE_GPU, CS_KHR, true, false } };
    (void)state;
    for (size_t i = 0; i < COUNT(devices); i++) {
        cs_caps caps = device(devices[i].type, devices[i].sub_groups, devices[i].has_fence);
        const cs_tuning tuning = { .caps = &caps };
        caps.vendor = devices[i].vendor;
        assert_int_equal(cs_tuning_next(&tuning, SCANS_OF(4), false, SIZE_MAX - 1)->strategy ==
                             CLSCAN_STRATEGY_LOOKBACK,
                         devices[i].one_pass);
        assert_int_equal(cs_tuning_next(&tuning, SCANS_OF(4), false, 0)->strategy, CLSCAN_STRATEGY_SINGLE_GROUP);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_auto_never_looks_back_without_fences),
        cmocka_unit_test(test_one_pass_of_amd_and_intel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
