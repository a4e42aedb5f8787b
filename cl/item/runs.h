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
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_RUNS; r++)
        sum[r] = in[r * CLSCAN_LENGTH];
    for (uint i = 1; i < CLSCAN_LENGTH; i++)
        CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_RUNS; r++)
        sum[r] = clscan_combine(sum[r], in[r * CLSCAN_LENGTH + i]);
}

static void clscan_runs_scan(const global clscan_t *in, global clscan_t *out, clscan_t *carry) {
    for (uint i = 0; i < CLSCAN_LENGTH; i++)
        CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_RUNS; r++) {
        clscan_t next = clscan_combine(carry[r], in[r * CLSCAN_LENGTH + i]);
        out[r * CLSCAN_LENGTH + i] = CLSCAN_EXCLUSIVE ? carry[r] : next;
        carry[r] = next;
    }
}

typedef clscan_t clscan_sum; /* the reduction of some blocks */

static clscan_sum clscan_block_reduce(clscan_sum sum, const global clscan_t *in) {
    clscan_t total[CLSCAN_RUNS];
    clscan_runs_reduce(in, total);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_RUNS; r++)
        sum = clscan_combine(sum, total[r]);
    return sum;
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    return sum;
}

/* A CPU by itself fetches so many runs well enough. */
static void clscan_block_fetch(const global clscan_t *in) {
    (void)in;
}

typedef clscan_t clscan_carry;

static clscan_t clscan_carry_end(clscan_carry carry) {
    return carry;
}

static clscan_carry clscan_block_scan_aligned(const global clscan_t *in, global clscan_t *out, clscan_carry first) {
    clscan_t total[CLSCAN_RUNS], carry[CLSCAN_RUNS];
    clscan_runs_reduce(in, total);
    carry[0] = first;
    CLSCAN_UNROLL
    for (uint r = 1; r < CLSCAN_RUNS; r++)
        carry[r] = clscan_combine(carry[r - 1], total[r - 1]);
    clscan_runs_scan(in, out, carry);
    return carry[CLSCAN_RUNS - 1];
}

/* Elements are stored one by one: aligned as they are, and not past the cache. */
#define clscan_block_scan_unaligned  clscan_block_scan_aligned
#define clscan_block_scan_past_cache clscan_block_scan_aligned

#endif
