/* The variant of blocked.h without a store function of the user, as almost all scans are: local memory keeps the
 * elements, and then the results in their place. In a reduction by segments, each work-item immediately stores the
 * results of the segments that end in its run, and local memory keeps the elements. */
#ifndef CLSCAN_TILE_BLOCKED_RESULTS_H
#define CLSCAN_TILE_BLOCKED_RESULTS_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/heads.h"
#include "tile/move.h"

typedef struct {
    clscan_t sum;
} clscan_resident_private;

CLSCAN_COLLECTIVE void clscan_resident_move(clscan_resident_private *resident, local clscan_tile_elements *a,
                                            const clscan_view *v, ulong begin, uint n) {
    (void)resident;
    clscan_elements_load(a, v, begin, n);
}

#if CLSCAN_REDUCES_SEGMENTS

static void clscan_run_scan(local clscan_tile_elements *a, const clscan_view *v, ulong begin, size_t run, uint length,
                            clscan_t before) {
    CLSCAN_NO_VECTORIZE
    for (uint i = 0; i < length; i++)
        before = clscan_segment_step(v, begin + run + i, clscan_element_get(a, run + i), before);
}

CLSCAN_COLLECTIVE void clscan_runs_store(const clscan_resident_private *resident, const local clscan_tile_elements *a,
                                         const clscan_view *v, ulong begin, uint n) {
    (void)resident, (void)a, (void)v, (void)begin, (void)n;
}

#else

static void clscan_run_scan(local clscan_tile_elements *a, const clscan_view *v, ulong begin, size_t run, uint length,
                            clscan_t before) {
    (void)begin;
    CLSCAN_UNROLL_BY_8
    CLSCAN_NO_VECTORIZE
    for (uint i = 0; i < length; i++) {
        const clscan_t x = clscan_element_get(a, run + i);
        const clscan_t next = clscan_append(before, x);
        a->x[run + i] = clscan_result(v, x, next, before);
        before = next;
    }
}

CLSCAN_COLLECTIVE void clscan_runs_store(const clscan_resident_private *resident, const local clscan_tile_elements *a,
                                         const clscan_view *v, ulong begin, uint n) {
    (void)resident;
    clscan_results_store(a, v, begin, n);
}

#endif

#endif
