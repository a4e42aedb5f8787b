/* Histograms in plain C: even bins and edges. */
#include "base/try.h"
#include "problem/edges.h"
#include "self_test/expect_moved.h"
#include "self_test/task_test.h"
#include "self_test/test_arrays.h"
#include "table/number.h"
#include "table/type_name.h"

#include <float.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- the types of bins */

/* A floating-point type: its significant bits, its least normal number, and its greatest number. */
static const struct format {
    size_t size;
    int bits;
    double least, greatest;
} formats[] = { { sizeof(cl_half), 11, 1.0 / 16384, 65504 },
                { sizeof(cl_float), FLT_MANT_DIG, FLT_MIN, FLT_MAX },
                { sizeof(cl_double), DBL_MANT_DIG, DBL_MIN, DBL_MAX } };

static const struct format *format_of(const cs_type_row *row) {
    const struct format *f = formats;
    while (f->size != row->size)
        f++;
    return f;
}

static double magnitude(double x) {
    return x < 0 ? -x : x;
}

/* Returns true if even bins of floating-point numbers are so wide that a number near the middle of a bin is in that bin
 * however a device rounds. */
static bool are_wide(const clscan_bins *bins, const cs_type_row *row) {
    enum { PARTS = 32 };
    const struct format *f = format_of(row);
    const double a = magnitude(bins->lower), b = magnitude(bins->upper), most = a > b ? a : b;
    const double part = (bins->upper - bins->lower) / bins->count / PARTS;
    return most <= f->greatest && part >= f->least && part >= most / (double)((cl_ulong)1 << f->bits);
}

static const char *why_none(const clscan_desc *desc, const cs_problem *problem) {
    enum { MOST_BINS = 1 << 20 };
    const cs_type_row *row = cs_element_row(problem);
    if (desc->user.load)
        return "the user's load function may read anywhere";
    if (desc->user.map)
        return "the user's map function may expect other elements";
    if (desc->user.key)
        return "the user's key function may expect other keys";
    if (desc->user.same_key)
        return "the user's same_key function may expect other keys";
    if (desc->bins.function)
        return "the user's function of bins may expect other elements";
    if (desc->bins.count > MOST_BINS)
        return "the histogram has more than 2^20 bins";
    if (desc->bins.kind == CLSCAN_BIN_KIND_EVEN && row->class & CS_FLOATING && !are_wide(&desc->bins, row))
        return "the bins are so narrow that it depends on rounding in which bin an element is";
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------- the inputs */

static bool is_floating(const cs_type_row *row) {
    return row->class & CS_FLOATING;
}

/* Converts a number that is in the range of half, and rounds it towards zero. */
static cl_half to_half(double x) {
    enum { BIAS = 15, FRACTION = 10 };
    double scaled = magnitude(x);
    int exponent = BIAS;
    for (; scaled >= 2 && exponent < 2 * BIAS; exponent++)
        scaled /= 2;
    for (; scaled < 1 && exponent > 1; exponent--)
        scaled *= 2;
    const unsigned fraction = (unsigned)((scaled - 1) * (1 << FRACTION));
    return (cl_half)(scaled < 1 || scaled >= 2 ? 0 : (x < 0 ? 0x8000u : 0) | (unsigned)exponent << FRACTION | fraction);
}

static double of_half(const unsigned char *at) {
    enum { BIAS = 15, FRACTION = 10 };
    cl_half bits;
    memcpy(&bits, at, sizeof bits);
    double x = 1 + (double)(bits & ((1 << FRACTION) - 1)) / (1 << FRACTION);
    for (int exponent = bits >> FRACTION & 31; exponent > BIAS; exponent--)
        x *= 2;
    for (int exponent = bits >> FRACTION & 31; exponent < BIAS; exponent++)
        x /= 2;
    return (bits & 0x7FFF) == 0 ? 0 : bits & 0x8000 ? -x : x;
}

/* Stores a number as an element. Numbers that are not normal become zero, because devices may flush them to zero. */
static void put_floating(const cs_type_row *row, double x, unsigned char *to) {
    const struct format *f = format_of(row);
    const double number = magnitude(x) < f->least ? 0
                          : x > f->greatest       ? f->greatest
                          : x < -f->greatest      ? -f->greatest
                                                  : x;
    const cl_half half = to_half(number);
    if (row->class == CS_HALF)
        memcpy(to, &half, sizeof half);
    else
        cs_number_store(row, (cs_number) { .floating = number }, to);
}

static double floating_at(const cs_type_row *row, const unsigned char *at) {
    return row->class == CS_HALF ? of_half(at) : cs_number_load(row, at).floating;
}

/* Returns an integer with its sign extended to 64 bits. */
static cl_ulong integer_at(const cs_type_row *row, const unsigned char *at) {
    const cl_ulong x = cs_number_load(row, at).whole, lowest = cs_number_lowest_integer(row);
    return row->class == CS_SIGNED && x & lowest ? x | lowest : x;
}

/* Whole numbers below this magnitude are exact as doubles, so comparisons with edges are exact. */
static const double two_53 = 9007199254740992.0;

/* Returns an edge or a number near it; with even bins of floating-point numbers, a number near the middle of a bin. */
static double near_bin(const clscan_bins *bins, bool floating, cl_ulong random) {
    const cl_ulong at = random / 8 % ((cl_ulong)bins->count + 1);
    if (bins->kind == CLSCAN_BIN_KIND_EDGES)
        return bins->edges[at] + (floating ? 0 : (double)(random % 3) - 1);
    return bins->lower + ((double)at + 0.5) * ((bins->upper - bins->lower) / bins->count);
}

/* With even bins of integers, elements have random bits, and every other one is in the range of the bins. */
static cl_ulong integer_near(const clscan_bins *bins, cl_ulong random) {
    const double two_63 = 9223372036854775808.0, x = near_bin(bins, false, random);
    if (bins->kind == CLSCAN_BIN_KIND_EDGES)
        return x > -two_53 && x < two_53 ? (cl_ulong)(cl_long)x : 0;
    if (random % 2)
        return random / 2;
    return x >= -two_63 && x < two_63 ? (cl_ulong)(cl_long)x + random / 8 % 3 : (cl_ulong)(x / 2) * 2;
}

static void fill(const cs_test_scan *t, unsigned i, void *to) {
    const cs_type_row *row = cs_element_row(t->problem);
    const clscan_bins *bins = &t->problem->bins;
    unsigned char *at = to;
    (void)i; /* further inputs are for functions of the user's */
    for (size_t k = 0; k < t->call.count; k++, at += row->size) {
        const cl_ulong random = cs_random_at(k), integer = is_floating(row) ? 0 : integer_near(bins, random);
        if (is_floating(row))
            put_floating(row, near_bin(bins, true, random), at);
        else
            memcpy(at, &integer, row->size);
    }
}

/* ------------------------------------------------------------------------------------------------------ the bins */

/* Adds d to *r modulo the range, and returns whether the sum reaches the range. Both are less than the range. A range
 * of 0 stands for 2^64. */
static bool add_in_range(cl_ulong *r, cl_ulong d, cl_ulong range) {
    const bool wraps = *r > 0 && d >= range - *r;
    *r = *r + d - (wraps ? range : 0);
    return wraps;
}

/* Returns d * count / range, rounded down: long multiplication by the bits of the count. */
static cl_ulong scaled(cl_ulong d, cl_ulong count, cl_ulong range) {
    cl_ulong whole = 0, rest = 0;
    for (int bit = 31; bit >= 0; bit--) {
        whole = 2 * whole + add_in_range(&rest, rest, range);
        whole += count >> bit & 1 && add_in_range(&rest, d, range);
    }
    return whole;
}

/* A bound of even bins of integers: a whole number from -2^63 to 2^64. */
typedef struct bound {
    bool negative, past; /* past: 2^64, which no integer reaches */
    cl_ulong bits;
} bound;

static bound bound_of(double x) {
    const double two_64 = 18446744073709551616.0;
    const bool past = x >= two_64;
    return (bound) { x < 0, past, past ? 0 : x < 0 ? (cl_ulong)(cl_long)x : (cl_ulong)x };
}

static bool is_below(bool negative, cl_ulong x, bound of) {
    return of.past || (negative != of.negative ? negative : x < of.bits);
}

/* Returns the bin of an element, or the number of bins if it is in none. */
static cl_ulong even_bin_of_integer(const clscan_bins *bins, const cs_type_row *row, const unsigned char *at) {
    const bound lower = bound_of(bins->lower), upper = bound_of(bins->upper);
    const cl_ulong x = integer_at(row, at);
    const bool negative = row->class == CS_SIGNED && x >> 63;
    if (is_below(negative, x, lower) || !is_below(negative, x, upper))
        return bins->count;
    return scaled(x - lower.bits, bins->count, upper.bits - lower.bits);
}

static cl_ulong even_bin(const clscan_bins *bins, const cs_type_row *row, const unsigned char *at) {
    if (!is_floating(row))
        return even_bin_of_integer(bins, row, at);
    const double x = floating_at(row, at);
    return x < bins->lower || x >= bins->upper
               ? bins->count
               : (cl_ulong)((x - bins->lower) * (bins->count / (bins->upper - bins->lower)));
}

/* Searches the last edge that is not above the element. */
static cl_ulong bin_by_edges(const clscan_bins *bins, const cs_type_row *row, const unsigned char *at) {
    const double x = is_floating(row)          ? floating_at(row, at)
                     : row->class == CS_SIGNED ? (double)(cl_long)integer_at(row, at)
                                               : (double)integer_at(row, at);
    size_t first = 0, past = (size_t)bins->count + 1;
    while (first < past) {
        const size_t middle = first + (past - first) / 2;
        if (bins->edges[middle] <= x)
            first = middle + 1;
        else
            past = middle;
    }
    return first == 0 ? bins->count : first - 1;
}

/* Adds 1 to a count. */
static void count_one(const cs_test_scan *t, unsigned char *at) {
    const cs_type_row *row = cs_type_name_parse(t->problem->type).row;
    cs_number count = cs_number_load(row, at);
    if (is_floating(row))
        count.floating++;
    else
        count.whole++;
    cs_number_store(row, count, at);
}

/* Returns which of the histograms counts element i: the histogram of its row or segment. */
static size_t histogram_of(const cs_test_scan *t, size_t i) {
    const size_t row = cs_test_scan_row(t, i);
    return !t->problem->traits.segments.kind
               ? row
               : row * cs_test_scan_num_segments(t) + cs_test_scan_segment(t, cs_test_scan_place_in_row(t, i));
}

static void expect_keys(cs_test_scan *t) {
    const cs_test_scan_output *keys = &t->outputs[t->problem->traits.segments.keys_output];
    unsigned char *at = t->expected + keys->at;
    memset(at, 0, keys->count * keys->sample.size);
    for (size_t i = 0; i < keys->count; i++)
        cs_test_scan_put_key(t, i % cs_test_scan_num_segments(t), at + i * keys->sample.size);
}

static clscan_status expect(cs_test_scan *t) {
    const clscan_bins *bins = &t->problem->bins;
    const cs_type_row *row = cs_element_row(t->problem);
    const size_t size = t->outputs[0].sample.size;
    memset(t->expected, 0, t->outputs[0].count * size);
    for (size_t i = 0; i < t->call.count; i++) {
        const unsigned char *at = t->in[0] + i * row->size;
        const cl_ulong bin = bins->kind == CLSCAN_BIN_KIND_EVEN ? even_bin(bins, row, at) : bin_by_edges(bins, row, at);
        if (bin < bins->count)
            count_one(t, t->expected + (histogram_of(t, i) * bins->count + (size_t)bin) * size);
    }
    if (t->problem->traits.segments.keys_output)
        expect_keys(t);
    if (t->call.total.handle)
        cs_expect_number(t, t->problem->traits.num_out, 0, cs_test_scan_all_segments(t));
    return CLSCAN_OK;
}

const cs_task_test cs_histogram_test = { .why_none = why_none, .fill = fill, .expect = expect };
