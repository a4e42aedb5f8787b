/* Chunks of a few runs of consecutive elements, for operators that have no vector form. One work-item interleaves the
 * runs element by element: their chains of operations do not depend on each other, so the latencies of the operator
 * overlap. The runs are reduced first; combined in order, the sums are the carry-ins of the scan. */
#ifndef CLSCAN_ITEM_INTERLEAVED_H
#define CLSCAN_ITEM_INTERLEAVED_H

#include "item/scalar_chunks.h"

#define CLSCAN_RUNS  CLSCAN_INTERLEAVED_RUNS(sizeof(clscan_t))
#define CLSCAN_CHUNK (CLSCAN_RUNS * CLSCAN_INTERLEAVED_LENGTH)

/* Does nothing: the hardware prefetcher of a CPU follows interleaved runs. */
static void clscan_chunk_prefetch(const clscan_view *v, ulong begin) {
    (void)v, (void)begin;
}

CLSCAN_INLINE void clscan_runs_at(const clscan_view *v, ulong begin, clscan_cursor *c) {
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_RUNS; r++)
        c[r] = clscan_cursor_at(v, begin + r * CLSCAN_INTERLEAVED_LENGTH);
}

/* Not inlined: otherwise PoCL's compiler merges two 32-bit members of a struct into one 64-bit word, and the reduction
 * takes twice the time (November 21, 2026). */
CLSCAN_NOINLINE void clscan_runs_reduce(const clscan_view *view, ulong begin, clscan_t *sum) {
    const clscan_view own = *view, *v = &own;
    clscan_cursor c[CLSCAN_RUNS];
    clscan_runs_at(v, begin, c);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_RUNS; r++)
        sum[r] = clscan_load(v, &c[r]);
    CLSCAN_NO_VECTORIZE
    for (uint i = 1; i < CLSCAN_INTERLEAVED_LENGTH; i++) {
        CLSCAN_UNROLL
        for (uint r = 0; r < CLSCAN_RUNS; r++) {
            clscan_cursor_to(v, &c[r], begin + r * CLSCAN_INTERLEAVED_LENGTH + i);
            sum[r] = clscan_combine(sum[r], clscan_load(v, &c[r]));
        }
    }
}

CLSCAN_INLINE void clscan_runs_scan(const clscan_view *v, ulong begin, clscan_t *carry) {
    clscan_cursor c[CLSCAN_RUNS];
    clscan_runs_at(v, begin, c);
    CLSCAN_NO_VECTORIZE
    for (uint i = 0; i < CLSCAN_INTERLEAVED_LENGTH; i++) {
        CLSCAN_UNROLL
        for (uint r = 0; r < CLSCAN_RUNS; r++) {
            clscan_t x = clscan_load(v, &c[r]), next = clscan_combine(carry[r], x);
            clscan_store(v, &c[r], x, next, carry[r]);
            carry[r] = next;
            clscan_cursor_to(v, &c[r], begin + r * CLSCAN_INTERLEAVED_LENGTH + i + 1);
        }
    }
}

/* The sums of the runs of a chunk, which its reduction saves for its scan. */
typedef struct {
    clscan_t total[CLSCAN_RUNS];
} clscan_chunk_saved;

CLSCAN_SAME_CODE void clscan_chunk_reduce(clscan_sum *sum, const clscan_view *v, ulong begin,
                                          clscan_chunk_saved *saved) {
    clscan_runs_reduce(v, begin, saved->total);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_RUNS; r++)
        *sum = clscan_combine(*sum, saved->total[r]);
}

typedef clscan_t clscan_carry;

static clscan_carry clscan_carry_begin(const clscan_view *v, ulong begin, clscan_t first) {
    (void)v, (void)begin;
    return first;
}
static clscan_t clscan_carry_end(const clscan_view *v, const clscan_carry *carry) {
    (void)v;
    return *carry;
}

/* Scans a chunk from the carry *all. `saved` holds the sums of the runs, or is NULL if they have to be computed. */
CLSCAN_INLINE void clscan_chunk_scan_aligned(const clscan_view *v, ulong begin, clscan_carry *all,
                                             const clscan_chunk_saved *saved) {
    clscan_t carry[CLSCAN_RUNS];
    clscan_chunk_saved own;
    if (!saved)
        clscan_runs_reduce(v, begin, own.total);
    carry[0] = *all;
    CLSCAN_UNROLL
    for (uint r = 1; r < CLSCAN_RUNS; r++)
        carry[r] = clscan_combine(carry[r - 1], saved ? saved->total[r - 1] : own.total[r - 1]);
    clscan_runs_scan(v, begin, carry);
    *all = carry[CLSCAN_RUNS - 1];
}

/* Returns true, which is always safe: chunks of runs are not searched for heads. */
static bool clscan_chunk_has_head(const clscan_view *v, ulong begin) {
    (void)v, (void)begin;
    return true;
}

#if CLSCAN_REDUCES_SEGMENTS

static uint clscan_chunk_heads(const clscan_view *v, ulong begin) {
    uint n = 0;
    for (ulong i = begin; i < begin + CLSCAN_CHUNK; i++) {
        const clscan_cursor c = clscan_cursor_at(v, i);
        n += clscan_is_head(v, &c);
    }
    return n;
}

#endif

#endif
