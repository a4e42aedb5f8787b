/* One work-item alone streams through global memory: no tile, no local memory, nobody to wait for. The shape for CPU
 * devices, where a work-group is one thread. */
#ifndef CLSCAN_ITEM_STREAM_H
#define CLSCAN_ITEM_STREAM_H

#include "base.h"

static clscan_t clscan_stream_reduce(const global clscan_t *in, ulong count) {
    clscan_t sum = clscan_identity();
    for (ulong i = 0; i < count; i++)
        sum = clscan_combine(sum, in[i]);
    return sum;
}

static void clscan_stream_scan(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t carry) {
    for (ulong i = 0; i < count; i++) {
        clscan_t next = clscan_combine(carry, in[i]);
        out[i] = CLSCAN_EXCLUSIVE ? carry : next;
        carry = next;
    }
}

#endif
