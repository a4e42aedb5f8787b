/* The choice of the variant of a plan that runs a call: the conditions of each use of variants, and their order. */
#include "plan/plan_choice.h"

#include "support/check.h"

enum { FEW, MANY, COLUMNS, ROWS, IN_PLACE, VARIANTS };

/* A plan for a device without fences. There are two variants by count, up to 1000 elements and above, and the second
 * one has records. There is one variant for each other use. */
typedef struct plan {
    struct clscan_device device;
    cs_variant variants[VARIANTS];
    clscan_plan plan;
} plan;

static void open_plan(plan *p, bool has_fence) {
    *p = (plan) { .device.caps.has_fence = has_fence,
                  .variants = {
                      [FEW] = { .use = CS_BY_COUNT, .threshold = 0, .max_count = 1000, .strategy = &cs_single_group },
                      [MANY] = { .use = CS_BY_COUNT,
                                 .threshold = 1001,
                                 .max_count = SIZE_MAX,
                                 .strategy = &cs_lookback,
                                 .has_states = true },
                      [COLUMNS] = { .use = CS_ADJACENT_COLUMNS,
                                    .threshold = 8,
                                    .max_count = SIZE_MAX,
                                    .strategy = &cs_columns },
                      [ROWS] = { .use = CS_CONTIGUOUS_ROWS,
                                 .threshold = 5000,
                                 .max_count = SIZE_MAX,
                                 .strategy = &cs_lookback,
                                 .has_states = true },
                      [IN_PLACE] = { .use = CS_IN_PLACE, .max_count = SIZE_MAX, .strategy = &cs_reduce_scan } } };
    p->plan = (clscan_plan) { .device = &p->device, .variants = p->variants, .num_variants = VARIANTS };
    p->plan.traits.has_rows = true;
}

/* Returns a call with `count` elements in rows of `length`, or in `columns` columns. */
static cs_call call_of(size_t count, size_t length, size_t columns) {
    cs_call call = cs_call_contiguous(count);
    call.rows = cs_rows_dense(length, columns);
    return call;
}

static void expect(const plan *p, cs_call call, bool in_place, int variant) {
    assert_int_equal(cs_plan_variant(&p->plan, &call, in_place) - p->variants, variant);
}

static void test_by_count(void **state) {
    plan p;
    (void)state;
    open_plan(&p, true);
    p.plan.num_variants = COLUMNS; /* only the variants by count */
    expect(&p, cs_call_contiguous(0), false, FEW);
    expect(&p, cs_call_contiguous(1000), true, FEW);
    expect(&p, cs_call_contiguous(1001), false, MANY);
    expect(&p, cs_call_contiguous(SIZE_MAX), true, MANY);
}

static void test_layouts(void **state) {
    plan p;
    (void)state;
    open_plan(&p, true);
    expect(&p, call_of(4000, 500, 8), false, COLUMNS);
    expect(&p, call_of(4000, 500, 8), true, COLUMNS);
    expect(&p, call_of(3500, 500, 7), false, MANY);
    expect(&p, call_of(5000, 50, 1), false, ROWS);
    expect(&p, call_of(4950, 50, 1), false, MANY);
    cs_call apart = call_of(5000, 50, 1);
    apart.rows.in_pitch++;
    expect(&p, apart, false, MANY);
}

/* Reverse scans with a total do not use the variant for contiguous rows. */
static void test_total_in_reverse(void **state) {
    plan p;
    cs_call call = call_of(5000, 50, 1);
    (void)state;
    open_plan(&p, true);
    call.total.handle = (cl_mem)&p;
    expect(&p, call, false, ROWS);
    p.plan.traits.reverse = true;
    expect(&p, call, false, MANY);
}

/* Without fences, variants with records do not run in place, and no other variant by count takes their counts. */
static void test_in_place_without_fences(void **state) {
    plan p;
    (void)state;
    open_plan(&p, false);
    expect(&p, call_of(5000, 50, 1), false, ROWS);
    expect(&p, call_of(5000, 50, 1), true, IN_PLACE);
    expect(&p, call_of(2000, 50, 1), false, MANY);
    expect(&p, call_of(2000, 50, 1), true, IN_PLACE);
    expect(&p, call_of(1000, 50, 1), true, FEW);
    expect(&p, call_of(8000, 50, 8), true, COLUMNS);
    p.variants[FEW].has_states = true;
    p.variants[MANY].has_states = false;
    expect(&p, call_of(1000, 50, 1), true, IN_PLACE);
    expect(&p, call_of(2000, 50, 1), true, MANY);
}

static void test_variants_that_were_given_up(void **state) {
    plan p;
    (void)state;
    open_plan(&p, true);
    p.variants[COLUMNS].strategy = p.variants[ROWS].strategy = NULL;
    expect(&p, call_of(4000, 500, 8), false, MANY);
    expect(&p, call_of(5000, 50, 1), false, MANY);
}

/* A reduction gives many short rows to the kernel for columns, unless its work-groups are single work-items. */
static void test_short_rows(void **state) {
    plan p;
    cs_call call = call_of(64 * 500, 64, 1);
    const cs_reduction_row reduction = { .shorter = 4 };
    (void)state;
    open_plan(&p, true);
    p.plan.num_variants = ROWS; /* reductions have no variant for contiguous rows */
    p.variants[COLUMNS].shape = (cs_shape) { .wg_size = 32, .tile = 320, .groups = 500, .reduction = &reduction };
    call.lines = 500;
    expect(&p, call, false, MANY);
    p.plan.traits.reduces = true;
    expect(&p, call, false, COLUMNS);
    call.rows.length = 80;
    expect(&p, call, false, MANY);
    call.rows.length = 79;
    expect(&p, call, false, COLUMNS);
    call.lines = 499;
    expect(&p, call, false, MANY);
    call.lines = 500;
    p.variants[COLUMNS].shape.wg_size = 1;
    expect(&p, call, false, MANY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_count),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_total_in_reverse),
        cmocka_unit_test(test_in_place_without_fences),
        cmocka_unit_test(test_variants_that_were_given_up),
        cmocka_unit_test(test_short_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
