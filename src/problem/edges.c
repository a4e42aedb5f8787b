#include "problem/edges.h"

#include "table/type_name.h"

#include <float.h>
#include <math.h>
#include <string.h>

const cs_type_row *cs_element_row(const cs_problem *problem) {
    return cs_type_name_parse(problem->in[0] ? problem->in[0] : problem->type).row;
}

const cs_type_row *cs_edges_type(const cs_problem *problem) {
    const cs_type_row *row = cs_element_row(problem);
    if (!row || row->size >= sizeof(cl_int))
        return row;
    return cs_type_at(row->class == CS_SIGNED ? CS_TYPE_INT : row->class == CS_UNSIGNED ? CS_TYPE_UINT : CS_TYPE_FLOAT);
}

/* Returns the least integer of a type, and the greatest one plus 1: powers of two, and so doubles. */
static double least_of(const cs_type_row *type) {
    return type->class == CS_SIGNED ? (double)(cl_long)(~(cl_ulong)0 << (8 * type->size - 1)) : 0;
}
static double past_greatest_of(const cs_type_row *type) {
    return 2 * (double)((cl_ulong)1 << (8 * type->size - 1 - (type->class == CS_SIGNED)));
}

/* Returns x rounded up to a whole number. Numbers from 2^52 on are whole. */
static double rounded_up(double x) {
    static const double whole = 4503599627370496.0;
    if (!(x > -whole && x < whole))
        return x;
    const double towards_zero = (double)(cl_long)x;
    return towards_zero < x ? towards_zero + 1 : towards_zero;
}

size_t cs_edges_reached(const clscan_bins *bins, const cs_type_row *element) {
    size_t n = (size_t)bins->count + 1;
    while (element->class & CS_INTEGER && n > 0 && rounded_up(bins->edges[n - 1]) >= past_greatest_of(element))
        n--;
    return n;
}

float cs_float_not_below(double x) {
    const float most = FLT_MAX;
    float rounded = x > most ? INFINITY : x == -INFINITY ? -INFINITY : x < -most ? -most : (float)x;
    cl_int bits;
    if (rounded >= x)
        return rounded;
    memcpy(&bits, &rounded, sizeof bits);
    bits = rounded == 0 ? 1 : bits + (rounded > 0 ? 1 : -1); /* the next float above */
    memcpy(&rounded, &bits, sizeof rounded);
    return rounded;
}

static void put_integer(double x, const cs_type_row *type, unsigned char *to) {
    const double least = least_of(type), up = rounded_up(x);
    const bool is_past = up >= past_greatest_of(type);
    const cl_ulong greatest = CL_ULONG_MAX >> (64 - 8 * type->size + (type->class == CS_SIGNED));
    const cl_ulong wide = is_past       ? greatest
                          : up <= least ? (cl_ulong)(cl_long)least
                          : up < 0      ? (cl_ulong)(cl_long)up
                                        : (cl_ulong)up;
    const cl_uint narrow = (cl_uint)wide;
    memcpy(to, type->size == sizeof narrow ? (const void *)&narrow : (const void *)&wide, type->size);
}

void cs_edges_convert(const clscan_bins *bins, const cs_type_row *type, void *edges) {
    unsigned char *to = edges;
    for (size_t i = 0; i <= bins->count; i++, to += type->size) {
        const float f = cs_float_not_below(bins->edges[i]);
        if (type->class & CS_INTEGER)
            put_integer(bins->edges[i], type, to);
        else
            memcpy(to, type->size == sizeof f ? (const void *)&f : (const void *)&bins->edges[i], type->size);
    }
}
