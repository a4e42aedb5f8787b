/* The sub-group functions of lanes.h for AMD. They are builtins of clang for amdgcn, and a sub-group is a wave of 32 or
 * 64 lanes. lanes.h adds clscan_word_shuffle_up. */
#ifndef CLSCAN_SUB_LANES_AMD_H
#define CLSCAN_SUB_LANES_AMD_H

#include "base.h"

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
static bool clscan_all_lanes(bool p) {
    return clscan_ballot(!p) == 0;
}
static uint clscan_first_lane(bool p) {
    const ulong lanes = clscan_ballot(p);
    return lanes ? 63 - (uint)clz(lanes & -lanes) : clscan_sub_size();
}
static int clscan_last_lane(bool p) {
    return 63 - (int)clz(clscan_ballot(p)); /* clz(0) is 64 */
}
static int clscan_latest_lane(bool p) {
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

#endif
