/* operators [FILTER]: every operator with a state of its own, by every fourth strategy, against plain C: inclusive and
 * exclusive, in reverse, in place, in segments, in rows, and in two pieces where the total of one is the initial value
 * of the next. CLSCAN_TEST_WHOLE=1: by every strategy, in two ways each. */
#include "operations.h"
#include "support/guarded.h"
#include "support/trial.h"

#include <math.h>
#include <string.h>

enum { IN_OFFSET = 3, OUT_OFFSET = 5, MORE_OFFSET = 2, ROW = 37, MAX_COUNT = 6013, MAX_OPERATIONS = 32 };
enum { FIRST_INDEX = 70 };

/* --------------------------------------------------------------------------------------------------------- a scan */

typedef enum way { WHOLE, PIECES, IN_PLACE, SEGMENTS, ROWS, NUM_WAYS } way;
static const char *const ways[] = { "whole", "in pieces", "in place", "in segments", "in rows" };

typedef struct form {
    const operation *op;
    clscan_desc desc;
    way way;
    size_t count;
} form;

/* The arrays of one scan, including their offsets. */
typedef struct arrays {
    unsigned char in[(MAX_COUNT + IN_OFFSET + ROW) * OPERATION_MAX_SIZE],
        out[(MAX_COUNT + OUT_OFFSET + ROW) * OPERATION_MAX_SIZE];
    unsigned char more_in[(MAX_COUNT + MORE_OFFSET + ROW) * 8], more_out[(MAX_COUNT + MORE_OFFSET + ROW) * 8];
    unsigned char heads[MAX_COUNT + ROW];
} arrays;

static size_t out_offset(const form *f) {
    return f->way == IN_PLACE ? IN_OFFSET : OUT_OFFSET;
}
static size_t piece(const form *f) {
    return f->way == PIECES ? f->count / 2 + 1 : f->count;
}
static bool is_cell(const operation *op) {
    return op->op == CLSCAN_OP_ADD_CHECKED;
}
static bool knows_places(const operation *op) {
    return op->op >= CLSCAN_OP_ARGMIN && op->op <= CLSCAN_OP_ARGMAX_LAST;
}
static size_t more_out_bytes(const form *f) {
    return f->op->more_out * (MORE_OFFSET + (is_cell(f->op) ? 1 : f->count));
}

static void fill_arrays(const form *f, arrays *a) {
    const operation *op = f->op;
    guarded_pattern(a, sizeof *a);
    for (size_t i = 0; i < f->count; i++) {
        const uint64_t draw = oracle_draw(trial_seed() + f->count, i);
        op->fill(draw, i, a->in + (IN_OFFSET + i) * op->size, a->more_in + (MORE_OFFSET + i) * op->more_in);
        a->heads[i] = draw >> 40 & 0x7F ? 0 : (unsigned char)(draw >> 48 | 4);
    }
    if (is_cell(op))
        memset(a->more_out + MORE_OFFSET * op->more_out, 0, op->more_out);
    if (f->way == IN_PLACE)
        memcpy(a->out, a->in, (IN_OFFSET + f->count) * op->size);
}

/* Returns true if the k-th element in the order of the scan, at place `at`, begins a row or a segment. */
static bool begins(const form *f, const arrays *a, size_t k, size_t at) {
    const bool segment = f->way == SEGMENTS && a->heads[f->desc.reverse ? at + 1 : at];
    return k == 0 || segment || (f->way == ROWS && k % ROW == 0);
}

static size_t place(const form *f, size_t k) {
    const size_t row = k / ROW * ROW;
    if (!f->desc.reverse)
        return k;
    return f->way == ROWS ? row + ROW - 1 - (k - row) : f->count - 1 - k;
}

/* Computes the expected outputs of `a` in plain C. */
static void scan_plainly(const form *f, arrays *a) {
    const operation *op = f->op;
    known k = { 0 };
    for (size_t i = 0; i < f->count; i++) {
        const size_t at = place(f, i);
        unsigned char *more = a->more_out + (MORE_OFFSET + (is_cell(op) ? 0 : at)) * op->more_out;
        if (i > 0 && begins(f, a, i, at))
            k = (known) { 0 };
        if (f->desc.kind == CLSCAN_KIND_EXCLUSIVE)
            op->result(&k, a->out + (out_offset(f) + at) * op->size, more);
        op->step(&k, a->in + (IN_OFFSET + at) * op->size, a->more_in + (MORE_OFFSET + at) * op->more_in,
                 FIRST_INDEX + at);
        if (f->desc.kind == CLSCAN_KIND_INCLUSIVE)
            op->result(&k, a->out + (out_offset(f) + at) * op->size, more);
    }
}

static void set_rows(const form *f, clscan_args *args) {
    args->num_dims = 2;
    args->dims[0].n = ROW;
    args->dims[1].n = f->count / ROW;
}

/* Enqueues the scan, or two pieces of it one after the other. A cell holds the total of the first piece, which is the
 * initial value of the second one. */
static void enqueue(const test_device *d, clscan_plan *plan, const form *f, clscan_args *args) {
    size_t bytes = 0;
    assert_ok(clscan_plan_total_size(plan, &bytes));
    args->total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL);
    if (f->way == ROWS)
        set_rows(f, args);
    else
        args->count = piece(f);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, args, 0, NULL, NULL));
    args->init_at = args->total;
    args->in[0].offset += piece(f);
    args->first_index += knows_places(f->op) ? piece(f) : 0;
    args->out[0].offset += piece(f);
    args->in[1].offset += piece(f);
    args->out[1].offset += is_cell(f->op) ? 0 : piece(f);
    args->count = f->count - piece(f);
    if (args->count > 0)
        assert_ok(clscan_plan_enqueue(plan, d->in_order, args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    clReleaseMemObject(args->total.buffer);
}

/* Writes the outputs of `a`. */
static bool scan_on_device(const test_device *d, clscan_plan *plan, const form *f, arrays *a) {
    const operation *op = f->op;
    guarded in = guarded_create(d, (IN_OFFSET + f->count) * op->size, a->in);
    guarded out = guarded_create(d, (out_offset(f) + f->count) * op->size, a->out);
    guarded more_in = guarded_create(d, (MORE_OFFSET + f->count) * op->more_in, op->more_in ? a->more_in : NULL);
    guarded more_out = guarded_create(d, more_out_bytes(f), op->more_out ? a->more_out : NULL);
    guarded heads = guarded_create(d, f->count, a->heads);
    clscan_args args = { .in[0].buffer = f->way == IN_PLACE ? out.part : in.part,
                         .out[0].buffer = out.part,
                         .in[0].offset = IN_OFFSET,
                         .out[0].offset = out_offset(f),
                         .in[1].buffer = op->more_in ? more_in.part : NULL,
                         .out[1].buffer = op->more_out ? more_out.part : NULL,
                         .in[1].offset = MORE_OFFSET,
                         .out[1].offset = MORE_OFFSET,
                         .segments.buffer = f->way == SEGMENTS ? heads.part : NULL,
                         .first_index = knows_places(op) ? FIRST_INDEX : 0 };
    enqueue(d, plan, f, &args);
    const bool intact = guarded_read(d, &out, a->out) && guarded_read(d, &in, NULL) && guarded_read(d, &heads, NULL) &&
                        guarded_read(d, &more_in, NULL) &&
                        guarded_read(d, &more_out, op->more_out ? a->more_out : NULL);
    guarded_release(&in);
    guarded_release(&out);
    guarded_release(&more_in);
    guarded_release(&more_out);
    guarded_release(&heads);
    return intact;
}

/* ------------------------------------------------------------------------------------------------------ the verdict */

static bool near(const unsigned char *expected, const unsigned char *got, double tolerance) {
    float e, g;
    memcpy(&e, expected, sizeof e);
    memcpy(&g, got, sizeof g);
    return (isnan(e) && isnan(g)) || e == g || fabs((double)e - (double)g) <= tolerance * fmax(1, fabs((double)e));
}

/* If the elements are floats, all NaNs count as equal. */
static bool same(const operation *op, bool floats, const unsigned char *expected, const unsigned char *got,
                 size_t size) {
    return memcmp(expected, got, size) == 0 || (floats && size == sizeof(float) && near(expected, got, op->tolerance));
}

static void compare(const form *f, const char *array, bool floats, const unsigned char *expected,
                    const unsigned char *got, size_t bytes, size_t size) {
    for (size_t i = 0; i < bytes; i += size)
        if (!same(f->op, floats, expected + i, got + i, size))
            fail_msg("%s over %s, %s, %s, %s, %s, count %zu: %s is wrong at %zu", clscan_op_name(f->op->op),
                     oracle_type_name(f->op->type), f->desc.kind ? "exclusive" : "inclusive",
                     f->desc.reverse ? "reverse" : "forward", ways[f->way],
                     clscan_strategy_name(f->desc.tuning.strategy), f->count, array, i / size);
}

static void run(const test_device *d, clscan_plan *plan, const form *f) {
    static arrays expected, got;
    const operation *op = f->op;
    const bool floats = op->type == ORACLE_FLOAT, more_floats = op->op == CLSCAN_OP_MEAN_VARIANCE;
    fill_arrays(f, &expected);
    got = expected;
    scan_plainly(f, &expected);
    assert_true(scan_on_device(d, plan, f, &got));
    compare(f, "out[0]", floats, expected.out, got.out, (out_offset(f) + f->count) * op->size, op->size);
    compare(f, "out[1]", more_floats, expected.more_out, got.more_out, more_out_bytes(f), op->more_out);
}

static void run_counts(const test_device *d, form *f) {
    static const size_t counts[] = { 1, 2, 23, 24, 25, 71, 73, 575, 577, 1009, MAX_COUNT };
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &f->desc, &plan));
    for (size_t i = 0; i < COUNT(counts); i++) {
        f->count = f->way == ROWS ? (counts[i] + ROW - 1) / ROW * ROW : counts[i];
        run(d, plan, f);
    }
    clscan_plan_destroy(plan);
}

/* Runs tiles of 24 elements. Over all strategies, each operator is tried in all ways. */
static void run_strategy(const test_device *d, const operation *op, clscan_strategy strategy, size_t draw) {
    const size_t num_ways = is_whole_run() ? 2 : 1;
    for (size_t n = draw; n < draw + num_ways; n++) {
        form f = { .op = op, .way = (way)(n % NUM_WAYS) };
        f.desc = (clscan_desc) { .value.name = oracle_vector_name(op->type, op->components),
                                 .op = op->op,
                                 .kind = n % 2 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE,
                                 .reverse = f.way != PIECES && n / 2 % 2,
                                 .segments = f.way == SEGMENTS ? CLSCAN_SEGMENTS_FLAGS : CLSCAN_SEGMENTS_NONE,
                                 .layout = f.way == ROWS ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS,
                                 .tuning.strategy = strategy,
                                 .tuning.wg_size = test_device_wg_size(d, strategy, 8),
                                 .tuning.items = 3,
                                 .tuning.num_groups = 5 };
        run_counts(d, &f);
    }
}

static const test_device *device;

/* Similar operators are neighbours in the table. Four neighbours share the strategies. */
static bool meets(const operation *op, clscan_strategy strategy) {
    return is_whole_run() || ((unsigned)(op - operation_at(0)) + strategy) % 4 == 0;
}

static void test_operation(void **state) {
    const operation *op = *state;
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (meets(op, strategy) && test_device_runs(device, strategy))
            run_strategy(device, op, strategy, (size_t)op->op + 3 * (size_t)strategy);
}

static int open_device(void **state) {
    test_device_open(state);
    device = *state;
    *state = NULL; /* else every test gets it in place of its operation */
    return 0;
}

static int close_device(void **state) {
    *state = (void *)device;
    return test_device_close(state);
}

int main(int argc, char **argv) {
    static struct CMUnitTest tests[MAX_OPERATIONS];
    size_t n = 0;
    for (const operation *op; (op = operation_at(n)); n++)
        tests[n] = (struct CMUnitTest) { clscan_op_name(op->op), test_operation, NULL, NULL, (void *)op };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return _cmocka_run_group_tests("operators", tests, n, open_device, close_device);
}
