/* The last element that was flagged as present, for those that are not: fill forward. 0 where none was yet. */
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

/* Member by member: of whole states of two bytes and four, NVIDIA's compiler has mixed up what it kept in memory. */
static clscan_op_state clscan_op_combine(clscan_op_state a, clscan_op_state b) {
    clscan_op_state s = { b.seen ? b.x : a.x, a.seen | b.seen };
    return s;
}

static void clscan_op_store(global clscan_out *out, ulong i, clscan_op_state s) {
    out[i] = CLSCAN_TO_OUT(s.x);
}

#endif
