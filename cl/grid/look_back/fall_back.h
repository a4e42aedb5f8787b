/* The fallback (Smith, Levien and Owens, SPAA 2025), for every kernel whose work-groups wait for records of other
 * work-groups. A search that misses a record ends after a bounded number of polls and names the tile. The work-group
 * then reduces that tile itself, as the tile's owner does, publishes the result, and searches again. A tile is whatever
 * has one record: in other files also a slice, a block of a strip, or a part of a line.
 *
 * The file that includes this one defines what differs between the kernels: the struct and the two functions that are
 * declared here. They are CLSCAN_COLLECTIVE, because in most kernels they have barriers. */
#ifndef CLSCAN_FALL_BACK_H
#define CLSCAN_FALL_BACK_H

#include "grid/look_back/atomic_words.h"
#include "grid/look_back/fault_injection.h"
#include "grid/look_back/spin_limit.h"

/* The state of a work-group that searches records. */
typedef struct clscan_waiter clscan_waiter;

/* Reduces `tile`: a missing tile, or the work-group's own one. */
CLSCAN_COLLECTIVE void clscan_reduce_tile(clscan_waiter *w, uint tile);

/* Publishes the record of `tile`, unless that has been done, and searches the records of other tiles. Returns the tile
 * to reduce next, the same one to all work-items: a missing tile, or the own one if a missing tile has taken its place,
 * or CLSCAN_NO_TILE if the search has found all records. `fell_back` is false in the first search and true in later
 * ones. */
CLSCAN_COLLECTIVE uint clscan_publish_and_search(clscan_waiter *w, uint tile, bool fell_back);

/* Reduces `tile`, publishes it and searches, until no record is missing. The fence is for scans in place: all elements
 * of a missing tile must have been read before its record is loaded again (see clscan_fallback_store).
 *
 * `tile` is the work-group's own tile, `own`, if the own tile lies in registers: a missing tile takes its place there,
 * and the own tile is reduced again afterwards. If the work-group has reduced its own tile and searched already, `tile`
 * is the missing tile of that search, and `own` is CLSCAN_NO_TILE. */
CLSCAN_COLLECTIVE void clscan_fall_back(clscan_waiter *w, uint own, uint tile) {
    bool fell_back = tile != own;
    do {
        if (tile != own)
            CLSCAN_DELAY_FALLBACK();
        clscan_reduce_tile(w, tile);
        if (tile != own)
            clscan_fence();
        tile = clscan_publish_and_search(w, tile, fell_back);
        fell_back = true;
    } while (tile != CLSCAN_NO_TILE);
}

#endif
