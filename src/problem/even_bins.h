/* Even bins of integers. An element at distance d from the lower bound is in bin floor(d * count / width). Kernels
 * compute the bin without a division where that is possible, and exactly (Granlund and Montgomery, "Division by
 * Invariant Integers using Multiplication", PLDI 1994). */
#ifndef CS_EVEN_BINS_H
#define CS_EVEN_BINS_H

#include "table/table.h"

/* How the bin follows from the distance d. */
typedef enum cs_even_form {
    CS_EVEN_SHORT, /* d * multiplier >> shift, where d and the multiplier have 32 bits */
    CS_EVEN_LONG,  /* d * multiplier >> 64, where d has 32 bits and the multiplier 64 */
    CS_EVEN_WIDE,  /* d * multiplier >> 64, where both have 64 bits, or the bin after it: see
                      cl/task/bins_even_integers.h */
    CS_EVEN_DENSE  /* d * count / width: there are more bins than integers */
} cs_even_form;

typedef struct cs_even_bins {
    bool none;       /* no integer of the type is in a bin */
    cl_ulong first;  /* the least integer of the type that is in a bin, modulo 2^64 */
    cl_ulong last;   /* the distance from `first` to the greatest integer of the type that is in a bin */
    cl_ulong before; /* the distance from the lower bound to `first` */
    cs_even_form form;
    unsigned shift;
    cl_ulong multiplier;
    cl_ulong step, rest; /* WIDE: width / count and width % count */
    cl_ulong width;      /* DENSE: upper - lower */
} cs_even_bins;

/* Returns the constants for `bins`, which have passed the checks of histogram.c, over integers of a type. */
cs_even_bins cs_even_bins_of(const clscan_bins *bins, const cs_type_row *type);

#endif
