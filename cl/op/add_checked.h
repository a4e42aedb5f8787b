/* The sum of integers, with a flag that is set if a sum does not fit the element type. The accumulator is an exact
 * two's complement number of 128 bits, which fewer than 2^64 elements of 64 bits cannot overflow. The sum is therefore
 * the same in every association, and a sum that leaves the type's range and returns into it is right again. */
#ifndef CLSCAN_OP_ADD_CHECKED_H
#define CLSCAN_OP_ADD_CHECKED_H

#include "problem.h"

typedef struct {
    ulong low, high;
} clscan_accumulator;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { 0, 0 }

static clscan_accumulator clscan_op_load(clscan_element x, ulong i) {
    (void)i;
    clscan_accumulator s = { (ulong)(long)x, x < 0 ? ULONG_MAX : 0 };
    return s;
}

static clscan_accumulator clscan_op_combine(clscan_accumulator a, clscan_accumulator b) {
    clscan_accumulator s = { a.low + b.low, a.high + b.high };
    s.high += s.low < a.low;
    return s;
}

/* The sum fits the element type if its low bits, extended to 128 bits again, are equal to the sum. */
static void clscan_op_store(global clscan_out *out, global uint *overflowed, ulong i, clscan_accumulator s) {
    const clscan_element sum = (clscan_element)s.low;
    const clscan_accumulator extended = clscan_op_load(sum, i);
    out[i] = CLSCAN_TO_OUT(sum);
    if (s.low != extended.low || s.high != extended.high)
        atomic_xchg(overflowed, 1);
}

#endif
