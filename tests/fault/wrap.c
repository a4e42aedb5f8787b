/* The linker replaces calls of each OpenCL function f in a test program by __wrap_f. __real_f is f itself. */
#define _GNU_SOURCE /* for RTLD_NEXT */
#include "fault/fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct fault fault;

bool fault_due(const char *call) {
    if (!fault.armed || !pthread_equal(fault.thread, pthread_self()))
        return false;
    if (fault.watch)
        fault.watch(call);
    if (++fault.calls != fault.at)
        return false;
    fault.hit = call;
    return true;
}

#define NEXT(name) __real_##name
#define HOOK(type, name, parameters)                                                                                   \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters
#include "fault/hooks.h"

/* The library looks this function up by name. It finds this definition first, because the program exports it. */
cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel k, cl_uint index, const void *pointer);
cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel k, cl_uint index, const void *pointer) {
    const union {
        void *object;
        cl_int(CL_API_CALL *function)(cl_kernel, cl_uint, const void *);
    } next = { dlsym(RTLD_NEXT, "clSetKernelArgSVMPointer") };
    return fault_due("clSetKernelArg") ? FAULT_ERROR : next.function(k, index, pointer);
}

static void *out_of_memory(void) {
    errno = ENOMEM;
    return NULL;
}

HOOK(void *, malloc, (size_t size)) {
    void *p = fault_due("malloc") ? out_of_memory() : __real_malloc(size);
    fault.blocks += p != NULL;
    return p;
}

HOOK(void *, calloc, (size_t n, size_t size)) {
    void *p = fault_due("calloc") ? out_of_memory() : __real_calloc(n, size);
    fault.blocks += p != NULL;
    return p;
}

HOOK(void *, realloc, (void *old, size_t size)) {
    void *p = fault_due("realloc") ? out_of_memory() : __real_realloc(old, size);
    fault.blocks += p != NULL && !old;
    return p;
}

HOOK(void, free, (void *p)) {
    fault.blocks -= p != NULL;
    __real_free(p);
}
