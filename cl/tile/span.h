/* A span: the consecutive tiles that one work-group walks over with a carry. A single work-item streams through its
 * span without tiles. */
#ifndef CLSCAN_TILE_SPAN_H
#define CLSCAN_TILE_SPAN_H

#include "item/stream.h"
#include "tile/compaction.h"
#include "tile/move.h"
#include "tile/scan.h"
#include "tile/store.h"

#if CLSCAN_COMMUTATIVE && !CLSCAN_FLAGGED

/* The elements that a work-item loads before it adds the first one: few enough for registers. */
#define CLSCAN_LOADED_TOGETHER (CLSCAN_RUN < 16 ? CLSCAN_RUN : 16)

/* Returns the reduction of every CLSCAN_WG_SIZE-th element of a span, from this work-item's first element on. The order
 * of operands does not matter, so neighbouring work-items load neighbouring elements, and no element passes through
 * local memory. The loads of several elements are all issued before the first value is used. */
CLSCAN_INLINE clscan_t clscan_span_reduce_own(const clscan_view *v, ulong begin, ulong count) {
    clscan_t sum = clscan_identity();
    ulong i = get_local_id(0);
    clscan_cursor c = clscan_cursor_at(v, begin + i);
    for (; i + (CLSCAN_LOADED_TOGETHER - 1) * CLSCAN_WG_SIZE < count; i += CLSCAN_LOADED_TOGETHER * CLSCAN_WG_SIZE) {
        clscan_t x[CLSCAN_LOADED_TOGETHER];
        CLSCAN_UNROLL
        for (size_t k = 0; k < CLSCAN_LOADED_TOGETHER; k++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            x[k] = clscan_load_as(v, &c, false);
        CLSCAN_UNROLL
        for (size_t k = 0; k < CLSCAN_LOADED_TOGETHER; k++)
            sum = clscan_combine(sum, x[k]);
    }
    CLSCAN_NO_VECTORIZE
    for (; i < count; i += CLSCAN_WG_SIZE, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
        sum = clscan_combine(sum, clscan_load_as(v, &c, false));
    return sum;
}

CLSCAN_COLLECTIVE clscan_t clscan_tiles_reduce(const clscan_view *v, ulong begin, ulong count,
                                               local clscan_tile_storage *s) {
    return clscan_group_reduce(clscan_span_reduce_own(v, begin, count), s->values);
}

#else

CLSCAN_COLLECTIVE clscan_t clscan_tiles_reduce(const clscan_view *v, ulong begin, ulong count,
                                               local clscan_tile_storage *s) {
    clscan_t sum = clscan_identity();
    for (ulong done = 0; done < count; done += CLSCAN_TILE) {
        clscan_t x[CLSCAN_RUN];
        clscan_tile_load(x, v, begin + done, min(count - done, (ulong)CLSCAN_TILE), &s->elements);
        sum = clscan_combine(sum, clscan_tile_reduce(x, s));
    }
    return sum;
}

#endif

CLSCAN_COLLECTIVE clscan_t clscan_span_reduce(const clscan_view *v, ulong begin, ulong count,
                                              local clscan_tile_storage *s) {
    if (CLSCAN_WG_SIZE == 1)
        return clscan_stream_reduce(v, begin, count);
    return clscan_tiles_reduce(v, begin, count, s);
}

/* Scans a tile of `n` elements from `carry`, and returns the carry of the next tile. */
#if CLSCAN_COMPACTS
#include "tile/selected_span_tile.h"
#define CLSCAN_SPAN_TILE_SCAN clscan_tile_select
#else
CLSCAN_COLLECTIVE clscan_t clscan_tile_load_and_scan(const clscan_view *v, ulong begin, uint n, clscan_t carry,
                                                     local clscan_tile_storage *s) {
    clscan_t x[CLSCAN_RUN], before[CLSCAN_GROUP_WIDTH];
    clscan_tile_load(x, v, begin, n, &s->elements);
    carry = clscan_tile_scan(x, before, carry, s);
    clscan_tile_store(v, begin, x, before, n, &s->elements);
    return carry;
}
#define CLSCAN_SPAN_TILE_SCAN clscan_tile_load_and_scan
#endif

/* Scans a span from `carry`. Returns the carry after the span. */
CLSCAN_COLLECTIVE clscan_t clscan_span_scan(const clscan_view *v, ulong begin, ulong count, clscan_t carry,
                                            local clscan_tile_storage *s) {
    if (CLSCAN_WG_SIZE == 1) {
        clscan_reduction nothing = clscan_reduction_of(v, begin, 0, NULL);
        return clscan_stream_scan(v, begin, count, carry, clscan_bypasses_cache(v), NULL, &nothing);
    }
    for (ulong done = 0; done < count; done += CLSCAN_TILE)
        carry = CLSCAN_SPAN_TILE_SCAN(v, begin + done, min(count - done, (ulong)CLSCAN_TILE), carry, s);
    return carry;
}

#endif
