/* The records by which work-groups exchange sums within one launch. Only this file reads memory that another work-group
 * may be writing.
 *
 * A record is one element in parts, each together with the epoch of the launch in one word that is read and written at
 * once. It is there when all its parts carry this launch's epoch: value and flag need no fence between them, and
 * nothing is cleared between launches. A record is written once, or again with the same bits.
 *
 * Half of each word is the part. Where only words of 32 bits are read and written at once, a record is twice as many,
 * in the same bytes: beside a flag of its own it would take fences, which not all devices keep across work-groups. */
#ifndef CLSCAN_TILE_STATE_H
#define CLSCAN_TILE_STATE_H

#include "base.h"
#include "grid/fault_injection.h"

#if CLSCAN_STATE_BITS == 64
typedef ulong clscan_state_word;
typedef uint clscan_part;
#else
typedef uint clscan_state_word;
typedef ushort clscan_part;
#endif
#define CLSCAN_PART_BITS (CLSCAN_STATE_BITS / 2)
#define CLSCAN_PARTS     ((sizeof(clscan_t) + sizeof(clscan_part) - 1) / sizeof(clscan_part))

#define CLSCAN_WORDS ((sizeof(clscan_t) + 3) / 4) /* of 32 bits */

/* Words from record to record. Records a cache sector or more apart: pollers of one must not slow down those of the
 * next. */
#define CLSCAN_RECORD (CLSCAN_RECORD_BYTES(sizeof(clscan_t)) * 8 / CLSCAN_STATE_BITS)

/* The host sizes workspaces and counts epochs. */
CLSCAN_ASSERT(CLSCAN_RECORD >= CLSCAN_PARTS, record_has_room_for_all_parts);
CLSCAN_ASSERT((ulong)CLSCAN_LAST_EPOCH >> CLSCAN_PART_BITS == 0, epoch_fits_beside_a_part);

/* By which functions words are handed over. Relaxed atomics suffice wherever the output is not the input: each word
 * carries its own flag, atomic accesses are indivisible in any order, and nobody writes the input (OpenCL 3.0 API,
 * section 3.3.6.1: any atomic access is indivisible with respect to all others of that object). Their scope must be
 * the device: conflicting atomics without inclusive scope are a data race (section 3.3.6). The atomic functions of
 * OpenCL 1.2 have no scope; they are atomic on global memory among all work-items, and later versions keep them as
 * relaxed ones (OpenCL C 1.2, section 6.12.11; OpenCL C 3.0, "OpenCL C 1.x Legacy Atomics"). In place, a fallback reads
 * what another work-group may be overwriting, which takes fences: the host library enqueues no such scan without. */

#if CLSCAN_ATOMICS == CLSCAN_ATOMICS_PTX

#if CLSCAN_STATE_BITS == 64
#define CLSCAN_PTX_WORD ".u64"
#define CLSCAN_PTX_REG  "l"
#else
#define CLSCAN_PTX_WORD ".u32"
#define CLSCAN_PTX_REG  "r"
#endif
typedef volatile global clscan_state_word clscan_state;
static clscan_state_word clscan_state_load(const clscan_state *p) {
    clscan_state_word word;
    __asm__ volatile("ld.relaxed.gpu.global" CLSCAN_PTX_WORD " %0, [%1];"
                     : "=" CLSCAN_PTX_REG(word)
                     : "l"(p)
                     : "memory");
    return word;
}
static void clscan_state_store(clscan_state *p, clscan_state_word word) {
    __asm__ volatile("st.relaxed.gpu.global" CLSCAN_PTX_WORD " [%0], %1;" : : "l"(p), CLSCAN_PTX_REG(word) : "memory");
}
static void clscan_fence(void) {
    __asm__ volatile("fence.acq_rel.gpu;" : : : "memory");
}

#else

#if CLSCAN_STATE_BITS == 64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif

#if CLSCAN_ATOMICS == CLSCAN_ATOMICS_OF_1_2

typedef volatile global clscan_state_word clscan_state;
/* OpenCL 1.2 has no atomic load, but operations that leave the word as it is. */
static clscan_state_word clscan_state_load(clscan_state *p) {
#if CLSCAN_STATE_BITS == 64
    return atom_or(p, 0ul);
#else
    return atomic_or(p, 0u);
#endif
}
static void clscan_state_store(clscan_state *p, clscan_state_word word) {
#if CLSCAN_STATE_BITS == 64
    atom_xchg(p, word);
#else
    atomic_xchg(p, word);
#endif
}

#else

#if CLSCAN_STATE_BITS == 64
typedef global atomic_ulong clscan_state;
#else
typedef global atomic_uint clscan_state;
#endif
static clscan_state_word clscan_state_load(clscan_state *p) {
    return atomic_load_explicit(p, memory_order_relaxed, memory_scope_device);
}
static void clscan_state_store(clscan_state *p, clscan_state_word word) {
    atomic_store_explicit(p, word, memory_order_relaxed, memory_scope_device);
}

#endif

static void clscan_fence(void) {
#if CLSCAN_ATOMICS == CLSCAN_ATOMICS_FENCED
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
#endif
}

#endif

/* Numbers from 0 on, in the order of the calls, over all launches on this workspace. */
static uint clscan_ticket(clscan_state *counter) {
    return atomic_inc((volatile global uint *)counter);
}

typedef union {
    clscan_t x;
    clscan_part part[CLSCAN_PARTS];
} clscan_parts;

/* The last part may be longer than the element: its rest is zero. */
static clscan_parts clscan_to_parts(clscan_t x) {
    clscan_parts p;
    p.part[CLSCAN_PARTS - 1] = 0;
    p.x = x;
    return p;
}

/* Returns whether the record has been published in this launch; *x is its element, or the identity. */
static bool clscan_record_load(clscan_state *record, uint epoch, clscan_t *x) {
    clscan_parts p = clscan_to_parts(clscan_identity());
    bool there = true;
    for (uint i = 0; i < CLSCAN_PARTS; i++) {
        clscan_state_word word = clscan_state_load(record + i);
        there = there && word >> CLSCAN_PART_BITS == epoch;
        p.part[i] = (clscan_part)word;
    }
    *x = there ? p.x : clscan_identity();
    return there;
}

static void clscan_record_store(clscan_state *record, uint epoch, clscan_t x) {
    clscan_parts p = clscan_to_parts(x);
    for (uint i = 0; i < CLSCAN_PARTS; i++)
        clscan_state_store(record + i, (clscan_state_word)epoch << CLSCAN_PART_BITS | p.part[i]);
}

/* The last step of a fallback: publishes a sum in place of the record's owner. In a scan in place, the owner may be
 * overwriting the elements while the fallback reads them. The owner has then published before, which the load behind
 * the fence sees, and the sum is dropped. */
static void clscan_fallback_store(clscan_state *record, uint epoch, clscan_t sum) {
    clscan_t published;
    clscan_fence();
    if (!clscan_record_load(record, epoch, &published))
        clscan_record_store(record, epoch, sum);
}

/* The workspace of a launch: a ticket counter, then a record a tile (its aggregate), then those of blocks of tiles (the
 * totals of `blocks` of them, and the prefixes before). */
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

static void clscan_total_store(const clscan_states *s, uint block, clscan_t x) {
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
