/* The sub-group functions of lanes.h that OpenCL C has itself: size, lane, vote, reduction and barrier.
 * lanes_khr.h, lanes_intel.h and lanes_uniform.h share them, and differ in how lanes exchange words. */
#ifndef CLSCAN_SUB_LANES_OPENCL_H
#define CLSCAN_SUB_LANES_OPENCL_H

#include "base.h"

static uint clscan_sub_size(void) {
    return get_max_sub_group_size();
}
static uint clscan_lane(void) {
    return get_sub_group_local_id();
}
static bool clscan_all_lanes(bool p) {
    return sub_group_all(p);
}
static uint clscan_first_lane(bool p) {
    return sub_group_reduce_min(p ? clscan_lane() : clscan_sub_size());
}
static void clscan_sub_barrier(void) {
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}

#endif
