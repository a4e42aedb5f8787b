#define _GNU_SOURCE /* for RTLD_DEFAULT */
#include "opencl/pointer_args.h"

#include <dlfcn.h>

/* What both lookups give is no function to ISO C. */
typedef union found {
    void *object;
    cs_set_pointer function;
} found;

/* A core function is the loader's, which may be older than the driver: the program must link and start without it. */
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
    return (cs_pointer_args) { { [CLSCAN_SVM] = svm(caps), [CLSCAN_USM] = usm(caps) } };
}
