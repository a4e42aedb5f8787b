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

static clscan_t clscan_each_reduce(const global clscan_t *in, ulong count, clscan_t sum) {
    for (ulong i = 0; i < count; i++)
        sum = clscan_combine(sum, in[i]);
    return sum;
}

static clscan_t clscan_each_scan(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t carry) {
    for (ulong i = 0; i < count; i++) {
        clscan_t next = clscan_combine(carry, in[i]);
        out[i] = CLSCAN_EXCLUSIVE ? carry : next;
        carry = next;
    }
    return carry;
}

static clscan_t clscan_stream_reduce(const global clscan_t *in, ulong count) {
    ulong body = count / CLSCAN_BLOCK * CLSCAN_BLOCK;
    clscan_t sum = clscan_blocks_reduce(in, body);
    return clscan_each_reduce(in + body, count - body, sum);
}

/* Elements until `out` is aligned. Only where any association gives the same bits: else they would depend on where the
 * output happens to lie. */
static ulong clscan_stream_head(const global clscan_t *out, ulong count) {
    return CLSCAN_EXACT ? min(count, (ulong)(-(uintptr_t)out % CLSCAN_ALIGNMENT / sizeof(clscan_t))) : 0;
}

static void clscan_stream_scan(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t carry) {
    ulong head = clscan_stream_head(out, count);
    ulong body = (count - head) / CLSCAN_BLOCK * CLSCAN_BLOCK, done = head + body;
    carry = clscan_each_scan(in, out, head, carry);
    if ((uintptr_t)(out + head) % CLSCAN_ALIGNMENT != 0)
        carry = clscan_blocks_scan_unaligned(in + head, out + head, body, carry);
    else if (in != out && count * sizeof(clscan_t) >= CLSCAN_CACHED_BYTES)
        carry = clscan_blocks_scan_past_cache(in + head, out + head, body, carry);
    else
        carry = clscan_blocks_scan(in + head, out + head, body, carry);
    clscan_each_scan(in + done, out + done, count - done, carry);
}

#endif
