/* A span: the consecutive tiles that one work-group walks over, carrying the prefix along. A work-item alone has no
 * tiles to make of it. */
#ifndef CLSCAN_TILE_SPAN_H
#define CLSCAN_TILE_SPAN_H

#include "item/stream.h"
#include "tile/move.h"
#include "tile/scan.h"

static clscan_t clscan_span_reduce(const global clscan_t *in, ulong count, local clscan_tile_storage *s) {
    if (CLSCAN_WG_SIZE == 1)
        return clscan_stream_reduce(in, count);
    clscan_t sum = clscan_identity();
    for (ulong done = 0; done < count; done += CLSCAN_TILE) {
        clscan_t x[CLSCAN_RUN];
        clscan_tile_load(x, in + done, count - done, s);
        sum = clscan_combine(sum, clscan_tile_reduce(x, s));
    }
    return sum;
}

static void clscan_span_scan(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t carry,
                             local clscan_tile_storage *s) {
    if (CLSCAN_WG_SIZE == 1) {
        clscan_reduction nothing = clscan_reduction_of(in, 0);
        clscan_stream_scan(in, out, count, carry, clscan_passes_cache(in, out, count), &nothing);
        return;
    }
    for (ulong done = 0; done < count; done += CLSCAN_TILE) {
        clscan_t x[CLSCAN_RUN];
        clscan_tile_load(x, in + done, count - done, s);
        carry = clscan_tile_scan(x, carry, CLSCAN_EXCLUSIVE, s);
        clscan_tile_store(out + done, x, count - done, s);
    }
}

#endif
