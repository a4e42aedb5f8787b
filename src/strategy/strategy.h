/* A strategy is the way in which work-groups scan together. Each strategy is one constant table of functions, in the
 * file of strategy/ with its name. */
#ifndef CS_STRATEGY_H
#define CS_STRATEGY_H

#include "strategy/launch.h"
#include "tuning/tune.h"

enum {
    CS_MAX_KERNELS = 8, /* the most kernels of a strategy; the kernels of cl/grid/prologue.h follow */
    CS_COPY_CELLS = CS_MAX_KERNELS,
    CS_MAKE_HEAD_BITS,
    CS_LOAD_ELEMENTS,
    CS_MAKE_RUN_LENGTHS,     /* in cl/grid/run_lengths.h, after the scan */
    CS_STORE_EMPTY_SEGMENTS, /* in cl/grid/empty_segments.h, after the scan */
    CS_COUNT_HEADS,          /* in cl/grid/sort/sort_segments.h, before the passes of a sort by segments */
    CS_NUMBER_SEGMENTS,
    CS_PACK_ROWS, /* in cl/grid/sort/sort_packed.h, before and after the passes of a sort of columns */
    CS_UNPACK_ROWS,
    CS_SORT_IN_TILES, /* in cl/grid/sort.cl, for work-groups of several work-items, without segments */
    CS_ALL_KERNELS
};

/* Returns n / d rounded up, but at least 1: the number of pieces of at most d elements. */
static inline size_t cs_divided_up(size_t n, size_t d) {
    return n ? (n - 1) / d + 1 : 1;
}

typedef struct cs_strategy {
    const char *file;                    /* its kernels are in cl/grid/<file>.cl */
    const char *kernels[CS_MAX_KERNELS]; /* their names; NULL after the last */

    /* Fails with a message if the strategy can't use this shape. NULL: the strategy can use every shape. */
    clscan_status (*applicable)(const cs_caps *caps, const cs_shape *shape);

    /* Return the bytes of workspace and the number of kernel launches for `count` elements. `size` is the bytes of an
     * element while it is computed with. The workspace is enough for every smaller count, too. */
    size_t (*workspace)(const cs_shape *shape, size_t count, size_t size);
    size_t (*launches)(const cs_shape *shape, size_t count);

    /* Returns the bytes of workspace for `count` elements in lines of `length` elements. NULL: the layout makes no
     * difference, and `workspace` holds. */
    size_t (*workspace_of_lines)(const cs_shape *shape, size_t count, size_t length, size_t size);

    /* Returns the number of kernel launches for `lines` lines of `length` elements. `columns` lines are adjacent in a
     * matrix. NULL: the layout makes no difference, and `launches` holds. */
    size_t (*launches_of_lines)(const cs_shape *shape, size_t lines, size_t length, size_t columns);

    /* Enqueues as many launches as `launches` or `launches_of_lines` says. It must use cs_launch only and change
     * nothing but submission->epochs, because it also describes plans, in a dry run without queue and buffers. */
    clscan_status (*launch)(cs_submission *submission, const cs_shape *shape);

    /* Returns true if the element at `position`, in the order of the scan, belongs to the first tile of a launch with
     * records, and other tiles follow. The launch scans `count` elements in lines of `length`. NULL: the strategy has
     * no tiles with records. */
    bool (*is_in_first_tile)(const cs_shape *shape, size_t count, size_t length, size_t position);

    /* There are at most shape.groups work-groups, and each visits many tiles, one after the other. */
    bool visits_many_tiles;

    /* Uses records on every device; strategy.def has no row of its own for this table. */
    bool has_states;

    /* The strategy uses records on devices with fences only. On other devices, submission->epochs->epoch is 0. */
    bool tries_states;
} cs_strategy;

#define STRATEGY(id, name, ...) extern const cs_strategy cs_##name;
#include "table/strategy.def"
#undef STRATEGY
extern const cs_strategy cs_reference_kernel, cs_reference_of_parts; /* the latter partitions segments */

/* Reductions have strategies of their own: cs_reduce for REDUCE_SCAN and SINGLE_GROUP, cs_reduce_one_launch for
 * LOOKBACK, cs_reduce_columns for COLUMNS. Their results are the last prefixes of lines only, so that no line is read
 * twice. */
extern const cs_strategy cs_reduce, cs_reduce_one_launch, cs_reduce_columns;

/* Selections and partitions by rows have cs_select_rows for REDUCE_SCAN, if the plan's values have no flags.
 * Partitions, sorts, histograms and top-k have strategies of their own. Partitions by segments have
 * cs_partition_segments, sorts by the user's comparison cs_merge_sort, and a top-k by segments has cs_sort_top_k. */
extern const cs_strategy cs_partition, cs_partition_segments, cs_select_rows, cs_sort, cs_sort_in_sweeps, cs_sort_top_k,
    cs_merge_sort, cs_histogram, cs_histogram_segments, cs_top_k, cs_top_k_by_rows;

/* Returns the elements in the rows of one block, if cs_columns cuts three matrices of 17 columns into blocks. The
 * self-test chooses its count by this number. */
size_t cs_columns_block(const cs_shape *shape);

const cs_strategy *cs_strategy_at(clscan_strategy strategy); /* not CLSCAN_STRATEGY_AUTO */

/* Returns the functions by which a plan with these traits runs a strategy. */
const cs_strategy *cs_strategy_for(clscan_strategy strategy, const cs_traits *traits);

/* Fails with a message if the device can't run the strategy in this shape. */
clscan_status cs_strategy_check(const cs_strategy *strategy, const cs_caps *caps, const cs_shape *shape);

#endif
