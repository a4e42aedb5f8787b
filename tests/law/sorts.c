/* Laws of sorts and top-k, of all elements, of segments and of rows. No oracle is needed. */
#include "law/tasks.h"

#include <math.h>

/* Returns true if key a comes before key b. A NaN comes after all numbers, and -0 before +0. */
static bool is_before(float a, float b) {
    return isnan(a) || isnan(b) ? !isnan(a) && isnan(b) : a == b ? signbit(a) && !signbit(b) : a < b;
}

static void fill_keys(cl_float *keys) {
    static const cl_float special[] = { NAN, INFINITY, -INFINITY, 0, -0.0f };
    for (size_t i = 0; i < N; i++) {
        const uint64_t draw = oracle_draw(1, i);
        keys[i] = draw % 9 == 0 ? special[draw / 9 % COUNT(special)] : (cl_float)(draw >> 32 & 0xFFF) / 8 - 100;
    }
}

/* Checks the segment of the elements from `first` up to `past`: the indices are a permutation, the sorted keys are the
 * keys at the indices and in order, and equal keys keep their order. Indices count from the array's beginning. */
static void check_segment(const cl_float *keys, const cl_float *sorted, const cl_uint *indices, size_t first,
                          size_t past, bool reverse) {
    static bool is_there[N];
    memset(is_there, 0, sizeof is_there);
    for (size_t k = first; k < past; k++) {
        assert_true(indices[k] >= first && indices[k] < past && !is_there[indices[k]]);
        is_there[indices[k]] = true;
        assert_memory_equal(&sorted[k], &keys[indices[k]], sizeof *keys);
    }
    for (size_t k = first + 1; k < past; k++) {
        const cl_float a = sorted[k - 1], b = sorted[k];
        const bool last = isnan(a) || isnan(b); /* NaNs are the last in both directions */
        const bool follows = reverse && !last ? is_before(b, a) : is_before(a, b);
        const bool equal = !is_before(a, b) && !is_before(b, a);
        if (!follows && !(equal && indices[k - 1] < indices[k]))
            fail_msg("%s: %g at %zu and %g at %zu, with the indices %u and %u", reverse ? "descending" : "ascending", a,
                     k - 1, b, k, indices[k - 1], indices[k]);
    }
}

/* Sorting what is sorted changes nothing. Rows have `row` elements. */
static void check_sorting_again(clscan_plan *plan, clscan_args args, size_t n, size_t row) {
    static cl_float again[N];
    static cl_uint indices[N];
    const cl_float *sorted = args.out[0].host;
    args.in[0].host = args.out[0].host;
    args.out[0].host = again;
    args.indices.host = indices;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(again, sorted, n * sizeof *again);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(indices[i], i % row);
}

/* Returns the description of a sort of keys with indices. */
static clscan_desc sort_of_keys(clscan_tuning tuning, bool reverse) {
    return (clscan_desc) {
        .task = CLSCAN_TASK_SORT, .value.name = "float", .index_type.name = "uint", .reverse = reverse, .tuning = tuning
    };
}

/* The order of the keys as comparisons: NaN after all numbers, or before them so that it is the last in reverse. */
static const char comparisons[] =
    "static bool is_less(float a, float b) { return a == b ? signbit(a) && !signbit(b) : a < b; }\n"
    "static bool nan_last(float a, float b) {\n"
    "    return isnan(a) || isnan(b) ? !isnan(a) && isnan(b) : is_less(a, b);\n"
    "}\n"
    "static bool nan_first(float a, float b) {\n"
    "    return isnan(a) || isnan(b) ? isnan(a) && !isnan(b) : is_less(a, b);\n"
    "}\n";

/* Sorts by the keys, or if `less` is not NULL, by this comparison, which gives the same order. */
static void try_sort(const test_device *d, clscan_tuning tuning, bool reverse, const char *less) {
    static cl_float keys[N], sorted[N];
    static cl_uint indices[N];
    clscan_plan *plan = NULL;
    fill_keys(keys);
    clscan_desc desc = sort_of_keys(tuning, reverse);
    desc.user = (clscan_user) { .source = less ? comparisons : NULL, .less = less };
    create(d, desc, &plan);
    const clscan_args args = { .in[0].host = keys, .out[0].host = sorted, .indices.host = indices, .count = N };
    assert_ok(clscan_plan_execute(plan, &args));
    check_segment(keys, sorted, indices, 0, N, reverse);
    check_sorting_again(plan, args, N, N);
    clscan_plan_destroy(plan);
}

static void test_sorts(void **state) {
    try_sort(*state, (clscan_tuning) { 0 }, false, NULL);
    UNLESS_REFUSED(try_sort(*state, some_items(*state), true, NULL));
}

static void test_merge_sorts(void **state) {
    try_sort(*state, (clscan_tuning) { .wg_size = 1, .items = 2 }, false, "nan_last");
    UNLESS_REFUSED(try_sort(*state, some_items(*state), true, "nan_first"));
}

/* The elements that are divided by flags or offsets, and heads[i] at the first element of each segment. Some segments
 * are empty, and some are longer than a tile. */
typedef struct division {
    unsigned char heads[N + 1];
    cl_uint offsets[N];
    size_t segments;
} division;

static void divide(division *v) {
    static const unsigned lengths[] = { 1, 2, 0, 5, 1, 0, 0, 40, 2, 700, 3, 1, 300, 0, 64, 1 };
    memset(v, 0, sizeof *v);
    for (unsigned at = 0; at < N; at += lengths[v->segments++ % COUNT(lengths)]) {
        v->heads[at] = 1;
        v->offsets[v->segments] = at;
    }
    v->heads[N] = 1;
    v->offsets[v->segments] = N;
}

static void try_segments(const test_device *d, clscan_tuning tuning, clscan_segments segments, bool reverse) {
    static cl_float keys[N], sorted[N];
    static cl_uint indices[N];
    static division v;
    clscan_plan *plan = NULL;
    fill_keys(keys);
    divide(&v);
    clscan_desc desc = sort_of_keys(tuning, reverse);
    desc.segments = segments;
    create(d, desc, &plan);
    const bool by_offsets = segments == CLSCAN_SEGMENTS_OFFSETS;
    const clscan_args args = { .in[0].host = keys,
                               .out[0].host = sorted,
                               .indices.host = indices,
                               .segments.host = by_offsets ? (void *)v.offsets : v.heads,
                               .num_segments = by_offsets ? v.segments : 0,
                               .count = N };
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t first = 0, past; first < N; first = past) {
        for (past = first + 1; !v.heads[past];)
            past++;
        check_segment(keys, sorted, indices, first, past, reverse);
    }
    check_sorting_again(plan, args, N, N);
    clscan_plan_destroy(plan);
}

static void try_rows(const test_device *d, clscan_tuning tuning, bool reverse) {
    enum { ROW = 77, ROWS = N / ROW };
    static cl_float keys[N], sorted[N];
    static cl_uint indices[N];
    clscan_plan *plan = NULL;
    fill_keys(keys);
    clscan_desc desc = sort_of_keys(tuning, reverse);
    desc.layout = CLSCAN_LAYOUT_ROWS;
    create(d, desc, &plan);
    const clscan_args args = { .in[0].host = keys,
                               .out[0].host = sorted,
                               .indices.host = indices,
                               .num_dims = 2,
                               .dims = { { .n = ROW }, { .n = ROWS } } };
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t row = 0; row < ROWS; row++)
        check_segment(keys + row * ROW, sorted + row * ROW, indices + row * ROW, 0, ROW, reverse);
    check_sorting_again(plan, args, (size_t)ROW * ROWS, ROW);
    clscan_plan_destroy(plan);
}

/* Each row or segment is sorted by itself. The shapes are divided among the ways to give segments. */
static void test_segment_sorts(void **state) {
    clscan_tuning sweeps = some_items(*state);
    sweeps.strategy = CLSCAN_STRATEGY_LOOKBACK;
    try_rows(*state, (clscan_tuning) { 0 }, true);
    UNLESS_REFUSED(try_segments(*state, some_items(*state), CLSCAN_SEGMENTS_OFFSETS, true));
    UNLESS_REFUSED(try_segments(*state, sweeps, CLSCAN_SEGMENTS_FLAGS, false));
}

/* The first elements, by a plan that takes them, are the beginning of a sort: of all, or of the segments of `v`, with
 * rows of `row` elements if that is not 0. */
static void check_top(const test_device *d, clscan_desc desc, unsigned k, const division *v, size_t row) {
    const size_t past = row ? N / row * row : N;
    static cl_float keys[N], sorted[N], top[N];
    static cl_uint order[N], indices[N];
    clscan_plan *sort = NULL, *first = NULL;
    fill_keys(keys);
    desc.task = CLSCAN_TASK_SORT;
    create(d, desc, &sort);
    desc.task = CLSCAN_TASK_TOP_K;
    desc.sort.k = k;
    create(d, desc, &first);
    clscan_args args = { .in[0].host = keys, .out[0].host = sorted, .indices.host = order, .count = N };
    args.segments.host = v ? v->heads : NULL;
    if (row) {
        args.count = 0;
        args.num_dims = 2;
        args.dims[0].n = row;
        args.dims[1].n = N / row;
    }
    assert_ok(clscan_plan_execute(sort, &args));
    args.out[0].host = top;
    args.indices.host = indices;
    assert_ok(clscan_plan_execute(first, &args));
    for (size_t i = 0, n = 0, begin = 0; i < past; i++) {
        begin = (v && v->heads[i]) || (row && i % row == 0) ? i : begin;
        assert_true(i - begin >= k || (memcmp(&top[n], &sorted[i], sizeof *top) == 0 && indices[n] == order[i]));
        n += i - begin < k;
    }
    clscan_plan_destroy(sort);
    clscan_plan_destroy(first);
}

static void test_top_k_of_segments(void **state) {
    static division v;
    divide(&v);
    clscan_desc desc = sort_of_keys((clscan_tuning) { 0 }, true);
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    check_top(*state, desc, 30, &v, 0);
    desc.layout = CLSCAN_LAYOUT_ROWS;
    check_top(*state, desc, 30, &v, 77);
}

static void try_top(const test_device *d, clscan_tuning tuning, bool reverse) {
    static const unsigned ks[] = { 1, 30, 300, N - 1, N };
    for (size_t i = 0; i < COUNT(ks); i++)
        check_top(d, sort_of_keys(tuning, reverse), ks[i], NULL, 0);
}

static void test_top_k(void **state) {
    try_top(*state, (clscan_tuning) { 0 }, true);
    UNLESS_REFUSED(try_top(*state, some_items(*state), false));
}

/* The top-k of rows is the beginning of each row of the sort by rows. */
static void test_top_k_of_rows(void **state) {
    enum { LENGTH = 321, ROWS = 15, WANTED = 40 };
    static cl_float x[N], sorted[N], top[ROWS * WANTED];
    clscan_desc desc = { .task = CLSCAN_TASK_SORT, .layout = CLSCAN_LAYOUT_ROWS, .value.name = "float" };
    clscan_plan *sort = NULL, *plan = NULL;
    fill_keys(x);
    const clscan_args all = args_of_rows(x, sorted, ROWS, LENGTH), first = args_of_rows(x, top, ROWS, LENGTH);
    create(*state, desc, &sort);
    assert_ok(clscan_plan_execute(sort, &all));
    desc.task = CLSCAN_TASK_TOP_K;
    desc.sort.k = WANTED;
    for (int tuned = 0; tuned < 2; tuned++) {
        desc.tuning = tuned ? some_items(*state) : (clscan_tuning) { 0 };
        create(*state, desc, &plan);
        assert_ok(clscan_plan_execute(plan, &first));
        clscan_plan_destroy(plan);
        for (size_t r = 0; r < ROWS; r++)
            assert_memory_equal(top + r * WANTED, sorted + r * LENGTH, WANTED * sizeof *top);
    }
    clscan_plan_destroy(sort);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorts), cmocka_unit_test(test_merge_sorts),       cmocka_unit_test(test_segment_sorts),
        cmocka_unit_test(test_top_k), cmocka_unit_test(test_top_k_of_segments), cmocka_unit_test(test_top_k_of_rows)
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
