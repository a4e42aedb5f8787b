/* Limits of device classes: what was measured on one class binds no other class, and every device finds a row. */
#include "support/check.h"
#include "tuning/tune.h"

#include <limits.h>

static const size_t element_sizes[] = { 1, 2, 4, 8, 12, 16, 40 };

static const cs_caps nvidia_90 = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x10DE, .compute_capability = 90 },
                     nvidia_61 = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x10DE, .compute_capability = 61 },
                     amd = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x1002 },
                     intel = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x8086 },
                     other_gpu = { .type = CL_DEVICE_TYPE_GPU }, cpu = { .type = CL_DEVICE_TYPE_CPU },
                     nothing_known = { .type = CL_DEVICE_TYPE_CUSTOM };
static const cs_caps *const all[] = { &nvidia_90, &nvidia_61, &amd, &intel, &other_gpu, &cpu, &nothing_known };

static void test_every_device_finds_a_row(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(all); i++) {
        for (size_t e = 0; e < COUNT(element_sizes); e++) {
            const cs_limits *row = cs_limits_of(all[i], element_sizes[e]);
            assert_true(row->matches(all[i]));
            assert_true(row->element == 0 || row->element == element_sizes[e]);
        }
        assert_true(cs_columns_limits_of(all[i])->matches(all[i]));
    }
}

/* No device but those of the measured class gets a row of that class, so a changed row changes that class only. */
static void test_measured_limits_bind_one_class(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT(element_sizes); e++) {
        const cs_limits *measured = cs_limits_of(&nvidia_90, element_sizes[e]);
        assert_int_equal(measured->reversed, 8);
        for (size_t i = 1; i < COUNT(all); i++) {
            const cs_limits *row = cs_limits_of(all[i], element_sizes[e]);
            assert_ptr_not_equal(row, measured);
            assert_int_equal(row->reversed, UINT_MAX);
        }
    }
    for (size_t i = 0; i < COUNT(all); i++) {
        assert_true(all[i] == &nvidia_90 || cs_columns_limits_of(all[i]) != cs_columns_limits_of(&nvidia_90));
        assert_true(all[i] == &cpu || cs_columns_limits_of(all[i]) != cs_columns_limits_of(&cpu));
    }
}

/* Returns the packet rows in registers that lookback has for 4-byte values in reverse on a device. */
static unsigned rows_in_reverse(const cs_caps *described) {
    const cs_problem problem = {
        .traits = { .value = { .size = 4 }, .storage = 4, .loaded = 4, .plain = true, .reverse = true }
    };
    const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK };
    cs_caps caps = *described;
    const cs_tuning tuning = { .caps = &caps };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    caps.max_wg_size = 1024;
    caps.local_bytes = 49152;
    caps.stack_bytes = 8 << 20;
    assert_ok(cs_tune(&tuning, &problem, &desc, choices, &n));
    return choices[0].shape.private_rows;
}

/* An H200 keeps 8 of the 10 rows of its tuning row. Other classes keep all rows of theirs. */
static void test_shapes_in_reverse(void **state) {
    (void)state;
    assert_int_equal(rows_in_reverse(&nvidia_90), 8);
    for (size_t i = 1; i < COUNT(all); i++) {
        const cs_tuning tuning = { .caps = all[i] };
        const cs_tuning_row *row = cs_tuning_requested(&tuning, 4, CLSCAN_STRATEGY_LOOKBACK);
        assert_int_equal(rows_in_reverse(all[i]), row->shape.private_rows);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_device_finds_a_row),
                                        cmocka_unit_test(test_measured_limits_bind_one_class),
                                        cmocka_unit_test(test_shapes_in_reverse) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
