/* Checks that exported functions have in common. */
#ifndef CS_API_CHECK_H
#define CS_API_CHECK_H

#include "base/struct_version.h"
#include "base/try.h"

#define NOT_NULL(argument)          FAIL_IF(!(argument), CLSCAN_ERROR_INVALID_VALUE, "%s is NULL", #argument)
#define TAKE(ours, argument, first) TRY(cs_struct_version_take(&(ours), sizeof(ours), (first), (argument), #argument))

#endif
