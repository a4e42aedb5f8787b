#include "problem/edges.h"

#include "table/number.h"
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
    while (element->class & CS_INTEGER && n > 0 && cs_number_is_above(element, rounded_up(bins->edges[n - 1])))
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
    const double least = (double)(cl_long)cs_number_lowest_integer(type), up = rounded_up(x);
    const bool is_past = cs_number_is_above(type, up);
    const cl_ulong wide = is_past       ? cs_number_highest(type).whole
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
