/* The mean and the population variance, which is the mean of the squared distances from the mean. Updating the mean
 * avoids the cancellation that sums of squares suffer from (Welford, Technometrics 4(3), 1962). Two accumulators of any
 * counts are combined by the formula of Chan, Golub and LeVeque, 1979. Without elements, both results are NaN. */
#ifndef CLSCAN_OP_MEAN_VARIANCE_H
#define CLSCAN_OP_MEAN_VARIANCE_H

#include "problem.h"

#pragma OPENCL FP_CONTRACT OFF

typedef struct {
    clscan_element mean, squares; /* squares: the sum of squared distances from the mean */
    ulong count;
} clscan_accumulator;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { 0, 0, 0 }

static clscan_accumulator clscan_op_load(clscan_element x, ulong i) {
    (void)i;
    clscan_accumulator s = { x, 0, 1 };
    return s;
}

static clscan_accumulator clscan_op_combine(clscan_accumulator a, clscan_accumulator b) {
    if (a.count == 0 || b.count == 0)
        return a.count == 0 ? b : a;
    const ulong count = a.count + b.count;
    const clscan_element distance = b.mean - a.mean, part = (clscan_element)b.count / (clscan_element)count;
    clscan_accumulator s = { a.mean + distance * part,
                             a.squares + b.squares + distance * distance * part * (clscan_element)a.count, count };
    return s;
}

static void clscan_op_store(global clscan_out *out, global clscan_element *variance, ulong i, clscan_accumulator s) {
    out[i] = CLSCAN_TO_OUT(s.count == 0 ? (clscan_element)NAN : s.mean);
    variance[i] = s.squares / (clscan_element)s.count;
}

#endif
