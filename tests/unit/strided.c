/* Which rows lie side by side, so that nothing is between any two elements of either array. */
#include "plan/strided.h"
#include "support/check.h"

static void test_dense(void **state) {
    static const struct {
        bool dense;
        clscan_args args;
    } cases[] = {
        { true, { .count = 12 } },
        { true, { .count = 12, .length = 4 } },
        { true, { .count = 12, .length = 4, .in_pitch = 4, .out_pitch = 4 } },
        { true, { .count = 12, .in_pitch = 20, .out_pitch = 30 } }, /* of a row alone */
        { true, { .count = 0 } },
        { false, { .count = 12, .length = 4, .in_pitch = 5 } },
        { false, { .count = 12, .length = 4, .out_pitch = 5 } },
        { false, { .count = 12, .in_stride = 2 } },
        { false, { .count = 12, .out_stride = 2 } },
        { false, { .count = 12, .length = 4, .columns = 3 } },
        { false, { .count = 12, .length = 1, .columns = 12, .in_stride = 1, .out_stride = 1 } },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (cs_strided_is_dense(&cases[i].args) != cases[i].dense)
            fail_msg("case %zu", i);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_dense) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
