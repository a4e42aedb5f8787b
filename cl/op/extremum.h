/* The extreme value and where it is. NaN is more extreme than any number, as for min and max. Which of equals it is,
 * the index decides, in whatever direction the scan goes. The file that includes this one says
 *   CLSCAN_WINS(x, y)     whether x is more extreme than y
 *   CLSCAN_WORST          what wins against nothing
 *   CLSCAN_PREFERS(i, j)  whether of equal values that at i is wanted, not that at j; ULONG_MAX, which is no place,
 *                         never is */
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
} clscan_op_state;

#define CLSCAN_OP_IDENTITY                                                                                             \
    { CLSCAN_WORST, ULONG_MAX }

static clscan_op_state clscan_op_load(clscan_element x, ulong i) {
    clscan_op_state s = { x, i };
    return s;
}

static clscan_op_state clscan_op_combine(clscan_op_state a, clscan_op_state b) {
    const bool nan = a.x != a.x;
    const bool same = nan ? b.x != b.x : a.x == b.x;
    const bool first = same ? CLSCAN_PREFERS(a.index, b.index) : nan || CLSCAN_WINS(a.x, b.x);
    return first ? a : b;
}

static void clscan_op_store(global clscan_out *out, global ulong *index, ulong i, clscan_op_state s) {
    out[i] = CLSCAN_TO_OUT(s.x);
    index[i] = s.index;
}

#endif
