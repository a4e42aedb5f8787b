/* The greatest value and the index of its last occurrence. CLSCAN_PREFERS adds 1 so that ULONG_MAX, the index of the
 * identity, becomes 0 and is never preferred. */
#ifndef CLSCAN_OP_ARGMAX_LAST_H
#define CLSCAN_OP_ARGMAX_LAST_H

#define CLSCAN_WINS(x, y)    ((x) > (y))
#define CLSCAN_WORST         CLSCAN_LOWEST
#define CLSCAN_PREFERS(i, j) ((i) + 1 > (j) + 1)
#include "op/extremum.h"

#endif
