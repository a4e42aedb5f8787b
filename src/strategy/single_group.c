/* One work-group scans everything in one launch, so work-groups need not exchange anything. */
#include "strategy/one_group.h"

const cs_strategy cs_single_group = {
    .file = "single_group",
    .kernels = { "clscan_single_group" },
    .workspace = cs_one_group_workspace,
    .launches = cs_one_group_launches,
    .launch = cs_one_group_launch,
};
