#define _GNU_SOURCE /* for RTLD_DEFAULT */
#include "opencl/pointer_args.h"

#include <dlfcn.h>

/* Both lookups return object pointers, which ISO C cannot convert to function pointers. */
typedef union found {
    void *object;
    cs_set_pointer function;
} found;

/* The loader has this core function, unless it is older than the driver. It is looked up at run time, so that programs
 * link and start without it. */
static cs_set_pointer svm(const cs_caps *caps) {
    const found f = { dlsym(RTLD_DEFAULT, "clSetKernelArgSVMPointer") };
    return caps->has_svm ? f.function : NULL;
}

static cs_set_pointer usm(const cs_caps *caps) {
    static const char name[] = "clSetKernelArgMemPointerINTEL";
    if (!caps->has_usm)
        return NULL;
    const found f = { clGetExtensionFunctionAddressForPlatform(caps->platform, name) };
    return f.function;
}

cs_pointer_args cs_pointer_args_of(const cs_caps *caps) {
    return (cs_pointer_args) { { [CS_SVM] = svm(caps), [CS_USM] = usm(caps) } };
}
