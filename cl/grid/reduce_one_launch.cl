/* Reductions whose lines have several parts, in one launch. Each work-group reduces one part and publishes the result
 * in a record (grid/look_back/tile_state.h). The work-group that publishes the last part of a line combines the parts
 * in their order, as the second launch of grid/reduce.cl does. So the results have the same bits, and depend on no
 * timing.
 *
 * A counter for each line says which work-group is the last one. A part that was counted need not be visible yet,
 * because no fence orders its record before the count. So the last work-group polls the records, as a look-back does,
 * and may fall back: see grid/look_back/fall_back.h. */
#include "grid/look_back/fall_back.h"
#include "grid/reduce_lines.h"
#include "grid/strips/line_prefix.h"
#include "item/share.h"

/* A line, and how many work-groups reduce it. In a self-test, the first parts of the launch have no work-group. */
typedef struct {
    ulong line;
    uint owners;
} clscan_shared_line;

/* The phases of a work-group share this memory. A single word takes the place of tiles, so that the kernel takes no
 * more local memory than that of two launches. */
typedef union {
    clscan_tile_storage tile;
    uint word;
} clscan_one_launch_storage;

/* Publishes the work-group's own part. Returns true if all other work-groups of the line have published theirs. */
CLSCAN_COLLECTIVE bool clscan_publish_own_part(const clscan_line_grid *grid, const clscan_shared_line *shared,
                                               ulong part, clscan_t sum, local clscan_one_launch_storage *s) {
    if (get_local_id(0) == CLSCAN_PUBLISHER(part))
        clscan_publish_line(grid, shared->line, part, sum);
    if (get_local_id(0) == 0)
        s->word = clscan_arrive(grid->counter, shared->line) + 1;
    clscan_barrier();
    const uint published = s->word;
    clscan_barrier();
    return published == shared->owners;
}

/* Publishes a part that was missing. The work-item that combines the part later stores its record, and so finds it,
 * although no fence orders the store before loads of other work-items. */
static void clscan_publish_missing_part(const clscan_line_grid *grid, ulong line, ulong part, clscan_t sum) {
    const clscan_share own = clscan_share_of((uint)grid->blocks);
    if (own.begin <= part && part < own.end)
        clscan_publish_missing_line(grid, line, part, sum);
}

/* Combines this work-item's share of the parts of a line. Returns the first missing part, or CLSCAN_NO_TILE. */
CLSCAN_INLINE uint clscan_combine_own_parts(const clscan_line_grid *grid, ulong line, uint polls, clscan_t *sum) {
    const clscan_share own = clscan_share_of((uint)grid->blocks);
    *sum = clscan_identity();
    for (uint first = own.begin; first < own.end; first += CLSCAN_LOADS_TOGETHER) {
        clscan_t x[CLSCAN_LOADS_TOGETHER];
        const ulong missing = clscan_await_line(grid, line, first, own.end, polls, x);
        if (missing < own.end)
            return (uint)missing;
        CLSCAN_UNROLL
        for (uint i = 0; i < CLSCAN_LOADS_TOGETHER; i++)
            if (first + i < own.end)
                *sum = clscan_combine(*sum, x[i]);
    }
    return CLSCAN_NO_TILE;
}

/* Combines the parts of a line and stores its result. Returns CLSCAN_NO_TILE, or if any part is missing, the first
 * missing one. */
CLSCAN_COLLECTIVE ulong clscan_finish_line(const clscan_line_grid *grid, ulong line, uint polls,
                                           local clscan_one_launch_storage *s) {
    clscan_t sum;
    const uint missing = clscan_combine_own_parts(grid, line, polls, &sum);
    if (get_local_id(0) == 0)
        s->word = CLSCAN_NO_TILE;
    clscan_barrier();
    atomic_min(&s->word, missing);
    clscan_barrier();
    const uint first_missing = s->word;
    clscan_barrier();
    sum = clscan_group_reduce(sum, s->tile.values);
    if (get_local_id(0) == 0 && first_missing == CLSCAN_NO_TILE)
        clscan_store_line(grid->view, line, sum);
    return first_missing;
}

struct clscan_waiter {
    const clscan_line_grid *grid;
    const clscan_shared_line *shared;
    clscan_t sum; /* the sum of the part that has been reduced last */
    local clscan_one_launch_storage *s;
};

CLSCAN_COLLECTIVE void clscan_reduce_tile(clscan_waiter *w, uint part) {
    w->sum = clscan_part_reduce(w->grid->view, w->shared->line, part, w->grid->rows, &w->s->tile);
}

/* The last work-group of the line finishes the line. Others only publish their own parts. */
CLSCAN_COLLECTIVE uint clscan_publish_and_search(clscan_waiter *w, uint part, bool fell_back) {
    bool finishes = true;
    if (fell_back)
        clscan_publish_missing_part(w->grid, w->shared->line, part, w->sum);
    else
        finishes = clscan_publish_own_part(w->grid, w->shared, part, w->sum, w->s);
    return finishes ? clscan_finish_line(w->grid, w->shared->line, clscan_polls(fell_back), w->s) : CLSCAN_NO_TILE;
}

/* Reduces the work-group's own part, and finishes the line if this work-group is the last one. */
CLSCAN_COLLECTIVE void clscan_reduce_shared_line(const clscan_line_grid *grid, const clscan_shared_line *shared,
                                                 ulong own, local clscan_one_launch_storage *s) {
    clscan_waiter w;
    w.grid = grid;
    w.shared = shared;
    w.s = s;
    if (get_local_id(0) == 0)
        clscan_arrivals_begin(grid->counter, shared->line, grid->epoch);
    clscan_fall_back(&w, (uint)own, (uint)own);
}

/* The workspace has `counters` words of 32 bits, then the records. */
CLSCAN_KERNEL void clscan_reduce_one_launch(CLSCAN_ARRAYS, ulong parts, ulong span, clscan_state *workspace,
                                            uint counters, uint epoch) {
    local clscan_one_launch_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong lines = v.params.num_results, unowned = lines * parts - get_num_groups(0);
    const ulong tile = unowned + get_group_id(0), line = tile / parts;
    const clscan_shared_line shared = { line, (uint)(line == 0 ? parts - unowned : parts) };
    clscan_line_grid grid =
        clscan_line_grid_of(&v, lines, 1, parts, span, workspace + counters / (CLSCAN_STATE_BITS / 32), epoch);
    grid.counter = workspace;
    clscan_reduce_shared_line(&grid, &shared, tile - line * parts, &s);
}
