/* Even bins of integers. An element at distance d from the lower bound is in bin floor(d * count / range). Kernels
 * compute the bin without a division where that is possible, and exactly (Granlund and Montgomery, "Division by
 * Invariant Integers using Multiplication", PLDI 1994). */
#ifndef CS_EVEN_BINS_H
#define CS_EVEN_BINS_H

#include "table/table.h"

/* How the bin follows from the distance d. */
typedef enum cs_even_form {
    CS_EVEN_MUL_SHIFT, /* d * multiplier >> shift, where d and the multiplier have 32 bits */
    CS_EVEN_MUL_HI,    /* d * multiplier >> 64, where d has 32 bits and the multiplier 64 */
    CS_EVEN_MUL_HI_64, /* d * multiplier >> 64, both of 64 bits, or the next bin: cl/task/bins_even_integers.h */
    CS_EVEN_DIVIDE     /* d * count / range: there are more bins than integers */
} cs_even_form;

typedef struct cs_even_bins {
    bool is_empty;         /* no integer of the type is in a bin */
    cl_ulong least;        /* the least integer of the type that is in a bin, modulo 2^64 */
    cl_ulong max_distance; /* from `least` to the greatest integer of the type that is in a bin */
    cl_ulong offset;       /* the distance from the lower bound to `least` */
    cs_even_form form;
    unsigned shift;
    cl_ulong multiplier;
    cl_ulong quotient, remainder; /* MUL_HI_64: range / count and range % count */
    cl_ulong range;               /* DIVIDE: upper - lower */
} cs_even_bins;

/* Returns the constants for `bins`, which have passed the checks of histogram.c, over integers of a type. */
cs_even_bins cs_even_bins_of(const clscan_bins *bins, const cs_type_row *type);

#endif
