/* How the strategy of histograms divides lines: one launch if every unit has whole lines, and two if lines have several
 * parts, whose tables the second launch adds. */
#include "strategy/strategy.h"
#include "support/check.h"

/* Returns the launches for `lines` lines of `length` elements, by 8 work-groups with tiles of 4096 elements. A table
 * has 32 counters for each bin, so that a unit has up to 32 lines. */
static size_t launches_for(size_t lines, size_t length, size_t columns) {
    const cs_shape shape = { .wg_size = 256,
                             .items = 16,
                             .tile = 4096,
                             .groups = 8,
                             .undivided = 1 << 13,
                             .bins = { .bins = 256, .ranges = 1, .copies = 32, .tables = 1, .stride = 256 } };
    return cs_histogram.launches_of_lines(&shape, lines, length, columns);
}

/* A line is divided if it is longer than shape->undivided. */
static void test_one_line(void **state) {
    (void)state;
    assert_int_equal(launches_for(1, 0, 1), 1);
    assert_int_equal(launches_for(1, 1 << 13, 1), 1);
    assert_int_equal(launches_for(1, (1 << 13) + 1, 1), 2);
    assert_int_equal(launches_for(1, 1 << 20, 1), 2);
}

/* Rows are divided if there are at least two work-groups for each. */
static void test_rows(void **state) {
    (void)state;
    assert_int_equal(launches_for(2, 1 << 20, 1), 2);
    assert_int_equal(launches_for(4, 1 << 20, 1), 2);
    assert_int_equal(launches_for(5, 1 << 20, 1), 1);
    assert_int_equal(launches_for(8, 1 << 20, 1), 1);
    assert_int_equal(launches_for(4, 1 << 11, 1), 1);
    assert_int_equal(launches_for(4, (1 << 11) + 1, 1), 1); /* a part has at least 2^13 elements */
}

/* Adjacent columns are counted together, 32 in a unit, and a unit counts as one line. Short rows are counted together,
 * too, and never divided. */
static void test_lines_together(void **state) {
    (void)state;
    assert_int_equal(launches_for(32, 1 << 20, 32), 2);
    assert_int_equal(launches_for(4 * 32, 1 << 20, 4 * 32), 2);
    assert_int_equal(launches_for(5 * 32, 1 << 20, 5 * 32), 1);
    assert_int_equal(launches_for(8, 1 << 20, 8), 2);
    assert_int_equal(launches_for(1000, 100, 1), 1);
    assert_int_equal(launches_for(8, 4000, 1), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_one_line), cmocka_unit_test(test_rows),
                                        cmocka_unit_test(test_lines_together) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
