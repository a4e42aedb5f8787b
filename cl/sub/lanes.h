/* A sub-group: work-items that exchange words without local memory and without barriers. The functions of vendors are
 * used only here and in the files that this file chooses from. On a device without sub-groups, each work-item is a
 * sub-group of size 1.
 *
 *   clscan_sub_size()             The number of work-items in a sub-group. It divides the size of the work-group.
 *   clscan_lane()                 The index of this work-item in its sub-group.
 *   clscan_sub_id()               The index of this sub-group in its work-group.
 *   clscan_word_shuffle_up(w, d)  The word w of the lane d before this one. Undefined in the first d lanes.
 *   clscan_word_broadcast(w, k)   The word w of lane k. All lanes must pass the same k.
 *   clscan_all_lanes(p)           True if p holds in every lane.
 *   clscan_first_lane(p)          The first lane in which p holds, or clscan_sub_size() if p holds in none.
 *   clscan_last_lane(p)           The last lane in which p holds, or -1 if p holds in none.
 *   clscan_latest_lane(p)         The last lane up to and including this one in which p holds, or -1.
 *   clscan_ballot(p)              Where CLSCAN_BALLOTS is 1: the set of lanes in which p holds, a clscan_lane_set.
 *   clscan_lanes_match(w, n)      With ballots: the lanes whose words w agree with this lane's in the lowest n bits.
 *   clscan_lanes_in(set)          The number of lanes in a set.
 *   clscan_lanes_before(set)      The number of lanes in a set that come before this one.
 *   clscan_sub_barrier()          Makes the sub-group's writes to local memory visible to all of its lanes.
 *
 * All lanes of a sub-group must call these functions together. */
#ifndef CLSCAN_SUB_LANES_H
#define CLSCAN_SUB_LANES_H

#include "base.h"

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

/* One file for each kind of sub-groups. Each kind defines clscan_sub_size, clscan_lane, clscan_word_broadcast,
 * clscan_all_lanes, clscan_first_lane and clscan_sub_barrier. Some kinds also define these names:
 *   clscan_word_shuffle_up                           Defined by PTX, KHR, INTEL and none, and below for the others.
 *   clscan_last_lane, clscan_latest_lane             Defined by PTX, AMD and UNIFORM, and below for the others.
 *   clscan_ballot, clscan_lane_set, CLSCAN_BALLOTS   Defined by PTX, AMD and none. The others have no ballots.
 * KHR, INTEL and UNIFORM share lanes_opencl.h, which is included before their own files: a program has each file once,
 * at the place of its first include, and the preprocessor must not skip that place. */
#if CLSCAN_SUB_GROUPS != 0 && CLSCAN_SUB_GROUPS != CLSCAN_SUB_GROUPS_PTX && CLSCAN_SUB_GROUPS != CLSCAN_SUB_GROUPS_AMD
#include "sub/lanes_opencl.h"
#endif
#if CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_PTX
#include "sub/lanes_ptx.h"
#elif CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_AMD
#include "sub/lanes_amd.h"
#elif CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_KHR
#include "sub/lanes_khr.h"
#elif CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_INTEL
#include "sub/lanes_intel.h"
#elif CLSCAN_SUB_GROUPS == CLSCAN_SUB_GROUPS_UNIFORM
#include "sub/lanes_uniform.h"
#else
#include "sub/lanes_none.h"
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

static int clscan_latest_lane(bool p) {
    int latest = p ? (int)clscan_lane() : -1;
    for (uint d = 1; d < clscan_sub_size(); d *= 2) {
        const int left = (int)clscan_word_shuffle_up((uint)latest, d);
        if (clscan_lane() >= d)
            latest = max(latest, left);
    }
    return latest;
}
static int clscan_last_lane(bool p) {
    return (int)clscan_word_broadcast((uint)clscan_latest_lane(p), clscan_sub_size() - 1);
}

#endif

static uint clscan_sub_id(void) {
    return get_local_id(0) / clscan_sub_size();
}

#ifdef CLSCAN_BALLOTS
#if CLSCAN_SUB_GROUPS != CLSCAN_SUB_GROUPS_PTX /* lanes_ptx.h has its own, of fewer instructions */
static clscan_lane_set clscan_lanes_match(uint word, uint bits) {
    clscan_lane_set alike = clscan_ballot(true);
    for (uint bit = 0; bit < bits; bit++) {
        const bool is_set = word >> bit & 1;
        const clscan_lane_set lanes = clscan_ballot(is_set);
        alike &= is_set ? lanes : ~lanes;
    }
    return alike;
}
#endif
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
