/* The sub-group functions of lanes.h for devices without sub-groups: each work-item is a sub-group of size 1. */
#ifndef CLSCAN_SUB_LANES_NONE_H
#define CLSCAN_SUB_LANES_NONE_H

#include "base.h"

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
static bool clscan_all_lanes(bool p) {
    return p;
}
static uint clscan_first_lane(bool p) {
    return !p;
}
static void clscan_sub_barrier(void) {}

#endif
