/* One work-item alone streams through global memory: no tile, no local memory, nobody to wait for. The shape for CPU
 * devices, where a work-group is one thread. What does not fill a block goes one element after the other. */
#ifndef CLSCAN_ITEM_STREAM_H
#define CLSCAN_ITEM_STREAM_H

#include "base.h"
#if CLSCAN_LANES
#include "item/vector.h"
#else
#include "item/runs.h"
#endif

#define CLSCAN_CACHED_BYTES (1 << 20) /* so much output stays in the cache for whoever reads it next */

/* ------------------------------------------------------------------------------------------------- reductions */

/* A reduction under way, block after block: what is left, and the sum of what is done. */
typedef struct {
    const global clscan_t *in;
    ulong count;
    clscan_sum sum;
} clscan_reduction;

static clscan_reduction clscan_reduction_of(const global clscan_t *in, ulong count) {
    clscan_sum none = clscan_identity();
    clscan_reduction r = { in, count, none };
    return r;
}

/* The next block, if there is one. */
static bool clscan_reduction_step(clscan_reduction *r) {
    if (r->count < CLSCAN_BLOCK)
        return false;
    clscan_block_fetch(r->in);
    r->sum = clscan_block_reduce(r->sum, r->in);
    r->in += CLSCAN_BLOCK;
    r->count -= CLSCAN_BLOCK;
    return true;
}

static clscan_t clscan_reduction_end(clscan_reduction *r) {
    while (clscan_reduction_step(r))
        ;
    clscan_t sum = clscan_sum_end(r->sum);
    for (ulong i = 0; i < r->count; i++)
        sum = clscan_combine(sum, r->in[i]);
    return sum;
}

static clscan_t clscan_stream_reduce(const global clscan_t *in, ulong count) {
    clscan_reduction r = clscan_reduction_of(in, count);
    return clscan_reduction_end(&r);
}

/* ------------------------------------------------------------------------------------------------------- scans */

/* Whether output goes to memory past the cache: not where it replaces the input, which is there already. */
static bool clscan_passes_cache(const global clscan_t *in, const global clscan_t *out, ulong count) {
    return in != out && count * sizeof(clscan_t) >= CLSCAN_CACHED_BYTES;
}

static clscan_t clscan_each_scan(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t carry) {
    for (ulong i = 0; i < count; i++) {
        clscan_t next = clscan_combine(carry, in[i]);
        out[i] = CLSCAN_EXCLUSIVE ? carry : next;
        carry = next;
    }
    return carry;
}

/* While the memory takes what a block writes, `beside` goes on by a block. */
#define CLSCAN_BLOCKS_SCAN(way)                                                                                        \
    static clscan_t clscan_blocks_scan_##way(const global clscan_t *in, global clscan_t *out, ulong count,             \
                                             clscan_t first, clscan_reduction *beside) {                               \
        clscan_reduction r = *beside;                                                                                  \
        clscan_carry carry = first;                                                                                    \
        for (ulong i = 0; i < count; i += CLSCAN_BLOCK) {                                                              \
            carry = clscan_block_scan_##way(in + i, out + i, carry);                                                   \
            clscan_reduction_step(&r);                                                                                 \
        }                                                                                                              \
        *beside = r;                                                                                                   \
        return clscan_carry_end(carry);                                                                                \
    }

CLSCAN_BLOCKS_SCAN(aligned)
CLSCAN_BLOCKS_SCAN(unaligned)
CLSCAN_BLOCKS_SCAN(past_cache)

/* Elements until `out` is aligned. Only where any association gives the same bits: else they would depend on where the
 * output happens to lie. */
static ulong clscan_stream_head(const global clscan_t *out, ulong count) {
    return CLSCAN_EXACT ? min(count, (ulong)(-(uintptr_t)out % CLSCAN_ALIGNMENT / sizeof(clscan_t))) : 0;
}

static void clscan_stream_scan(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t carry,
                               bool past_cache, clscan_reduction *beside) {
    ulong head = clscan_stream_head(out, count);
    ulong body = (count - head) / CLSCAN_BLOCK * CLSCAN_BLOCK, done = head + body;
    carry = clscan_each_scan(in, out, head, carry);
    if ((uintptr_t)(out + head) % CLSCAN_ALIGNMENT != 0)
        carry = clscan_blocks_scan_unaligned(in + head, out + head, body, carry, beside);
    else if (past_cache)
        carry = clscan_blocks_scan_past_cache(in + head, out + head, body, carry, beside);
    else
        carry = clscan_blocks_scan_aligned(in + head, out + head, body, carry, beside);
    clscan_each_scan(in + done, out + done, count - done, carry);
}

#endif
