/* Whether a driver compiles the kernels of a plan rightly. */
#ifndef CS_SELF_TEST_H
#define CS_SELF_TEST_H

#include "plan/plan.h"

/* Creates a plan. Where device->self_test says so, every variant of the plan that has no verdict yet runs as `desc`
 * describes it and is compared with the plainest one. The next safer variant takes the place of one that is wrong. */
clscan_status cs_self_test_plan(clscan_device *device, const clscan_desc *desc, clscan_plan **plan);

#endif
