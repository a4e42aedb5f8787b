/* The automatic strategy is right on both sides of the count at which it chooses another strategy, for the problems of
 * trial_meets. */
#include "support/trial.h"

#include <stdio.h>
#include <string.h>

static void describe(const clscan_plan *plan, size_t count, char *text, size_t size) {
    size_t needed = 0;
    assert_ok(clscan_plan_describe(plan, count, text, size, &needed));
    assert_true(needed <= size);
}

/* Returns the greatest count for which the plan uses the strategy for few elements. */
static size_t crossover(const clscan_plan *plan) {
    char text[1024];
    size_t limit = 0;
    describe(plan, 1, text, sizeof text);
    const char *found = strstr(text, "(up to ");
    assert_non_null(found);
    assert_int_equal(sscanf(found, "(up to %zu", &limit), 1);
    return limit;
}

static void run_around(const test_device *d, const oracle_problem *problem, clscan_kind kind) {
    clscan_plan *plan = NULL;
    trial t = { .problem = *problem, .desc = oracle_problem_desc(problem, kind) };
    assert_ok(clscan_plan_create(d->device, &t.desc, &plan));
    const size_t limit = crossover(plan);
    const size_t counts[] = { 1, 2, 1000, limit - 1, limit, limit + 1, limit + 2, 3 * limit + 7 };
    for (size_t i = 0; i < COUNT(counts); i++) {
        trial_draw(&t, i);
        t.count = counts[i];
        trial_run(d, plan, &t);
    }
    clscan_plan_destroy(plan);
}

static void test_problems(void **state) {
    const test_device *d = *state;
    oracle_problem problem;
    for (size_t i = 0; oracle_problem_at(i, &problem); i++)
        if (trial_meets(&problem) && oracle_problem_supported(&problem, d->id))
            run_around(d, &problem, i % 2 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE);
}

static const char *strategy_line(const char *text) {
    const char *line = strstr(text, "strategy ");
    assert_non_null(line);
    return line;
}

static void test_it_changes_its_mind(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    char below[1024], above[1024];
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    describe(plan, crossover(plan), below, sizeof below);
    describe(plan, crossover(plan) + 1, above, sizeof above);
    const char *a = strategy_line(below), *b = strategy_line(above);
    assert_int_not_equal(strncmp(a, b, strcspn(a, "(\n")), 0);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_it_changes_its_mind),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
