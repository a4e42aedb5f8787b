#include "problem/even_bins.h"

#include "table/number.h"

static const double two_64 = 18446744073709551616.0;

/* Returns a whole number from -2^63 to 2^64 modulo 2^64. */
static cl_ulong modulo_2_64(double x) {
    if (x < 0)
        return (cl_ulong)(cl_long)x;
    return x >= two_64 ? 0 : (cl_ulong)x;
}

/* Finds the integers of the type that are in bins. */
static void find_integers(const clscan_bins *bins, const cs_type_row *type, cs_even_bins *even) {
    const double least = (double)(cl_long)cs_number_lowest_integer(type);
    const bool from_least = bins->lower <= least, to_greatest = cs_number_is_above(type, bins->upper);
    even->is_empty = bins->upper <= least || cs_number_is_above(type, bins->lower);
    if (even->is_empty)
        return;
    even->least = from_least ? cs_number_lowest_integer(type) : modulo_2_64(bins->lower);
    even->offset = from_least ? even->least - modulo_2_64(bins->lower) : 0;
    even->max_distance = (to_greatest ? cs_number_highest(type).whole : modulo_2_64(bins->upper) - 1) - even->least;
}

/* Returns n * 2^64 / d rounded down, for n < d. A d of 0 stands for 2^64. */
static cl_ulong quotient(cl_ulong n, cl_ulong d) {
    cl_ulong q = 0;
    for (int bit = 0; bit < 64; bit++) {
        const bool carries = n >> 63;
        n <<= 1;
        q <<= 1;
        if (d == 0 ? carries : carries || n >= d) {
            n -= d;
            q |= 1;
        }
    }
    return q;
}

/* Chooses the 32-bit multiplier m = count * 2^shift / range, rounded up, if it is exact for all distances: the error of
 * m, times the distance, must stay below 2^shift. */
static bool choose_mul_shift(cl_ulong count, cl_ulong range, cs_even_bins *even) {
    for (unsigned shift = 32; shift >= 31; shift--) {
        const cl_ulong multiplier = ((count << shift) + range - 1) / range,
                       error = multiplier * range - (count << shift);
        if (multiplier >> 32 || error * (range - 1) >> shift)
            continue;
        even->form = CS_EVEN_MUL_SHIFT;
        even->shift = shift;
        even->multiplier = multiplier;
        return true;
    }
    return false;
}

/* A distance below 2^32 times an error below 2^32 stays below 2^64, so that the multiplier of 64 bits is always exact.
 */
static void choose_mul_hi(cl_ulong count, cl_ulong range, cs_even_bins *even) {
    const cl_ulong down = quotient(count, range);
    even->form = CS_EVEN_MUL_HI;
    even->multiplier = down + (down * range != 0); /* count * 2^64 is 0 modulo 2^64 */
}

/* A range of 0 stands for 2^64. */
static void choose_mul_hi_64(cl_ulong count, cl_ulong range, cs_even_bins *even) {
    const cl_ulong step = (range - 1) / count, rest = (range - 1) % count + 1;
    even->form = CS_EVEN_MUL_HI_64;
    even->multiplier = quotient(count, range);
    even->quotient = rest == count ? step + 1 : step;
    even->remainder = rest == count ? 0 : rest;
}

cs_even_bins cs_even_bins_of(const clscan_bins *bins, const cs_type_row *type) {
    cs_even_bins even = { .is_empty = false };
    const cl_ulong count = bins->count, range = modulo_2_64(bins->upper) - modulo_2_64(bins->lower);
    const bool wide = range == 0 || range - 1 > CL_UINT_MAX;
    find_integers(bins, type, &even);
    even.range = range;
    if (!wide && count > range)
        even.form = CS_EVEN_DIVIDE;
    else if (wide)
        choose_mul_hi_64(count, range, &even);
    else if (!choose_mul_shift(count, range, &even))
        choose_mul_hi(count, range, &even);
    return even;
}
