/* A resident tile in blocked arrangement, for values of any size: the tile lies in local memory, where each work-item
 * owns a run of consecutive elements. Loads and stores are striped, that is, neighbouring work-items move neighbouring
 * elements. */
#ifndef CLSCAN_TILE_BLOCKED_H
#define CLSCAN_TILE_BLOCKED_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/heads.h"
#include "tile/move.h"

/* The variants with and without a store function of the user have files of their own. Files that both variants include
 * are included above: a program has each file once, at the place of its first include, and the preprocessor must not
 * skip that place. Both variants define these names:
 *
 *   clscan_resident_private   The part of the tile that a lane keeps in registers. Its member `sum` is the inclusive
 *                             scan of the lanes' sums in the sub-group.
 *   clscan_resident_move      Loads `n` elements from `begin` on into local memory.
 *   clscan_run_scan           Scans a run of `length` elements from `before`, in the tile that begins with element
 *                             `begin`. The results stay in local memory, or the prefixes for a store function of the
 *                             user. Results of segments are stored immediately.
 *   clscan_runs_store         Stores the whole tile after clscan_run_scan, except results of segments. */
#if defined(CLSCAN_STORE) && !CLSCAN_REDUCES_SEGMENTS
#include "tile/blocked_store.h"
#else
#include "tile/blocked_results.h"
#endif

typedef struct {
    clscan_tile_elements elements;
} clscan_resident_local;

/* Returns where the run of a work-item begins in the tile. */
static size_t clscan_run_of(uint lane) {
    return lane * CLSCAN_ITEMS;
}
/* Returns the length of the run that begins at `run`, in a tile of `n` elements. */
static uint clscan_run_length(uint run, uint n) {
    return min(n - min(run, n), (uint)CLSCAN_ITEMS);
}

CLSCAN_COLLECTIVE clscan_t clscan_resident_load_and_reduce(clscan_resident_private *resident,
                                                           local clscan_resident_local *s, const clscan_view *v,
                                                           uint tile) {
    const uint n = clscan_tile_count(v->count, tile);
    const size_t run = clscan_run_of(get_local_id(0)), length = clscan_run_length(run, n);
    clscan_resident_move(resident, &s->elements, v, (ulong)tile * CLSCAN_RESIDENT_TILE, n);
    clscan_t sum = length > 0 ? clscan_element_get(&s->elements, run) : clscan_identity();
    CLSCAN_UNROLL_BY_8
    CLSCAN_NO_VECTORIZE
    for (uint i = 1; i < length; i++)
        sum = clscan_append(sum, clscan_element_get(&s->elements, run + i));
    resident->sum = clscan_sub_scan(sum);
    return clscan_sub_last(resident->sum);
}

CLSCAN_COLLECTIVE void clscan_resident_scan_and_store(const clscan_resident_private *resident,
                                                      local clscan_resident_local *s, clscan_t carry,
                                                      const clscan_view *v, uint tile) {
    const uint n = clscan_tile_count(v->count, tile);
    const size_t run = clscan_run_of(get_local_id(0));
    const ulong begin = (ulong)tile * CLSCAN_RESIDENT_TILE;
    clscan_run_scan(&s->elements, v, begin, run, clscan_run_length(run, n),
                    clscan_combine(carry, clscan_sub_shift(resident->sum)));
    clscan_runs_store(resident, &s->elements, v, begin, n);
}

#endif
