/* Which measured rows `clscan tune` keeps. */
#include "support/check.h"
#include "tune/tune.h"

#include <stdint.h>

/* The rows have the work-group sizes 1, 2 and 3, by which the result names them. */
static size_t keep(const bool own[3], const size_t limits[3], tune_row kept[3]) {
    tune_row rows[3];
    for (unsigned i = 0; i < 3; i++)
        rows[i] = (tune_row) { .limit = limits[i], .own = own[i], .wg_size = i + 1 };
    return tune_keep(rows, 3, kept);
}

static void test_rows_that_are_faster(void **state) {
    static const struct {
        bool own[3];
        size_t limits[3], count;
        unsigned kept[3];
    } cases[] = {
        { { false, false, false }, { 10, 20, SIZE_MAX }, 3, { 1, 2, 3 } },
        { { false, false, false }, { 0, 20, SIZE_MAX }, 2, { 2, 3 } },
        { { false, false, false }, { 0, 0, SIZE_MAX }, 1, { 3 } },
        { { true, true, true }, { 10, 20, SIZE_MAX }, 0, { 0 } },
        { { false, true, true }, { 10, 20, SIZE_MAX }, 1, { 1 } },
        { { true, false, true }, { 10, 20, SIZE_MAX }, 2, { 1, 2 } }, /* else row 2 would cover row 1's counts */
        { { true, true, false }, { 10, 20, SIZE_MAX }, 3, { 1, 2, 3 } },
        { { false, true, false }, { 10, 0, SIZE_MAX }, 2, { 1, 3 } },
        { { true, true, true }, { 0, 0, SIZE_MAX }, 0, { 0 } },
        { { true, false, true }, { 10, 0, SIZE_MAX }, 2, { 1, 3 } }, /* row 3 replaces the range of row 2 */
        { { false, true, true }, { 0, 20, SIZE_MAX }, 1, { 2 } },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        tune_row kept[3];
        assert_int_equal(keep(cases[i].own, cases[i].limits, kept), cases[i].count);
        for (size_t k = 0; k < cases[i].count; k++) {
            assert_int_equal(kept[k].wg_size, cases[i].kept[k]);
            assert_int_equal(kept[k].limit, cases[i].limits[kept[k].wg_size - 1]);
        }
    }
}

static void test_faster_by_more_than_chance(void **state) {
    (void)state;
    assert_true(tune_is_faster(0.97, 1));
    assert_false(tune_is_faster(0.98, 1));
    assert_false(tune_is_faster(1, 1));
    assert_false(tune_is_faster(1.1, 1));
    assert_true(tune_is_faster(97e-9, 100e-9));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_that_are_faster),
        cmocka_unit_test(test_faster_by_more_than_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
