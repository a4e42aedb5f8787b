/* The records through which work-groups exchange sums within one launch.
 *
 * A record is one value, split into fragments. Each atomic word holds the epoch of a launch and one fragment. A record
 * has been published when all of its words carry the epoch of the current launch. Therefore no fence is needed between
 * a value and a flag, and nothing is cleared between launches. A record is written once, or again with the same bits.
 *
 * The epoch takes one half of a word, the fragment takes the other half. On devices without 64-bit atomics, a record
 * has twice as many words of 32 bits, in the same number of bytes. A flag in a word of its own would need fences, which
 * not all devices honour across work-groups. */
#ifndef CLSCAN_TILE_STATE_H
#define CLSCAN_TILE_STATE_H

#include "grid/look_back/atomic_words.h"
#include "grid/look_back/fault_injection.h"

#define CLSCAN_FRAGMENTS ((sizeof(clscan_t) + sizeof(clscan_fragment) - 1) / sizeof(clscan_fragment))

/* The distance between records, in atomic words. It is a cache sector or more, so that polling one record does not slow
 * down the polling of the next record. */
#define CLSCAN_RECORD (CLSCAN_RECORD_BYTES(sizeof(clscan_t)) * 8 / CLSCAN_STATE_BITS)

/* The host computes the bytes of workspaces and counts epochs by the same constants. */
CLSCAN_ASSERT(CLSCAN_RECORD >= CLSCAN_FRAGMENTS, record_has_room_for_all_fragments);
CLSCAN_ASSERT((ulong)CLSCAN_LAST_EPOCH >> CLSCAN_FRAGMENT_BITS == 0, epoch_fits_next_to_a_fragment);

typedef union {
    clscan_t x;
    clscan_fragment fragment[CLSCAN_FRAGMENTS];
} clscan_fragments;

/* Splits a value into fragments. If the value does not fill the last fragment, the rest of the fragment is zero. */
static clscan_fragments clscan_to_fragments(clscan_t x) {
    clscan_fragments p;
    p.fragment[CLSCAN_FRAGMENTS - 1] = 0;
    p.x = x;
    return p;
}

/* Words are loaded and stored in pairs if a record has an even number of words. The record is then aligned to pairs. */
#define CLSCAN_IN_PAIRS (CLSCAN_FRAGMENTS % 2 == 0)

static clscan_state_word clscan_to_word(uint epoch, clscan_fragment fragment) {
    return (clscan_state_word)epoch << CLSCAN_FRAGMENT_BITS | fragment;
}

/* Returns true if the word was stored in the launch of this epoch. */
static bool clscan_is_of_epoch(clscan_state_word word, uint epoch) {
    return word >> CLSCAN_FRAGMENT_BITS == epoch;
}

/* Returns true if the record has been published in this launch. Sets *x to its value, otherwise to the identity.
 * Fragments are stored by the name of the union's member. Through a pointer to a fragment, compilers may assume that no
 * member of the value changes (C99, section 6.5, paragraph 7). */
static bool clscan_record_load(clscan_state *record, uint epoch, clscan_t *x) {
    clscan_fragments p = clscan_to_fragments(clscan_identity());
    bool published = true;
    for (uint i = 0; CLSCAN_IN_PAIRS && i < CLSCAN_FRAGMENTS; i += 2) {
        clscan_state_word first, second;
        clscan_state_load_pair(record + i, &first, &second);
        p.fragment[i] = (clscan_fragment)first;
        p.fragment[i + 1] = (clscan_fragment)second;
        published = clscan_is_of_epoch(first, epoch) && published;
        published = clscan_is_of_epoch(second, epoch) && published;
    }
    for (uint i = 0; !CLSCAN_IN_PAIRS && i < CLSCAN_FRAGMENTS; i++) {
        const clscan_state_word word = clscan_state_load(record + i);
        p.fragment[i] = (clscan_fragment)word;
        published = clscan_is_of_epoch(word, epoch) && published;
    }
    *x = published ? p.x : clscan_identity();
    return published;
}

static void clscan_record_store(clscan_state *record, uint epoch, clscan_t x) {
    clscan_fragments p = clscan_to_fragments(x);
    for (uint i = 0; CLSCAN_IN_PAIRS && i < CLSCAN_FRAGMENTS; i += 2)
        clscan_state_store_pair(record + i, clscan_to_word(epoch, p.fragment[i]),
                                clscan_to_word(epoch, p.fragment[i + 1]));
    for (uint i = 0; !CLSCAN_IN_PAIRS && i < CLSCAN_FRAGMENTS; i++)
        clscan_state_store(record + i, clscan_to_word(epoch, p.fragment[i]));
}

/* The last step of a fallback: publishes a sum instead of the record's owner. In a scan in place, the owner may have
 * overwritten elements while the fallback was reading them. In that case, the owner had published the record before it
 * overwrote anything: the load after the fence finds the record, and the fallback's sum is dropped. */
static void clscan_fallback_store(clscan_state *record, uint epoch, clscan_t sum) {
    clscan_t published;
    clscan_fence();
    if (!clscan_record_load(record, epoch, &published))
        clscan_record_store(record, epoch, sum);
}

/* The workspace of a launch: a ticket counter, then the aggregate of each tile, then the totals of `blocks` blocks of
 * tiles, then the prefix of each block. */
typedef struct {
    clscan_state *counter, *aggregates, *totals, *prefixes;
    uint epoch;
} clscan_states;

static clscan_states clscan_states_at(clscan_state *workspace, uint tiles, uint blocks, uint epoch) {
    clscan_state *aggregates = workspace + CLSCAN_RECORD, *totals = aggregates + (ulong)tiles * CLSCAN_RECORD;
    clscan_states s = { workspace, aggregates, totals, totals + (ulong)blocks * CLSCAN_RECORD, epoch };
    return s;
}

static bool clscan_aggregate_load(const clscan_states *s, uint tile, clscan_t *x) {
    return clscan_record_load(s->aggregates + (ulong)tile * CLSCAN_RECORD, s->epoch, x);
}

static void clscan_aggregate_store(const clscan_states *s, uint tile, clscan_t x) {
    clscan_record_store(s->aggregates + (ulong)tile * CLSCAN_RECORD, s->epoch, x);
}

static void clscan_aggregate_fall_back(const clscan_states *s, uint tile, clscan_t x) {
    clscan_fallback_store(s->aggregates + (ulong)tile * CLSCAN_RECORD, s->epoch, x);
}

static bool clscan_total_load(const clscan_states *s, uint block, clscan_t *x) {
    return clscan_record_load(s->totals + (ulong)block * CLSCAN_RECORD, s->epoch, x);
}

static void clscan_block_total_store(const clscan_states *s, uint block, clscan_t x) {
    clscan_record_store(s->totals + (ulong)block * CLSCAN_RECORD, s->epoch, x);
}

static bool clscan_prefix_load(const clscan_states *s, uint block, clscan_t *x) {
    return clscan_record_load(s->prefixes + (ulong)block * CLSCAN_RECORD, s->epoch, x);
}

static void clscan_prefix_fall_back(const clscan_states *s, uint block, clscan_t x) {
    clscan_fallback_store(s->prefixes + (ulong)block * CLSCAN_RECORD, s->epoch, x);
}

static void clscan_prefix_store(const clscan_states *s, uint block, clscan_t x) {
    if (!CLSCAN_WITHHELD_PREFIX(block))
        clscan_record_store(s->prefixes + (ulong)block * CLSCAN_RECORD, s->epoch, x);
}

#endif
