/* One work-item alone streams through global memory: no tile, no local memory, nobody to wait for. The shape for CPU
 * devices, where a work-group is one thread. What does not fill a block goes one element after the other. */
#ifndef CLSCAN_ITEM_STREAM_H
#define CLSCAN_ITEM_STREAM_H

#include "item/cache.h"
#if CLSCAN_LANES
#include "item/vector.h"
#else
#include "item/interleaved.h"
#endif

/* ------------------------------------------------------------------------------------------------- reductions */

/* A reduction under way, block after block: what is left, and the sum of what is done; what is kept of the next block,
 * or NULL. */
typedef struct {
    ulong begin, count;
    clscan_sum sum;
    clscan_kept *kept;
} clscan_reduction;

#if CLSCAN_FLAGGED

/* The last of the elements with which a segment begins, else the first: what is before has no part in the reduction. */
static ulong clscan_last_segment(const clscan_view *v, ulong begin, ulong end) {
#if CLSCAN_SEGMENTS
    while (end - begin >= CLSCAN_BLOCK && !clscan_block_begins(v, end - CLSCAN_BLOCK)) {
        end -= CLSCAN_BLOCK;
        clscan_heads_fetch(v, end, true);
    }
    while (end > begin) {
        const clscan_cursor c = clscan_cursor_at(v, --end);
        if (clscan_begins(v, &c))
            break;
    }
    return end;
#elif CLSCAN_BATCHED
    return end == begin ? begin : max(begin, end - 1 - clscan_cursor_at(v, end - 1).k);
#else
    (void)v, (void)end;
    return begin;
#endif
}

#else

static ulong clscan_last_segment(const clscan_view *v, ulong begin, ulong end) {
    (void)v, (void)end;
    return begin;
}

#endif

static clscan_reduction clscan_reduction_of(const clscan_view *v, ulong begin, ulong count, clscan_kept *kept) {
    const ulong last = clscan_last_segment(v, begin, begin + count);
    clscan_reduction r = { last, begin + count - last, clscan_sum_begin(), kept };
    return r;
}

/* The next block, if there is one. */
static bool clscan_reduction_step(const clscan_view *v, clscan_reduction *r) {
    if (r->count < CLSCAN_BLOCK)
        return false;
    clscan_kept nowhere;
    clscan_block_fetch(v, r->begin);
    clscan_block_reduce(&r->sum, v, r->begin, r->kept ? r->kept++ : &nowhere);
    r->begin += CLSCAN_BLOCK;
    r->count -= CLSCAN_BLOCK;
    return true;
}

CLSCAN_CALLED clscan_t clscan_reduction_end(const clscan_view *v, clscan_reduction *r) {
    while (clscan_reduction_step(v, r))
        ;
    clscan_t sum = clscan_sum_end(r->sum);
    clscan_cursor c = clscan_cursor_at(v, r->begin);
    CLSCAN_FOLD
    for (ulong i = 0; i < r->count; i++, clscan_cursor_next(v, &c))
        sum = clscan_combine(sum, clscan_load(v, &c));
    return sum;
}

static clscan_t clscan_stream_reduce(const clscan_view *v, ulong begin, ulong count) {
    clscan_reduction r = clscan_reduction_of(v, begin, count, NULL);
    return clscan_reduction_end(v, &r);
}

/* ------------------------------------------------------------------------------------------------------- scans */

static clscan_t clscan_each_scan(const clscan_view *v, ulong begin, ulong count, clscan_t carry) {
    clscan_cursor c = clscan_cursor_at(v, begin);
    CLSCAN_FOLD
    for (ulong i = 0; i < count; i++, clscan_cursor_next(v, &c)) {
        clscan_t x = clscan_load(v, &c), next = clscan_combine(carry, x);
        clscan_store(v, &c, x, next, carry);
        carry = next;
    }
    return carry;
}

/* Where segments begin, the reduction beside ends early: slices come to their scan unread then. */
static void clscan_unread_fetch(const clscan_view *v, ulong i) {
#if CLSCAN_FLAGGED
    clscan_block_fetch(v, i);
#else
    (void)v, (void)i;
#endif
}

/* While the memory takes what a block writes, `beside` goes on by a block. */
#define CLSCAN_BLOCKS_SCAN(way)                                                                                        \
    static clscan_t clscan_blocks_scan_##way(const clscan_view *view, ulong begin, ulong count, clscan_t first,        \
                                             const clscan_kept *kept, clscan_reduction *beside) {                      \
        const clscan_view own = *view, *v = &own; /* stores can't change it, a compiler sees */                        \
        clscan_reduction r = *beside;                                                                                  \
        clscan_carry carry = clscan_carry_begin(v, first);                                                             \
        for (ulong i = begin; i < begin + count; i += CLSCAN_BLOCK) {                                                  \
            clscan_block_scan_##way(v, i, &carry, kept ? kept++ : NULL);                                               \
            if (!clscan_reduction_step(v, &r))                                                                         \
                clscan_unread_fetch(v, i);                                                                             \
        }                                                                                                              \
        *beside = r;                                                                                                   \
        return clscan_carry_end(carry);                                                                                \
    }

CLSCAN_BLOCKS_SCAN(aligned)
CLSCAN_BLOCKS_SCAN(unaligned)
CLSCAN_BLOCKS_SCAN(past_cache)

/* Elements until the output is aligned. Only where any association gives the same bits: else they would depend on where
 * the output happens to lie. */
static ulong clscan_stream_head(const clscan_view *v, ulong begin, ulong count) {
    return CLSCAN_EXACT ? min(count, clscan_until_aligned(v, begin)) : 0;
}

/* `kept`: of the reduction of the same elements, or NULL. */
static clscan_t clscan_stream_scan(const clscan_view *v, ulong begin, ulong count, clscan_t carry, bool past_cache,
                                   const clscan_kept *kept, clscan_reduction *beside) {
    const ulong head = clscan_stream_head(v, begin, count);
    const ulong body = (count - head) / CLSCAN_BLOCK * CLSCAN_BLOCK, done = head + body;
    carry = clscan_each_scan(v, begin, head, carry);
    if (clscan_until_aligned(v, begin + head) != 0)
        carry = clscan_blocks_scan_unaligned(v, begin + head, body, carry, kept, beside);
    else if (past_cache)
        carry = clscan_blocks_scan_past_cache(v, begin + head, body, carry, kept, beside);
    else
        carry = clscan_blocks_scan_aligned(v, begin + head, body, carry, kept, beside);
    return clscan_each_scan(v, begin + done, count - done, carry);
}

#endif
