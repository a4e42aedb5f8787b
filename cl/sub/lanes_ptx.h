/* The sub-group functions of lanes.h for NVIDIA. They are instructions of PTX, because the kernels are OpenCL C 1.2
 * there, which has no sub-groups. A sub-group is a warp of 32 lanes. */
#ifndef CLSCAN_SUB_LANES_PTX_H
#define CLSCAN_SUB_LANES_PTX_H

#include "base.h"

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
/* The function uses ballots: with match.any.sync, a pass of a sort took 1.7 times as long (H200, November 27, 2026). */
static clscan_lane_set clscan_lanes_match(uint word, uint bits) {
    clscan_lane_set alike = 0xffffffff;
    CLSCAN_UNROLL
    for (uint bit = 0; bit < bits; bit++) {
        uint lanes;
        __asm__ volatile("{ .reg .pred p; .reg .u32 t; and.b32 t, %1, %2; setp.ne.u32 p, t, 0;"
                         "  vote.sync.ballot.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
                         : "=r"(lanes)
                         : "r"(word), "r"(1u << bit));
        alike &= lanes;
    }
    return alike;
}
static bool clscan_all_lanes(bool p) {
    return clscan_ballot(p) == 0xffffffff;
}
static uint clscan_first_lane(bool p) {
    uint lanes = clscan_ballot(p);
    return 31 - clz(lanes & -lanes) + 33 * (lanes == 0); /* clz(0) is 32 */
}
static int clscan_last_lane(bool p) {
    return 31 - (int)clz(clscan_ballot(p));
}
static int clscan_latest_lane(bool p) {
    return 31 - (int)clz(clscan_ballot(p) & 0xffffffff >> (31 - clscan_lane()));
}
static void clscan_sub_barrier(void) {
    __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

#endif
