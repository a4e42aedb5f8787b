/* The self-test: finds out whether a driver compiles the kernels of a plan correctly. */
#ifndef CS_SELF_TEST_H
#define CS_SELF_TEST_H

#include "plan/plan.h"

/* Creates a plan. If device->self_test is set, every variant of the plan without a verdict scans generated data as
 * `desc` describes, and is compared with the reference kernel. The next safer variant replaces a wrong one. */
clscan_status cs_self_test_plan(clscan_device *device, const clscan_desc *desc, clscan_plan **plan);

/* Does the same for a plan whose problem `change` has changed. NULL: nothing is changed. Plain C must be able to
 * compute the results of a changed problem. The trials use whole arrays, and no parts of arrays. If a kernel of a
 * changed problem is wrong, the call fails with WRONG_RESULTS, because no safer kernel takes its place. */
clscan_status cs_self_test_changed(clscan_device *device, const clscan_desc *desc, cs_change_problem change,
                                   clscan_plan **plan);

#endif
