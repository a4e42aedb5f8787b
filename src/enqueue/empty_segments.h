/* The launch that stores results or starts of segments without elements. */
#ifndef CS_EMPTY_SEGMENTS_H
#define CS_EMPTY_SEGMENTS_H

#include "strategy/strategy.h"

/* Stores results or starts of segments without elements, after reductions, histograms and selections by offsets. Does
 * nothing for other tasks. */
clscan_status cs_store_empty_segments(cs_submission *submission);

#endif
