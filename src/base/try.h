/* The error idiom of the library: a function that can fail declares `clscan_status status` and has one label `done`,
 * after which it releases its resources. Each macro jumps there on failure. */
#ifndef CS_TRY_H
#define CS_TRY_H

#include "base/status.h"

#define TRY(expression)                                                                                                \
    do {                                                                                                               \
        status = (expression);                                                                                         \
        if (status != CLSCAN_OK)                                                                                       \
            goto done;                                                                                                 \
    } while (0)

#define CL(call) TRY(cs_check_cl((call), #call))

#define FAIL_IF(condition, ...)                                                                                        \
    do {                                                                                                               \
        if (condition) {                                                                                               \
            status = cs_fail(__VA_ARGS__);                                                                             \
            goto done;                                                                                                 \
        }                                                                                                              \
    } while (0)

#define TRY_ALLOC(pointer)                                                                                             \
    do {                                                                                                               \
        if (!(pointer)) {                                                                                              \
            status = cs_fail_memory();                                                                                 \
            goto done;                                                                                                 \
        }                                                                                                              \
    } while (0)

#endif
