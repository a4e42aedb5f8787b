/* Bins by edges, found by a binary search. CLSCAN_EDGES is the number of edges that elements can reach,
 * CLSCAN_EDGES_STEP the greatest power of two up to this number, and clscan_edge the type in which edges and elements
 * are compared. */
#ifndef CLSCAN_TASK_BINS_EDGES_H
#define CLSCAN_TASK_BINS_EDGES_H

#include "problem.h"

#ifndef CLSCAN_EDGES
typedef uint clscan_edge;
#define CLSCAN_EDGES      257u
#define CLSCAN_EDGES_STEP 256u
#endif

/* `below` counts the edges that are <= x. The bin is one less: UINT_MAX if there is no such edge, as for NaN. */
static uint clscan_bin(clscan_in x, const global clscan_edge *edges) {
    const clscan_edge place = (clscan_edge)x;
    uint below = 0;
    for (uint step = CLSCAN_EDGES_STEP; step > 0; step /= 2)
        if (below + step <= CLSCAN_EDGES && edges[below + step - 1] <= place)
            below += step;
    return below - 1;
}

#endif
