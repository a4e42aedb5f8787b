/* Values with marks. Where a segment begins, what is before counts for nothing (Schwartz, "Ultracomputers", TOPLAS
 * 2(4), 1980); where there is nothing yet, an operator needs no identity. Either way the marked operator is associative
 * and has an identity: no value, no mark. */
#ifndef CLSCAN_MARKED_H
#define CLSCAN_MARKED_H

#include "problem.h"

#if CLSCAN_MARKED
#define CLSCAN_SOME 1 /* there is a value */
#define CLSCAN_HEAD 2 /* a segment begins in what was combined to it */

/* clscan_t is struct { clscan_value x; uint marks; }, the marks as wide as a value of 1, 2 or 8 bytes: where bytes
 * between them are nobody's, NVIDIA's compiler keeps both in memory. */

static clscan_t clscan_combine(clscan_t a, clscan_t b) {
    if (b.marks & CLSCAN_HEAD || !a.marks)
        return b;
    if (b.marks)
        a.x = clscan_combine_values(a.x, b.x);
    return a;
}

/* Where b has a value, and a as well unless a segment begins with b. */
static clscan_t clscan_append(clscan_t a, clscan_t b) {
    if (b.marks & CLSCAN_HEAD)
        a.x = b.x;
    else
        a.x = clscan_combine_values(a.x, b.x);
    a.marks |= b.marks;
    return a;
}

/* An initializer of zeros would have to know whether the value is a vector. */
typedef union {
    uchar byte[sizeof(clscan_t)];
    clscan_t x;
} clscan_zeros;

static clscan_t clscan_identity(void) {
    clscan_zeros nothing = { { 0 } };
    return nothing.x;
}

#else
#define clscan_append(a, b) clscan_combine(a, b)
#endif

#endif
