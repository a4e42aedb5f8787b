/* Stores the programs of a new plan in the disk cache. */
#ifndef CS_PLAN_STORE_H
#define CS_PLAN_STORE_H

#include "plan/plan.h"

/* Stores each program of the plan that the device's disk cache lacks. Before that, the program's kernels are launched
 * on no elements, so that code that a driver compiles at the first launch is stored too. Failures are narrated only,
 * because the plan works without the disk cache. */
void cs_plan_store(const clscan_plan *plan);

#endif
