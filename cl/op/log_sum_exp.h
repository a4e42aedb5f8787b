/* log(exp(x[0]) + exp(x[1]) + ...). The accumulator holds the greatest exponent and the sum relative to it, so that no
 * term overflows, and a term underflows only if it is negligible. The running form is from Milakov and Gimelshein,
 * "Online normalizer calculation for softmax", 2018. */
#ifndef CLSCAN_OP_LOG_SUM_EXP_H
#define CLSCAN_OP_LOG_SUM_EXP_H

#include "problem.h"

#pragma OPENCL FP_CONTRACT OFF

typedef struct {
    clscan_element greatest, sum; /* the result is greatest + log(sum) */
} clscan_accumulator;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { -INFINITY, 0 }

static clscan_accumulator clscan_op_load(clscan_element x, ulong i) {
    (void)i;
    clscan_accumulator s = { x, 1 };
    return s;
}

/* Equal exponents get the scale 1 without a subtraction: they may be infinite, and then their difference is NaN. */
static clscan_accumulator clscan_op_combine(clscan_accumulator a, clscan_accumulator b) {
    const bool first = a.greatest > b.greatest, same = a.greatest == b.greatest;
    const clscan_accumulator most = first ? a : b, less = first ? b : a;
    const clscan_element scale = same ? (clscan_element)1 : exp(less.greatest - most.greatest);
    clscan_accumulator s = { most.greatest, most.sum + less.sum * scale };
    return s;
}

static void clscan_op_store(global clscan_out *out, ulong i, clscan_accumulator s) {
    out[i] = CLSCAN_TO_OUT(s.greatest + log(s.sum));
}

#endif
