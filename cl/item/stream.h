/* One work-item streams through global memory, without tiles, local memory or barriers. This is the shape for CPU
 * devices, where a work-group is one thread. Elements that do not fill a chunk are processed one by one. */
#ifndef CLSCAN_ITEM_STREAM_H
#define CLSCAN_ITEM_STREAM_H

#include "item/cache.h"
#if CLSCAN_SELECTS || !CLSCAN_LANES
#include "item/scalar_chunks.h" /* here, because a program has a file at the place of its first include only */
#endif
#if CLSCAN_SELECTS
#include "item/selected_chunks.h"
#elif CLSCAN_LANES
#include "item/vector.h"
#else
#include "item/interleaved.h"
#endif

/* ------------------------------------------------------------------------------------------------- reductions */

/* A reduction in progress, chunk by chunk: elements [begin, begin + count) are left, and `sum` is the reduction of the
 * elements before. `saved` points to where the totals of the next chunk are saved for its scan, or is NULL. */
typedef struct {
    ulong begin, count;
    clscan_sum sum;
    clscan_chunk_saved *saved;
    ulong counted, last; /* in a reduction by segments, the heads of elements [counted, last) are still to be counted */
} clscan_reduction;

#if CLSCAN_FLAGGED

/* Returns the last head in [begin, end), or `begin` if no segment begins there. The reduction does not depend on the
 * elements before the last head. */
static ulong clscan_last_segment(const clscan_view *v, ulong begin, ulong end) {
#if CLSCAN_SEGMENTS
    while (end - begin >= CLSCAN_CHUNK && !clscan_chunk_has_head(v, end - CLSCAN_CHUNK)) {
        end -= CLSCAN_CHUNK;
        clscan_heads_prefetch(v, end, true);
    }
    while (end > begin) {
        const clscan_cursor c = clscan_cursor_at(v, --end);
        if (clscan_is_head(v, &c))
            break;
    }
    return end;
#elif CLSCAN_HAS_ROWS
    return end == begin ? begin : max(begin, end - 1 - clscan_cursor_at(v, end - 1).k);
#else
    (void)v, (void)end;
    return begin;
#endif
}

/* Prefetches input of a scan once the reduction of the next slice has ended. With segments, the reduction of a slice
 * begins at its last head, so that the elements before are not in the cache when the slice is scanned. */
static void clscan_scan_input_prefetch(const clscan_view *v, ulong i) {
    clscan_chunk_prefetch(v, i);
}

#else

static ulong clscan_last_segment(const clscan_view *v, ulong begin, ulong end) {
    (void)v, (void)end;
    return begin;
}

static void clscan_scan_input_prefetch(const clscan_view *v, ulong i) {
    (void)v, (void)i;
}

#endif

#if CLSCAN_REDUCES_SEGMENTS

/* Counts the heads of the next chunk of those before the last head. */
static void clscan_reduction_count(const clscan_view *v, clscan_reduction *r) {
    const ulong remaining = r->last - r->counted;
    if (remaining >= CLSCAN_CHUNK) {
        clscan_heads_prefetch(v, r->counted, false);
        r->sum.flags += clscan_chunk_heads(v, r->counted) * CLSCAN_HEAD;
        r->counted += CLSCAN_CHUNK;
    } else {
        for (; r->counted < r->last; r->counted++) {
            const clscan_cursor c = clscan_cursor_at(v, r->counted);
            r->sum.flags += clscan_is_head(v, &c) ? CLSCAN_HEAD : 0;
        }
    }
}

#else

static void clscan_reduction_count(const clscan_view *v, clscan_reduction *r) {
    (void)v;
    r->counted = r->last;
}

#endif

static clscan_reduction clscan_reduction_of(const clscan_view *v, ulong begin, ulong count, clscan_chunk_saved *saved) {
    const ulong last = clscan_last_segment(v, begin, begin + count);
    clscan_reduction r = { last, begin + count - last, clscan_sum_begin(), saved, begin, last };
    return r;
}

/* Reduces the next chunk. Returns false if less than a chunk is left. */
static bool clscan_reduction_step(const clscan_view *v, clscan_reduction *r) {
    if (r->count < CLSCAN_CHUNK)
        return false;
    clscan_chunk_saved totals;
    clscan_chunk_prefetch(v, r->begin);
    clscan_chunk_reduce(&r->sum, v, r->begin, &totals);
    if (r->saved)
        *r->saved++ = totals;
    r->begin += CLSCAN_CHUNK;
    r->count -= CLSCAN_CHUNK;
    return true;
}

CLSCAN_NOINLINE clscan_t clscan_reduction_end(const clscan_view *v, clscan_reduction *r) {
    while (clscan_reduction_step(v, r))
        ;
    while (r->counted < r->last)
        clscan_reduction_count(v, r);
    clscan_t sum = clscan_sum_end(r->sum);
    clscan_cursor c = clscan_cursor_at(v, r->begin);
    CLSCAN_NO_VECTORIZE
    for (ulong i = 0; i < r->count; i++, clscan_cursor_next(v, &c))
        sum = clscan_combine(sum, clscan_load(v, &c));
    return sum;
}

static clscan_t clscan_stream_reduce(const clscan_view *v, ulong begin, ulong count) {
    clscan_reduction r = clscan_reduction_of(v, begin, count, NULL);
    return clscan_reduction_end(v, &r);
}

/* ------------------------------------------------------------------------------------------------------- scans */

static clscan_t clscan_scan_one_by_one(const clscan_view *v, ulong begin, ulong count, clscan_t carry) {
    clscan_cursor c = clscan_cursor_at(v, begin);
    CLSCAN_NO_VECTORIZE
    for (ulong i = 0; i < count; i++, clscan_cursor_next(v, &c)) {
        clscan_t x = clscan_load(v, &c), next = clscan_combine(carry, x);
        clscan_store(v, &c, x, next, carry);
        carry = next;
    }
    return carry;
}

/* Defines the scan of elements [begin, begin + count), whole chunks, from the carry `first`. After each chunk, the
 * reduction `overlapped` advances by a chunk: its loads overlap the stores of the scan. */
#define CLSCAN_CHUNKS_SCAN(way)                                                                                        \
    static clscan_t clscan_chunks_scan_##way(const clscan_view *view, ulong begin, ulong count, clscan_t first,        \
                                             const clscan_chunk_saved *saved, clscan_reduction *overlapped) {          \
        const clscan_view own = *view, *v = &own; /* a private copy, which no store can change */                      \
        clscan_reduction r = *overlapped;                                                                              \
        clscan_carry carry = clscan_carry_begin(v, begin, first);                                                      \
        for (ulong i = begin; i < begin + count; i += CLSCAN_CHUNK) {                                                  \
            clscan_chunk_scan_##way(v, i, &carry, saved ? saved++ : NULL);                                             \
            clscan_reduction_count(v, &r);                                                                             \
            if (!clscan_reduction_step(v, &r))                                                                         \
                clscan_scan_input_prefetch(v, i);                                                                      \
        }                                                                                                              \
        *overlapped = r;                                                                                               \
        return clscan_carry_end(v, &carry);                                                                            \
    }

CLSCAN_CHUNKS_SCAN(aligned)
CLSCAN_CHUNKS_SCAN(unaligned)
CLSCAN_CHUNKS_SCAN(nontemporal)

/* Returns the number of elements to scan one by one until the output is aligned. The number is 0 if associations differ
 * in their bits: results would otherwise depend on the address of the output. */
static ulong clscan_stream_lead(const clscan_view *v, ulong begin, ulong count) {
    return CLSCAN_EXACT ? min(count, clscan_until_aligned(v, begin)) : 0;
}

/* Scans elements [begin, begin + count) from `carry`, and returns the carry after them. `saved` holds totals from the
 * reduction of the same elements, or is NULL. `overlapped` is a reduction of other elements: after each chunk of the
 * scan, it advances by a chunk. */
static clscan_t clscan_stream_scan(const clscan_view *v, ulong begin, ulong count, clscan_t carry, bool nontemporal,
                                   const clscan_chunk_saved *saved, clscan_reduction *overlapped) {
    const ulong lead = clscan_stream_lead(v, begin, count);
    const ulong body = (count - lead) / CLSCAN_CHUNK * CLSCAN_CHUNK, done = lead + body;
    carry = clscan_scan_one_by_one(v, begin, lead, carry);
    if (clscan_until_aligned(v, begin + lead) != 0)
        carry = clscan_chunks_scan_unaligned(v, begin + lead, body, carry, saved, overlapped);
    else if (nontemporal)
        carry = clscan_chunks_scan_nontemporal(v, begin + lead, body, carry, saved, overlapped);
    else
        carry = clscan_chunks_scan_aligned(v, begin + lead, body, carry, saved, overlapped);
    return clscan_scan_one_by_one(v, begin + done, count - done, carry);
}

#endif
