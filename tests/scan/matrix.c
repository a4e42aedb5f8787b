/* matrix TYPE [FILTER]: the operators, kinds, strategies and group algorithms over one element type, each at the counts
 * where its shape has edges; "user" has the oracle's user operators. FILTER ("*reduce_scan*") selects some.
 * By default, the first operator of int is combined with every strategy and every group, inclusive with one group and
 * exclusive with the next. The first operator of other types but the unsigned ones is combined with a third of the
 * groups, and the types share them. The first user operator is combined with a third of the groups, other ones with
 * each strategy: sizes.c has all groups for it. Each other operator is combined with one strategy inclusive and the
 * next one exclusive, with one group each, and with other strategies in other types. User operators are combined with
 * every strategy, inclusive with one and exclusive with the next. With CLSCAN_TEST_WHOLE=1 all combinations run. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CASES = 512, MAX_COUNT = 20000 };

/* One cell of the matrix, which needs one plan. */
typedef struct cell {
    char name[96];
    uint64_t draw;
    oracle_problem problem;
    clscan_desc desc;
} cell;

static const test_device *device;

static void test_cell(void **state) {
    const cell *c = *state;
    size_t counts[SHAPE_MAX_COUNTS];
    clscan_plan *plan = NULL;
    if (!test_device_runs(device, c->desc.tuning.strategy))
        skip();
    assert_ok(clscan_plan_create(device->device, &c->desc, &plan));
    const size_t n = shape_counts(&c->desc, MAX_COUNT, c->draw, counts);
    for (size_t i = 0; i < n; i++) {
        trial t = { .problem = c->problem, .desc = c->desc, .count = counts[i] };
        trial_draw(&t, oracle_draw(c->draw, 100 + i));
        trial_run(device, plan, &t);
    }
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------- the list of cells */

typedef struct matrix {
    cell cells[MAX_CASES];
    size_t n;
} matrix;

static void add_cell(matrix *m, const oracle_problem *problem, clscan_kind kind, clscan_strategy strategy,
                     clscan_group group) {
    cell *c = &m->cells[m->n];
    char name[32];
    assert_true(m->n < MAX_CASES);
    oracle_problem_name(problem, name, sizeof name);
    snprintf(c->name, sizeof c->name, "%s %s %s %s", name, kind ? "exclusive" : "inclusive",
             clscan_strategy_name(strategy), clscan_group_name(group));
    c->draw = oracle_draw(trial_seed(), m->n);
    c->problem = *problem;
    c->desc = oracle_problem_desc(problem, kind);
    c->desc.tuning.strategy = strategy;
    c->desc.tuning.group = group;
    m->n++;
}

/* Returns true if the n-th operator of a type is tried with this strategy and group. */
static bool meets(size_t n, const oracle_problem *problem, clscan_kind kind, clscan_strategy strategy,
                  clscan_group group) {
    const unsigned groups = shape_groups();
    static const size_t place[] = {
        [CLSCAN_STRATEGY_SINGLE_GROUP] = 0, [CLSCAN_STRATEGY_HIERARCHICAL] = 2, [CLSCAN_STRATEGY_REDUCE_SCAN] = 4
    };
    const bool first = n == 0 || is_whole_run();
    const unsigned by_strategy = problem->user ? strategy + kind : 0;
    if (!first && (n + problem->type / 2 + strategy + kind) % (problem->user ? 2 : 8))
        return false;
    if (!shape_has_group(strategy)) /* one algorithm is enough */
        return group == CLSCAN_GROUP_SEQUENTIAL;
    if (first)
        return is_whole_run() || ((strategy + group + kind + problem->type / 2) % 2 == 0 &&
                                  (problem->type == ORACLE_INT || (problem->type + group + by_strategy) % 3 == 0));
    return (n + place[strategy] + kind) % groups == group % groups;
}

static void add_strategies(matrix *m, size_t n, const oracle_problem *problem, clscan_kind kind) {
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        for (clscan_group group = 1; clscan_group_name(group); group++)
            if (meets(n, problem, kind, strategy, group))
                add_cell(m, problem, kind, strategy, group);
}

static bool belongs(const oracle_problem *problem, const char *type) {
    return strcmp(problem->user ? "user" : oracle_type_name(problem->type), type) == 0;
}

static bool is_unsigned(const char *type) {
    return type[0] == 'u' && strcmp(type, "user") != 0;
}

static void fill_matrix(matrix *m, const char *type) {
    oracle_problem problem;
    for (size_t i = 0, n = is_unsigned(type); oracle_problem_at(i, &problem); i++)
        if (belongs(&problem, type)) {
            add_strategies(m, n, &problem, CLSCAN_KIND_INCLUSIVE);
            add_strategies(m, n++, &problem, CLSCAN_KIND_EXCLUSIVE);
        }
}

/* ----------------------------------------------------------------------------------------------------- running */

/* The shapes depend on the device, so they are drawn when it is open. */
static matrix *all;

static int open_all(void **state) {
    test_device_open(state);
    device = *state;
    *state = NULL; /* else every test gets it in place of its cell */
    for (size_t i = 0; i < all->n; i++)
        shape_draw(device, all->cells[i].draw, &all->cells[i].desc);
    if (!oracle_problem_supported(&all->cells[0].problem, device->id)) {
        fprintf(stderr, "the device has no %s\n", oracle_type_name(all->cells[0].problem.type));
        exit(77);
    }
    return 0;
}

static int close_all(void **state) {
    void *d = (void *)device;
    (void)state;
    return test_device_close(&d);
}

int main(int argc, char **argv) {
    static matrix m;
    static struct CMUnitTest tests[MAX_CASES];
    fill_matrix(all = &m, argc > 1 ? argv[1] : "int");
    for (size_t i = 0; i < m.n; i++)
        tests[i] = (struct CMUnitTest) { m.cells[i].name, test_cell, NULL, NULL, &m.cells[i] };
    if (argc > 2)
        cmocka_set_test_filter(argv[2]);
    return m.n == 0 ? 1 : _cmocka_run_group_tests("matrix", tests, m.n, open_all, close_all);
}
