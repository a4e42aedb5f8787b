/* A sub-group: work-items that exchange words without local memory and without barriers. What each vendor calls it is
 * here and nowhere else; a device without any has sub-groups of one work-item.
 *
 *   clscan_sub_size()    work-items in a sub-group; divides the work-group
 *   clscan_lane()        which of them this is
 *   clscan_sub()         which sub-group of the work-group this is
 *   clscan_word_up(w, d) the word of the lane d before; anything where there is none
 *   clscan_word_of(w, k) the word of lane k, the same k in all lanes
 *   clscan_all(p)        whether p holds in every lane
 *   clscan_first(p)      the first lane in which p holds, clscan_sub_size() where in none
 *   clscan_last(p)       the last one, -1 where in none
 *   clscan_latest(p)     the last one up to this lane
 *   clscan_sub_barrier() what any of them has written to local memory is there for all
 *
 * All lanes call them together. */
#ifndef CLSCAN_SUB_LANES_H
#define CLSCAN_SUB_LANES_H

#include "base.h"

/* CLSCAN_SUB_GROUPS_UNIFORM: devices without shuffles, with only what OpenCL C has for all lanes together: broadcast,
 * scan and reduction. */

/* Work-items in a sub-group, at least. */
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_PTX || CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD
#define CLSCAN_LEAST_SUB_SIZE 32
#else
#define CLSCAN_LEAST_SUB_SIZE 1
#endif

/* AMD's compilers of before 2018 are not clang, and have no builtins for amdgcn. */
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
static uint clscan_word_up(uint word, uint d) {
    uint other;
    __asm__ volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(other) : "r"(word), "r"(d));
    return other;
}
static uint clscan_word_of(uint word, uint lane) {
    uint other;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(other) : "r"(word), "r"(lane));
    return other;
}
static uint clscan_ballot(bool p) {
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

/* A constant, of the compiler before clang 16 and after. */
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
static uint clscan_word_of(uint word, uint lane) {
    return (uint)__builtin_amdgcn_readlane((int)word, __builtin_amdgcn_readfirstlane((int)lane));
}
/* Lanes past 31 of a wave of 32 are 0. */
static ulong clscan_ballot(bool p) {
    enum { CLSCAN_NOT_EQUAL = 33 }; /* as LLVM numbers predicates */
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

/* Whether ds_bpermute reaches all lanes. It came with gfx8, and from gfx10 on it does not leave a half of a wave of 64;
 * drivers make waves of 32 there unless told otherwise. Compilers before clang 15 define the processor alone. */
#if defined(__GFX8__) || defined(__GFX9__) || defined(__gfx801__) || defined(__gfx802__) || defined(__gfx803__) ||     \
    defined(__gfx810__) || defined(__gfx900__) || defined(__gfx902__) || defined(__gfx904__) || defined(__gfx906__) || \
    defined(__gfx908__) || defined(__gfx909__) || defined(__gfx90a__) || defined(__gfx90c__)
#define CLSCAN_PERMUTES_WAVE true
#else
#define CLSCAN_PERMUTES_WAVE (clscan_sub_size() == 32)
#endif

#elif CLSCAN_SUB_GROUPS /* what differs is how words are exchanged */

static uint clscan_sub_size(void) {
    return get_max_sub_group_size();
}
static uint clscan_lane(void) {
    return get_sub_group_local_id();
}
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_KHR
static uint clscan_word_of(uint word, uint lane) {
    return sub_group_shuffle(word, lane);
}
static uint clscan_word_up(uint word, uint d) {
    return sub_group_shuffle_up(word, d);
}
#elif CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_INTEL
static uint clscan_word_of(uint word, uint lane) {
    return intel_sub_group_shuffle(word, lane);
}
/* By the lane, not by intel_sub_group_shuffle_up, which PoCL announces and does not have. */
static uint clscan_word_up(uint word, uint d) {
    return clscan_word_of(word, clscan_lane() < d ? clscan_lane() : clscan_lane() - d);
}
#else
/* Undefined unless all lanes name the same one (OpenCL C 3.0, section 6.15.19). */
static uint clscan_word_of(uint word, uint lane) {
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
static uint clscan_word_up(uint word, uint d) {
    return word + 0 * d;
}
static uint clscan_word_of(uint word, uint lane) {
    return word + 0 * lane;
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

/* Without a shuffle, the word of every lane goes to all, and each lane keeps that of the lane d before. */
static uint clscan_word_up(uint word, uint d) {
    uint other = word;
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD
    if (CLSCAN_PERMUTES_WAVE)
        return (uint)__builtin_amdgcn_ds_bpermute((int)((clscan_lane() - d) * 4), (int)word);
#endif
    for (uint lane = 0; lane < clscan_sub_size(); lane++) {
        const uint that = clscan_word_of(word, lane);
        other = lane + d == clscan_lane() ? that : other;
    }
    return other;
}

#elif CLSCAN_SUB_GROUPS != CLSCAN_SUB_GROUPS_PTX

static int clscan_latest(bool p) {
    int latest = p ? (int)clscan_lane() : -1;
    for (uint d = 1; d < clscan_sub_size(); d *= 2) {
        const int left = (int)clscan_word_up((uint)latest, d);
        if (clscan_lane() >= d)
            latest = max(latest, left);
    }
    return latest;
}
static int clscan_last(bool p) {
    return (int)clscan_word_of((uint)clscan_latest(p), clscan_sub_size() - 1);
}

#endif

static uint clscan_sub(void) {
    return get_local_id(0) / clscan_sub_size();
}

#endif
