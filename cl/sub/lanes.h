/* A sub-group: work-items that exchange words without local memory and without barriers. Only this file uses the
 * functions of vendors. On a device without sub-groups, each work-item is a sub-group of size 1.
 *
 *   clscan_sub_size()             The number of work-items in a sub-group. It divides the size of the work-group.
 *   clscan_lane()                 The index of this work-item in its sub-group.
 *   clscan_sub_id()               The index of this sub-group in its work-group.
 *   clscan_word_shuffle_up(w, d)  The word w of the lane d before this one. Undefined in the first d lanes.
 *   clscan_word_broadcast(w, k)   The word w of lane k. All lanes must pass the same k.
 *   clscan_all(p)                 True if p holds in every lane.
 *   clscan_first(p)               The first lane in which p holds, or clscan_sub_size() if p holds in none.
 *   clscan_last(p)                The last lane in which p holds, or -1 if p holds in none.
 *   clscan_latest(p)              The last lane up to and including this one in which p holds, or -1.
 *   clscan_ballot(p)              Where CLSCAN_BALLOTS is 1: the set of lanes in which p holds, a clscan_lane_set.
 *   clscan_lanes_in(set)          The number of lanes in a set.
 *   clscan_lanes_before(set)      The number of lanes in a set that come before this one.
 *   clscan_sub_barrier()          Makes the sub-group's writes to local memory visible to all of its lanes.
 *
 * All lanes of a sub-group must call these functions together. */
#ifndef CLSCAN_SUB_LANES_H
#define CLSCAN_SUB_LANES_H

#include "base.h"

/* CLSCAN_SUB_GROUPS_UNIFORM is for devices whose sub-groups have no shuffles. It uses only the collective functions of
 * OpenCL C: broadcast, scan and reduction. */

/* The smallest possible number of work-items in a sub-group. */
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_PTX || CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD
#define CLSCAN_LEAST_SUB_SIZE 32
#else
#define CLSCAN_LEAST_SUB_SIZE 1
#endif

/* AMD's compilers from before 2018 are not based on clang, and have no builtins for amdgcn. */
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD && !defined(__AMDGCN__)
#undef CLSCAN_SUB_GROUPS
#define CLSCAN_SUB_GROUPS CLSCAN_SUB_GROUPS_UNIFORM
#endif

#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_PTX

static uint clscan_sub_size(void) {
    return 32;
}
static uint clscan_lane(void) {
    return get_local_id(0) % 32;
}
static uint clscan_word_shuffle_up(uint word, uint d) {
    uint other;
    __asm__ volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(other) : "r"(word), "r"(d));
    return other;
}
static uint clscan_word_broadcast(uint word, uint lane) {
    uint other;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(other) : "r"(word), "r"(lane));
    return other;
}
#define CLSCAN_BALLOTS 1
typedef uint clscan_lane_set;
static clscan_lane_set clscan_ballot(bool p) {
    uint lanes, word = p;
    __asm__ volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                     : "=r"(lanes)
                     : "r"(word));
    return lanes;
}
static bool clscan_all(bool p) {
    return clscan_ballot(p) == 0xffffffff;
}
static uint clscan_first(bool p) {
    uint lanes = clscan_ballot(p);
    return 31 - clz(lanes & -lanes) + 33 * (lanes == 0); /* clz(0) is 32 */
}
static int clscan_last(bool p) {
    return 31 - (int)clz(clscan_ballot(p));
}
static int clscan_latest(bool p) {
    return 31 - (int)clz(clscan_ballot(p) & 0xffffffff >> (31 - clscan_lane()));
}
static void clscan_sub_barrier(void) {
    __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

#elif CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD

/* The size is a compile-time constant. Depending on its version, the compiler has a macro or only a builtin for it. */
static uint clscan_sub_size(void) {
#ifdef __AMDGCN_WAVEFRONT_SIZE
    return __AMDGCN_WAVEFRONT_SIZE;
#else
    return __builtin_amdgcn_wavefrontsize();
#endif
}
static uint clscan_lane(void) {
    return get_local_id(0) % clscan_sub_size();
}
static uint clscan_word_broadcast(uint word, uint lane) {
    return (uint)__builtin_amdgcn_readlane((int)word, __builtin_amdgcn_readfirstlane((int)lane));
}
#define CLSCAN_BALLOTS 1
typedef ulong clscan_lane_set;
/* In a wave of 32 lanes, the upper 32 bits of the result are 0. */
static clscan_lane_set clscan_ballot(bool p) {
    enum { CLSCAN_NOT_EQUAL = 33 }; /* the number of the predicate ICMP_NE in LLVM */
    return __builtin_amdgcn_uicmp((uint)p, 0u, CLSCAN_NOT_EQUAL);
}
static bool clscan_all(bool p) {
    return clscan_ballot(!p) == 0;
}
static uint clscan_first(bool p) {
    const ulong lanes = clscan_ballot(p);
    return lanes ? 63 - (uint)clz(lanes & -lanes) : clscan_sub_size();
}
static int clscan_last(bool p) {
    return 63 - (int)clz(clscan_ballot(p)); /* clz(0) is 64 */
}
static int clscan_latest(bool p) {
    return 63 - (int)clz(clscan_ballot(p) & ~0ul >> (63 - clscan_lane()));
}
static void clscan_sub_barrier(void) {
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}

/* True if ds_bpermute reaches all lanes of a wave. The instruction came with gfx8. From gfx10 on it does not cross the
 * halves of a wave of 64 lanes, but drivers choose waves of 32 lanes there by default. Compilers before clang 15 define
 * a macro for the processor (such as __gfx906__), but none for its family (__GFX9__). */
#if defined(__GFX8__) || defined(__GFX9__) || defined(__gfx801__) || defined(__gfx802__) || defined(__gfx803__) ||     \
    defined(__gfx810__) || defined(__gfx900__) || defined(__gfx902__) || defined(__gfx904__) || defined(__gfx906__) || \
    defined(__gfx908__) || defined(__gfx909__) || defined(__gfx90a__) || defined(__gfx90c__)
#define CLSCAN_PERMUTES_WAVE true
#else
#define CLSCAN_PERMUTES_WAVE (clscan_sub_size() == 32)
#endif

#elif CLSCAN_SUB_GROUPS /* KHR, INTEL and UNIFORM differ in how words are exchanged, and share the rest */

static uint clscan_sub_size(void) {
    return get_max_sub_group_size();
}
static uint clscan_lane(void) {
    return get_sub_group_local_id();
}
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_KHR
static uint clscan_word_broadcast(uint word, uint lane) {
    return sub_group_shuffle(word, lane);
}
static uint clscan_word_shuffle_up(uint word, uint d) {
    return sub_group_shuffle_up(word, d);
}
#elif CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_INTEL
static uint clscan_word_broadcast(uint word, uint lane) {
    return intel_sub_group_shuffle(word, lane);
}
/* intel_sub_group_shuffle_up is avoided: PoCL lists the extension, but does not have this function. */
static uint clscan_word_shuffle_up(uint word, uint d) {
    return clscan_word_broadcast(word, clscan_lane() < d ? clscan_lane() : clscan_lane() - d);
}
#else
/* sub_group_broadcast is undefined unless all lanes pass the same lane (OpenCL C 3.0, section 6.15.19). */
static uint clscan_word_broadcast(uint word, uint lane) {
    return sub_group_broadcast(word, lane);
}
static int clscan_last(bool p) {
    return sub_group_reduce_max(p ? (int)clscan_lane() : -1);
}
static int clscan_latest(bool p) {
    return sub_group_scan_inclusive_max(p ? (int)clscan_lane() : -1);
}
#endif
static bool clscan_all(bool p) {
    return sub_group_all(p);
}
static uint clscan_first(bool p) {
    return sub_group_reduce_min(p ? clscan_lane() : clscan_sub_size());
}
static void clscan_sub_barrier(void) {
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}

#else

static uint clscan_sub_size(void) {
    return 1;
}
static uint clscan_lane(void) {
    return 0;
}
static uint clscan_word_shuffle_up(uint word, uint d) {
    return word + 0 * d;
}
static uint clscan_word_broadcast(uint word, uint lane) {
    return word + 0 * lane;
}
#define CLSCAN_BALLOTS 1
typedef uint clscan_lane_set;
static clscan_lane_set clscan_ballot(bool p) {
    return p;
}
static bool clscan_all(bool p) {
    return p;
}
static uint clscan_first(bool p) {
    return !p;
}
static void clscan_sub_barrier(void) {}

#endif

#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD || CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_UNIFORM

/* Without a shuffle, the words of all lanes are broadcast one after the other, and each lane keeps the word of the lane
 * d before it. */
static uint clscan_word_shuffle_up(uint word, uint d) {
    uint other = word;
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD
    if (CLSCAN_PERMUTES_WAVE)
        return (uint)__builtin_amdgcn_ds_bpermute((int)((clscan_lane() - d) * 4), (int)word);
#endif
    for (uint lane = 0; lane < clscan_sub_size(); lane++) {
        const uint that = clscan_word_broadcast(word, lane);
        other = lane + d == clscan_lane() ? that : other;
    }
    return other;
}

#elif CLSCAN_SUB_GROUPS != CLSCAN_SUB_GROUPS_PTX

static int clscan_latest(bool p) {
    int latest = p ? (int)clscan_lane() : -1;
    for (uint d = 1; d < clscan_sub_size(); d *= 2) {
        const int left = (int)clscan_word_shuffle_up((uint)latest, d);
        if (clscan_lane() >= d)
            latest = max(latest, left);
    }
    return latest;
}
static int clscan_last(bool p) {
    return (int)clscan_word_broadcast((uint)clscan_latest(p), clscan_sub_size() - 1);
}

#endif

static uint clscan_sub_id(void) {
    return get_local_id(0) / clscan_sub_size();
}

#ifdef CLSCAN_BALLOTS
static uint clscan_lanes_in(clscan_lane_set set) {
    return (uint)popcount(set);
}
static uint clscan_lanes_before(clscan_lane_set set) {
    return (uint)popcount(set & (((clscan_lane_set)1 << clscan_lane()) - 1));
}
#else
#define CLSCAN_BALLOTS 0
#endif

#endif
