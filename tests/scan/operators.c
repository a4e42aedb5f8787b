/* Every operator with a state of its own, by every strategy, against plain C: inclusive and exclusive, in reverse, in
 * place, in segments, in rows, and in two pieces where the total of one is the initial value of the next. */
#include "support/guarded.h"
#include "support/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 16, IN_OFFSET = 3, OUT_OFFSET = 5, MORE_OFFSET = 2, ROW = 37, FIRST_COUNT = 1, MAX_COUNT = 6013 };

/* What the plain loop knows of the elements so far; all 0: nothing. */
typedef struct known {
    bool any, too_large;
    double x, y;
    int64_t high, low;
    uint64_t index, n;
    unsigned char bytes[MAX_SIZE];
} known;

typedef struct operation {
    clscan_op op;
    clscan_type type;
    unsigned components;
    size_t size, more_in, more_out; /* of elements, in bytes; 0: there is no such array */
    void (*fill)(uint64_t draw, size_t i, void *x, void *more);
    void (*step)(known *k, const void *x, const void *more, uint64_t index);
    void (*result)(known *k, void *out, void *more);
    double tolerance; /* 0: the same bits */
} operation;

/* --------------------------------------------------------------------------------------------------- extreme values */

/* Few values, so that there are many equals; some NaN, late. */
static void fill_float(uint64_t draw, size_t i, void *x, void *more) {
    const float value = (float)(draw % 7) * (i % 500 < 250 ? 1.0f : 3.0f);
    (void)more;
    *(float *)x = i > 4000 && draw % 1001 == 0 ? NAN : value;
}

static void fill_int(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(cl_int *)x = (cl_int)(draw % 11 * (i / 300 + 1)) - (cl_int)(i % 7);
}

/* In whatever order they come. */
static void take_extreme(known *k, double x, uint64_t index, bool greatest, bool last) {
    const bool equal = k->any && (x == k->x || (isnan(x) && isnan(k->x)));
    const bool more = !k->any || (!isnan(k->x) && (isnan(x) || (greatest ? x > k->x : x < k->x)));
    if (more || (equal && (last ? index > k->index : index < k->index)))
        *k = (known) { .any = true, .x = x, .index = index };
}

static void step_argmin(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const float *)x, index, false, false);
}
static void step_argmax(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const cl_int *)x, index, true, false);
}
static void step_argmin_last(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const cl_int *)x, index, false, true);
}
static void step_argmax_last(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const float *)x, index, true, true);
}

static void put_index(const known *k, void *more) {
    *(cl_ulong *)more = k->any ? k->index : UINT64_MAX;
}
static void result_argmin(known *k, void *out, void *more) {
    *(float *)out = k->any ? (float)k->x : INFINITY;
    put_index(k, more);
}
static void result_argmax(known *k, void *out, void *more) {
    *(cl_int *)out = k->any ? (cl_int)k->x : INT32_MIN;
    put_index(k, more);
}
static void result_argmin_last(known *k, void *out, void *more) {
    *(cl_int *)out = k->any ? (cl_int)k->x : INT32_MAX;
    put_index(k, more);
}
static void result_argmax_last(known *k, void *out, void *more) {
    *(float *)out = k->any ? (float)k->x : -INFINITY;
    put_index(k, more);
}

/* ---------------------------------------------------------------------------------------------------------- sums */

/* They grow past the type, if there are enough; those of `long` come back. */
static void fill_checked_int(uint64_t draw, size_t i, void *x, void *more) {
    (void)i, (void)more;
    *(cl_int *)x = (cl_int)(draw % (1u << 25)) - (1 << 24) + (1 << 20);
}
static void fill_checked_long(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(cl_long *)x = (cl_long)(draw >> 10) * (i % 2000 < 1000 ? 1 : -1);
}
static void fill_checked_uchar(uint64_t draw, size_t i, void *x, void *more) {
    (void)i, (void)more;
    *(cl_uchar *)x = (cl_uchar)(draw % 3 == 0);
}

/* In halves of 32 bits, each of which the sums are far from filling. */
static void step_checked(known *k, int64_t x) {
    k->high += x >> 32;
    k->low += x & 0xFFFFFFFF;
}
static void step_checked_int(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    step_checked(k, *(const cl_int *)x);
}
static void step_checked_long(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    step_checked(k, *(const cl_long *)x);
}
static void step_checked_uchar(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    step_checked(k, *(const cl_uchar *)x);
}

static int64_t upper(const known *k) {
    return k->high + (k->low >> 32);
}
static int64_t whole(const known *k) {
    return (int64_t)(((uint64_t)upper(k) << 32) + ((uint64_t)k->low & 0xFFFFFFFF));
}
static void raise_flag(bool fits, void *more) {
    if (!fits)
        *(cl_uint *)more = 1;
}
static void result_checked_int(known *k, void *out, void *more) {
    *(cl_int *)out = (cl_int)(cl_uint)whole(k);
    raise_flag(whole(k) >= INT32_MIN && whole(k) <= INT32_MAX, more);
}
static void result_checked_long(known *k, void *out, void *more) {
    *(cl_long *)out = whole(k);
    raise_flag(upper(k) >= INT32_MIN && upper(k) <= INT32_MAX, more);
}
static void result_checked_uchar(known *k, void *out, void *more) {
    *(cl_uchar *)out = (cl_uchar)whole(k);
    raise_flag(whole(k) <= UINT8_MAX, more);
}

/* Each sum is exact in float, by itself. */
static void fill_walk(uint64_t draw, size_t i, void *x, void *more) {
    (void)i, (void)more;
    *(float *)x = (float)(draw % 2001) - 1000;
}
static void step_sum(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    k->x += *(const float *)x;
}
static void result_sum(known *k, void *out, void *more) {
    (void)more;
    *(float *)out = (float)k->x;
}

/* The last hundred elements, about, are what counts. */
static void fill_exponents(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(float *)x = 0.05f * (float)i + (float)(draw % 400) / 100.0f;
}
static void step_exponents(known *k, const void *x, const void *more, uint64_t index) {
    const double e = *(const float *)x;
    (void)more, (void)index;
    const double most = !k->any || e > k->x ? e : k->x;
    k->y = (k->any ? k->y * exp(k->x - most) : 0) + exp(e - most);
    k->x = most;
    k->any = true;
}
static void result_exponents(known *k, void *out, void *more) {
    (void)more;
    *(float *)out = k->any ? (float)(k->x + log(k->y)) : -INFINITY;
}

/* ---------------------------------------------------------------------------------------------------- statistics */

static void fill_samples(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(float *)x = 1000 + (float)(draw % 1000) / 250 + (float)(i / 500 % 3);
}
static void step_samples(known *k, const void *x, const void *more, uint64_t index) {
    const double sample = (double)*(const float *)x - 1000; /* so near, squares do no harm */
    (void)more, (void)index;
    k->n++;
    k->x += sample;
    k->y += sample * sample;
}
static void result_samples(known *k, void *out, void *more) {
    const double n = (double)k->n, mean = k->x / n;
    *(float *)out = k->n ? (float)(1000 + mean) : NAN;
    *(float *)more = k->n ? (float)(k->y / n - mean * mean) : NAN;
}

/* --------------------------------------------------------------------------------------- recurrences, filling */

static void fill_recurrence(uint64_t draw, size_t i, void *x, void *more) {
    (void)i;
    *(cl_int *)x = (cl_int)(cl_uint)(draw | 1);
    *(cl_int *)more = (cl_int)(cl_uint)(draw >> 32);
}
static void step_recurrence(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    k->n = *(const cl_uint *)x * (cl_uint)k->n + *(const cl_uint *)more;
}
static void result_recurrence(known *k, void *out, void *more) {
    (void)more;
    *(cl_uint *)out = (cl_uint)k->n;
}

/* Factors -1 and 1, so that all is exact; 0 now and then. */
static void fill_recurrence_float(uint64_t draw, size_t i, void *x, void *more) {
    (void)i;
    *(float *)x = draw % 301 == 0 ? 0.0f : draw & 1 ? -1.0f : 1.0f;
    *(float *)more = (float)(draw >> 32 & 0xFF);
}
static void step_recurrence_float(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    k->x = *(const float *)x * k->x + *(const float *)more;
}

static void fill_seen(uint64_t draw, size_t i, void *x, void *more) {
    (void)i;
    *(cl_short *)x = (cl_short)draw;
    *(cl_uchar *)more = (cl_uchar)(draw >> 16 & 0xFF) < 240 ? 0 : (cl_uchar)(draw >> 20 | 1);
}
static void fill_seen_vector(uint64_t draw, size_t i, void *x, void *more) {
    cl_short unused;
    fill_seen(draw, i, &unused, more);
    for (int c = 0; c < 4; c++)
        ((float *)x)[c] = (float)(draw >> (8 * c) & 0xFFFF);
}
static void step_seen(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    if (*(const cl_uchar *)more)
        memcpy(k->bytes, x, sizeof(cl_short));
}
static void step_seen_vector(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    if (*(const cl_uchar *)more)
        memcpy(k->bytes, x, MAX_SIZE);
}
static void result_seen(known *k, void *out, void *more) {
    (void)more;
    memcpy(out, k->bytes, sizeof(cl_short));
}
static void result_seen_vector(known *k, void *out, void *more) {
    (void)more;
    memcpy(out, k->bytes, MAX_SIZE);
}

/* -------------------------------------------------------------------------------------------------- the operations */

static const operation operations[] = {
    { CLSCAN_ARGMIN, CLSCAN_FLOAT, 0, 4, 0, 8, fill_float, step_argmin, result_argmin, 0 },
    { CLSCAN_ARGMAX, CLSCAN_INT, 0, 4, 0, 8, fill_int, step_argmax, result_argmax, 0 },
    { CLSCAN_ARGMIN_LAST, CLSCAN_INT, 0, 4, 0, 8, fill_int, step_argmin_last, result_argmin_last, 0 },
    { CLSCAN_ARGMAX_LAST, CLSCAN_FLOAT, 0, 4, 0, 8, fill_float, step_argmax_last, result_argmax_last, 0 },
    { CLSCAN_ADD_CHECKED, CLSCAN_INT, 0, 4, 0, 4, fill_checked_int, step_checked_int, result_checked_int, 0 },
    { CLSCAN_ADD_CHECKED, CLSCAN_LONG, 0, 8, 0, 4, fill_checked_long, step_checked_long, result_checked_long, 0 },
    { CLSCAN_ADD_CHECKED, CLSCAN_UCHAR, 0, 1, 0, 4, fill_checked_uchar, step_checked_uchar, result_checked_uchar, 0 },
    { CLSCAN_ADD_COMPENSATED, CLSCAN_FLOAT, 0, 4, 0, 0, fill_walk, step_sum, result_sum, 0 },
    { CLSCAN_LOG_SUM_EXP, CLSCAN_FLOAT, 0, 4, 0, 0, fill_exponents, step_exponents, result_exponents, 2e-6 },
    { CLSCAN_MEAN_VARIANCE, CLSCAN_FLOAT, 0, 4, 0, 4, fill_samples, step_samples, result_samples, 2e-4 },
    { CLSCAN_RECURRENCE, CLSCAN_INT, 0, 4, 4, 0, fill_recurrence, step_recurrence, result_recurrence, 0 },
    { CLSCAN_RECURRENCE, CLSCAN_FLOAT, 0, 4, 4, 0, fill_recurrence_float, step_recurrence_float, result_sum, 0 },
    { CLSCAN_LAST_SEEN, CLSCAN_SHORT, 0, 2, 1, 0, fill_seen, step_seen, result_seen, 0 },
    { CLSCAN_LAST_SEEN, CLSCAN_FLOAT, 4, 16, 1, 0, fill_seen_vector, step_seen_vector, result_seen_vector, 0 },
};

/* --------------------------------------------------------------------------------------------------------- a scan */

typedef enum way { WHOLE, PIECES, IN_PLACE, SEGMENTS, ROWS, NUM_WAYS } way;
static const char *const ways[] = { "whole", "in pieces", "in place", "in segments", "in rows" };

typedef struct form {
    const operation *op;
    clscan_desc desc;
    way way;
    size_t count;
} form;

/* Offsets included. */
typedef struct arrays {
    unsigned char in[(MAX_COUNT + IN_OFFSET + ROW) * MAX_SIZE], out[(MAX_COUNT + OUT_OFFSET + ROW) * MAX_SIZE];
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
    return op->op == CLSCAN_ADD_CHECKED;
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

/* Whether the k-th element in the order of scanning, at `at`, begins anew. */
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

/* What the outputs of `a` become. */
static void scan_plainly(const form *f, arrays *a) {
    const operation *op = f->op;
    known k = { 0 };
    for (size_t i = 0; i < f->count; i++) {
        const size_t at = place(f, i), index = at < piece(f) ? at : at - piece(f); /* counted in each piece */
        unsigned char *more = a->more_out + (MORE_OFFSET + (is_cell(op) ? 0 : at)) * op->more_out;
        if (i > 0 && begins(f, a, i, at))
            k = (known) { 0 };
        if (f->desc.kind == CLSCAN_EXCLUSIVE)
            op->result(&k, a->out + (out_offset(f) + at) * op->size, more);
        op->step(&k, a->in + (IN_OFFSET + at) * op->size, a->more_in + (MORE_OFFSET + at) * op->more_in, index);
        if (f->desc.kind == CLSCAN_INCLUSIVE)
            op->result(&k, a->out + (out_offset(f) + at) * op->size, more);
    }
}

/* The pieces meet in one cell: the total of one is the initial value of the next. */
static void enqueue(const dut *d, clscan_plan *plan, const form *f, clscan_args *args) {
    size_t bytes = 0;
    assert_ok(clscan_value_size(plan, &bytes));
    args->total = dut_buffer(d, CL_MEM_READ_WRITE, bytes, NULL);
    args->count = piece(f);
    assert_ok(clscan_enqueue(plan, d->in_order, args, 0, NULL, NULL));
    args->init_buffer = args->total;
    args->in_offset += piece(f);
    args->out_offset += piece(f);
    args->more_in_offset[0] += piece(f);
    args->more_out_offset[0] += is_cell(f->op) ? 0 : piece(f);
    args->count = f->count - piece(f);
    if (args->count)
        assert_ok(clscan_enqueue(plan, d->in_order, args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    clReleaseMemObject(args->total);
}

/* Writes the outputs of `a`. */
static bool scan_on_device(const dut *d, clscan_plan *plan, const form *f, arrays *a) {
    const operation *op = f->op;
    guarded in = guarded_create(d, (IN_OFFSET + f->count) * op->size, a->in);
    guarded out = guarded_create(d, (out_offset(f) + f->count) * op->size, a->out);
    guarded more_in = guarded_create(d, (MORE_OFFSET + f->count) * op->more_in, op->more_in ? a->more_in : NULL);
    guarded more_out = guarded_create(d, more_out_bytes(f), op->more_out ? a->more_out : NULL);
    guarded heads = guarded_create(d, f->count, a->heads);
    clscan_args args = { .in = f->way == IN_PLACE ? out.part : in.part,
                         .out = out.part,
                         .in_offset = IN_OFFSET,
                         .out_offset = out_offset(f),
                         .more_in = { op->more_in ? more_in.part : NULL },
                         .more_out = { op->more_out ? more_out.part : NULL },
                         .more_in_offset = { MORE_OFFSET },
                         .more_out_offset = { MORE_OFFSET },
                         .segments = f->way == SEGMENTS ? heads.part : NULL,
                         .length = f->way == ROWS ? ROW : 0 };
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

/* Where elements of floats are compared, NaN is NaN whatever its bits. */
static bool same(const operation *op, bool floats, const unsigned char *expected, const unsigned char *got,
                 size_t size) {
    return memcmp(expected, got, size) == 0 || (floats && size == sizeof(float) && near(expected, got, op->tolerance));
}

static void compare(const form *f, const char *array, bool floats, const unsigned char *expected,
                    const unsigned char *got, size_t bytes, size_t size) {
    for (size_t i = 0; i < bytes; i += size)
        if (!same(f->op, floats, expected + i, got + i, size))
            fail_msg("%s over %s, %s, %s, %s, %s, count %zu: %s is wrong at %zu", clscan_op_name(f->op->op),
                     clscan_type_name(f->op->type), f->desc.kind ? "exclusive" : "inclusive",
                     f->desc.reverse ? "reverse" : "forward", ways[f->way], clscan_strategy_name(f->desc.strategy),
                     f->count, array, i / size);
}

static void run(const dut *d, clscan_plan *plan, const form *f) {
    static arrays expected, got;
    const operation *op = f->op;
    const bool floats = op->type == CLSCAN_FLOAT, more_floats = op->op == CLSCAN_MEAN_VARIANCE;
    fill_arrays(f, &expected);
    got = expected;
    scan_plainly(f, &expected);
    assert_true(scan_on_device(d, plan, f, &got));
    compare(f, "out", floats, expected.out, got.out, (out_offset(f) + f->count) * op->size, op->size);
    compare(f, "more_out", more_floats, expected.more_out, got.more_out, more_out_bytes(f), op->more_out);
}

static void run_counts(const dut *d, form *f) {
    static const size_t counts[] = { FIRST_COUNT, 2, 23, 24, 25, 71, 73, 575, 577, 1009, MAX_COUNT };
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &f->desc, &plan));
    for (size_t i = 0; i < COUNT(counts); i++) {
        f->count = f->way == ROWS ? (counts[i] + ROW - 1) / ROW * ROW : counts[i];
        run(d, plan, f);
    }
    clscan_plan_destroy(plan);
}

/* Tiles of 24 elements. Each strategy goes two ways of ten: over the strategies, and over the operators, all are gone.
 */
static void run_strategy(const dut *d, const operation *op, clscan_strategy strategy, size_t draw) {
    for (size_t n = draw; n < draw + 2; n++) {
        form f = { .op = op, .way = (way)(n % NUM_WAYS) };
        f.desc = (clscan_desc) { .type = op->type,
                                 .op = op->op,
                                 .components = op->components,
                                 .kind = n % 2 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE,
                                 .reverse = f.way != PIECES && n / 2 % 2,
                                 .segments = f.way == SEGMENTS ? CLSCAN_HEAD_FLAGS : CLSCAN_NO_SEGMENTS,
                                 .layout = f.way == ROWS ? CLSCAN_ROWS : CLSCAN_CONTIGUOUS,
                                 .strategy = strategy,
                                 .wg_size = d->max_wg_size < 8 ? 1 : 8,
                                 .items = 3,
                                 .groups = 5 };
        run_counts(d, &f);
    }
}

static void test_operation(void **state) {
    const operation *op = *state;
    static dut *d;
    if (!d)
        dut_open((void **)&d);
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (dut_runs(d, strategy))
            run_strategy(d, op, strategy, (size_t)(op - operations) + 2 * (size_t)strategy);
}

int main(void) {
    static struct CMUnitTest tests[COUNT(operations)];
    for (size_t i = 0; i < COUNT(operations); i++)
        tests[i] = (struct CMUnitTest) { clscan_op_name(operations[i].op), test_operation, NULL, NULL,
                                         (void *)&operations[i] };
    return _cmocka_run_group_tests("operators", tests, COUNT(tests), NULL, NULL);
}
