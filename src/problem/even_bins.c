#include "problem/even_bins.h"

#include "table/number.h"

static const double two_64 = 18446744073709551616.0;

/* Returns a whole number from -2^63 to 2^64 modulo 2^64. */
static cl_ulong wrapped(double x) {
    if (x < 0)
        return (cl_ulong)(cl_long)x;
    return x >= two_64 ? 0 : (cl_ulong)x;
}

/* Finds the integers of the type that are in bins. */
static void find_integers(const clscan_bins *bins, const cs_type_row *type, cs_even_bins *even) {
    const double least = (double)(cl_long)cs_number_lowest_integer(type);
    const bool from_least = bins->lower <= least, to_greatest = cs_number_is_above(type, bins->upper);
    even->none = bins->upper <= least || cs_number_is_above(type, bins->lower);
    if (even->none)
        return;
    even->first = from_least ? cs_number_lowest_integer(type) : wrapped(bins->lower);
    even->before = from_least ? even->first - wrapped(bins->lower) : 0;
    even->last = (to_greatest ? cs_number_highest(type).whole : wrapped(bins->upper) - 1) - even->first;
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

/* Chooses the 32-bit multiplier m = count * 2^shift / width, rounded up, if it is exact for all distances: the error of
 * m, times the distance, must stay below 2^shift. */
static bool choose_short(cl_ulong count, cl_ulong width, cs_even_bins *even) {
    for (unsigned shift = 32; shift >= 31; shift--) {
        const cl_ulong multiplier = ((count << shift) + width - 1) / width,
                       error = multiplier * width - (count << shift);
        if (multiplier >> 32 || error * (width - 1) >> shift)
            continue;
        even->form = CS_EVEN_SHORT;
        even->shift = shift;
        even->multiplier = multiplier;
        return true;
    }
    return false;
}

/* A distance below 2^32 times an error below 2^32 stays below 2^64, so that the long multiplier is always exact. */
static void choose_long(cl_ulong count, cl_ulong width, cs_even_bins *even) {
    const cl_ulong down = quotient(count, width);
    even->form = CS_EVEN_LONG;
    even->multiplier = down + (down * width != 0); /* count * 2^64 is 0 modulo 2^64 */
}

/* A width of 0 stands for 2^64. */
static void choose_wide(cl_ulong count, cl_ulong width, cs_even_bins *even) {
    const cl_ulong step = (width - 1) / count, rest = (width - 1) % count + 1;
    even->form = CS_EVEN_WIDE;
    even->multiplier = quotient(count, width);
    even->step = rest == count ? step + 1 : step;
    even->rest = rest == count ? 0 : rest;
}

cs_even_bins cs_even_bins_of(const clscan_bins *bins, const cs_type_row *type) {
    cs_even_bins even = { .none = false };
    const cl_ulong count = bins->count, width = wrapped(bins->upper) - wrapped(bins->lower);
    const bool wide = width == 0 || width - 1 > CL_UINT_MAX;
    find_integers(bins, type, &even);
    even.width = width;
    if (!wide && count > width)
        even.form = CS_EVEN_DENSE;
    else if (wide)
        choose_wide(count, width, &even);
    else if (!choose_short(count, width, &even))
        choose_long(count, width, &even);
    return even;
}
