/* The last element that was marked as there, for those that are not: fill forward. 0 where none was yet. */
#ifndef CLSCAN_OP_LAST_SEEN_H
#define CLSCAN_OP_LAST_SEEN_H

#include "problem.h"

typedef struct {
    clscan_element x;
    uint seen;
} clscan_op_state;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { (clscan_element)0, 0 }

static clscan_op_state clscan_op_load(clscan_element x, uchar seen, ulong i) {
    (void)i;
    clscan_op_state s = { seen ? x : (clscan_element)0, seen };
    return s;
}

static clscan_op_state clscan_op_combine(clscan_op_state a, clscan_op_state b) {
    return b.seen ? b : a;
}

static void clscan_op_store(global clscan_out *out, ulong i, clscan_op_state s) {
    out[i] = CLSCAN_TO_OUT(s.x);
}

#endif
