/* Blocks of a few runs of consecutive elements, walked through side by side: while one run waits for its operator, the
 * others go on. Reduced first, combined in their order, the runs know where to start. For operators that have no vector
 * form. */
#ifndef CLSCAN_ITEM_RUNS_H
#define CLSCAN_ITEM_RUNS_H

#include "base.h"

#define CLSCAN_RUNS      (sizeof(clscan_t) <= 16 ? 8 : sizeof(clscan_t) <= 64 ? 2 : 1) /* few enough for registers */
#define CLSCAN_LENGTH    64
#define CLSCAN_BLOCK     (CLSCAN_RUNS * CLSCAN_LENGTH)
#define CLSCAN_ALIGNMENT 1

static void clscan_runs_reduce(const global clscan_t *in, clscan_t *sum) {
#pragma unroll
    for (uint r = 0; r < CLSCAN_RUNS; r++)
        sum[r] = in[r * CLSCAN_LENGTH];
    for (uint i = 1; i < CLSCAN_LENGTH; i++)
#pragma unroll
        for (uint r = 0; r < CLSCAN_RUNS; r++)
            sum[r] = clscan_combine(sum[r], in[r * CLSCAN_LENGTH + i]);
}

static void clscan_runs_scan(const global clscan_t *in, global clscan_t *out, clscan_t *carry) {
    for (uint i = 0; i < CLSCAN_LENGTH; i++)
#pragma unroll
        for (uint r = 0; r < CLSCAN_RUNS; r++) {
            clscan_t next = clscan_combine(carry[r], in[r * CLSCAN_LENGTH + i]);
            out[r * CLSCAN_LENGTH + i] = CLSCAN_EXCLUSIVE ? carry[r] : next;
            carry[r] = next;
        }
}

static clscan_t clscan_blocks_reduce(const global clscan_t *in, ulong count) {
    clscan_t sum = clscan_identity();
    for (ulong i = 0; i < count; i += CLSCAN_BLOCK) {
        clscan_t total[CLSCAN_RUNS];
        clscan_runs_reduce(in + i, total);
#pragma unroll
        for (uint r = 0; r < CLSCAN_RUNS; r++)
            sum = clscan_combine(sum, total[r]);
    }
    return sum;
}

static clscan_t clscan_blocks_scan(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t first) {
    clscan_t total[CLSCAN_RUNS], carry[CLSCAN_RUNS];
    carry[CLSCAN_RUNS - 1] = first;
    for (ulong i = 0; i < count; i += CLSCAN_BLOCK) {
        clscan_runs_reduce(in + i, total);
        carry[0] = carry[CLSCAN_RUNS - 1];
#pragma unroll
        for (uint r = 1; r < CLSCAN_RUNS; r++)
            carry[r] = clscan_combine(carry[r - 1], total[r - 1]);
        clscan_runs_scan(in + i, out + i, carry);
    }
    return carry[CLSCAN_RUNS - 1];
}

/* Elements are stored one by one: aligned as they are, and not past the cache. */
#define clscan_blocks_scan_unaligned  clscan_blocks_scan
#define clscan_blocks_scan_past_cache clscan_blocks_scan

#endif
