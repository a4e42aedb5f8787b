/* What strategies that read their input once have in common: a tile a work-group, in one launch, and a workspace with
 * states. */
#ifndef CS_ONE_PASS_H
#define CS_ONE_PASS_H

#include "strategy/strategy.h"

size_t cs_one_pass_launches(const cs_shape *shape, size_t count);
/* Tiles whose tickets are passed over, of a launch of so many tiles. */
cl_uint cs_one_pass_withheld(const cs_run *run, size_t tiles);

bool cs_one_pass_is_in_first_tile(const cs_shape *shape, size_t count, size_t length, size_t position);
clscan_status cs_one_pass_launch(cs_run *run, const cs_shape *shape);

#endif
