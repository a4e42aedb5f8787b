/* Defines a function for each call of calls.def, which counts the call and may fail. The including file defines
 * HOOK(type, name, parameters), which declares the function, and NEXT(name), which is the real call. */
#ifndef TESTS_FAULT_HOOKS_H
#define TESTS_FAULT_HOOKS_H

#include "fault/fault.h"

#define STATUS(name, parameters, arguments)                                                                            \
    HOOK(cl_int, name, parameters) {                                                                                   \
        return fault_due(#name) ? FAULT_ERROR : NEXT(name) arguments;                                                  \
    }
#define QUEUED(name, parameters, arguments)                                                                            \
    HOOK(cl_int, name, parameters) {                                                                                   \
        const cl_int status = fault_due(#name) ? FAULT_ERROR : NEXT(name) arguments;                                   \
        fault.objects += event && status == CL_SUCCESS;                                                                \
        return status;                                                                                                 \
    }
#define FOUND(type, name, parameters, arguments)                                                                       \
    HOOK(type, name, parameters) {                                                                                     \
        if (!fault_due(#name))                                                                                         \
            return NEXT(name) arguments;                                                                               \
        if (error)                                                                                                     \
            *error = FAULT_ERROR;                                                                                      \
        return NULL;                                                                                                   \
    }
#define CREATED(type, name, parameters, arguments)                                                                     \
    HOOK(type, name, parameters) {                                                                                     \
        const bool due = fault_due(#name);                                                                             \
        type object = due ? NULL : NEXT(name) arguments;                                                               \
        if (due && error)                                                                                              \
            *error = FAULT_ERROR;                                                                                      \
        fault.objects += object != NULL;                                                                               \
        return object;                                                                                                 \
    }
#define RETAINED(name, parameters, arguments)                                                                          \
    HOOK(cl_int, name, parameters) {                                                                                   \
        const cl_int status = fault_due(#name) ? FAULT_ERROR : NEXT(name) arguments;                                   \
        fault.objects += status == CL_SUCCESS;                                                                         \
        return status;                                                                                                 \
    }
#define RELEASED(name, parameters, arguments)                                                                          \
    HOOK(cl_int, name, parameters) {                                                                                   \
        fault.objects--;                                                                                               \
        return NEXT(name) arguments;                                                                                   \
    }
#include "fault/calls.def"
#undef STATUS
#undef QUEUED
#undef FOUND
#undef CREATED
#undef RETAINED
#undef RELEASED

#endif
