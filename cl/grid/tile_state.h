/* What work-groups tell each other, in one launch: the only file in which one reads what another wrote meanwhile.
 *
 * A record is one element, its words each together with the epoch of the launch in one 64-bit word that is read and
 * written at once. It is there when all its words carry this launch's epoch: value and flag need no fence between
 * them, and nothing is cleared between launches. A record is written once, or again with the same bits. */
#ifndef CLSCAN_TILE_STATE_H
#define CLSCAN_TILE_STATE_H

#include "item/words.h"

/* Words from record to record. Records a cache sector or more apart: pollers of one must not slow down those of the
 * next. */
#define CLSCAN_RECORD (CLSCAN_WORDS > 4 ? CLSCAN_WORDS : 4)

#if defined(cl_nv_pragma_unroll)

typedef volatile global ulong clscan_state;
static ulong clscan_state_load(const clscan_state *p) {
    ulong word;
    __asm__ volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(p) : "memory");
    return word;
}
static void clscan_state_store(clscan_state *p, ulong word) {
    __asm__ volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(p), "l"(word) : "memory");
}
static void clscan_fence(void) {
    __asm__ volatile("fence.acq_rel.gpu;" : : : "memory");
}

#else

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
typedef global atomic_ulong clscan_state;
static ulong clscan_state_load(clscan_state *p) {
    return atomic_load_explicit(p, memory_order_relaxed, memory_scope_device);
}
static void clscan_state_store(clscan_state *p, ulong word) {
    atomic_store_explicit(p, word, memory_order_relaxed, memory_scope_device);
}
static void clscan_fence(void) {
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}

#endif

/* Numbers from 0 on, in the order of the calls, over all launches on this workspace. */
static uint clscan_ticket(clscan_state *counter) {
    return atomic_inc((volatile global uint *)counter);
}

/* Whether the record is there; its element, or the identity. */
static bool clscan_record_load(clscan_state *record, uint epoch, clscan_t *x) {
    clscan_words w = clscan_to_words(clscan_identity());
    bool there = true;
    for (uint i = 0; i < CLSCAN_WORDS; i++) {
        ulong word = clscan_state_load(record + i);
        there = there && (uint)(word >> 32) == epoch;
        w.word[i] = (uint)word;
    }
    *x = there ? w.x : clscan_identity();
    return there;
}

static void clscan_record_store(clscan_state *record, uint epoch, clscan_t x) {
    clscan_words w = clscan_to_words(x);
    for (uint i = 0; i < CLSCAN_WORDS; i++)
        clscan_state_store(record + i, (ulong)epoch << 32 | w.word[i]);
}

/* The workspace of a launch: a ticket counter, then a record a tile (its aggregate), then a record a block of tiles
 * (the prefix before it). */
typedef struct {
    clscan_state *counter, *aggregates, *prefixes;
    uint epoch;
} clscan_states;

static clscan_states clscan_states_at(clscan_state *workspace, uint tiles, uint epoch) {
    clscan_states s = { workspace, workspace + CLSCAN_RECORD, workspace + CLSCAN_RECORD * (1 + (ulong)tiles), epoch };
    return s;
}

static bool clscan_aggregate_load(const clscan_states *s, uint tile, clscan_t *x) {
    return clscan_record_load(s->aggregates + (ulong)tile * CLSCAN_RECORD, s->epoch, x);
}

static void clscan_aggregate_store(const clscan_states *s, uint tile, clscan_t x) {
    clscan_record_store(s->aggregates + (ulong)tile * CLSCAN_RECORD, s->epoch, x);
}

static bool clscan_prefix_load(const clscan_states *s, uint block, clscan_t *x) {
    return clscan_record_load(s->prefixes + (ulong)block * CLSCAN_RECORD, s->epoch, x);
}

static void clscan_prefix_store(const clscan_states *s, uint block, clscan_t x) {
    clscan_record_store(s->prefixes + (ulong)block * CLSCAN_RECORD, s->epoch, x);
}

#endif
