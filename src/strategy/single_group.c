/* One work-group, one launch: no other work-group to agree with. */
#include "strategy/one_group.h"

const cs_strategy cs_single_group = {
    .kernels = { "clscan_single_group" },
    .workspace = cs_one_group_workspace,
    .launches = cs_one_group_launches,
    .launch = cs_one_group_launch,
};
