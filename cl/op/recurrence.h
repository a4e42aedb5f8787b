/* The linear recurrence y[i] = a[i] * y[i-1] + b[i] with y[-1] = 0. The operator composes the affine maps y -> a y + b
 * (Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990). The result is b of the composed map. For
 * another start y[-1] = c, the initial value is { 0, c }. */
#ifndef CLSCAN_OP_RECURRENCE_H
#define CLSCAN_OP_RECURRENCE_H

#include "problem.h"

#pragma OPENCL FP_CONTRACT OFF

typedef struct {
    clscan_element a, b;
} clscan_accumulator;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { 1, 0 }

static clscan_accumulator clscan_op_load(clscan_element a, clscan_element b, ulong i) {
    (void)i;
    clscan_accumulator s = { a, b };
    return s;
}

static clscan_accumulator clscan_op_combine(clscan_accumulator f, clscan_accumulator g) {
    const CLSCAN_WRAP a = g.a, by = f.a, from = f.b, b = g.b;
    clscan_accumulator s = { (clscan_element)(a * by), (clscan_element)(a * from + b) };
    return s;
}

static void clscan_op_store(global clscan_out *out, ulong i, clscan_accumulator s) {
    out[i] = CLSCAN_TO_OUT(s.b);
}

#endif
