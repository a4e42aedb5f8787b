/* The variant of blocked.h for reductions by segments: each work-item stores the results of the segments that end in
 * its run, and local memory keeps the elements. */
#ifndef CLSCAN_TILE_BLOCKED_SEGMENTS_H
#define CLSCAN_TILE_BLOCKED_SEGMENTS_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/heads.h"
#include "tile/move.h"

#if CLSCAN_REDUCES_SEGMENTS

typedef struct {
    clscan_t sum;
} clscan_resident_private;

CLSCAN_COLLECTIVE void clscan_resident_move(clscan_resident_private *resident, local clscan_tile_elements *a,
                                            const clscan_view *v, ulong begin, uint left) {
    (void)resident;
    clscan_elements_load(a, v, begin, left);
}

static void clscan_run_scan(local clscan_tile_elements *a, const clscan_view *v, ulong begin, size_t run, uint n,
                            clscan_t before) {
    CLSCAN_FOLD
    for (uint i = 0; i < n; i++)
        before = clscan_segment_step(v, begin + run + i, clscan_element_get(a, run + i), before);
}

CLSCAN_COLLECTIVE void clscan_runs_store(const clscan_resident_private *resident, const local clscan_tile_elements *a,
                                         const clscan_view *v, ulong begin, uint left) {
    (void)resident, (void)a, (void)v, (void)begin, (void)left;
}

#endif

#endif
