/* Shared by the strategies that read their input once: one launch with a work-group for each tile, and a workspace with
 * records. */
#ifndef CS_ONE_PASS_H
#define CS_ONE_PASS_H

#include "strategy/strategy.h"

size_t cs_one_pass_launches(const cs_shape *shape, size_t count);

/* Returns how many of the first tickets a launch of `tiles` tiles skips. Only the self-test skips any: the tiles then
 * have no owner, and other work-groups must fall back. */
cl_uint cs_one_pass_withheld(const cs_submission *submission, size_t tiles);

bool cs_one_pass_is_in_first_tile(const cs_shape *shape, size_t count, size_t length, size_t position);
clscan_status cs_one_pass_launch(cs_submission *submission, const cs_shape *shape);

#endif
