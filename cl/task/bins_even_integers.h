/* Even bins of integers. The bin of an element at distance d from the lower bound is floor(d * bins / range), computed
 * exactly. The host has chosen how (src/problem/even_bins.c), and defines:
 *   CLSCAN_EVEN_IS_EMPTY      No integer of the type is in a bin.
 *   CLSCAN_EVEN_LEAST         The least integer of the type that is in a bin, modulo 2^64.
 *   CLSCAN_EVEN_MAX_DISTANCE  The distance from there to the greatest integer of the type that is in a bin.
 *   CLSCAN_EVEN_OFFSET        The distance from the lower bound to CLSCAN_EVEN_LEAST.
 *   clscan_distance           The unsigned type of distances between elements: uint or ulong.
 *   CLSCAN_EVEN_MUL_SHIFT, _MUL_HI, _MUL_HI_64 or _DIVIDE
 *                             The formula, as in src/problem/even_bins.h, and its numbers. CLSCAN_EVEN_RANGE is the
 *                             upper bound minus the lower one. CLSCAN_EVEN_QUOTIENT and CLSCAN_EVEN_REMAINDER are
 *                             CLSCAN_EVEN_RANGE / bins and CLSCAN_EVEN_RANGE % bins. */
#ifndef CLSCAN_TASK_BINS_EVEN_INTEGERS_H
#define CLSCAN_TASK_BINS_EVEN_INTEGERS_H

#include "problem.h"

#ifndef CLSCAN_EVEN_MAX_DISTANCE
#define CLSCAN_BINS 256
typedef uint clscan_distance;
#define CLSCAN_EVEN_LEAST        0UL
#define CLSCAN_EVEN_MAX_DISTANCE 999UL
#define CLSCAN_EVEN_OFFSET       0UL
#define CLSCAN_EVEN_SHIFT        32u
#define CLSCAN_EVEN_MULTIPLIER   1099511628UL
#define CLSCAN_EVEN_QUOTIENT     3UL
#define CLSCAN_EVEN_REMAINDER    232UL
#define CLSCAN_EVEN_RANGE        1000UL
#endif

#if defined(CLSCAN_EVEN_MUL_HI_64)

/* The multiplier, bins * 2^64 / range, is rounded down, so that the product may be one less than the bin. The lower
 * edge of the next bin is bin * range / bins, rounded up. */
static uint clscan_even_bin(ulong d) {
    const ulong bin = mul_hi(d, CLSCAN_EVEN_MULTIPLIER), next = bin + 1;
    const ulong edge = next * CLSCAN_EVEN_QUOTIENT + (next * CLSCAN_EVEN_REMAINDER + CLSCAN_BINS - 1) / CLSCAN_BINS;
    return (uint)(next < CLSCAN_BINS && d >= edge ? next : bin);
}

#elif defined(CLSCAN_EVEN_MUL_HI)

/* The upper 64 bits of the product of d and the multiplier, from two products of 32 bits by 32 bits. */
static uint clscan_even_bin(uint d) {
    const ulong low = (ulong)d * (uint)CLSCAN_EVEN_MULTIPLIER, high = (ulong)d * (uint)(CLSCAN_EVEN_MULTIPLIER >> 32);
    return (uint)((high + (low >> 32)) >> 32);
}

#elif defined(CLSCAN_EVEN_DIVIDE)

static uint clscan_even_bin(uint d) {
    return (uint)((ulong)d * CLSCAN_BINS / CLSCAN_EVEN_RANGE);
}

#else

static uint clscan_even_bin(uint d) {
    return (uint)((ulong)d * (uint)CLSCAN_EVEN_MULTIPLIER >> CLSCAN_EVEN_SHIFT);
}

#endif

typedef uint clscan_edge; /* a placeholder: no edges are read */

#ifdef CLSCAN_EVEN_IS_EMPTY
#define CLSCAN_IS_IN_BINS(distance) false
#else
#define CLSCAN_IS_IN_BINS(distance) ((distance) <= (clscan_distance)CLSCAN_EVEN_MAX_DISTANCE)
#endif

static uint clscan_bin(clscan_in x, const global clscan_edge *edges) {
    const clscan_distance distance = (clscan_distance)x - (clscan_distance)CLSCAN_EVEN_LEAST;
    (void)edges;
#ifdef CLSCAN_EVEN_MUL_HI_64
    const uint bin = clscan_even_bin(distance + CLSCAN_EVEN_OFFSET);
#else
    const uint bin = clscan_even_bin((uint)distance + (uint)CLSCAN_EVEN_OFFSET);
#endif
    return CLSCAN_IS_IN_BINS(distance) ? bin : CLSCAN_BINS;
}

#endif
