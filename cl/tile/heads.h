/* The heads of segments in packets: a bit for each element, in the order of the scan. */
#ifndef CLSCAN_TILE_HEADS_H
#define CLSCAN_TILE_HEADS_H

#include "item/view.h"

static clscan_t clscan_with_head(clscan_value x, bool head) {
    return clscan_with_flags(x, CLSCAN_VALID | (uint)head * CLSCAN_HEAD);
}

/* How heads are found, by a file that defines these names:
 *   clscan_heads_cursor    The type of a position in the order of the scan, for the next functions.
 *   clscan_heads_at        Returns the position of element i.
 *   clscan_heads_skip      Moves a position forward.
 *   clscan_heads_load      Returns the heads of the packet at a position.
 *   clscan_heads_computed  Returns those heads of the packet at element i that are in no array, and that clscan_is_head
 *                          therefore does not find.
 *   clscan_heads_aligned   True if packets of heads can be loaded from element i on. */
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_ROWS
#include "tile/computed_heads.h"
#else
#include "tile/loaded_heads.h"
#endif

#endif
