/* Exchange, scan and reduction of one value of each lane of a sub-group, in the order of the lanes. */
#ifndef CLSCAN_SUB_GROUP_H
#define CLSCAN_SUB_GROUP_H

#include "item/words.h"
#include "sub/lanes.h"

static clscan_exchanged clscan_shuffle_up(clscan_exchanged x, uint d) {
    clscan_words w = clscan_to_words(x);
    for (uint i = 0; i < CLSCAN_EXCHANGED_WORDS; i++)
        w.word[i] = clscan_word_shuffle_up(w.word[i], d);
    return w.x;
}

static clscan_exchanged clscan_broadcast(clscan_exchanged x, uint lane) {
    clscan_words w = clscan_to_words(x);
    for (uint i = 0; i < CLSCAN_EXCHANGED_WORDS; i++)
        w.word[i] = clscan_word_broadcast(w.word[i], lane);
    return w.x;
}

#if CLSCAN_FLAGGED

/* Flags fill one word, unless they count heads in 64 bits. */
#define CLSCAN_FLAGS_IN_TWO_WORDS (CLSCAN_REDUCES_SEGMENTS && sizeof(clscan_value_flags) > sizeof(uint))

static clscan_value_flags clscan_flags_shuffle_up(clscan_value_flags flags, uint d) {
    const ulong all = flags, low = clscan_word_shuffle_up((uint)all, d);
    if (!CLSCAN_FLAGS_IN_TWO_WORDS)
        return (clscan_value_flags)low;
    return (clscan_value_flags)(low | (ulong)clscan_word_shuffle_up((uint)(all >> 32), d) << 32);
}

static clscan_value_flags clscan_flags_broadcast(clscan_value_flags flags, uint lane) {
    const ulong all = flags, low = clscan_word_broadcast((uint)all, lane);
    if (!CLSCAN_FLAGS_IN_TWO_WORDS)
        return (clscan_value_flags)low;
    return (clscan_value_flags)(low | (ulong)clscan_word_broadcast((uint)(all >> 32), lane) << 32);
}

static clscan_t clscan_sub_shuffle_up(clscan_t x, uint d) {
    const clscan_t left = { clscan_shuffle_up(x.x, d), clscan_flags_shuffle_up(x.flags, d) };
    return left;
}

static clscan_t clscan_sub_broadcast(clscan_t x, uint lane) {
    const clscan_t that = { clscan_broadcast(x.x, lane), clscan_flags_broadcast(x.flags, lane) };
    return that;
}

/* Turns an inclusive scan into the exclusive scan. */
static clscan_t clscan_sub_shift(clscan_t x) {
    clscan_t left = clscan_sub_shuffle_up(x, 1);
    return clscan_lane() == 0 ? clscan_identity() : left;
}

#else

#define clscan_sub_shuffle_up(x, d)   clscan_shuffle_up(x, d)
#define clscan_sub_broadcast(x, lane) clscan_broadcast(x, lane)

/* Turns an inclusive scan into the exclusive scan. Lane 0 selects the identity word by word: the compiler of Intel's
 * CPU runtime 2026.2 crashes if it selects between structs of halves (tests/driver_faults/intel_selects_halves.c). */
static clscan_t clscan_sub_shift(clscan_t x) {
    clscan_words w = clscan_to_words(x);
    const clscan_words identity = clscan_to_words(clscan_identity());
    for (uint i = 0; i < CLSCAN_EXCHANGED_WORDS; i++) {
        const uint left = clscan_word_shuffle_up(w.word[i], 1);
        w.word[i] = clscan_lane() == 0 ? identity.word[i] : left;
    }
    return w.x;
}

#endif

/* The inclusive scan by the network of Kogge and Stone: log2 n steps without barriers. */
static clscan_t clscan_sub_scan(clscan_t x) {
    for (uint d = 1; d < clscan_sub_size(); d *= 2) {
        clscan_t left = clscan_sub_shuffle_up(x, d);
        if (clscan_lane() >= d)
            x = clscan_combine(left, x);
    }
    return x;
}

static clscan_t clscan_sub_last(clscan_t x) {
    return clscan_sub_broadcast(x, clscan_sub_size() - 1);
}

static clscan_t clscan_sub_reduce(clscan_t x) {
    return clscan_sub_last(clscan_sub_scan(x));
}

#endif
