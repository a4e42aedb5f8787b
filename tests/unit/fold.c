/* What the self-test knows by plain C, against the oracle. */
#include "fold.h"
#include "support/check.h"

#include <oracle.h>

enum { N = 100, MAX_SIZE = 8 };

/* Right as the oracle says it, and wrong where the least changes. */
static void agrees(clscan_type type, clscan_op op, bool exclusive) {
    const cs_type_row *row = cs_type_at(type);
    const cs_sample sample = { row, row->size };
    unsigned char in[N * MAX_SIZE], out[N * MAX_SIZE];
    size_t wrong;
    cs_sample_fill(&sample, false, in, N);
    assert_true(oracle_scan(type, op, exclusive ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE, in, out, N));
    for (size_t count = 0; count <= N; count++)
        if (!cs_fold_agrees(row, op, exclusive, in, out, count, &wrong))
            fail_msg("%s over %s: element %zu", clscan_op_name(op), clscan_type_name(type), wrong);
    for (size_t i = 1; i < N; i++) {
        out[i * row->size] ^= 1;
        assert_false(cs_fold_agrees(row, op, exclusive, in, out, N, &wrong));
        assert_int_equal(wrong, i);
        out[i * row->size] ^= 1;
    }
}

static void test_as_the_oracle(void **state) {
    size_t pairs = 0;
    (void)state;
    for (clscan_type type = 0; type < CLSCAN_USER; type++)
        for (clscan_op op = CLSCAN_ADD; op <= CLSCAN_ADD_SAT; op++)
            if (type != CLSCAN_HALF && oracle_defined(type, op)) {
                agrees(type, op, false);
                agrees(type, op, true);
                pairs++;
            }
    assert_true(pairs > 60);
}

/* Before the first element is what changes nothing. */
static void test_first_element(void **state) {
    const cl_short in[] = { 5, 3 }, right[] = { -32768, 5 }, wrong[] = { 6, 5 };
    const cl_float numbers[] = { 1, -1 }, zero[] = { 0, 1 }, one[] = { 1, 1 };
    size_t at = 7;
    (void)state;
    assert_true(
        cs_fold_agrees(cs_type_at(CLSCAN_SHORT), CLSCAN_MAX, true, (const void *)in, (const void *)right, 2, &at));
    assert_false(
        cs_fold_agrees(cs_type_at(CLSCAN_SHORT), CLSCAN_MAX, true, (const void *)in, (const void *)wrong, 2, &at));
    assert_int_equal(at, 0);
    assert_true(
        cs_fold_agrees(cs_type_at(CLSCAN_FLOAT), CLSCAN_ADD, true, (const void *)numbers, (const void *)zero, 2, &at));
    assert_false(
        cs_fold_agrees(cs_type_at(CLSCAN_FLOAT), CLSCAN_ADD, true, (const void *)numbers, (const void *)one, 2, &at));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_the_oracle),
        cmocka_unit_test(test_first_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
