#include "table/number.h"

#include <math.h>
#include <string.h>

static bool is_single(const cs_type_row *row) {
    return row->class == CS_FLOAT && row->size == sizeof(float);
}

/* Copies the bytes to the beginning of `whole`, which has its lowest bytes there: all hosts with OpenCL so far are
 * little-endian. */
cs_number cs_number_load(const cs_type_row *row, const unsigned char *at) {
    cs_number n = { 0 };
    float single;
    memcpy(&n, at, row->size);
    if (is_single(row)) {
        memcpy(&single, at, sizeof single);
        n.floating = single;
    }
    return n;
}

void cs_number_store(const cs_type_row *row, cs_number n, unsigned char *at) {
    const float single = is_single(row) ? (float)n.floating : 0;
    memcpy(at, is_single(row) ? (const void *)&single : &n, row->size);
}

bool cs_number_equals(const cs_type_row *row, cs_number a, cs_number b) {
    return row->class & CS_FLOATING ? a.floating == b.floating : a.whole == b.whole;
}

static cl_ulong all_bits(const cs_type_row *row) {
    return ~(cl_ulong)0 >> (sizeof(cl_ulong) - row->size) * 8;
}

cs_number cs_number_lowest(const cs_type_row *row) {
    if (row->class & CS_FLOATING)
        return (cs_number) { .floating = -INFINITY };
    return (cs_number) { row->class == CS_SIGNED ? all_bits(row) / 2 + 1 : 0 };
}

cs_number cs_number_highest(const cs_type_row *row) {
    if (row->class & CS_FLOATING)
        return (cs_number) { .floating = INFINITY };
    return (cs_number) { all_bits(row) ^ cs_number_lowest(row).whole };
}

cl_ulong cs_number_lowest_integer(const cs_type_row *row) {
    return row->class == CS_SIGNED ? ~cs_number_highest(row).whole : 0;
}

bool cs_number_is_above(const cs_type_row *row, double x) {
    return x >= 2 * (double)(cs_number_highest(row).whole / 2 + 1);
}

/* ------------------------------------------------------------------------------------------------- conversions */

static cl_long extend(const cs_type_row *row, cl_ulong whole) {
    const cl_ulong sign = cs_number_lowest(row).whole;
    return (cl_long)((whole ^ sign) - sign);
}

/* Converts an integer to a float or double directly, so that it is rounded only once. */
static double to_floating(const cs_type_row *from, const cs_type_row *to, cl_ulong whole) {
    const cl_long with_sign = extend(from, whole);
    if (from->class == CS_SIGNED)
        return is_single(to) ? (float)with_sign : (double)with_sign;
    return is_single(to) ? (float)whole : (double)whole;
}

static cl_ulong saturate(const cs_type_row *to, double x) {
    const cl_ulong lowest = cs_number_lowest(to).whole;
    if (x != x)
        return 0;
    if (x <= -(double)lowest)
        return lowest;
    if (cs_number_is_above(to, x))
        return cs_number_highest(to).whole;
    return (x < 0 ? (cl_ulong)(cl_long)x : (cl_ulong)x) & all_bits(to);
}

cs_number cs_number_convert(const cs_type_row *from, const cs_type_row *to, cs_number n) {
    const bool was_floating = from->class & CS_FLOATING;
    if (to->class & CS_FLOATING) {
        const double x = was_floating ? n.floating : to_floating(from, to, n.whole);
        return (cs_number) { .floating = is_single(to) ? (float)x : x };
    }
    return (cs_number) { was_floating ? saturate(to, n.floating) : (cl_ulong)extend(from, n.whole) & all_bits(to) };
}

bool cs_number_is_rounded(const cs_type_row *from, const cs_type_row *to, cs_number n) {
    const double x = cs_number_convert(from, to, n).floating;
    if (!(to->class & CS_FLOATING))
        return false;
    if (from->class & CS_FLOATING)
        return x != n.floating;
    return cs_number_is_above(from, x) || saturate(from, x) != n.whole;
}
