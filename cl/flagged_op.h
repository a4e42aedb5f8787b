/* The operator and its identity on flagged values: pairs of a value and flags. The flag CLSCAN_HEAD makes the scan a
 * segmented scan: an operand with that flag discards what comes before (Schwartz, "Ultracomputers", TOPLAS 2(4), 1980).
 * The flag CLSCAN_VALID gives an identity to an operator that has none. The flagged operator is associative, and its
 * identity is a pair without a flag.
 *
 * In a reduction by segments, the flags also count: with n heads among the combined elements, they are n * CLSCAN_HEAD
 * + CLSCAN_VALID. The number of heads before an element is the place of a result.
 *
 * clscan_t is struct { clscan_value x; clscan_value_flags flags; }. For a value of 1, 2 or 8 bytes, the host makes the
 * flags as wide as the value: if there is padding in the struct, NVIDIA's compiler keeps both members in memory. Flags
 * that count heads have 4 bytes at least. */
#ifndef CLSCAN_FLAGGED_OP_H
#define CLSCAN_FLAGGED_OP_H

#include "problem.h"

#define CLSCAN_VALID 1 /* the pair has a value */
#define CLSCAN_HEAD  2 /* a segment begins at one of the elements that were combined */

#if CLSCAN_REDUCES_SEGMENTS
#define CLSCAN_HAS_HEAD(x)        ((x).flags >= CLSCAN_HEAD)
#define CLSCAN_ADD_HEADS(to, of)  ((to).flags += (of).flags & ~(clscan_value_flags)CLSCAN_VALID)
#define CLSCAN_JOINED_FLAGS(a, b) ((a) + (b) - ((a) & (b)&CLSCAN_VALID))
#else
#define CLSCAN_HAS_HEAD(x)        ((x).flags & CLSCAN_HEAD)
#define CLSCAN_ADD_HEADS(to, of)  ((void)(of))
#define CLSCAN_JOINED_FLAGS(a, b) ((a) | (b))
#endif

static clscan_t clscan_combine(clscan_t a, clscan_t b) {
    if (CLSCAN_HAS_HEAD(b) || !a.flags) {
        CLSCAN_ADD_HEADS(b, a);
        return b;
    }
    if (b.flags)
        a.x = clscan_combine_values(a.x, b.x);
    return a;
}

/* Combines like clscan_combine, but requires that `b` has a value, and that `a` has a value unless a segment begins
 * with `b`. */
static clscan_t clscan_append(clscan_t a, clscan_t b) {
    if (CLSCAN_HAS_HEAD(b))
        a.x = b.x;
    else
        a.x = clscan_combine_values(a.x, b.x);
    a.flags = CLSCAN_JOINED_FLAGS(a.flags, b.flags);
    return a;
}

/* The union makes a pair of zeros from bytes: an initializer would depend on whether the value is a vector. */
typedef union {
    uchar byte[sizeof(clscan_t)];
    clscan_t x;
} clscan_zeros;

static clscan_t clscan_identity(void) {
    clscan_zeros nothing = { { 0 } };
    return nothing.x;
}

static clscan_value clscan_value_of(clscan_t x) {
    return x.x;
}

static clscan_t clscan_with_flags(clscan_value x, uint flags) {
    clscan_t flagged = { x, flags };
    return flagged;
}

#endif
