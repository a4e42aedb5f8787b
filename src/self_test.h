/* Whether a driver compiles the kernels of a plan rightly. */
#ifndef CS_SELF_TEST_H
#define CS_SELF_TEST_H

#include "plan.h"

/* Where the device's options ask for it: runs every variant of a plan that nobody else knows yet, as `desc` describes
 * it, compares it with the plainest one, and puts the next safer one in the place of which is wrong. */
clscan_status cs_self_test(clscan_plan *plan, const clscan_desc *desc);

#endif
