/* Histograms with floating-point weights. Work-groups of several work-items add exactly, so that the sum of a line with
 * one part is the number next to the exact sum, which this test finds by Shewchuk's expansions ("Adaptive Precision
 * Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete & Computational Geometry 18, 1997). Other
 * sums are near it. All sums have the same bits in every call, wherever the arrays begin. */
#include "support/guarded.h"

#include <float.h>
#include <math.h>
#include <oracle.h>
#include <string.h>

enum { N = 9001, ROWS = 6, LENGTH = N / ROWS, MOST_BINS = 10000, OFFSETS = 3 };

/* ---------------------------------------------------------------------------------------------- exact sums */

/* A sum of doubles that is exact: the sum of parts that do not overlap, by increasing magnitude. */
typedef struct expansion {
    double part[256];
    int n;
} expansion;

static void expansion_add(expansion *e, double x) {
    int n = 0;
    for (int i = 0; i < e->n; i++) {
        const double sum = x + e->part[i], of_part = sum - x;
        const double rounding = (x - (sum - of_part)) + (e->part[i] - of_part);
        if (rounding != 0)
            e->part[n++] = rounding;
        x = sum;
    }
    assert_true(n < (int)COUNT(e->part));
    if (x != 0 || n == 0)
        e->part[n++] = x;
    e->n = n;
}

/* Returns a number with the sign of 2 * sum - a - b. */
static double compared_with_middle(const expansion *sum, double a, double b) {
    expansion difference = { .n = 0 };
    for (int i = 0; i < sum->n; i++)
        expansion_add(&difference, 2 * sum->part[i]);
    expansion_add(&difference, -a);
    expansion_add(&difference, -b);
    return difference.part[difference.n - 1];
}

/* ---------------------------------------------------------------------------------------------------- the data */

typedef struct weight_type {
    const char *name, *element, *source;
    size_t size;
    int digits, least_exponent, exponents;
} weight_type;

/* The greatest doubles are left out, because parts of expansions must not overflow. */
static const weight_type types[] = {
    { "float", "float2", "uint bin(float2 x) { return (uint)x.x; }\nfloat weight(float2 x) { return x.y; }\n",
      sizeof(cl_float), FLT_MANT_DIG, -149, 270 },
    { "double", "double2", "uint bin(double2 x) { return (uint)x.x; }\ndouble weight(double2 x) { return x.y; }\n",
      sizeof(cl_double), DBL_MANT_DIG, -1074, 2050 },
};

/* TENTHS: all are 0.1. NEAR: of magnitudes that additions round. ALL: of all magnitudes. CANCELLING: as ALL, but the
 * second half has the first one with other signs, up to small numbers. LEAST: subnormal numbers. */
typedef enum data { TENTHS, NEAR, ALL, CANCELLING, LEAST } data;

static double random_weight(const weight_type *t, data what, size_t i) {
    const uint64_t draw = oracle_draw(31, i), exponent = oracle_draw(32, i);
    const double significand = (double)(int64_t)(draw >> (65 - t->digits)) * (draw & 1 ? 1 : -1);
    if (what == TENTHS)
        return 0.1;
    if (what == NEAR)
        return ldexp(significand, -(int)(exponent % 12));
    if (what == LEAST)
        return ldexp((double)(draw >> 60) - 7, t->least_exponent);
    return ldexp(significand, t->least_exponent + (int)(exponent % (uint64_t)(t->exponents - t->digits)));
}

/* Returns weight i as a number of the type. */
static double weight_of(const weight_type *t, data what, size_t i) {
    const double x = what == CANCELLING && i >= N / 2 && i % 16 ? -random_weight(t, what, i - N / 2)
                                                                : random_weight(t, what == CANCELLING ? ALL : what, i);
    return t->size == sizeof(float) ? (float)x : x;
}

/* Every eighth element is in bin 0, and the last bins of a row of few elements stay empty. */
static unsigned bin_of(unsigned bins, size_t i) {
    return i % 8 ? (unsigned)(oracle_draw(33, i) % (bins + 2)) : 0;
}

/* --------------------------------------------------------------------------------------------------------- trials */

typedef struct trial {
    const weight_type *type;
    data what;
    unsigned bins;
    unsigned wg_size, groups; /* as in desc.tuning */
    enum { WHOLE, BY_ROWS, BY_COLUMNS } layout;
    bool exact; /* sums are rounded once */
} trial;

static void put_number(const weight_type *t, double x, char *to) {
    const float f = (float)x;
    memcpy(to, t->size == sizeof f ? (const void *)&f : (const void *)&x, t->size);
}

static double number_at(const weight_type *t, const char *from) {
    double x;
    float f;
    if (t->size == sizeof x) {
        memcpy(&x, from, sizeof x);
        return x;
    }
    memcpy(&f, from, sizeof f);
    return f;
}

static double next_number(const weight_type *t, double x, double towards) {
    return t->size == sizeof(float) ? nextafterf((float)x, (float)towards) : nextafter(x, towards);
}

/* Asserts that `got` is the number next to the sum, of two the even one. */
static void check_rounded(const trial *t, const expansion *sum, double got, const char *bits) {
    const double up = compared_with_middle(sum, got, next_number(t->type, got, INFINITY)),
                 down = compared_with_middle(sum, got, next_number(t->type, got, -INFINITY));
    if (up > 0 || down < 0 || ((up == 0 || down == 0) && *bits & 1))
        fail_msg("%s, data %d, %u bins: %a is not the rounded sum %a", t->type->name, t->what, t->bins, got,
                 sum->part[sum->n - 1]);
    assert_true(got != 0 || !signbit(got));
}

/* Asserts that the sum of `n` weights, whose magnitudes sum to `magnitudes`, has the error of n roundings at most. */
static void check_near(const trial *t, const expansion *sum, double magnitudes, size_t n, double got) {
    const double exact = sum->part[sum->n - 1], unit = ldexp(1, -t->type->digits);
    if (!(fabs(got - exact) <= (double)n * unit * magnitudes + ldexp(1, t->type->least_exponent)))
        fail_msg("%s, data %d, %u bins: %a instead of %a", t->type->name, t->what, t->bins, got, exact);
}

/* Returns element k of a row. */
static size_t element_of(const trial *t, size_t row, size_t k) {
    return t->layout == BY_COLUMNS ? k * ROWS + row : row * LENGTH + k;
}

static void check_row(const trial *t, size_t row, size_t length, const char *got) {
    static expansion sums[MOST_BINS];
    static double magnitudes[MOST_BINS];
    static size_t counts[MOST_BINS];
    for (unsigned bin = 0; bin < t->bins; bin++) {
        sums[bin] = (expansion) { .n = 1 };
        magnitudes[bin] = 0;
        counts[bin] = 0;
    }
    for (size_t k = 0; k < length; k++) {
        const size_t i = element_of(t, row, k);
        const unsigned bin = bin_of(t->bins, i);
        const double x = weight_of(t->type, t->what, i);
        if (bin >= t->bins)
            continue;
        expansion_add(&sums[bin], x);
        magnitudes[bin] += fabs(x);
        counts[bin]++;
    }
    for (unsigned bin = 0; bin < t->bins; bin++) {
        const char *at = got + (row * t->bins + bin) * t->type->size;
        if (t->exact)
            check_rounded(t, &sums[bin], number_at(t->type, at), at);
        else
            check_near(t, &sums[bin], magnitudes[bin], counts[bin], number_at(t->type, at));
    }
}

static clscan_args args_of(const trial *t) {
    if (t->layout == WHOLE)
        return (clscan_args) { .count = N };
    clscan_args args = { .num_dims = 2 };
    args.dims[0] = (clscan_dim) { .n = LENGTH, .in_stride = t->layout == BY_COLUMNS ? ROWS : 1 };
    args.dims[1] = (clscan_dim) { .n = ROWS, .in_stride = t->layout == BY_COLUMNS ? 1 : LENGTH };
    return args;
}

/* Enqueues the plan with arrays that begin at element `offset`. */
static void add_weights(const test_device *d, const trial *t, clscan_plan *plan, size_t offset, char *got) {
    static char elements[(OFFSETS + N) * 2 * sizeof(double)];
    const size_t pair = 2 * t->type->size, rows = t->layout == WHOLE ? 1 : ROWS;
    memset(elements, 0, sizeof elements);
    for (size_t i = 0; i < N; i++) {
        put_number(t->type, bin_of(t->bins, i), elements + (offset + i) * pair);
        put_number(t->type, weight_of(t->type, t->what, i), elements + (offset + i) * pair + t->type->size);
    }
    guarded in = guarded_create(d, (offset + N) * pair, elements),
            out = guarded_create(d, rows * t->bins * t->type->size, NULL);
    clscan_args args = args_of(t);
    args.in[0] = (clscan_ref) { .buffer = in.part, .offset = offset };
    args.out[0].buffer = out.part;
    assert_ok(clscan_plan_enqueue(plan, offset % 2 ? d->out_of_order : d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(offset % 2 ? d->out_of_order : d->in_order));
    assert_true(guarded_read(d, &in, NULL) && guarded_read(d, &out, got));
    guarded_release(&in);
    guarded_release(&out);
}

static void check_trial(const test_device *d, const trial *t) {
    static char got[2][ROWS * MOST_BINS * sizeof(double)];
    const size_t rows = t->layout == WHOLE ? 1 : ROWS;
    clscan_plan *plan = NULL;
    const clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                               .task = CLSCAN_TASK_HISTOGRAM,
                               .layout = t->layout == WHOLE ? CLSCAN_LAYOUT_CONTIGUOUS : CLSCAN_LAYOUT_ROWS,
                               .value.name = t->type->name,
                               .in[0].name = t->type->element,
                               .user = { .source = t->type->source, .map = "weight" },
                               .bins = { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = t->bins, .function = "bin" },
                               .tuning = { .wg_size = t->wg_size, .num_groups = t->groups } };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t offset = 0; offset < OFFSETS; offset++) {
        add_weights(d, t, plan, offset, got[offset > 0]);
        assert_memory_equal(got[0], got[offset > 0], rows * t->bins * t->type->size);
    }
    for (size_t row = 0; row < rows; row++)
        check_row(t, row, t->layout == WHOLE ? N : LENGTH, got[0]);
    clscan_plan_destroy(plan);
}

static void try_trial(const test_device *d, trial t) {
    UNLESS_REFUSED(check_trial(d, &t));
}

/* --------------------------------------------------------------------------------------------------------- tests */

static unsigned wide(const test_device *d) {
    return test_device_wg_size(d, CLSCAN_STRATEGY_REDUCE_SCAN, 32);
}

/* One work-group of several work-items: bins in a table of local memory with several counters for each bin, in ranges
 * of a table, and in the workspace. */
static void test_exact(void **state) {
    const unsigned wg_size = wide(*state);
    for (size_t i = 0; i < COUNT(types); i++) {
        const unsigned bins[] = { 3, (unsigned)(5000 / types[i].size), MOST_BINS };
        for (data what = TENTHS; what <= LEAST; what++) {
            const trial t = { &types[i], what, bins[what % COUNT(bins)], wg_size, 1, WHOLE, wg_size > 1 };
            try_trial(*state, t);
        }
    }
    skip_if_all_refused();
}

/* Rows and columns, each counted by one work-group of several work-items. */
static void test_exact_rows(void **state) {
    const unsigned wg_size = wide(*state);
    for (size_t i = 0; i < COUNT(types); i++)
        for (int columns = 0; columns < 2; columns++) {
            const trial t = { &types[i], columns ? CANCELLING : ALL,     columns ? 5 : 300, wg_size,
                              1,         columns ? BY_COLUMNS : BY_ROWS, wg_size > 1 };
            try_trial(*state, t);
        }
    skip_if_all_refused();
}

/* The library's shape, and several work-groups of one work-item or of several. */
static void test_parts(void **state) {
    const unsigned wg_sizes[] = { 0, 1, wide(*state) };
    for (size_t i = 0; i < COUNT(types); i++)
        for (size_t shape = 0; shape < COUNT(wg_sizes); shape++) {
            const unsigned groups = shape > 0 ? 3 : 0;
            const trial whole = { &types[i], NEAR, shape == 1 ? MOST_BINS : 40, wg_sizes[shape], groups, WHOLE, false };
            trial rows = whole;
            rows.layout = shape == 1 ? BY_COLUMNS : BY_ROWS;
            rows.groups = shape > 0 ? 3 * ROWS : 0; /* so that rows have several parts */
            try_trial(*state, whole);
            try_trial(*state, rows);
        }
    skip_if_all_refused();
}

/* Sums of a few weights in bin 0, by one work-group. */
typedef struct sum {
    cl_float weight[4];
    cl_float expected;
} sum;

static void check_sum(const test_device *d, clscan_plan *plan, const sum *s) {
    cl_float elements[2 * COUNT(s->weight)] = { 0 }, got = -1;
    for (size_t i = 0; i < COUNT(s->weight); i++)
        elements[2 * i + 1] = s->weight[i];
    const clscan_args args = { .in[0].host = elements, .out[0].host = &got, .count = COUNT(s->weight) };
    assert_ok(clscan_plan_execute(plan, &args));
    (void)d;
    if (isnan(s->expected) ? !isnan(got) : memcmp(&got, &s->expected, sizeof got) != 0)
        fail_msg("%a + %a + %a + %a is %a instead of %a", s->weight[0], s->weight[1], s->weight[2], s->weight[3], got,
                 s->expected);
}

/* Infinities and NaN, zeros, sums out of the range of the type, and sums between two numbers. Exact sums do not
 * overflow on their way. */
static void test_special_sums(void **state) {
    const float most = FLT_MAX, half = FLT_MAX * (FLT_EPSILON / 4), e = FLT_EPSILON;
    const sum any_order[] = {
        { { INFINITY, 1, 2, -most }, INFINITY },
        { { 1, -INFINITY, -INFINITY, most }, -INFINITY },
        { { INFINITY, 1, -INFINITY, 1 }, NAN },
        { { 0, NAN, 1, INFINITY }, NAN },
        { { most, most, 0, 0 }, INFINITY },
        { { -most, -most, -most, 0 }, -INFINITY },
        { { -0.0f, 0, -0.0f, 0 }, 0 },
        { { 1, -1, 0, 0 }, 0 },
        { { FLT_MIN, -FLT_MIN / 2, -FLT_MIN / 4, 0 }, FLT_MIN / 4 },
    };
    const sum exact[] = {
        { { most, most, -most, -1 }, most },    { { 1, e / 2, 0, 0 }, 1 },
        { { 1 + e, e / 2, 0, 0 }, 1 + 2 * e },  { { 1, e / 2, e * e, 0 }, 1 + e },
        { { -1, -e / 2, -e * e, 0 }, -1 - e },  { { most, half, 0, -1e-30f }, most },
        { { most, half * 2, 0, 0 }, INFINITY }, { { 1e30f, 1e-30f, -1e30f, 0 }, 1e-30f },
    };
    const unsigned wg_size = wide(*state);
    const clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                               .task = CLSCAN_TASK_HISTOGRAM,
                               .value.name = "float",
                               .in[0].name = "float2",
                               .user = { .source = types[0].source, .map = "weight" },
                               .bins = { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = 1, .function = "bin" },
                               .tuning = { .wg_size = wg_size, .num_groups = 1 } };
    const test_device *d = *state;
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    for (size_t i = 0; i < COUNT(any_order); i++)
        check_sum(d, plan, &any_order[i]);
    for (size_t i = 0; i < COUNT(exact) && wg_size > 1; i++)
        check_sum(d, plan, &exact[i]);
    clscan_plan_destroy(plan);
}

/* Without weights, elements are counted in the type of the counts. */
static void test_counts(void **state) {
    enum { BINS = 10 };
    static cl_float elements[N];
    const test_device *d = *state;
    const unsigned wg_sizes[] = { 0, wide(d) };
    for (size_t i = 0; i < N; i++)
        elements[i] = (float)(i % BINS) + 0.5f;
    for (size_t shape = 0; shape < COUNT(wg_sizes); shape++) {
        const clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                                   .task = CLSCAN_TASK_HISTOGRAM,
                                   .value.name = "float",
                                   .bins = { .count = BINS, .upper = BINS },
                                   .tuning.wg_size = wg_sizes[shape] };
        cl_float got[BINS];
        clscan_plan *plan = NULL;
        const clscan_args args = { .in[0].host = elements, .out[0].host = got, .count = N };
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        assert_ok(clscan_plan_execute(plan, &args));
        for (size_t bin = 0; bin < BINS; bin++)
            assert_true(got[bin] == (float)((N - 1 - bin) / BINS + 1));
        clscan_plan_destroy(plan);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),        cmocka_unit_test(test_exact_rows), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_special_sums), cmocka_unit_test(test_counts),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
