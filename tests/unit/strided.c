/* Converts dimensions to rows: what is refused, what a stride of 0 stands for, which dimensions are joined, and which
 * rows are adjacent without gaps in both arrays. */
#include "plan/strided.h"
#include "base/checked_math.h"
#include "support/check.h"

#include <string.h>

static const cs_traits in_rows = { .has_rows = true }, selection = { .has_rows = true, .kind = CS_SELECTION };

/* Dimensions, and the expected rows after joining. */
static const struct {
    const char *name;
    clscan_dim dims[CLSCAN_MAX_DIMS];
    size_t count;
    struct {
        size_t length, columns, in_pitch, in_stride, out_pitch, out_stride;
    } rows;
    bool dense;
} cases[] = {
    { "one row", { { .n = 12 } }, 12, { 12, 1, 12, 1, 12, 1 }, true },
    { "rows without gaps", { { .n = 4 }, { .n = 3 } }, 12, { 4, 1, 4, 1, 4, 1 }, true },
    { "the same in full", { { .n = 4, 1, 1 }, { .n = 3, 4, 4 } }, 12, { 4, 1, 4, 1, 4, 1 }, true },
    { "a pitch in", { { .n = 4, 1, 1 }, { .n = 3, 5, 0 } }, 12, { 4, 1, 5, 1, 4, 1 }, false },
    { "a pitch out", { { .n = 4, 1, 1 }, { .n = 3, 0, 5 } }, 12, { 4, 1, 4, 1, 5, 1 }, false },
    { "a pitch of one row", { { .n = 12, 1, 1 }, { .n = 1, 20, 30 } }, 12, { 12, 1, 12, 1, 12, 1 }, true },
    { "a stride in", { { .n = 12, 2, 1 } }, 12, { 12, 1, 24, 2, 12, 1 }, false },
    { "a stride out", { { .n = 12, 1, 2 } }, 12, { 12, 1, 12, 1, 24, 2 }, false },
    { "columns", { { .n = 4, 3, 3 }, { .n = 3, 1, 1 } }, 12, { 4, 3, 12, 3, 12, 3 }, false },
    { "columns of matrices",
      { { .n = 4, 3, 3 }, { .n = 3, 1, 1 }, { .n = 5, 20, 12 } },
      60,
      { 4, 3, 20, 3, 12, 3 },
      false },
    { "the same, matrices first",
      { { .n = 4, 3, 3 }, { .n = 5, 20, 12 }, { .n = 3, 1, 1 } },
      60,
      { 4, 3, 20, 3, 12, 3 },
      false },
    { "two dimensions as one",
      { { .n = 4, 1, 1 }, { .n = 3, 5, 5 }, { .n = 2, 15, 15 } },
      24,
      { 4, 1, 5, 1, 5, 1 },
      false },
    { "joined from the outside in",
      { { .n = 4, 1, 1 }, { .n = 2, 15, 15 }, { .n = 3, 5, 5 } },
      24,
      { 4, 1, 5, 1, 5, 1 },
      false },
    { "three as one", { { .n = 4 }, { .n = 3 }, { .n = 2 }, { .n = 5 } }, 120, { 4, 1, 4, 1, 4, 1 }, true },
    { "ones between",
      { { .n = 4, 3, 3 }, { .n = 1, 7, 9 }, { .n = 3, 1, 1 }, { .n = 1, 2, 2 } },
      12,
      { 4, 3, 12, 3, 12, 3 },
      false },
};

static unsigned dims_of(const clscan_dim *dims) {
    unsigned n = 0;
    while (n < CLSCAN_MAX_DIMS && dims[n].n > 0)
        n++;
    return n;
}

static clscan_args args_of(size_t i) {
    clscan_args args = { .num_dims = dims_of(cases[i].dims) };
    for (unsigned k = 0; k < args.num_dims; k++)
        args.dims[k] = cases[i].dims[k];
    return args;
}

static void test_rows(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const clscan_args args = args_of(i);
        cs_call call;
        assert_ok(cs_call_of(&in_rows, &args, &call));
        const cs_rows *r = &call.rows;
        if (call.count != cases[i].count || memcmp(r, &cases[i].rows, sizeof cases[i].rows) != 0)
            fail_msg("%s: %zu elements, length %zu, columns %zu, in %zu and %zu, out %zu and %zu", cases[i].name,
                     call.count, r->length, r->columns, r->in_pitch, r->in_stride, r->out_pitch, r->out_stride);
    }
}

/* In a selection, how many elements of a row an output has room for, and where the totals of rows are. */
static void test_selections(void **state) {
    static const struct {
        const char *name;
        clscan_dim dims[CLSCAN_MAX_DIMS];
        size_t count, room, total_pitch, total_stride;
    } selections[] = {
        { "rows", { { .n = 4 }, { .n = 3 } }, 12, 4, 1, 1 },
        { "less room", { { .n = 4 }, { .n = 3, 0, 2 } }, 12, 2, 1, 1 },
        { "more room", { { .n = 4 }, { .n = 3, 0, 9 } }, 12, 4, 1, 1 },
        { "strides out", { { .n = 4, 1, 3 }, { .n = 3, 0, 8 } }, 12, 3, 1, 1 },
        { "first one of each row", { { .n = 4 }, { .n = 3, 0, 1 } }, 12, 1, 1, 1 },
        { "interleaved", { { .n = 4, 1, 6 }, { .n = 3, 4, 2 } }, 12, 4, 1, 1 },
        { "columns", { { .n = 4, 3, 3 }, { .n = 3, 1, 1 } }, 12, 4, 1, 1 },
        { "less room for columns", { { .n = 4, 3, 3 }, { .n = 3, 1, 1 }, { .n = 2, 12, 8 } }, 24, 2, 3, 1 },
        { "matrices first", { { .n = 4, 3, 3 }, { .n = 5, 12, 12 }, { .n = 3, 1, 1 } }, 60, 4, 1, 5 },
        { "two as one", { { .n = 4 }, { .n = 3 }, { .n = 2 } }, 24, 4, 1, 1 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(selections); i++) {
        clscan_args args = { .num_dims = dims_of(selections[i].dims) };
        cs_call call;
        memcpy(args.dims, selections[i].dims, sizeof args.dims);
        assert_ok(cs_call_of(&selection, &args, &call));
        const cs_rows *r = &call.rows;
        if (call.count != selections[i].count || r->room != selections[i].room ||
            r->total_pitch != selections[i].total_pitch || r->total_stride != selections[i].total_stride)
            fail_msg("%s: room %zu, totals %zu and %zu apart", selections[i].name, r->room, r->total_pitch,
                     r->total_stride);
    }
}

static void test_dense(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const clscan_args args = args_of(i);
        cs_call call;
        assert_ok(cs_call_of(&in_rows, &args, &call));
        if (cs_strided_is_dense(&call) != cases[i].dense)
            fail_msg("%s", cases[i].name);
    }
    const cs_call contiguous = cs_call_contiguous(12), nothing = cs_call_contiguous(0);
    assert_true(cs_strided_is_dense(&contiguous));
    assert_true(cs_strided_is_dense(&nothing));
}

static void refuse(const cs_traits *traits, const clscan_args *args, const char *words) {
    cs_call call;
    assert_fails(cs_call_of(traits, args, &call), CLSCAN_ERROR_INVALID_VALUE, words);
}

static void test_number_of_dims(void **state) {
    const cs_traits contiguous = { .has_rows = false };
    const clscan_args none = { .num_dims = 0 }, many = { .num_dims = 5 }, counted = { .num_dims = 1, .count = 12 },
                      one = { .num_dims = 1, .dims = { { .n = 12 } } };
    (void)state;
    refuse(&in_rows, &none, "args.num_dims is 0|CLSCAN_LAYOUT_ROWS");
    refuse(&in_rows, &many, "args.num_dims is 5; at most 4");
    refuse(&in_rows, &counted, "args.count is 12|CLSCAN_LAYOUT_ROWS|args.dims");
    refuse(&contiguous, &one, "args.num_dims is 1|CLSCAN_LAYOUT_CONTIGUOUS");
}

static void test_dims_that_are_not_possible(void **state) {
    const clscan_args apart = { .num_dims = 3, .dims = { { .n = 4, 1, 1 }, { .n = 3, 5, 5 }, { .n = 2, 100, 100 } } },
                      out_apart = { .num_dims = 3, .dims = { { .n = 4, 1, 1 }, { .n = 3, 5, 5 }, { .n = 2, 15, 16 } } },
                      huge = { .num_dims = 2, .dims = { { .n = SIZE_MAX / 2, 1, 1 }, { .n = 3, 1, 1 } } },
                      huger = { .num_dims = 4,
                                .dims = { { .n = 4, 1, 1 },
                                          { .n = 1u << 31, 9, 9 },
                                          { .n = 1u << 31, 0, 0 },
                                          { .n = 1u << 31, 0, 0 } } };
    (void)state;
    const clscan_args inside_out = { .num_dims = 3, .dims = { { .n = 4 }, { .n = 3, 8, 8 }, { .n = 2, 4, 4 } } };
    refuse(&selection, &inside_out,
           "besides dims[0], args.dims has 2 dimensions with strides other than 1|8 and 4|only one is supported");
    refuse(&in_rows, &apart,
           "besides dims[0], args.dims has 2 dimensions with strides other than 1|5 and 100|only one is supported");
    refuse(&in_rows, &out_apart,
           "besides dims[0], args.dims has 2 dimensions with strides other than 1|5 and 15|only one is supported");
    refuse(&in_rows, &huge, "args.dims says|no memory holds that many");
    refuse(&in_rows, &huger, "args.dims says|no memory holds that many");
}

/* If one dimension has no elements, the scan has none, whatever the other dimensions are. */
static void test_nothing(void **state) {
    (void)state;
    for (unsigned empty = 0; empty < 3; empty++) {
        clscan_args args = { .num_dims = 3, .dims = { { .n = 4, 1, 1 }, { .n = 3, 5, 5 }, { .n = 2, 100, 100 } } };
        cs_call call;
        args.dims[empty].n = 0;
        assert_ok(cs_call_of(&in_rows, &args, &call));
        assert_int_equal(call.count, 0);
    }
}

/* The greatest products that fit, and the least that do not: with small factors, which need no division, and others. */
static void test_products(void **state) {
    const size_t half = (size_t)1 << (sizeof(size_t) * 4);
    const struct {
        size_t a, b;
        bool fits;
    } products[] = { { 0, SIZE_MAX, true },     { SIZE_MAX, 0, true },         { 1, SIZE_MAX, true },
                     { 2, SIZE_MAX, false },    { half - 1, half - 1, true },  { half, half - 1, true },
                     { half, half, false },     { half - 1, half + 1, true },  { half - 1, half + 2, false },
                     { SIZE_MAX / 3, 3, true }, { SIZE_MAX / 3 + 1, 3, false } };
    (void)state;
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        size_t product;
        assert_int_equal(cs_checked_multiply(products[i].a, products[i].b, &product), products[i].fits);
        assert_int_equal(cs_checked_multiply(products[i].b, products[i].a, &product), products[i].fits);
        if (products[i].fits)
            assert_int_equal(product, products[i].a * products[i].b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_dense),
        cmocka_unit_test(test_selections),
        cmocka_unit_test(test_number_of_dims),
        cmocka_unit_test(test_dims_that_are_not_possible),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
