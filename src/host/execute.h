/* Executes a plan on arrays in host memory, and waits for the results. */
#ifndef CS_EXECUTE_H
#define CS_EXECUTE_H

#include "plan/plan.h"

/* `call` has arrays in host memory, or no arrays if it has no elements. */
clscan_status cs_execute(clscan_plan *plan, const cs_call *call);

/* Replaces a count in host memory by its number. An output of a selection without a capacity still has room for
 * args.count elements, or for the results of as many segments. */
clscan_status cs_execute_take_count(const cs_traits *traits, cs_call *call);

#endif
