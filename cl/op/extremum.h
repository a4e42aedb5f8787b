/* The extreme value and its index. NaN is more extreme than any number, as it is for min and max. Among equal values
 * the index decides, so that the result does not depend on the direction of the scan. The including file defines:
 *   CLSCAN_WINS(x, y)     True if x is more extreme than y.
 *   CLSCAN_WORST          The identity: a value that wins against no other value.
 *   CLSCAN_PREFERS(i, j)  True if, of equal values at i and j, the scan keeps the one at i. ULONG_MAX is the index of
 *                         the identity and must never be preferred. */
#ifndef CLSCAN_OP_EXTREMUM_H
#define CLSCAN_OP_EXTREMUM_H

#include "problem.h"

#ifndef CLSCAN_WINS
#define CLSCAN_WINS(x, y)    ((x) < (y))
#define CLSCAN_WORST         CLSCAN_HIGHEST
#define CLSCAN_PREFERS(i, j) ((i) < (j))
#endif

typedef struct {
    clscan_element x;
    ulong index;
} clscan_accumulator;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { CLSCAN_WORST, ULONG_MAX }

static clscan_accumulator clscan_op_load(clscan_element x, ulong i) {
    clscan_accumulator s = { x, i };
    return s;
}

static clscan_accumulator clscan_op_combine(clscan_accumulator a, clscan_accumulator b) {
    const bool nan = a.x != a.x;
    const bool same = nan ? b.x != b.x : a.x == b.x;
    const bool first = same ? CLSCAN_PREFERS(a.index, b.index) : nan || CLSCAN_WINS(a.x, b.x);
    return first ? a : b;
}

static void clscan_op_store(global clscan_out *out, global ulong *index, ulong i, clscan_accumulator s) {
    out[i] = CLSCAN_TO_OUT(s.x);
    index[i] = s.index;
}

#endif
