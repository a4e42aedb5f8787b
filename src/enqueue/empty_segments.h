/* The launch that stores the results of segments without elements, in reductions by offsets. */
#ifndef CS_EMPTY_SEGMENTS_H
#define CS_EMPTY_SEGMENTS_H

#include "strategy/strategy.h"

/* Launches the kernel after the scan. Does nothing for other tasks. */
clscan_status cs_put_empty_segments(cs_submission *submission);

#endif
