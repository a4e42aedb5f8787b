/* The least value, and the last place where it is. */
#ifndef CLSCAN_OP_ARGMIN_LAST_H
#define CLSCAN_OP_ARGMIN_LAST_H

#define CLSCAN_WINS(x, y)    ((x) < (y))
#define CLSCAN_WORST         CLSCAN_HIGHEST
#define CLSCAN_PREFERS(i, j) ((i) + 1 > (j) + 1)
#include "op/extremum.h"

#endif
