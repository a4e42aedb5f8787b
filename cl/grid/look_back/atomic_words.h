/* Records consist of atomic words. All atomics of the one-pass protocol are in this file. (The operator
 * add_checked sets its flag by one more.)
 *
 *   clscan_state_word        A word: 64 bits if the device has such atomics, else 32.
 *   clscan_fragment          Half a word.
 *   clscan_state             A word in memory.
 *   clscan_state_load, clscan_state_store            Load and store one word.
 *   clscan_state_load_pair, clscan_state_store_pair  Load and store two adjacent words, each of them atomic by itself.
 *   clscan_fence             Orders accesses to memory, also as seen by other work-groups.
 *   clscan_ticket            Takes a ticket.
 *   clscan_arrive            Counts the work-groups that have arrived.
 *
 * CLSCAN_ATOMICS chooses the functions. Relaxed atomics suffice unless the scan is in place: each word carries its own
 * epoch, atomic accesses are indivisible in any order (OpenCL 3.0 API, section 3.3.6.1: any atomic access is
 * indivisible with respect to all others of that object), and no work-group writes the input. The scope of the atomics
 * must be the device: conflicting atomics without inclusive scope are a data race (section 3.3.6). The atomic functions
 * of OpenCL 1.2 have no scope. They are atomic on global memory among all work-items, and later versions keep them as
 * relaxed atomics (OpenCL C 1.2, section 6.12.11; OpenCL C 3.0, "OpenCL C 1.x Legacy Atomics").
 *
 * In place, a fallback may read elements that another work-group is overwriting, which takes fences. The host library
 * enqueues no such scan on a device without fences. */
#ifndef CLSCAN_ATOMIC_WORDS_H
#define CLSCAN_ATOMIC_WORDS_H

#include "base.h"

#if CLSCAN_STATE_BITS == 64

typedef ulong clscan_state_word;
typedef uint clscan_fragment;
#define CLSCAN_ATOMIC_WORD atomic_ulong
#define CLSCAN_ATOMIC_OR   atom_or
#define CLSCAN_ATOMIC_XCHG atom_xchg
#define CLSCAN_PTX_WORD    "u64"
#define CLSCAN_PTX_REG     "l"
#if CLSCAN_ATOMICS != CLSCAN_ATOMICS_PTX
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#endif

#else

typedef uint clscan_state_word;
typedef ushort clscan_fragment;
#define CLSCAN_ATOMIC_WORD atomic_uint
#define CLSCAN_ATOMIC_OR   atomic_or
#define CLSCAN_ATOMIC_XCHG atomic_xchg
#define CLSCAN_PTX_WORD    "u32"
#define CLSCAN_PTX_REG     "r"

#endif

#define CLSCAN_FRAGMENT_BITS (CLSCAN_STATE_BITS / 2)

/* --------------------------------------------------------------------------------------- one word, and a fence */

#if CLSCAN_ATOMICS == CLSCAN_ATOMICS_PTX

typedef volatile global clscan_state_word clscan_state;

static clscan_state_word clscan_state_load(const clscan_state *p) {
    clscan_state_word word;
    __asm__ volatile("ld.relaxed.gpu.global." CLSCAN_PTX_WORD " %0, [%1];"
                     : "=" CLSCAN_PTX_REG(word)
                     : "l"(p)
                     : "memory");
    return word;
}
static void clscan_state_store(clscan_state *p, clscan_state_word word) {
    __asm__ volatile("st.relaxed.gpu.global." CLSCAN_PTX_WORD " [%0], %1;" : : "l"(p), CLSCAN_PTX_REG(word) : "memory");
}
static void clscan_fence(void) {
    __asm__ volatile("fence.acq_rel.gpu;" : : : "memory");
}

#elif CLSCAN_ATOMICS == CLSCAN_ATOMICS_OF_1_2

typedef volatile global clscan_state_word clscan_state;

/* OpenCL 1.2 has no atomic load. An atomic OR with 0 returns the word and leaves it unchanged. */
static clscan_state_word clscan_state_load(clscan_state *p) {
    return CLSCAN_ATOMIC_OR(p, (clscan_state_word)0);
}
static void clscan_state_store(clscan_state *p, clscan_state_word word) {
    CLSCAN_ATOMIC_XCHG(p, word);
}
/* OpenCL 1.2 has no fence of device scope. */
static void clscan_fence(void) {}

#else /* CLSCAN_ATOMICS_RELAXED or CLSCAN_ATOMICS_FENCED */

typedef global CLSCAN_ATOMIC_WORD clscan_state;

static clscan_state_word clscan_state_load(clscan_state *p) {
    return atomic_load_explicit(p, memory_order_relaxed, memory_scope_device);
}
static void clscan_state_store(clscan_state *p, clscan_state_word word) {
    atomic_store_explicit(p, word, memory_order_relaxed, memory_scope_device);
}
static void clscan_fence(void) {
#if CLSCAN_ATOMICS == CLSCAN_ATOMICS_FENCED
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
#endif
}

#endif

/* --------------------------------------------------------------------------------------------------- two words */

#if CLSCAN_ATOMICS == CLSCAN_ATOMICS_PTX && CLSCAN_STATE_BITS == 64

/* One instruction for two words. Each word by itself is indivisible, which suffices because each has its epoch. */
static void clscan_state_load_pair(const clscan_state *p, clscan_state_word *first, clscan_state_word *second) {
    __asm__ volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(*first), "=l"(*second) : "l"(p) : "memory");
}
static void clscan_state_store_pair(clscan_state *p, clscan_state_word first, clscan_state_word second) {
    __asm__ volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" : : "l"(p), "l"(first), "l"(second) : "memory");
}

#else

static void clscan_state_load_pair(clscan_state *p, clscan_state_word *first, clscan_state_word *second) {
    *first = clscan_state_load(p);
    *second = clscan_state_load(p + 1);
}
static void clscan_state_store_pair(clscan_state *p, clscan_state_word first, clscan_state_word second) {
    clscan_state_store(p, first);
    clscan_state_store(p + 1, second);
}

#endif

/* Returns a ticket: tickets count the calls from 0 on, over all launches on this workspace. */
static uint clscan_ticket(clscan_state *counter) {
    return atomic_inc((volatile global uint *)counter);
}

/* Counters of arrivals, which begin at 0 in each launch, whatever earlier launches have left behind. A counter has 32
 * bits. The upper 16 hold the epoch of a launch. Epochs only grow, so the maximum ends the count of an earlier launch,
 * and leaves a count of this launch as it is. */
static void clscan_arrivals_begin(clscan_state *counters, ulong i, uint epoch) {
    atomic_max((volatile global uint *)counters + i, epoch << 16);
}

/* Returns how many have arrived at counter i before, less than 2^16. The work-item must have called
 * clscan_arrivals_begin. */
static uint clscan_arrive(clscan_state *counters, ulong i) {
    return atomic_inc((volatile global uint *)counters + i) & 0xFFFF;
}

#endif
