/* The work-groups of a launch before or after the kernels of the strategy, in which each work-item takes some of the
 * elements or results. */
#ifndef CS_AUXILIARY_GROUPS_H
#define CS_AUXILIARY_GROUPS_H

#include "strategy/strategy.h"

/* Returns the work-groups for `count` elements or results. A work-item takes 16 of them, so that its own cost, such as
 * that of reading its parameters, counts less. From 1024 work-groups on, several for each compute unit of all known
 * devices, work-items take more instead. Neither number was measured on a device, so that no class of devices has
 * numbers of its own. */
static inline size_t cs_auxiliary_groups(size_t count, size_t wg_size) {
    enum { EACH_ITEM = 16, MOST_GROUPS = 1024 };
    const size_t groups = cs_divided_up(count, EACH_ITEM * wg_size);
    return groups < MOST_GROUPS ? groups : MOST_GROUPS;
}

#endif
