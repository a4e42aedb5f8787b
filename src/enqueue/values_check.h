/* Checks the numbers of a call, and refuses arguments that its task does not use. The arrays are checked elsewhere. */
#ifndef CS_VALUES_CHECK_H
#define CS_VALUES_CHECK_H

#include "strategy/kernel_args.h"

/* Checks args.num_segments, but not args.segments. */
clscan_status cs_values_check_segments(const cs_traits *traits, const cs_call *call);

/* Checks the values of `call`: arguments that the plan would ignore, and counts, indices and lengths that would wrap.
 */
clscan_status cs_values_check(const cs_traits *traits, const cs_call *call);

#endif
