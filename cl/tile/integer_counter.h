/* Counters of integers, for a table in which a work-group counts. A counter of 64 bits has two words: an addition that
 * overflows the low word adds one to the high word, so that no 64-bit atomics are needed. */
#ifndef CLSCAN_TILE_INTEGER_COUNTER_H
#define CLSCAN_TILE_INTEGER_COUNTER_H

#include "item/binned.h"

#define CLSCAN_COUNTERS_ARE_WEIGHTS 1
CLSCAN_ASSERT(CLSCAN_COUNTER_WORDS == CLSCAN_WEIGHT_WORDS, a_counter_is_a_weight);

/* Tables in the workspace are read as arrays of weights, which is right if the low word of a counter comes first. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
CLSCAN_ASSERT(!CLSCAN_BINS_IN_WORKSPACE || CLSCAN_WEIGHT_WORDS == 1, tables_in_the_workspace_are_weights);
#endif

/* Adds a weight to a counter. */
CLSCAN_INLINE void clscan_counter_add(CLSCAN_BIN_ADDRESS_SPACE uint *counter, clscan_weight weight) {
    const uint low = (uint)weight;
#if CLSCAN_WEIGHT_WORDS == 1
    atomic_add(&counter[0], low);
#else
    const uint before = atomic_add(&counter[0], low);
    const uint high = (uint)((ulong)weight >> 32) + (before > UINT_MAX - low);
    if (high > 0)
        atomic_add(&counter[1], high);
#endif
}

/* Returns the sum in a counter. */
CLSCAN_INLINE clscan_weight clscan_counter_value(const CLSCAN_BIN_ADDRESS_SPACE uint *counter) {
#if CLSCAN_WEIGHT_WORDS == 2
    return (clscan_weight)(counter[0] + ((ulong)counter[1] << 32));
#else
    return (clscan_weight)counter[0];
#endif
}

/* Returns the sum of the counters of a bin, which follow each other. The sum begins with counter `first`: work-items
 * with neighbouring bins begin with different ones, so that they access different banks. */
CLSCAN_INLINE clscan_weight clscan_counters_sum(CLSCAN_BIN_ADDRESS_SPACE uint *counters, uint first) {
    clscan_weight sum = 0;
    for (uint i = 0; i < CLSCAN_BIN_COPIES; i++)
        sum += clscan_counter_value(counters + (first + i) % CLSCAN_BIN_COPIES * CLSCAN_COUNTER_WORDS);
    return sum;
}

#endif
