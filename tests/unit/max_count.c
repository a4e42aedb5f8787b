/* The choices of strategies and shapes for descriptions that say the greatest count. */
#include "support/check.h"
#include "tuning/tune.h"

/* Choices for greater counts are left out, and the last remaining choice has no limit. */
static void test_choices_up_to_a_count(void **state) {
    const cs_caps caps = { .name = "a CPU",
                           .type = CL_DEVICE_TYPE_CPU,
                           .compute_units = 3,
                           .max_wg_size = 4096,
                           .local_bytes = 1 << 20,
                           .stack_bytes = 8 << 20 };
    const cs_problem ints = { .traits = { .value.type.size = 4, .value.tile_bytes = 4, .value.as_in_memory = true } };
    const cs_tuning tuning = { .caps = &caps };
    cs_choice all[CS_MAX_CHOICES], some[CS_MAX_CHOICES];
    clscan_desc desc = { 0 };
    size_t n = 0, m = 0;
    (void)state;
    assert_ok(cs_tune(&tuning, &ints, &desc, all, &n));
    assert_true(n > 1);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 3; k++) { /* the first count of a range, the last one, and any number */
            desc.max_count = k == 1 ? all[i].limit : k == 0 && i > 0 ? all[i - 1].limit + 1 : k == 0;
            assert_ok(cs_tune(&tuning, &ints, &desc, some, &m));
            assert_int_equal(m, desc.max_count ? i + 1 : n);
            assert_int_equal(some[m - 1].limit, SIZE_MAX);
            assert_true(some[m - 1].row.limit == all[m - 1].row.limit &&
                        some[m - 1].row.strategy == all[m - 1].row.strategy);
            for (size_t before = 0; before + 1 < m; before++)
                assert_int_equal(some[before].limit, all[before].limit);
        }
    desc = (clscan_desc) { .max_count = 1, .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN };
    assert_ok(cs_tune(&tuning, &ints, &desc, some, &m));
    assert_int_equal(m, 1);
    assert_int_equal(some[0].strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices_up_to_a_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
