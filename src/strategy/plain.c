/* Not to be chosen: for who trusts no other. */
#include "strategy/one_group.h"

const cs_strategy cs_plain = {
    .kernels = { "clscan_plain" },
    .workspace = cs_one_group_workspace,
    .launches = cs_one_group_launches,
    .launch = cs_one_group_launch,
};
