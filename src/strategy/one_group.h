/* Shared by the strategies that scan with one work-group: one launch and no workspace. */
#ifndef CS_ONE_GROUP_H
#define CS_ONE_GROUP_H

#include "strategy/strategy.h"

size_t cs_one_group_workspace(const cs_shape *shape, size_t count, size_t size);
size_t cs_one_group_launches(const cs_shape *shape, size_t count);
clscan_status cs_one_group_launch(cs_submission *submission, const cs_shape *shape);

#endif
