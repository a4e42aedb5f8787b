/* Fill forward: the last element that was flagged as present. The result is 0 before the first such element. */
#ifndef CLSCAN_OP_LAST_SEEN_H
#define CLSCAN_OP_LAST_SEEN_H

#include "problem.h"

typedef struct {
    clscan_element x;
    uint seen;
} clscan_accumulator;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { (clscan_element)0, 0 }

static clscan_accumulator clscan_op_load(clscan_element x, uchar seen, ulong i) {
    (void)i;
    clscan_accumulator s = { seen ? x : (clscan_element)0, seen };
    return s;
}

/* Combines the accumulators member by member. When the code chose between whole structs of a 2-byte and a 4-byte
 * member, NVIDIA's compiler mixed up the copies that it kept in memory (short and ushort, group blelloch, November
 * 2026). */
static clscan_accumulator clscan_op_combine(clscan_accumulator a, clscan_accumulator b) {
    clscan_accumulator s = { b.seen ? b.x : a.x, a.seen | b.seen };
    return s;
}

static void clscan_op_store(global clscan_out *out, ulong i, clscan_accumulator s) {
    out[i] = CLSCAN_TO_OUT(s.x);
}

#endif
