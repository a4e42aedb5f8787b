/* The launch that turns a caller's offsets of segments into head bits, before the scan. */
#ifndef CS_MARK_OFFSETS_H
#define CS_MARK_OFFSETS_H

#include "strategy/strategy.h"

/* Launches the kernel that writes one bit per element into `marks`, from byte `at` on, and makes these bits the
 * segments of the run. In a dry run, `marks` may be NULL. */
clscan_status cs_mark_offsets(cs_run *run, cl_mem marks, size_t at);

#endif
