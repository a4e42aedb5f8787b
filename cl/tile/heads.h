/* The heads of segments in packets: a bit for each element, in the order of the scan. */
#ifndef CLSCAN_TILE_HEADS_H
#define CLSCAN_TILE_HEADS_H

#include "item/view.h"

#if CLSCAN_FLAGGED
static clscan_t clscan_with_head(clscan_value x, bool head) {
    clscan_t flagged = { x, CLSCAN_VALID | (uint)head * CLSCAN_HEAD };
    return flagged;
}
#else
static clscan_t clscan_with_head(clscan_value x, bool head) {
    (void)head;
    return x;
}
#endif

/* How heads are found, by a file that defines these names:
 *   clscan_heads_place    The type of a place in the order of the scan, for the next functions.
 *   clscan_heads_at       Returns the place of element i.
 *   clscan_heads_skip     Moves a place forward.
 *   clscan_heads_load     Returns the heads of the packet at a place.
 *   clscan_heads_counted  Returns the heads of the packet at element i that clscan_begins does not find.
 *   clscan_heads_aligned  True if packets of heads can be loaded from element i on. */
#if CLSCAN_SEGMENTS == CLSCAN_LENGTHS
#include "tile/lengths.h"
#else
#include "tile/loaded_heads.h"
#endif

#endif
