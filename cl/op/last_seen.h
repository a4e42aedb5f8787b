/* The last element that was marked as there, for those that are not: fill forward. 0 where none was yet. */
#ifndef CLSCAN_OP_LAST_SEEN_H
#define CLSCAN_OP_LAST_SEEN_H

#include "problem.h"

typedef struct {
    clscan_element x;
    uint seen;
} clscan_state;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { (clscan_element)0, 0 }

static clscan_state clscan_op_load(clscan_element x, uchar seen, ulong i) {
    (void)i;
    clscan_state s = { x, seen };
    return s;
}

static clscan_state clscan_op_combine(clscan_state a, clscan_state b) {
    return b.seen ? b : a;
}

static void clscan_op_store(global clscan_out *out, ulong i, clscan_state s) {
    out[i] = CLSCAN_TO_OUT(s.x);
}

#endif
