/* Checks that exported functions have in common. */
#ifndef CS_API_CHECK_H
#define CS_API_CHECK_H

#include "base/struct_version.h"
#include "base/try.h"
#include "problem/call.h"

#define NOT_NULL(argument)          FAIL_IF(!(argument), CLSCAN_ERROR_INVALID_VALUE, "%s is NULL", #argument)
#define TAKE(ours, argument, first) TRY(cs_struct_version_take(&(ours), sizeof(ours), (first), (argument), #argument))

/* Turns the caller's args into a call, for a plan with these traits. */
clscan_status cs_take_args(const cs_traits *traits, const clscan_args *args, cs_call *call);

/* Does the same for args that are of a part of an array. */
clscan_status cs_take_part_args(const cs_traits *traits, const clscan_args *args, cs_call *call);

#endif
