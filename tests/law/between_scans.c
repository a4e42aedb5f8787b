/* Laws between several scans of one operator, for the problems of trial_meets. No oracle is needed. The
 * strategy and the group algorithm change from problem to problem. By default, the problems take turns with the two
 * laws of reductions. With CLSCAN_TEST_WHOLE=1 each problem meets both. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdlib.h>
#include <string.h>

enum { N = 777, MAX_SIZE = 16, ALL = N * MAX_SIZE };

/* One problem: its two plans, its data, and the results of both plans. */
typedef struct law {
    const test_device *d;
    oracle_problem problem;
    char name[64];
    size_t size;
    clscan_plan *inclusive, *exclusive;
    char x[ALL], up_to[ALL], before[ALL];
} law;

static clscan_plan *new_plan(const test_device *d, const oracle_problem *problem, clscan_kind kind, size_t i) {
    clscan_desc desc = oracle_problem_desc(problem, kind);
    clscan_plan *plan = NULL;
    desc.tuning.strategy = (clscan_strategy)(1 + i % shape_strategies());
    if (!test_device_runs(d, desc.tuning.strategy))
        desc.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    desc.tuning.group = (clscan_group)(1 + i % shape_groups());
    shape_draw(d, i, &desc);
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    return plan;
}

static void fail_law(const law *l, const char *what, size_t i) {
    fail_msg("%s: %s, at %zu", l->name, what, i);
}

static void assert_same(const law *l, const char *what, const char *a, const char *b, size_t count) {
    const size_t i = oracle_problem_compare(&l->problem, a, b, count);
    if (i < count)
        fail_law(l, what, i);
}

static void shifted(const law *l) {
    assert_same(l, "exclusive is not inclusive shifted by one", l->up_to, l->before + l->size, N - 1);
}

/* A scan can continue from the total of its first part, as if that part were a single element. */
static void concatenated(const law *l) {
    static const size_t cuts[] = { 1, 2, 100, N / 2, N - 1 };
    char part[ALL], result[ALL];
    for (size_t i = 0; i < COUNT(cuts); i++) {
        const size_t rest = N - cuts[i];
        memcpy(part, l->up_to + (cuts[i] - 1) * l->size, l->size);
        memcpy(part + l->size, l->x + cuts[i] * l->size, rest * l->size);
        assert_ok(execute_host(l->inclusive, part, result, rest + 1));
        assert_same(l, "a scan does not go on from its first part", l->up_to + (cuts[i] - 1) * l->size, result,
                    rest + 1);
    }
}

static void prefix_of_itself(const law *l) {
    char result[ALL];
    for (size_t count = 1; count < N; count = count * 3 + 1) {
        assert_ok(execute_host(l->exclusive, l->x, result, count));
        assert_same(l, "what comes later changes what is before", l->before, result, count);
    }
}

static void in_place(const law *l) {
    char x[ALL];
    memcpy(x, l->x, N * l->size);
    assert_ok(execute_host(l->inclusive, x, x, N));
    assert_same(l, "in place is not as out of place", l->up_to, x, N);
    memcpy(x, l->x, N * l->size);
    assert_ok(execute_host(l->exclusive, x, x, N));
    assert_same(l, "in place is not as out of place, exclusively", l->before, x, N);
}

/* The reduction of the first elements is the scan at the last of them. */
static void reduced(const law *l, size_t i) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_STRATEGY_REDUCE_SCAN,
                                                  CLSCAN_STRATEGY_COLUMNS };
    clscan_desc desc = oracle_problem_desc(&l->problem, CLSCAN_KIND_INCLUSIVE);
    clscan_plan *plan = NULL;
    char result[MAX_SIZE];
    desc.task = CLSCAN_TASK_REDUCE;
    desc.tuning.strategy = strategies[i % COUNT(strategies)];
    shape_draw(l->d, i, &desc);
    assert_ok(clscan_plan_create(l->d->device, &desc, &plan));
    clscan_args args = { .in[0].buffer = test_device_buffer(l->d, CL_MEM_READ_WRITE, N * l->size, l->x),
                         .out[0].buffer = test_device_buffer(l->d, CL_MEM_READ_WRITE, l->size, NULL) };
    for (args.count = 1; args.count <= N; args.count = args.count * 3 + 1) {
        assert_ok(clscan_plan_enqueue(plan, l->d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(l->d->in_order, args.out[0].buffer, CL_TRUE, 0, l->size, result, 0, NULL, NULL));
        if (oracle_problem_compare(&l->problem, l->up_to + (args.count - 1) * l->size, result, 1) < 1)
            fail_law(l, "a reduction is not the last result of the scan", args.count - 1);
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_plan_destroy(plan);
}

/* Segments of the lengths 1, 2, ... 9, 1, 2, ..., whose last prefixes are the results of a reduction by segments. */
static void reduced_by_segments(const law *l, size_t i) {
    clscan_desc desc = oracle_problem_desc(&l->problem, CLSCAN_KIND_INCLUSIVE);
    unsigned char flags[N + 1] = { 0 };
    char scanned[ALL], results[ALL];
    cl_uint total = 0;
    clscan_plan *scan = NULL, *reduction = NULL;
    for (size_t at = 0, length = 1; at < N; at += length, length = length % 9 + 1)
        flags[at] = 1;
    flags[N] = 1; /* the end of the last one */
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    desc.tuning.strategy = (clscan_strategy)(1 + i % CLSCAN_STRATEGY_SLICES);
    if (!test_device_runs(l->d, desc.tuning.strategy))
        desc.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    shape_draw(l->d, i, &desc);
    assert_ok(clscan_plan_create(l->d->device, &desc, &scan));
    desc.task = CLSCAN_TASK_REDUCE;
    assert_ok(clscan_plan_create(l->d->device, &desc, &reduction));
    clscan_args args = { .in[0].host = l->x, .out[0].host = scanned, .segments.host = flags, .count = N };
    assert_ok(clscan_plan_execute(scan, &args));
    args.out[0] = (clscan_ref) { .host = results, .capacity = N };
    args.total.host = &total;
    assert_ok(clscan_plan_execute(reduction, &args));
    size_t found = 0;
    for (size_t k = 0; k < N; k++)
        if (flags[k + 1] &&
            oracle_problem_compare(&l->problem, scanned + k * l->size, results + l->size * found++, 1) < 1)
            fail_law(l, "the result of a segment is not its last prefix", found - 1);
    assert_int_equal(found, total);
    clscan_plan_destroy(scan);
    clscan_plan_destroy(reduction);
}

static void check_problem(const test_device *d, const oracle_problem *problem, size_t i, size_t turn) {
    static law l;
    l = (law) { .d = d, .problem = *problem, .size = oracle_problem_size(problem) };
    l.inclusive = new_plan(d, problem, CLSCAN_KIND_INCLUSIVE, i);
    l.exclusive = new_plan(d, problem, CLSCAN_KIND_EXCLUSIVE, i + 1);
    oracle_problem_name(problem, l.name, sizeof l.name);
    oracle_problem_fill(problem, i, l.x, N);
    assert_ok(execute_host(l.inclusive, l.x, l.up_to, N));
    assert_ok(execute_host(l.exclusive, l.x, l.before, N));
    shifted(&l);
    concatenated(&l);
    prefix_of_itself(&l);
    in_place(&l);
    if (is_whole_run() || turn % 2 == 0)
        reduced(&l, i);
    if (is_whole_run() || turn % 2)
        reduced_by_segments(&l, i);
    clscan_plan_destroy(l.inclusive);
    clscan_plan_destroy(l.exclusive);
}

static void test_problems(void **state) {
    const test_device *d = *state;
    oracle_problem problem;
    static size_t turn;
    for (size_t i = 0; oracle_problem_at(i, &problem); i++)
        if (trial_meets(&problem) && oracle_problem_supported(&problem, d->id))
            UNLESS_REFUSED(check_problem(d, &problem, i, turn++));
    skip_if_all_refused();
}

/* For a commutative operator, the scan up to i combined with the reverse scan after i is the total. */
static void test_from_both_ends(void **state) {
    const test_device *d = *state;
    const oracle_problem problem = { ORACLE_UINT, CLSCAN_OP_ADD, NULL };
    clscan_plan *plan = new_plan(d, &problem, CLSCAN_KIND_INCLUSIVE, 3);
    uint32_t x[N], reversed[N], up_to[N], from[N];
    oracle_problem_fill(&problem, 5, x, N);
    for (size_t i = 0; i < N; i++)
        reversed[N - 1 - i] = x[i];
    assert_ok(execute_host(plan, x, up_to, N));
    assert_ok(execute_host(plan, reversed, from, N));
    for (size_t i = 0; i < N; i++)
        assert_int_equal(up_to[i] + from[N - 1 - i], up_to[N - 1] + x[i]);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_from_both_ends),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
