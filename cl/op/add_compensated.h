/* The sum in twice the precision, held as high + low, where high is the rounded sum. TwoSum adds two numbers and
 * returns the rounding error, too (Knuth, The Art of Computer Programming 2, 4.2.2). FastTwoSum does so in fewer
 * operations if the first number has the greater magnitude (Dekker, Numer. Math. 18, 1971). The rounding errors are
 * carried along in low (Kahan, 1965; Neumaier, 1974).
 *
 * Two such sums are added with a relative error of at most 3 u^2 + 13 u^3, where u is the unit roundoff, even if they
 * cancel (Joldes, Muller and Popescu, ACM TOMS 44(2), 2017, algorithm 6 and theorem 3.1). In any association each of n
 * elements goes through fewer than n additions. The error of the sum is therefore at most about 3 n u^2 times the sum
 * of |x|. If terms cancel, that is more than 3 n u^2 times the sum itself. */
#ifndef CLSCAN_OP_ADD_COMPENSATED_H
#define CLSCAN_OP_ADD_COMPENSATED_H

#include "problem.h"

#pragma OPENCL FP_CONTRACT OFF

typedef struct {
    clscan_element high, low;
} clscan_accumulator;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { 0, 0 }

static clscan_accumulator clscan_op_load(clscan_element x, ulong i) {
    (void)i;
    clscan_accumulator s = { x, 0 };
    return s;
}

static clscan_accumulator clscan_two_sum(clscan_element x, clscan_element y) {
    const clscan_element sum = x + y, part = sum - x;
    clscan_accumulator s = { sum, (x - (sum - part)) + (y - part) };
    return s;
}

static clscan_accumulator clscan_fast_two_sum(clscan_element x, clscan_element y) {
    const clscan_element sum = x + y;
    clscan_accumulator s = { sum, y - (sum - x) };
    return s;
}

static clscan_accumulator clscan_op_combine(clscan_accumulator a, clscan_accumulator b) {
    const clscan_accumulator high = clscan_two_sum(a.high, b.high), low = clscan_two_sum(a.low, b.low);
    /* If the sum is infinite or NaN, drop its rounding error, which is NaN. */
    if (high.high - high.high != 0)
        return clscan_op_load(high.high, 0);
    const clscan_accumulator sum = clscan_fast_two_sum(high.high, high.low + low.high);
    return clscan_fast_two_sum(sum.high, sum.low + low.low);
}

static void clscan_op_store(global clscan_out *out, ulong i, clscan_accumulator s) {
    out[i] = CLSCAN_TO_OUT(s.high);
}

#endif
