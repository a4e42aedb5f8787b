/* The exchange of words for devices with OpenCL C 3.1, or with the extensions cl_khr_subgroup_shuffle and
 * cl_khr_subgroup_shuffle_relative. */
#ifndef CLSCAN_SUB_LANES_KHR_H
#define CLSCAN_SUB_LANES_KHR_H

#include "sub/lanes_opencl.h"

static uint clscan_word_broadcast(uint word, uint lane) {
    return sub_group_shuffle(word, lane);
}
static uint clscan_word_shuffle_up(uint word, uint d) {
    return sub_group_shuffle_up(word, d);
}

#endif
