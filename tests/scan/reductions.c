/* reductions [FILTER]: reductions by every strategy that has them: of a whole array, of rows, of rows with gaps, of
 * columns and along an axis in the middle, forward and in reverse, with and without an initial value. Each result is
 * compared with the last element of the oracle's scan of its row. No array is written or read past its end. */
#include "operations.h"
#include "support/guarded.h"
#include "support/shape.h"
#include "support/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FROM = 3, TO = 5, MAX_SIZE = 16, MAX_RESULTS = 700, MAX_ELEMENTS = 20000 };

/* -------------------------------------------------------------------------------------------------- the layouts */

typedef enum layout { WHOLE, ROWS, GAPS, COLUMNS, AXIS, OTHER_ORDER, LAYOUTS } layout;
static const char *const layout_names[] = { "whole", "rows", "rows with gaps", "columns", "axis", "other order" };

/* Rows of `length` elements. */
static clscan_args args_of(layout l, size_t length, size_t rows) {
    clscan_args args = { .num_dims = l == WHOLE ? 0 : 2, .count = l == WHOLE ? length : 0 };
    const size_t shape[] = { 3, length, 5 };
    args.dims[0].n = length;
    args.dims[1].n = rows;
    switch (l) {
    case WHOLE:
        args.dims[0].n = args.dims[1].n = 0;
        break;
    case GAPS:
        args.dims[0].in_stride = 2;
        args.dims[1].in_stride = 2 * length + 3;
        break;
    case COLUMNS:
        args.dims[0].in_stride = rows;
        args.dims[1].in_stride = 1;
        break;
    case AXIS:
        assert_ok(clscan_args_set_axis(&args, shape, 3, 1));
        break;
    case OTHER_ORDER: /* the adjacent rows are the last dimension */
        args.num_dims = 3;
        args.dims[0].in_stride = 7;
        args.dims[1] = (clscan_dim) { .n = 4, .in_stride = length * 7 + 1 };
        args.dims[2] = (clscan_dim) { .n = 7, .in_stride = 1 };
        break;
    default:
        break;
    }
    return args;
}

/* A call as the test computes it. */
typedef struct view {
    size_t n[4], stride[4]; /* dimensions of elements and of rows; dimensions that are not given have n = 1 */
    size_t rows, extent;
} view;

static view view_of(const clscan_args *args) {
    view v = { .n = { args->count, 1, 1, 1 }, .stride = { 1, 0, 0, 0 }, .rows = 1, .extent = 1 };
    for (unsigned i = 0; i < args->num_dims; i++) {
        v.n[i] = args->dims[i].n;
        v.stride[i] = args->dims[i].in_stride ? args->dims[i].in_stride : i == 0 ? 1 : v.n[i - 1] * v.stride[i - 1];
        v.rows *= i > 0 ? v.n[i] : 1;
    }
    for (unsigned i = 0; i < 4; i++)
        v.extent += v.n[i] ? (v.n[i] - 1) * v.stride[i] : 0;
    return v;
}

/* Returns the place of element k of row r. dims[1] has the neighbours among the rows. */
static size_t place_of(const view *v, size_t r, size_t k) {
    const size_t i = r % v->n[1], j = r / v->n[1] % v->n[2], l = r / v->n[1] / v->n[2];
    return k * v->stride[0] + i * v->stride[1] + j * v->stride[2] + l * v->stride[3];
}

/* -------------------------------------------------------------------------------------------------- one reduction */

typedef struct form {
    const oracle_problem *problem;
    clscan_desc desc;
    layout layout;
    size_t length, rows;
    bool init;
} form;

/* Fills a row with data of which neighbours can be combined exactly, in the order of the reduction, and computes its
 * result. The element before the row is the initial value. Rows differ, unless all begin with the same initial value.
 */
static void fill_row(const form *f, const view *v, size_t r, unsigned char *in, unsigned char *init,
                     unsigned char *result) {
    static unsigned char line[(MAX_ELEMENTS + 1) * MAX_SIZE];
    const size_t size = oracle_problem_size(f->problem), n = v->n[0];
    oracle_problem_fill(f->problem, n + (f->init ? 0 : r), line, n + 1);
    memcpy(init, line, size);
    for (size_t k = 0; k < n; k++)
        memcpy(in + place_of(v, r, f->desc.reverse ? n - 1 - k : k) * size, line + (1 + k) * size, size);
    if (n + f->init > 0) {
        unsigned char *first = line + (f->init ? 0 : size);
        oracle_problem_scan(f->problem, CLSCAN_KIND_INCLUSIVE, first, first, n + f->init);
        memcpy(result, line + n * size, size);
    }
}

static void fail_form(const form *f, size_t r, const void *expected, const void *got) {
    char name[64], e[128], g[128];
    oracle_problem_name(f->problem, name, sizeof name);
    oracle_problem_print(f->problem, expected, e, sizeof e);
    oracle_problem_print(f->problem, got, g, sizeof g);
    fail_msg("%s, %s, %s, wg_size %u, items %u, groups %u, %s, length %zu, rows %zu%s: result %zu is %s instead of %s",
             name, clscan_strategy_name(f->desc.tuning.strategy), f->desc.reverse ? "reverse" : "forward",
             f->desc.tuning.wg_size, f->desc.tuning.items, f->desc.tuning.num_groups, layout_names[f->layout],
             f->length, f->rows, f->init ? ", initial value" : "", r, g, e);
}

static bool has_accumulator(const form *f) {
    return !f->problem->user && oracle_has_accumulator(f->problem->op);
}

static void run(const test_device *d, clscan_plan *plan, const form *f) {
    static unsigned char in[(FROM + MAX_ELEMENTS) * MAX_SIZE], expected[(TO + MAX_RESULTS) * MAX_SIZE], got[sizeof in];
    unsigned char init[MAX_SIZE], total[MAX_SIZE];
    const size_t size = oracle_problem_size(f->problem);
    clscan_args args = args_of(f->layout, f->length, f->rows);
    const view v = view_of(&args);
    size_t bytes = 0;
    assert_true(v.extent <= MAX_ELEMENTS && v.rows <= MAX_RESULTS && size <= MAX_SIZE);
    guarded_pattern(in, sizeof in);
    guarded_pattern(expected, (TO + v.rows) * size);
    for (size_t r = 0; r < v.rows; r++)
        fill_row(f, &v, r, in + FROM * size, init, expected + (TO + r) * size);
    guarded elements = guarded_create(d, (FROM + v.extent) * size, in),
            results = guarded_create(d, (TO + v.rows) * size, NULL), cell = guarded_create(d, size, NULL);
    assert_ok(clscan_plan_workspace_size(plan, v.n[0] * v.rows, &bytes));
    guarded workspace = guarded_create(d, bytes ? bytes : 1, NULL);
    args.in[0] = (clscan_ref) { .buffer = elements.part, .offset = FROM };
    args.out[0] = (clscan_ref) { .buffer = results.part, .offset = TO, .capacity = v.rows };
    args.total.buffer = has_accumulator(f) ? NULL : cell.part;
    args.init = f->init ? init : NULL;
    args.workspace = f->length % 2 && bytes ? workspace.part : NULL;
    assert_ok(clscan_plan_enqueue(plan, f->length % 3 ? d->in_order : d->out_of_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(f->length % 3 ? d->in_order : d->out_of_order));
    assert_true(guarded_read(d, &results, got));
    assert_memory_equal(got, expected, TO * size);
    for (size_t r = 0; r < v.rows; r++)
        if (oracle_problem_compare(f->problem, expected + (TO + r) * size, got + (TO + r) * size, 1) < 1)
            fail_form(f, r, expected + (TO + r) * size, got + (TO + r) * size);
    assert_true(guarded_read(d, &cell, total));
    if (!has_accumulator(f))
        assert_int_equal(oracle_problem_compare(f->problem, expected + (TO + v.rows - 1) * size, total, 1), 1);
    assert_true(guarded_read(d, &elements, got) && memcmp(got, in, (FROM + v.extent) * size) == 0);
    assert_true(guarded_read(d, &workspace, NULL));
    guarded *const all[] = { &elements, &results, &cell, &workspace };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
}

/* -------------------------------------------------------------------------------------------------- all of them */

/* An accumulator is neither given as an initial value nor compared as a total. The oracle knows no result of nothing.
 */
static void run_length(const test_device *d, clscan_plan *plan, form *f, size_t length, bool init) {
    f->length = length;
    f->init = init && !has_accumulator(f);
    if (length || f->init)
        run(d, plan, f);
}

static void run_whole(const test_device *d, clscan_plan *plan, form *f) {
    static const size_t counts[] = { 0, 1, 2, 3, 23, 24, 25, 47, 48, 49, 119, 121, 577, 1009, 3001 };
    for (size_t i = 0; i < COUNT(counts); i++)
        run_length(d, plan, f, counts[i], i % 3 == 0);
}

static void run_rows(const test_device *d, clscan_plan *plan, form *f) {
    static const size_t lengths[] = { 1, 3, 24, 65, 130, 700 }, rows[] = { 600, 37, 70, 8, 3, 1 };
    for (size_t i = 0; i < COUNT(lengths); i++) {
        f->rows = rows[i];
        run_length(d, plan, f, lengths[i], i % 2);
    }
    f->rows = 5;
    run_length(d, plan, f, 0, true);
}

static void run_form(const test_device *d, form *f) {
    clscan_plan *plan = NULL;
    f->desc.layout = f->layout == WHOLE ? CLSCAN_LAYOUT_CONTIGUOUS : CLSCAN_LAYOUT_ROWS;
    assert_ok(clscan_plan_create(d->device, &f->desc, &plan));
    (f->layout == WHOLE ? run_whole : run_rows)(d, plan, f);
    clscan_plan_destroy(plan);
}

static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_SINGLE_GROUP,
                                              CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_STRATEGY_LOOKBACK,
                                              CLSCAN_STRATEGY_COLUMNS };

/* Over the problems, a strategy goes through all layouts in both directions. */
static void run_problem(const test_device *d, const oracle_problem *problem, size_t number) {
    for (size_t s = 0; s < COUNT(strategies); s++)
        for (layout l = 0; l < LAYOUTS; l++) {
            form f = { .problem = problem, .layout = l, .rows = 1 };
            if (!is_whole_run() && (number + s + l) % (problem->user ? 3 : 12) != 0)
                continue;
            f.desc = oracle_problem_desc(problem, CLSCAN_KIND_INCLUSIVE);
            f.desc.task = CLSCAN_TASK_REDUCE;
            f.desc.reverse = (number / 2 + l) % 2;
            f.desc.tuning.strategy = strategies[s];
            if (strategies[s])
                shape_draw(d, number + s + l, &f.desc);
            if (number % 2 && problem->user)
                f.desc.user.identity = NULL;
            run_form(d, &f);
        }
}

static void test_every_problem(void **state) {
    const test_device *d = *state;
    oracle_problem problem;
    for (size_t i = 0; oracle_problem_at(i, &problem); i++)
        if (trial_meets(&problem) && oracle_problem_supported(&problem, d->id))
            run_problem(d, &problem, i);
}

/* Every strategy, layout and direction with an operator that is not commutative. */
static void test_order(void **state) {
    const test_device *d = *state;
    const oracle_problem problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) };
    for (size_t s = 0; s < COUNT(strategies); s++)
        for (layout l = 0; l < LAYOUTS; l++) {
            form f = { .problem = &problem, .layout = l, .rows = 1 };
            f.desc = oracle_problem_desc(&problem, CLSCAN_KIND_INCLUSIVE);
            f.desc.task = CLSCAN_TASK_REDUCE;
            f.desc.reverse = (s + l) % 2;
            f.desc.tuning.strategy = strategies[s];
            if (strategies[s])
                f.desc.tuning.wg_size = test_device_wg_size(d, strategies[s], s % 2 ? 8 : 1);
            run_form(d, &f);
        }
}

/* ------------------------------------------------------------------------------- operators with an accumulator */

enum { ROW = 37, OPERATION_ROWS = 41, FIRST_INDEX = 70 };

typedef struct operation_arrays {
    unsigned char in[ROW * OPERATION_ROWS * OPERATION_MAX_SIZE], more_in[ROW * OPERATION_ROWS * 8];
    unsigned char out[OPERATION_ROWS * OPERATION_MAX_SIZE], more_out[OPERATION_ROWS * 8];
} operation_arrays;

/* Computes the results of `rows` rows in plain C. */
static void reduce_plainly(const operation *op, size_t rows, operation_arrays *a) {
    const size_t length = ROW * OPERATION_ROWS / rows;
    for (size_t r = 0; r < rows; r++) {
        known k = { 0 };
        for (size_t i = r * length; i < (r + 1) * length; i++)
            op->step(&k, a->in + i * op->size, a->more_in + i * op->more_in, FIRST_INDEX + i);
        op->result(&k, a->out + r * op->size, a->more_out + (op->op == CLSCAN_OP_ADD_CHECKED ? 0 : r) * op->more_out);
    }
}

static bool are_near(const operation *op, const unsigned char *expected, const unsigned char *got, size_t size) {
    float e, g;
    if (memcmp(expected, got, size) == 0)
        return true;
    if (size != sizeof e || !(op->tolerance > 0))
        return false;
    memcpy(&e, expected, sizeof e);
    memcpy(&g, got, sizeof g);
    const double apart = (double)e > (double)g ? (double)e - (double)g : (double)g - (double)e;
    return apart <= op->tolerance * (1 + ((double)e < 0 ? -(double)e : (double)e));
}

static void run_operation(const test_device *d, const operation *op, clscan_strategy strategy, size_t rows) {
    static operation_arrays a, got;
    const bool cell = op->op == CLSCAN_OP_ADD_CHECKED, placed = op->op >= CLSCAN_OP_ARGMIN;
    const size_t more = op->more_out * (cell ? 1 : rows);
    clscan_plan *plan = NULL;
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE,
                         .value.name = oracle_vector_name(op->type, op->components),
                         .op = op->op,
                         .layout = rows > 1 ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS,
                         .tuning = { .strategy = strategy } };
    if (strategy)
        shape_draw(d, (uint64_t)op->op + rows, &desc);
    memset(&a, 0, sizeof a);
    for (size_t i = 0; i < ROW * OPERATION_ROWS; i++)
        op->fill(oracle_draw(trial_seed(), i), i, a.in + i * op->size, a.more_in + i * op->more_in);
    reduce_plainly(op, rows, &a);
    guarded in = guarded_create(d, ROW * OPERATION_ROWS * op->size, a.in),
            more_in = guarded_create(d, sizeof a.more_in, a.more_in), out = guarded_create(d, rows * op->size, NULL),
            more_out = guarded_create(d, more ? more : 1, got.more_out);
    const clscan_args args = { .count = rows > 1 ? 0 : ROW * OPERATION_ROWS,
                               .num_dims = rows > 1 ? 2 : 0,
                               .dims = { { .n = rows > 1 ? ROW * OPERATION_ROWS / rows : 0 },
                                         { .n = rows > 1 ? rows : 0 } },
                               .in = { { .buffer = in.part }, { .buffer = op->more_in ? more_in.part : NULL } },
                               .out = { { .buffer = out.part }, { .buffer = more ? more_out.part : NULL } },
                               .first_index = placed && op->op <= CLSCAN_OP_ARGMAX_LAST ? FIRST_INDEX : 0 };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    memset(&got, 0, sizeof got);
    assert_true(guarded_read(d, &out, got.out));
    assert_true(guarded_read(d, &more_out, more ? got.more_out : NULL));
    for (size_t r = 0; r < rows; r++)
        if (!are_near(op, a.out + r * op->size, got.out + r * op->size, op->size) ||
            (op->more_out && !are_near(op, a.more_out + (cell ? 0 : r) * op->more_out,
                                       got.more_out + (cell ? 0 : r) * op->more_out, op->more_out)))
            fail_msg("%s over %s, %s, %zu rows: result %zu is wrong", clscan_op_name(op->op),
                     oracle_type_name(op->type), clscan_strategy_name(strategy), rows, r);
    guarded *const all[] = { &in, &more_in, &out, &more_out };
    for (size_t i = 0; i < COUNT(all); i++)
        guarded_release(all[i]);
    clscan_plan_destroy(plan);
    memset(&got, 0, sizeof got);
}

static void test_accumulators(void **state) {
    const test_device *d = *state;
    const operation *op;
    for (size_t i = 0; (op = operation_at(i)); i++)
        for (size_t s = 0; s < COUNT(strategies); s++)
            if (is_whole_run() || (s + i) % 4 == 0)
                run_operation(d, op, strategies[s], i % 2 ? OPERATION_ROWS : 1);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_order), cmocka_unit_test(test_accumulators),
                                        cmocka_unit_test(test_every_problem) };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
