/* A span: the consecutive tiles that one work-group walks over with a carry. A single work-item streams through its
 * span without tiles. */
#ifndef CLSCAN_TILE_SPAN_H
#define CLSCAN_TILE_SPAN_H

#include "item/stream.h"
#include "tile/move.h"
#include "tile/scan.h"

CLSCAN_COLLECTIVE clscan_t clscan_span_reduce(const clscan_view *v, ulong begin, ulong count,
                                              local clscan_tile_storage *s) {
    if (CLSCAN_WG_SIZE == 1)
        return clscan_stream_reduce(v, begin, count);
    clscan_t sum = clscan_identity();
    for (ulong done = 0; done < count; done += CLSCAN_TILE) {
        clscan_t x[CLSCAN_RUN];
        clscan_tile_load(x, v, begin + done, min(count - done, (ulong)CLSCAN_TILE), &s->elements);
        sum = clscan_combine(sum, clscan_tile_reduce(x, s));
    }
    return sum;
}

/* Scans a span from `carry`. Returns the carry after the span. */
CLSCAN_COLLECTIVE clscan_t clscan_span_scan(const clscan_view *v, ulong begin, ulong count, clscan_t carry,
                                            local clscan_tile_storage *s) {
    if (CLSCAN_WG_SIZE == 1) {
        clscan_reduction nothing = clscan_reduction_of(v, begin, 0, NULL);
        return clscan_stream_scan(v, begin, count, carry, clscan_bypasses_cache(v), NULL, &nothing);
    }
    for (ulong done = 0; done < count; done += CLSCAN_TILE) {
        clscan_t x[CLSCAN_RUN], before[CLSCAN_GROUP_WIDTH];
        clscan_tile_load(x, v, begin + done, min(count - done, (ulong)CLSCAN_TILE), &s->elements);
        carry = clscan_tile_scan(x, before, carry, s);
        clscan_tile_store(v, begin + done, x, before, min(count - done, (ulong)CLSCAN_TILE), &s->elements);
    }
    return carry;
}

#endif
