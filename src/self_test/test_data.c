#include "self_test/test_data.h"

#include "table/number.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------ elements of any type */

static unsigned draw(cl_ulong *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

void cs_test_data_put_floating(const cs_type_row *row, int value, unsigned char *to) {
    const cl_half half = value == 0 ? 0 : value < 0 ? 0xBC00 : 0x3C00;
    if (row->class == CS_HALF)
        memcpy(to, &half, sizeof half);
    else
        cs_number_store(row, (cs_number) { .floating = value }, to);
}

/* The lowest bytes come first on every host of OpenCL so far. */
static void put_integer(unsigned value, size_t size, unsigned char *to) {
    const cl_ulong wide = value;
    memcpy(to, &wide, size);
}

static size_t unit_of(const cs_test_data *s) {
    return s->row ? s->row->size : s->size % sizeof(cl_uint) == 0 ? sizeof(cl_uint) : 1;
}

void cs_test_data_fill(const cs_test_data *s, bool bits, void *elements, size_t count) {
    const size_t unit = unit_of(s);
    unsigned char *to = elements, *end = to + count * s->size;
    cl_ulong state = 7 + s->size;
    for (; to < end; to += unit) {
        const unsigned n = draw(&state);
        if (s->row && s->row->class & CS_FLOATING)
            cs_test_data_put_floating(s->row, bits ? (int)(n % 2) : n % 2 ? -1 : 1, to);
        else
            put_integer(bits ? n % 2 : 2 * (n % 4) + 1, unit, to);
    }
}

/* ---------------------------------------------------------------------------------------- floating-point numbers */

/* Significant bits, and the least power of two that is too large. */
static const struct format {
    size_t size;
    int bits, most;
} formats[] = { { sizeof(cl_half), 11, 16 }, { sizeof(cl_float), 24, 128 }, { sizeof(cl_double), 53, 1024 } };

static const struct format *format_of(const cs_type_row *row) {
    const struct format *f = formats;
    while (f->size != row->size)
        f++;
    return f;
}

/* The number of fraction bits, and the exponent bias, of double and of half. */
enum { DOUBLE_FRACTION = 52, DOUBLE_BIAS = 1023, HALF_FRACTION = 10, HALF_BIAS = 15 };

static double power_of_two(int exponent) {
    const cl_ulong bits = (cl_ulong)(exponent + DOUBLE_BIAS) << DOUBLE_FRACTION;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Converts a number that half holds exactly: a normal number or zero. */
static cl_half to_half(double x) {
    cl_ulong bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> DOUBLE_FRACTION & 0x7FF) - DOUBLE_BIAS + HALF_BIAS;
    const cl_ulong fraction = bits >> (DOUBLE_FRACTION - HALF_FRACTION) & ((1 << HALF_FRACTION) - 1);
    return (cl_half)(x == 0 ? 0 : bits >> 63 << 15 | (cl_ulong)exponent << HALF_FRACTION | fraction);
}

static void put_number(const cs_type_row *row, double x, unsigned char *to) {
    const cl_half half = row->class == CS_HALF ? to_half(x) : 0;
    if (row->class == CS_HALF)
        memcpy(to, &half, sizeof half);
    else
        cs_number_store(row, (cs_number) { .floating = x }, to);
}

/* A number that depends on `n` alone. */
static cl_ulong mix(size_t n) {
    cl_ulong x = (n + 1) * (cl_ulong)0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * (cl_ulong)0xBF58476D1CE4E5B9u;
    return x ^ x >> 27;
}

/* Most elements alternate between high and low prefixes. A sum over every second or fourth element therefore leaves the
 * range in which sums are exact. */
static bool is_high(size_t at, size_t step) {
    enum { SELDOM = 8 };
    return (at / step + (mix(at) % SELDOM == 0)) % 2;
}

/* Returns the sum of the elements up to this one: a quarter of the largest exact integer or zero, plus a random part.
 */
static double sum_at(size_t at, size_t step, const struct format *f) {
    const cl_ulong quarter = (cl_ulong)1 << (f->bits - 2);
    return (double)((is_high(at, step) ? quarter : 0) + mix(at) / 8 % (quarter / 2));
}

/* Returns the binary logarithm of the product of the elements up to this one. */
static int power_at(size_t at, size_t step, const struct format *f) {
    return (is_high(at, step) ? f->most / 4 : 0) + (int)(mix(at) / 8 % 3);
}

static double exact_at(cs_series series, size_t at, size_t step, const struct format *f) {
    const bool first = at < step;
    if (series == CS_SUM_SERIES)
        return sum_at(at, step, f) - (first ? 0 : sum_at(at - step, step, f));
    const double power = power_of_two(power_at(at, step, f) - (first ? 0 : power_at(at - step, step, f)));
    return mix(at) / 64 % 2 ? -power : power;
}

void cs_test_data_fill_exact(const cs_test_data *s, cs_series series, const cs_type_row *scanned, size_t step,
                             void *elements, size_t count) {
    const struct format *f = format_of(scanned->size < s->row->size ? scanned : s->row);
    const size_t units = s->size / s->row->size;
    unsigned char *to = elements;
    for (size_t at = 0; at < count * units; at++, to += s->row->size)
        put_number(s->row, exact_at(series, at, step * units, f), to);
}

/* Returns a number between -1 and 1, for products one near 1, in steps of 1/1024 and of the type's last bit. */
static double rounding_at(cs_series series, size_t at, const struct format *f) {
    enum { STEPS = 1024, FEW = 32 };
    const int n = (int)(mix(at) / STEPS % (2 * STEPS)) - STEPS;
    const double last = f->bits < 24 ? 0 : (double)(mix(at) % STEPS) * power_of_two(-f->bits);
    return (series == CS_PRODUCT_SERIES ? 1 + (double)(n / FEW) / STEPS : (double)n / STEPS) + last;
}

void cs_test_data_fill_rounding(const cs_test_data *s, cs_series series, void *elements, size_t count) {
    const struct format *f = format_of(s->row);
    unsigned char *to = elements;
    for (size_t at = 0; at < count * (s->size / s->row->size); at++, to += s->row->size)
        put_number(s->row, rounding_at(series, at, f), to);
}

/* -------------------------------------------------------------------------------------------------- comparisons */

void cs_test_data_find_padding(const cs_test_data *s, const unsigned char *a, unsigned char before,
                               const unsigned char *b, unsigned char after, size_t count, bool *skip) {
    for (size_t k = 0; k < s->size; k++) {
        skip[k] = count > 0;
        for (size_t i = 0; i < count && skip[k]; i++)
            skip[k] = a[i * s->size + k] == before && b[i * s->size + k] == after;
    }
}

/* Returns true if x and y may be sums of the same numbers in two associations. Near zero, rounding errors are larger
 * than the sum, so a difference of up to `near_nothing` is accepted. */
static bool are_close(double x, double y, double near_nothing) {
    const double a = x < 0 ? -x : x, b = y < 0 ? -y : y, apart = x < y ? y - x : x - y;
    return apart <= (a > b ? a : b) / 1024 + near_nothing;
}

/* Returns an integer for a half, ordered as the halves are: 1024 integers for each power of two. */
static int half_at(const unsigned char *p) {
    cl_ushort x;
    memcpy(&x, p, sizeof x);
    return x & 0x8000 ? -(x & 0x7FFF) : x;
}

static bool are_close_floats(const cs_type_row *row, const unsigned char *a, const unsigned char *b, bool exact) {
    enum { HALVES = 16 };
    const double near_nothing = 1.0 / 16384;
    if (exact)
        return row->class == CS_HALF ? half_at(a) == half_at(b)
                                     : cs_number_equals(row, cs_number_load(row, a), cs_number_load(row, b));
    if (row->class == CS_HALF)
        return half_at(a) - half_at(b) <= HALVES && half_at(b) - half_at(a) <= HALVES;
    return are_close(cs_number_load(row, a).floating, cs_number_load(row, b).floating, near_nothing);
}

static bool same_bytes(const unsigned char *a, const unsigned char *b, size_t n, const bool *skip) {
    for (size_t i = 0; i < n; i++)
        if (!skip[i] && a[i] != b[i])
            return false;
    return true;
}

static bool agree(const cs_test_data *s, const unsigned char *a, const unsigned char *b, const bool *skip, bool exact) {
    const size_t unit = unit_of(s);
    for (size_t at = 0; at < s->size - s->room; at += unit) {
        if (same_bytes(a + at, b + at, unit, skip + at))
            continue;
        if (!s->row || !(s->row->class & CS_FLOATING) || !are_close_floats(s->row, a + at, b + at, exact))
            return false;
    }
    return true;
}

size_t cs_test_data_compare(const cs_test_data *s, const unsigned char *a, const unsigned char *b, size_t count,
                            const bool *skip, bool exact) {
    size_t i = 0;
    while (i < count && agree(s, a + i * s->size, b + i * s->size, skip, exact))
        i++;
    return i;
}

bool cs_test_data_is_same(const cs_test_data *s, const unsigned char *a, const unsigned char *b, const bool *skip) {
    return same_bytes(a, b, s->size - s->room, skip);
}

bool cs_test_data_is_unwritten(const cs_test_data *s, const unsigned char *a, const bool *skip, unsigned char before) {
    for (size_t k = 0; k < s->size - s->room; k++)
        if (!skip[k] && a[k] != before)
            return false;
    return true;
}
