/* How work-groups scan together: one constant table of functions each, in the file of strategy/ that has its name. */
#ifndef CS_STRATEGY_H
#define CS_STRATEGY_H

#include "strategy/launch.h"
#include "tuning/tune.h"

enum {
    CS_MAX_KERNELS = 4, /* of a strategy; then those of cl/grid/prologue.h */
    CS_KEEP_CELLS = CS_MAX_KERNELS,
    CS_MAKE_HEAD_BITS,
    CS_ALL_KERNELS
};

typedef struct cs_strategy {
    const char *kernels[CS_MAX_KERNELS]; /* their names, in cl/grid/<name>.cl; NULL past the last */

    /* Fails, with a sentence, where the strategy can't use this shape. NULL: any will do. */
    clscan_status (*applicable)(const cs_caps *caps, const cs_shape *shape);

    /* Bytes of workspace, and kernel launches, for up to `count` elements that take `size` bytes each
     * while they are computed with. */
    size_t (*workspace)(const cs_shape *shape, size_t count, size_t size);
    size_t (*launches)(const cs_shape *shape, size_t count);

    /* Bytes of workspace for `count` elements in lines of `length`, where that is less than for any. NULL: it is not.
     */
    size_t (*workspace_of_lines)(const cs_shape *shape, size_t count, size_t length, size_t size);

    /* Enqueues exactly that many launches, by cs_launch alone, and changes nothing but run->states: plans are described
     * by a dry run, without queue and buffers. */
    clscan_status (*launch)(cs_run *run, const cs_shape *shape);

    /* Returns true if the element at `position`, in the order of scanning, belongs to the first tile of a launch with
     * states, and other tiles follow. The launch scans `count` elements in lines of `length`. NULL: there are no tiles
     * with states. */
    bool (*is_in_first_tile)(const cs_shape *shape, size_t count, size_t length, size_t position);

    /* The workspace keeps states where the device has fences too; without, run->states->epoch is 0. */
    bool tries_states;
} cs_strategy;

#define STRATEGY(id, name, has_states, in_rows, single_item) extern const cs_strategy cs_##name;
#include "table/strategy.def"
#undef STRATEGY
extern const cs_strategy cs_plain;

/* Elements in as many rows of three matrices of 17 columns as cs_columns gives to one work-group where it cuts lines
 * into blocks. */
size_t cs_columns_block(const cs_shape *shape);

const cs_strategy *cs_strategy_at(clscan_strategy strategy); /* not the automatic one */

/* Fails, with a sentence, where the device can't run the strategy in this shape. */
clscan_status cs_strategy_check(clscan_strategy strategy, const cs_caps *caps, const cs_shape *shape);

#endif
