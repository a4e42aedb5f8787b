/* The least value and the index of its first occurrence. */
#ifndef CLSCAN_OP_ARGMIN_H
#define CLSCAN_OP_ARGMIN_H

#define CLSCAN_WINS(x, y)    ((x) < (y))
#define CLSCAN_WORST         CLSCAN_HIGHEST
#define CLSCAN_PREFERS(i, j) ((i) < (j))
#include "op/extremum.h"

#endif
