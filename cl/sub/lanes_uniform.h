/* The exchange of words for devices whose sub-groups have no shuffles. This file uses only the collective functions of
 * OpenCL C: broadcast, scan and reduction. lanes.h adds clscan_word_shuffle_up. */
#ifndef CLSCAN_SUB_LANES_UNIFORM_H
#define CLSCAN_SUB_LANES_UNIFORM_H

#include "sub/lanes_opencl.h"

/* sub_group_broadcast is undefined unless all lanes pass the same lane (OpenCL C 3.0, section 6.15.19). */
static uint clscan_word_broadcast(uint word, uint lane) {
    return sub_group_broadcast(word, lane);
}
static int clscan_last_lane(bool p) {
    return sub_group_reduce_max(p ? (int)clscan_lane() : -1);
}
static int clscan_latest_lane(bool p) {
    return sub_group_scan_inclusive_max(p ? (int)clscan_lane() : -1);
}

#endif
