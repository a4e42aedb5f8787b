/* How work-groups scan together: one constant table of functions each, in a file of strategy/ by its name. */
#ifndef CS_STRATEGY_H
#define CS_STRATEGY_H

#include "launch.h"
#include "tune.h"

enum { CS_MAX_KERNELS = 3 };

typedef struct cs_strategy {
    const char *name;
    const char *file;                       /* its kernels, in cl/ */
    const char *kernels[CS_MAX_KERNELS];    /* their names; NULL past the last */

    /* Fails, with a sentence, where the strategy can't use this shape. NULL: any will do. */
    clscan_status (*applicable)(const cs_shape *shape);

    /* Elements of workspace, and kernel launches, for `count` elements (not 0). */
    size_t (*workspace)(const cs_shape *shape, size_t count);
    size_t (*launches)(const cs_shape *shape, size_t count);

    /* Enqueues exactly that many launches. */
    clscan_status (*launch)(cs_run *run, const cs_shape *shape);
} cs_strategy;

extern const cs_strategy cs_single_group, cs_global_steps, cs_hierarchical, cs_reduce_scan;

const cs_strategy *cs_strategy_at(clscan_strategy strategy); /* NULL for the automatic one and past the last */
const char *cs_strategy_name(clscan_strategy strategy);      /* "auto" for the automatic one */

#endif
