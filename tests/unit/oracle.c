/* Tests of the oracle: results that were computed by hand, and test data on which a wrong scan gives wrong results. */
#include "support/check.h"
#include "table/table.h"

#include <accumulator.h>
#include <math.h>
#include <oracle.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000, MAX_SIZE = 16 };

static void test_by_hand(void **state) {
    const int in[] = { 3, -1, 4, 1 }, sums[] = { 3, 2, 6, 7 }, before[] = { 0, 3, 2, 6 };
    const int8_t wraps[] = { 100, 100, 2 }, products[] = { 100, 16, 32 };
    int out[4];
    int8_t small[3];
    (void)state;
    assert_true(oracle_scan(ORACLE_INT, CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, in, out, 4));
    assert_memory_equal(out, sums, sizeof out);
    assert_true(oracle_scan(ORACLE_INT, CLSCAN_OP_ADD, CLSCAN_KIND_EXCLUSIVE, in, out, 4));
    assert_memory_equal(out, before, sizeof out);
    assert_true(oracle_scan(ORACLE_CHAR, CLSCAN_OP_MUL, CLSCAN_KIND_INCLUSIVE, wraps, small, 3));
    assert_memory_equal(small, products, sizeof small);
    assert_false(oracle_scan(ORACLE_FLOAT, CLSCAN_OP_XOR, CLSCAN_KIND_INCLUSIVE, in, out, 4));
}

static void test_nan_and_zeros(void **state) {
    const float in[] = { 1, 0.0f, -0.0f, NAN, 5 };
    float out[5];
    (void)state;
    oracle_scan(ORACLE_FLOAT, CLSCAN_OP_MIN, CLSCAN_KIND_INCLUSIVE, in, out, 5);
    assert_true(out[0] == 1 && !signbit(out[1]) && signbit(out[2]) && isnan(out[3]) && isnan(out[4]));
    oracle_scan(ORACLE_FLOAT, CLSCAN_OP_MAX, CLSCAN_KIND_EXCLUSIVE, in, out, 5);
    assert_true(out[0] == -INFINITY && out[1] == 1 && out[3] == 1 && isnan(out[4]));
}

/* The oracle defines an operator of src/table/op.def over exactly the types that the table allows. Tests loop over what
 * the oracle defines, so they would pass over an operator that the oracle lacks. */
static void test_defines_what_the_table_has(void **state) {
    (void)state;
    for (clscan_op op = 0; cs_op_at(op); op++)
        for (oracle_type type = 0; !cs_op_at(op)->has_accumulator && type < ORACLE_USER; type++) {
            const bool allowed = cs_op_at(op)->types & (int)cs_type_at((cs_type)type)->class;
            if (oracle_defined(type, op) != allowed)
                fail_msg("src/table/op.def %s %s over %s, and tools/oracle/types.h does not", allowed ? "has" : "lacks",
                         clscan_op_name(op), oracle_type_name(type));
        }
}

/* --------------------------------------------------------------------------------- all problems of the oracle */

/* The data and the results of one problem. */
typedef struct example {
    oracle_problem problem;
    char name[64];
    size_t size;
    char in[N * MAX_SIZE], out[N * MAX_SIZE];
} example;

static void for_each_problem(void (*check)(const example *e), clscan_kind kind) {
    static example e;
    for (size_t i = 0; oracle_problem_at(i, &e.problem); i++) {
        e.size = oracle_problem_size(&e.problem);
        oracle_problem_name(&e.problem, e.name, sizeof e.name);
        oracle_problem_fill(&e.problem, i, e.in, N);
        oracle_problem_scan(&e.problem, kind, e.in, e.out, N);
        check(&e);
    }
}

static size_t changes(const example *e, size_t from, size_t to) {
    size_t n = 0;
    for (size_t i = from + 1; i < to; i++)
        n += memcmp(e->out + i * e->size, e->out + (i - 1) * e->size, e->size) != 0;
    return n;
}

/* If the running result stays the same, a lost carry does not show, so it must change often. With and/or each bit can
 * change only once. */
static void check_does_not_collapse(const example *e) {
    const bool bits = !e->problem.user && (e->problem.op == CLSCAN_OP_AND || e->problem.op == CLSCAN_OP_OR);
    const size_t found = changes(e, 0, N);
    if (found < (bits ? e->size * 4 : 50))
        fail_msg("%s: the running result changes %zu times only", e->name, found);
    if (!bits && changes(e, N / 2, N) < 10)
        fail_msg("%s: the second half stands still", e->name);
}

static void test_data_does_not_collapse(void **state) {
    (void)state;
    for_each_problem(check_does_not_collapse, CLSCAN_KIND_INCLUSIVE);
}

static void combine(const oracle_problem *problem, const char *a, const char *b, char *result, size_t size) {
    char pair[2 * MAX_SIZE], prefixes[2 * MAX_SIZE];
    memcpy(pair, a, size);
    memcpy(pair + size, b, size);
    oracle_problem_scan(problem, CLSCAN_KIND_INCLUSIVE, pair, prefixes, 2);
    memcpy(result, prefixes + size, size);
}

/* Reduces n elements as a balanced tree, in another association than the oracle's. */
static void reduce_as_tree(const example *e, size_t first, size_t n, char *result) {
    char left[MAX_SIZE], right[MAX_SIZE];
    if (n == 1) {
        memcpy(result, e->in + first * e->size, e->size);
        return;
    }
    reduce_as_tree(e, first, n / 2, left);
    reduce_as_tree(e, first + n / 2, n - n / 2, right);
    combine(&e->problem, left, right, result, e->size);
}

static void check_association(const example *e) {
    static const size_t counts[] = { 1, 2, 100, 1023, N };
    char result[MAX_SIZE];
    for (size_t i = 0; i < COUNT(counts); i++) {
        reduce_as_tree(e, 0, counts[i], result);
        if (oracle_problem_compare(&e->problem, e->out + (counts[i] - 1) * e->size, result, 1) != 1)
            fail_msg("%s: the association matters over %zu elements", e->name, counts[i]);
    }
}

static void test_association_does_not_matter(void **state) {
    (void)state;
    for_each_problem(check_association, CLSCAN_KIND_INCLUSIVE);
}

/* Kernels combine the elements of a row of src/table/op.def over integers in any order. */
static void check_commutes(const example *e) {
    char forward[MAX_SIZE], backward[MAX_SIZE];
    if (e->problem.user || e->problem.type >= ORACLE_FLOAT || oracle_has_accumulator(e->problem.op))
        return;
    for (size_t i = 1; i < 100; i++) {
        const char *a = e->in + (i - 1) * e->size, *b = e->in + i * e->size;
        combine(&e->problem, a, b, forward, e->size);
        combine(&e->problem, b, a, backward, e->size);
        if (memcmp(forward, backward, e->size) != 0)
            fail_msg("%s: elements %zu and %zu do not commute; kernels assume that they do, see src/table/op.def",
                     e->name, i - 1, i);
    }
}

static void test_integer_operators_commute(void **state) {
    (void)state;
    for_each_problem(check_commutes, CLSCAN_KIND_INCLUSIVE);
}

/* The first result of an exclusive scan is the identity. Combining it with an element from either side does not change
 * the element. */
static void check_identity(const example *e) {
    char result[MAX_SIZE];
    for (size_t i = 0; i < 100; i++) {
        const char *x = e->in + i * e->size;
        combine(&e->problem, e->out, x, result, e->size);
        if (oracle_problem_compare(&e->problem, x, result, 1) != 1)
            fail_msg("%s: identity, then element %zu, is not that element", e->name, i);
        combine(&e->problem, x, e->out, result, e->size);
        if (oracle_problem_compare(&e->problem, x, result, 1) != 1)
            fail_msg("%s: element %zu, then identity, is not that element", e->name, i);
    }
}

static void test_identities(void **state) {
    (void)state;
    for_each_problem(check_identity, CLSCAN_KIND_EXCLUSIVE);
}

/* ------------------------------------------------------------------------------------------------- comparisons */

static void test_compare(void **state) {
    const float a[] = { 1, NAN, 0.0f, 2 }, nan_bits[] = { 1, -NAN, 0.0f, 2 }, zero[] = { 1, NAN, -0.0f, 2 };
    (void)state;
    assert_int_equal(oracle_compare(ORACLE_FLOAT, a, a, 4), 4);
    assert_int_equal(oracle_compare(ORACLE_FLOAT, a, nan_bits, 4), 4);
    assert_int_equal(oracle_compare(ORACLE_FLOAT, a, zero, 4), 2);
    assert_int_equal(oracle_compare(ORACLE_FLOAT, a, zero, 0), 0);
}

/* Sums that are rounded in another association count as right. If an element is lost, the sums count as wrong. */
static void test_compare_rounded(void **state) {
    static float in[N], out[N];
    size_t judged = 0;
    (void)state;
    for (size_t i = 0; i < N; i++)
        in[i] = (float)(oracle_draw(7, i) % 1000) / 7.0f;
    for (size_t i = 0; i < N; i++) { /* sums each prefix from its end, in another association */
        out[i] = 0;
        for (size_t j = i + 1; j-- > 0;)
            out[i] += in[j];
    }
    assert_int_equal(oracle_compare_rounded(ORACLE_FLOAT, CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, in, out, N, &judged),
                     N);
    assert_int_equal(judged, N);
    out[N - 1] -= in[N / 2] + 100;
    assert_int_equal(oracle_compare_rounded(ORACLE_FLOAT, CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, in, out, N, &judged),
                     N - 1);
}

/* ------------------------------------------------------------------------------------------- rounded states */

static const oracle_problem exponents = { ORACLE_FLOAT, CLSCAN_OP_LOG_SUM_EXP, NULL },
                            samples = { ORACLE_FLOAT, CLSCAN_OP_MEAN_VARIANCE, NULL };

static void test_compare_states(void **state) {
    const float e[] = { 5, -INFINITY, NAN }, finite[] = { 5, 5, NAN }, number[] = { 5, -INFINITY, 0 },
                other[] = { 5, INFINITY, NAN }, far[] = { 5.0001f, -INFINITY, NAN }, infinite[] = { INFINITY };
    (void)state;
    assert_int_equal(oracle_accumulator_compare(&exponents, ORACLE_FLOAT, e, e, 3), 3);
    assert_int_equal(oracle_accumulator_compare(&exponents, ORACLE_FLOAT, e, finite, 3), 1);
    assert_int_equal(oracle_accumulator_compare(&exponents, ORACLE_FLOAT, e, other, 3), 1);
    assert_int_equal(oracle_accumulator_compare(&exponents, ORACLE_FLOAT, e, number, 3), 2);
    assert_int_equal(oracle_accumulator_compare(&exponents, ORACLE_FLOAT, e, far, 3), 0);
    assert_int_equal(oracle_accumulator_compare(&exponents, ORACLE_FLOAT, e, infinite, 1), 0);
}

enum { MANY = 1000003, DEEP = 500000, TILE = 32 };

static void scan_state(const oracle_problem *problem, const float *in, float *out) {
    static float second[MANY];
    oracle_described d = { .problem = *problem, .components = 1, .count = MANY, .length = MANY, .columns = 1 };
    d.in_stride = d.out_stride = 1;
    d.in_pitch = d.out_pitch = MANY;
    d.in_type = d.out_type = problem->type;
    d.in = in;
    d.out = out;
    oracle_accumulator_scan(&d, NULL, second);
}

/* Each function damages the input: it repeats the second of two tiles, swaps the two, or repeats an element. */
static void lose(float *in) {
    memcpy(in, in + TILE, TILE * sizeof *in);
}
static void swap(float *in) {
    float first[TILE];
    memcpy(first, in, sizeof first);
    memcpy(in, in + TILE, sizeof first);
    memcpy(in + TILE, first, sizeof first);
}
static void lose_one(float *in) {
    in[0] = in[1];
}

/* Asserts that each damage changes the results, even after many elements. */
static void check_damage_shows(const oracle_problem *problem) {
    static void (*const damages[])(float *in) = { lose, swap, lose_one };
    static float in[MANY], kept[2 * TILE], expected[MANY], actual[MANY];
    oracle_accumulator_fill(problem, ORACLE_FLOAT, 7, false, in, MANY);
    memcpy(kept, in + DEEP, sizeof kept);
    scan_state(problem, in, expected);
    for (size_t i = 0; i < COUNT(damages); i++) {
        damages[i](in + DEEP);
        scan_state(problem, in, actual);
        memcpy(in + DEEP, kept, sizeof kept);
        const size_t found = oracle_accumulator_compare(problem, ORACLE_FLOAT, expected, actual, MANY);
        if (found < DEEP || found >= DEEP + 2 * TILE)
            fail_msg("damage %zu of operator %d: seen at %zu", i, (int)problem->op, found);
    }
}

static void test_damaged_states_show(void **state) {
    (void)state;
    check_damage_shows(&exponents);
    check_damage_shows(&samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_nan_and_zeros),
        cmocka_unit_test(test_defines_what_the_table_has),
        cmocka_unit_test(test_data_does_not_collapse),
        cmocka_unit_test(test_association_does_not_matter),
        cmocka_unit_test(test_integer_operators_commute),
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_compare_rounded),
        cmocka_unit_test(test_compare_states),
        cmocka_unit_test(test_damaged_states_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
