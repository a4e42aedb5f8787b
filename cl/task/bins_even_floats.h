/* Even bins of floating-point numbers, computed in clscan_edge_type: float, also for half, or double. CLSCAN_EVEN_LOWER
 * and CLSCAN_EVEN_UPPER are the bounds, each rounded up to a number of this type. CLSCAN_EVEN_SCALE is bins / (upper -
 * lower). */
#ifndef CLSCAN_TASK_BINS_EVEN_FLOATS_H
#define CLSCAN_TASK_BINS_EVEN_FLOATS_H

#include "problem.h"

#ifndef CLSCAN_EVEN_SCALE
#define CLSCAN_BINS 256
typedef float clscan_edge_type;
#define CLSCAN_EVEN_LOWER as_float(0u)
#define CLSCAN_EVEN_UPPER as_float(0x3f800000u)
#define CLSCAN_EVEN_SCALE as_float(0x43800000u)
#endif

typedef uint clscan_edge; /* a placeholder: no edges are read */

/* The product may round to the number of bins. NaN is in no bin. */
static uint clscan_bin(clscan_in x, const global clscan_edge *edges) {
    const clscan_edge_type value = (clscan_edge_type)x;
    const bool inside = value >= CLSCAN_EVEN_LOWER && value < CLSCAN_EVEN_UPPER;
    const int bin = (int)((value - CLSCAN_EVEN_LOWER) * CLSCAN_EVEN_SCALE);
    (void)edges;
    return inside ? min((uint)bin, (uint)CLSCAN_BINS - 1) : CLSCAN_BINS;
}

#endif
