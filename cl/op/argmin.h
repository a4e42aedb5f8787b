/* The least value, and the first place where it is. */
#ifndef CLSCAN_OP_ARGMIN_H
#define CLSCAN_OP_ARGMIN_H

#define CLSCAN_WINS(x, y)    ((x) < (y))
#define CLSCAN_WORST         CLSCAN_HIGHEST
#define CLSCAN_PREFERS(i, j) ((i) < (j))
#include "op/extremum.h"

#endif
