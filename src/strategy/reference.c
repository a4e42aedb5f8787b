/* The reference kernel, with which the self-test compares the kernels of all strategies. Callers cannot choose it. */
#include "strategy/one_group.h"

const cs_strategy cs_reference_kernel = {
    .kernels = { "clscan_reference" },
    .workspace = cs_one_group_workspace,
    .launches = cs_one_group_launches,
    .launch = cs_one_group_launch,
};
