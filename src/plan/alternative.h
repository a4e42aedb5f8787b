/* Finds another strategy if the workspace of a scan's own strategy is too large for the device. */
#ifndef CS_ALTERNATIVE_H
#define CS_ALTERNATIVE_H

#include "plan/plan.h"

/* Returns the name of a strategy that scans `count` elements of the plan's problem, in the shape that the caller
 * requests, with a workspace of at most `room` bytes. *bytes becomes the bytes of that workspace. The strategy that
 * AUTO chooses is preferred. Returns NULL if there is no such strategy. Replaces the thread's message. */
const char *cs_alternative(const clscan_plan *plan, size_t count, cl_ulong room, size_t *bytes);

#endif
