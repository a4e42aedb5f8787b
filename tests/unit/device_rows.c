/* Which row of the tuning table a device of each class gets. */
#include "strategy/strategy.h"
#include "support/check.h"

#define SCANS_OF(bytes)                                                                                                \
    &(cs_tuning_task) {                                                                                                \
        .as_scan = true, .value = bytes                                                                                \
    }

static cs_caps device(cl_device_type type) {
    return (cs_caps) { .name = "a device that is not here",
                       .type = type,
                       .compute_units = 3,
                       .max_wg_size = 1024,
                       .local_bytes = 49152,
                       .stack_bytes = 8 << 20 };
}

static const cs_tuning_row *row_for_all(const cs_tuning *tuning, size_t element) {
    return cs_tuning_next(tuning, SCANS_OF(element), false, SIZE_MAX - 1);
}

/* The first row that matches is taken, from the newest class to the general one, if the device can run it. */
static void test_classes_of_devices(void **state) {
    static const struct {
        unsigned capability, vendor;
        cl_device_type type;
        const char *origin;
    } devices[] = { { 121, 0x10DE, CL_DEVICE_TYPE_GPU, "nvidia_90" },
                    { 90, 0x10DE, CL_DEVICE_TYPE_GPU, "nvidia_90" },
                    { 89, 0x10DE, CL_DEVICE_TYPE_GPU, "nvidia_80" },
                    { 75, 0x10DE, CL_DEVICE_TYPE_GPU, "nvidia_70" },
                    { 61, 0x10DE, CL_DEVICE_TYPE_GPU, "nvidia" },
                    { 0, 0x1002, CL_DEVICE_TYPE_GPU, "amd" },
                    { 0, 0x8086, CL_DEVICE_TYPE_GPU, "intel" },
                    { 0, 0x8086, CL_DEVICE_TYPE_CPU, "cpu" },
                    { 0, 0, CL_DEVICE_TYPE_GPU, "gpu" },
                    { 0, 0, CL_DEVICE_TYPE_CUSTOM, "any" } };
    (void)state;
    for (size_t i = 0; i < COUNT(devices); i++) {
        cs_caps caps = device(devices[i].type);
        const cs_tuning tuning = { .caps = &caps };
        caps.compute_capability = devices[i].capability;
        caps.vendor = devices[i].vendor;
        caps.has_fence = devices[i].capability >= 70;
        assert_string_equal(row_for_all(&tuning, 4)->origin, devices[i].origin);
        caps.has_fence = false;
        assert_int_equal(row_for_all(&tuning, 4)->strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
    }
}

static void test_rows_for_an_element(void **state) {
    cs_caps caps = device(CL_DEVICE_TYPE_GPU);
    const cs_tuning tuning = { .caps = &caps };
    (void)state;
    caps.compute_capability = 90;
    caps.has_fence = true;
    assert_int_equal(row_for_all(&tuning, 1)->shape.private_rows, 4);
    assert_int_equal(row_for_all(&tuning, 2)->shape.private_rows, 7);
    assert_int_equal(row_for_all(&tuning, 8)->shape.private_rows, 10);
    assert_int_equal(cs_tuning_requested(&tuning, SCANS_OF(2), CLSCAN_STRATEGY_LOOKBACK)->shape.private_rows, 7);
    assert_int_equal(cs_tuning_requested(&tuning, SCANS_OF(4), CLSCAN_STRATEGY_REDUCE_SCAN)->shape.wg_size, 128);
    assert_ptr_equal(cs_tuning_requested(&tuning, SCANS_OF(4), CLSCAN_STRATEGY_HIERARCHICAL),
                     cs_tuning_requested(&tuning, SCANS_OF(4), CLSCAN_STRATEGY_REDUCE_SCAN));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_classes_of_devices),
                                        cmocka_unit_test(test_rows_for_an_element) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
