/* A sub-group: work-items that exchange words without local memory and without barriers. What each vendor calls it is
 * here and nowhere else; a device without any has sub-groups of one work-item.
 *
 *   clscan_sub_size()    work-items in a sub-group; divides the work-group
 *   clscan_lane()        which of them this is
 *   clscan_sub()         which sub-group of the work-group this is
 *   clscan_word_up(w, d) the word of the lane d before; anything where there is none
 *   clscan_word_of(w, k) the word of lane k
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

#define CLSCAN_SUB_GROUPS_PTX   1
#define CLSCAN_SUB_GROUPS_KHR   2
#define CLSCAN_SUB_GROUPS_INTEL 3

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

#elif CLSCAN_SUB_GROUPS /* Khronos' and Intel's differ in how they exchange words */

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
#else
static uint clscan_word_of(uint word, uint lane) {
    return intel_sub_group_shuffle(word, lane);
}
/* By the lane, not by intel_sub_group_shuffle_up, which PoCL announces and does not have. */
static uint clscan_word_up(uint word, uint d) {
    return clscan_word_of(word, clscan_lane() < d ? clscan_lane() : clscan_lane() - d);
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

#if CLSCAN_SUB_GROUPS != CLSCAN_SUB_GROUPS_PTX

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
