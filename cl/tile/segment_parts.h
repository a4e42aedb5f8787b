/* Finds the sizes of parts of the segments whose heads are in a span: see item/segment_parts.h. */
#ifndef CLSCAN_TILE_SEGMENT_PARTS_H
#define CLSCAN_TILE_SEGMENT_PARTS_H

#include "item/segment_parts.h"
#include "tile/span.h"

#if CLSCAN_SELECTS_SEGMENTS && defined(CLSCAN_PART_SIZES)

/* Finds the sizes in a chunk. `before` is the count before the chunk. Returns the count after the chunk. */
static clscan_t clscan_chunk_find_parts(const clscan_view *v, ulong begin, clscan_t before,
                                        global clscan_total *part_sizes) {
    const clscan_chunk_saved bits = clscan_chunk_bits(v, begin);
    clscan_t at_head = before;
    for (ulong heads = bits.second; heads != 0; heads &= heads - 1, at_head.y++) {
        const uint i = clscan_lowest_bit(heads);
        at_head.x = before.x + popcount(bits.first & ((1ul << i) - 1));
        clscan_begin_parts(part_sizes, at_head, begin + i);
    }
    return clscan_combine(before, clscan_bits_count(bits));
}

/* Finds the sizes in the elements [begin, begin + count), by a single work-item. */
static void clscan_stream_find_parts(const clscan_view *v, ulong begin, ulong count, clscan_t before,
                                     global clscan_total *part_sizes) {
    const ulong end = begin + count, chunks_end = end - count % CLSCAN_CHUNK;
    for (; begin < chunks_end; begin += CLSCAN_CHUNK) {
        clscan_chunk_prefetch(v, begin);
        before = clscan_chunk_find_parts(v, begin, before, part_sizes);
    }
    for (; begin < end; begin++) {
        const clscan_cursor c = clscan_cursor_at(v, begin);
        const clscan_t x = clscan_load(v, &c);
        if (x.y != 0)
            clscan_begin_parts(part_sizes, before, begin);
        before = clscan_combine(before, x);
    }
}

/* Finds the sizes in a tile of `n` elements. `carry` is the count before the tile. Returns the count after the tile. */
CLSCAN_COLLECTIVE clscan_t clscan_tile_find_parts(const clscan_view *v, ulong begin, uint n, clscan_t carry,
                                                  global clscan_total *part_sizes, local clscan_tile_storage *s) {
    const ulong run = begin + get_local_id(0) * CLSCAN_RUN;
    clscan_t x[CLSCAN_RUN], before[CLSCAN_GROUP_WIDTH];
    clscan_tile_load(x, v, begin, n, &s->elements);
    carry = clscan_tile_scan(x, before, carry, s);
    for (uint w = 0; w < CLSCAN_GROUP_WIDTH; w++)
        for (uint i = w * CLSCAN_ITEMS; i < (w + 1) * CLSCAN_ITEMS; i++) {
            if (x[i].y != 0)
                clscan_begin_parts(part_sizes, before[w], run + i);
            before[w] = clscan_combine(before[w], x[i]);
        }
    return carry;
}

/* Finds the sizes in the elements [begin, begin + count). `carry` is the count before them. */
CLSCAN_COLLECTIVE void clscan_span_find_parts(const clscan_view *v, ulong begin, ulong count, clscan_t carry,
                                              global clscan_total *part_sizes, local clscan_tile_storage *s) {
    if (CLSCAN_WG_SIZE == 1) {
        clscan_stream_find_parts(v, begin, count, carry, part_sizes);
        return;
    }
    for (ulong done = 0; done < count; done += CLSCAN_TILE) {
        const uint n = min(count - done, (ulong)CLSCAN_TILE);
        carry = clscan_tile_find_parts(v, begin + done, n, carry, part_sizes, s);
    }
}

#endif

#endif
