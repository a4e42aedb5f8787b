/* The keys of segments that have results, as an output. */
#ifndef CLSCAN_ITEM_SEGMENT_KEYS_H
#define CLSCAN_ITEM_SEGMENT_KEYS_H

#include "item/cursor.h"

/* Stores the key of the segment that begins at the cursor, if keys are wanted and `place` is among those that fit. */
static void clscan_store_key(const clscan_view *v, const clscan_cursor *c, ulong place) {
#ifdef CLSCAN_KEYS_OF_SEGMENTS
    if (place < v->params.segment_room)
        v->CLSCAN_KEYS_OF_SEGMENTS[place] = CLSCAN_KEY_OF(v->segments[clscan_in_at(v, c)]);
#else
    (void)v, (void)c, (void)place;
#endif
}

#endif
