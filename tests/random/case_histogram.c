#include "random/case_histogram.h"

#include "random/case_desc.h"
#include "random/case_task.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- bins */

static uint64_t draw_bounds(const test_case *tc, uint64_t what) {
    return oracle_draw(tc->v[D_bounds] + UINT64_C(9000000), what);
}

static bool has_integers(const test_case *tc) {
    return test_case_problem(tc).type < ORACLE_FLOAT;
}

/* The range of integer bins is any whole number, so that the bins of one histogram may differ in size by one. The width
 * of floating-point bins is a power of two, and the lower bound is a multiple of the width. */
static void write_even(const test_case *tc, clscan_bins *bins) {
    static const uint64_t ranges[] = { 10, 300, 70000, UINT64_C(1) << 32 };
    const double step = ldexp(1, (int)(draw_bounds(tc, 1) % 7) - 3);
    if (has_integers(tc)) {
        bins->lower = (double)(draw_bounds(tc, 0) % 401) - 200;
        bins->upper = bins->lower + 1 + (double)(draw_bounds(tc, 1) % ranges[draw_bounds(tc, 2) % COUNT(ranges)]);
    } else {
        bins->lower = draw_bounds(tc, 0) % 2 ? -step * (double)(draw_bounds(tc, 2) % (bins->count + 3)) : 0;
        bins->upper = bins->lower + step * bins->count;
    }
}

static void write_edges(const test_case *tc, double *edges, clscan_bins *bins) {
    static const double gaps[] = { 0, 0.25, 1, 3.5, 16 };
    const uint64_t infinite = draw_bounds(tc, 0) % 4;
    edges[0] = (double)(draw_bounds(tc, 1) % 401) - 200;
    for (unsigned i = 1; i <= bins->count; i++)
        edges[i] = edges[i - 1] + gaps[draw_bounds(tc, 1 + i) % COUNT(gaps)];
    if (infinite & 1)
        edges[0] = -INFINITY;
    if (infinite & 2)
        edges[bins->count] = INFINITY;
    bins->edges = edges;
}

void case_histogram_bins(const test_case *tc, double edges[CASE_MOST_BINS + 1], clscan_bins *bins) {
    *bins = (clscan_bins) { .kind = (clscan_bin_kind)tc->v[D_bin_kind],
                            .count = tc->v[D_bins] ? tc->v[D_bins] : CASE_DEFAULT_BINS };
    if (bins->kind == CLSCAN_BIN_KIND_EVEN)
        write_even(tc, bins);
    else if (bins->kind == CLSCAN_BIN_KIND_EDGES)
        write_edges(tc, edges, bins);
    else
        bins->function = "bin_some";
}

/* ------------------------------------------------------------------------------------------------------ elements */

/* Returns a number in the bins or a little outside: an edge, or some quarters of a bin's width above it, or another
 * number if the bins begin at zero. */
static double number_near(const clscan_bins *bins, uint64_t draw) {
    const double place = (double)(draw % (4 * (uint64_t)bins->count + 16)) / 4 - 2;
    const double fraction = bins->lower == 0 && draw >> 63 ? (double)(draw >> 40 & 0xFFFF) / (1 << 16) : 0;
    if (bins->kind == CLSCAN_BIN_KIND_EDGES)
        return bins->edges[draw % (bins->count + 1)] + 0.25 * (double)(draw >> 32 & 3) - 0.25;
    return bins->lower + (place + fraction) * (bins->upper - bins->lower) / bins->count;
}

/* Returns the first integer of a bin, or one of its neighbours. */
static uint64_t integer_near(const clscan_bins *bins, uint64_t draw) {
    const uint64_t width = (uint64_t)(bins->upper - bins->lower), k = draw % ((uint64_t)bins->count + 1);
    return (uint64_t)(int64_t)bins->lower + (k * width + bins->count - 1) / bins->count + (draw >> 40) % 3 - 1;
}

static void fill_number(const case_arrays *s, const clscan_bins *bins, size_t n, char *to) {
    static const double special[] = { NAN, INFINITY, -INFINITY, -0.0, 0 };
    const uint64_t draw = case_arrays_draw(s, 18, n), any = case_arrays_draw(s, 19, n);
    const oracle_type type = s->o.problem.type;
    const double x = any % 16 == 0 ? special[draw % COUNT(special)] : number_near(bins, draw);
    const uint64_t word = any % 4 == 0 ? any >> any % 61 : integer_near(bins, draw);
    if (has_integers(s->tc) && (bins->kind == CLSCAN_BIN_KIND_EVEN || any % 4 == 0))
        memcpy(to, &word, oracle_type_size(type)); /* the tests run on little-endian hosts */
    else if (has_integers(s->tc) && !isfinite(x))
        memset(to, 0, oracle_type_size(type));
    else
        oracle_convert(ORACLE_DOUBLE, &x, type, to);
}

void case_histogram_fill(const case_arrays *s, char *column) {
    const size_t size = oracle_problem_size(&s->o.problem);
    double edges[CASE_MOST_BINS + 1];
    clscan_bins bins;
    case_histogram_bins(s->tc, edges, &bins);
    if (bins.kind == CLSCAN_BIN_KIND_FUNCTION)
        oracle_problem_fill(&s->o.problem, case_arrays_draw(s, 0, 0), column, s->most + 1);
    else
        for (size_t n = 0; n <= s->most; n++)
            fill_number(s, &bins, n, column + n * size);
}

/* -------------------------------------------------------------------------------------------------------- counts */

/* Returns the number of edges that are <= x, less one. */
static uint64_t bin_by_edges(const clscan_bins *bins, double x) {
    uint64_t not_above = 0;
    while (not_above <= bins->count && bins->edges[not_above] <= x)
        not_above++;
    return not_above - 1;
}

/* The product is below 2^44: bounds of integers are less than 2^32 apart, and bins at most CASE_MOST_BINS. */
static uint64_t bin_of_integer(const clscan_bins *bins, oracle_type type, const char *element) {
    int64_t x = 0, lower = (int64_t)bins->lower, width = (int64_t)(bins->upper - bins->lower);
    oracle_convert(type, element, ORACLE_LONG, &x);
    if ((type == ORACLE_ULONG && x < 0) || x < lower || x >= lower + width)
        return bins->count;
    return (uint64_t)(x - lower) * bins->count / (uint64_t)width;
}

/* Returns the bin of an element, or a number that is not a bin. */
static uint64_t bin_of(const case_arrays *s, const clscan_bins *bins, const char *element) {
    const oracle_type type = s->o.problem.type;
    double x;
    if (bins->kind == CLSCAN_BIN_KIND_FUNCTION)
        return test_case_hash(s->tc, element) % case_desc_hashed_bins(bins->count);
    if (bins->kind == CLSCAN_BIN_KIND_EVEN && has_integers(s->tc))
        return bin_of_integer(bins, type, element);
    oracle_convert(type, element, ORACLE_DOUBLE, &x);
    if (bins->kind == CLSCAN_BIN_KIND_EDGES)
        return bin_by_edges(bins, x);
    if (!(x >= bins->lower && x < bins->upper))
        return bins->count;
    return (uint64_t)floor((x - bins->lower) / ((bins->upper - bins->lower) / bins->count));
}

/* Returns the weight of an element. Sums of floating-point weights are exact in any order. */
static double weight_of(const case_arrays *s, const char *element) {
    const double integer = test_case_hash(s->tc, element) % 7;
    if (!s->tc->v[D_weighted])
        return 1;
    return test_case_lengths_type(s->tc) >= ORACLE_FLOAT ? 0.25 * integer - 0.75 : integer;
}

/* Counts the elements from number `first` to before `past`, in the order of a scan. */
static void expect_counts(case_arrays *s, const clscan_bins *bins, size_t first, size_t past, size_t result) {
    const size_t unit = s->at[OUT].unit;
    double counts[CASE_MOST_BINS] = { 0 };
    for (size_t n = first; n < past; n++) {
        const char *element = case_task_element(s, oracle_described_place(&s->o, n).in);
        const uint64_t bin = bin_of(s, bins, element);
        if (bin < bins->count)
            counts[bin] += weight_of(s, element);
    }
    for (size_t bin = 0; bin < bins->count; bin++)
        oracle_convert(ORACLE_DOUBLE, &counts[bin], test_case_lengths_type(s->tc),
                       case_arrays_at(s, OUT) + (result * bins->count + bin) * unit);
}

/* Counts the elements of a row, of which there are fewer than o.length if the number is on the device. */
static void expect_row(case_arrays *s, const clscan_bins *bins, size_t row, size_t result) {
    const size_t first = row * s->o.length, past = first + s->o.length;
    expect_counts(s, bins, first, past < s->o.count ? past : s->o.count, result);
}

static void expect_by_offsets(case_arrays *s, const clscan_bins *bins) {
    for (size_t r = 0; r + 1 < s->o.num_offsets; r++)
        expect_counts(s, bins, case_task_offset_at(s, r), case_task_offset_at(s, r + 1), r);
}

static void expect_by_heads(case_arrays *s, const clscan_bins *bins) {
    for (size_t n = 1, first = 0, r = 0; n <= s->o.count; n++)
        if (n == s->o.count || oracle_described_place(&s->o, n).begins) {
            expect_counts(s, bins, first, n, r++);
            first = n;
        }
}

void case_histogram_expect(case_arrays *s) {
    double edges[CASE_MOST_BINS + 1];
    clscan_bins bins;
    case_histogram_bins(s->tc, edges, &bins);
    const size_t rows = s->o.segments ? 0 : s->extent_out / bins.count;
    if (s->o.segments)
        (s->o.segments == CLSCAN_SEGMENTS_OFFSETS ? expect_by_offsets : expect_by_heads)(s, &bins);
    for (size_t row = 0; row < rows; row++)
        expect_row(s, &bins, row, case_task_result_place(s, row, rows));
}
