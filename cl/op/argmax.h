/* The greatest value, and the first place where it is. */
#ifndef CLSCAN_OP_ARGMAX_H
#define CLSCAN_OP_ARGMAX_H

#define CLSCAN_WINS(x, y)    ((x) > (y))
#define CLSCAN_WORST         CLSCAN_LOWEST
#define CLSCAN_PREFERS(i, j) ((i) < (j))
#include "op/extremum.h"

#endif
