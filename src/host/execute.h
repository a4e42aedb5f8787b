/* Executes a plan on arrays in host memory, and waits for the results. */
#ifndef CS_EXECUTE_H
#define CS_EXECUTE_H

#include "plan/plan.h"

/* `call` has arrays in host memory, or no arrays if it has no elements. */
clscan_status cs_execute(clscan_plan *plan, const cs_call *call);

#endif
