/* The exchange of words for devices with the extension cl_intel_subgroups. */
#ifndef CLSCAN_SUB_LANES_INTEL_H
#define CLSCAN_SUB_LANES_INTEL_H

#include "sub/lanes_opencl.h"

static uint clscan_word_broadcast(uint word, uint lane) {
    return intel_sub_group_shuffle(word, lane);
}
/* intel_sub_group_shuffle_up is avoided: PoCL lists the extension, but does not have this function. */
static uint clscan_word_shuffle_up(uint word, uint d) {
    return clscan_word_broadcast(word, clscan_lane() < d ? clscan_lane() : clscan_lane() - d);
}

#endif
