/* Runs every strategy in the shape that the library chooses. The scans are small, for slow devices such as Oclgrind's.
 */
#include "support/trial.h"

static void test_library_shape(void **state) {
    static const size_t counts[] = { 0, 1, 100, 1500 };
    const oracle_problem problem = { ORACLE_SHORT, CLSCAN_OP_ADD, NULL };
    clscan_desc desc = oracle_problem_desc(&problem, CLSCAN_KIND_INCLUSIVE);
    for (desc.tuning.strategy = 0; clscan_strategy_name(desc.tuning.strategy); desc.tuning.strategy++)
        if (test_device_runs(*state, desc.tuning.strategy))
            trial_run_counts(*state, &problem, &desc, counts, COUNT(counts));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_library_shape) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
