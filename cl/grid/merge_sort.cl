/* A sort by the caller's comparison: a stable merge sort. The first launch sorts tiles. Each further launch merges
 * neighbouring runs, so that runs become twice as long, from one buffer of the workspace to the other. The last launch
 * writes to the outputs of the caller. */
#include "grid/merge/merge_space.h"

#if CLSCAN_WG_SIZE == 1
#include "grid/merge/merge_by_item.h"
#else
#include "grid/merge/merge_by_group.h"
#endif

/* Each work-group sorts the tiles of one span into the buffer `to`. */
CLSCAN_KERNEL void clscan_merge_sort_tiles(CLSCAN_ARRAYS, uint to, ulong span, ulong pitch, global uchar *work) {
    local clscan_merge_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_merge_space space = clscan_merge_space_of(work, pitch, CLSCAN_MERGE_BLOCK);
    const clscan_span own = clscan_own_span(v.count, span);
    for (ulong i = own.begin + get_local_id(0); v.params.in_place && i < own.end; i += CLSCAN_WG_SIZE)
        clscan_merge_copy_carried(&v, &space, i);
    clscan_barrier_after_loads();
    for (ulong at = own.begin; at < own.end; at += CLSCAN_MERGE_TILE)
        clscan_merge_sort_tile(&v, &space, to, at, min(at + CLSCAN_MERGE_TILE, own.end), &s);
}

/* Merges runs of `width` elements from the buffer `from` into the buffer `to`. Each work-group writes one span. */
CLSCAN_KERNEL void clscan_merge_runs(CLSCAN_ARRAYS, ulong width, uint from, uint to, ulong span, ulong pitch,
                                     global uchar *work) {
    local clscan_merge_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_merge_space space = clscan_merge_space_of(work, pitch, CLSCAN_MERGE_BLOCK);
    const clscan_span own = clscan_own_span(v.count, span);
    for (ulong at = own.begin; at < own.end; at += CLSCAN_MERGE_TILE) {
        const clscan_run_pair pair = clscan_run_pair_of(at, width, v.count);
        clscan_merge_tile(&v, &space, from, to, clscan_merged_part(&space.heads, pair), at,
                          min(at + CLSCAN_MERGE_TILE, own.end), &s);
        if (at == pair.begin && get_local_id(0) == 0)
            clscan_merge_join_heads(&space.heads, pair);
    }
}
