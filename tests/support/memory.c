#define _GNU_SOURCE /* for RTLD_DEFAULT */
#include "support/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------- functions newer than 1.2 */

static void *svm_function(const test_device *d, const char *name) {
    (void)d;
    return dlsym(RTLD_DEFAULT, name);
}

static void *usm_function(const test_device *d, const char *name) {
    cl_platform_id platform = NULL;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    return clGetExtensionFunctionAddressForPlatform(platform, name);
}

/* CALL(lookup, d, name, result, parameters) looks the function `name` up. The arguments of its call follow. */
#define CALL(lookup, d, name, result, parameters)                                                                      \
    (*(result(CL_API_CALL **) parameters) & (void *[]) { lookup(d, name) })

#define COPY (cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint, const cl_event *, cl_event *)

static void *new_svm(const test_device *d, size_t size) {
    return CALL(svm_function, d, "clSVMAlloc", void *,
                (cl_context, cl_bitfield, size_t, cl_uint))(d->context, CL_MEM_READ_WRITE, size, 0);
}

static void *new_usm(const test_device *d, size_t size) {
    cl_int error = CL_SUCCESS;
    void *p = CALL(usm_function, d, "clDeviceMemAllocINTEL", void *,
                   (cl_context, cl_device_id, const cl_ulong *, size_t, cl_uint, cl_int *))(d->context, d->id, NULL,
                                                                                            size, 0, &error);
    assert_cl(error);
    return p;
}

/* Copies bytes, so that commands on all queues see them. */
static void copy(const test_device *d, memory_kind memory, void *to, const void *from, size_t size) {
    if (memory == MEMORY_HOST) {
        memcpy(to, from, size);
        return;
    }
    if (memory == MEMORY_SVM)
        assert_cl(CALL(svm_function, d, "clEnqueueSVMMemcpy", cl_int, COPY)(d->in_order, CL_TRUE, to, from, size, 0,
                                                                            NULL, NULL));
    else
        assert_cl(CALL(usm_function, d, "clEnqueueMemcpyINTEL", cl_int, COPY)(d->in_order, CL_TRUE, to, from, size, 0,
                                                                              NULL, NULL));
    assert_cl(clFinish(d->in_order));
}

/* ------------------------------------------------------------------------------------------------- arrays */

static cl_mem new_sub_buffer(const test_device *d, size_t size, const void *bytes) {
    cl_int error = CL_SUCCESS;
    cl_mem whole = test_device_buffer(d, CL_MEM_READ_WRITE, d->alignment + size, NULL);
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region) { d->alignment, size }, &error);
    assert_cl(error);
    test_device_write(d, part, 0, size, bytes);
    clReleaseMemObject(whole); /* the sub-buffer holds a reference */
    return part;
}

clscan_ref memory_ref(memory_kind memory, cl_mem array, size_t offset) {
    return (clscan_ref) { .buffer = memory == MEMORY_BUFFER ? array : NULL,
                          .svm = memory == MEMORY_SVM ? array : NULL,
                          .usm = memory == MEMORY_USM ? array : NULL,
                          .host = memory == MEMORY_HOST ? array : NULL,
                          .offset = offset };
}

bool memory_exists(const test_device *d, memory_kind memory) {
    enum { DEVICE_SVM_CAPABILITIES = 0x1053 };
    cl_bitfield svm = 0;
    char extensions[8192] = "";
    if (memory == MEMORY_SVM)
        return clGetDeviceInfo(d->id, DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL) == CL_SUCCESS && svm &&
               svm_function(d, "clSVMAlloc");
    clGetDeviceInfo(d->id, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL);
    return memory == MEMORY_BUFFER || memory == MEMORY_HOST || strstr(extensions, "cl_intel_unified_shared_memory");
}

cl_mem memory_create(const test_device *d, memory_kind memory, size_t size, const void *bytes) {
    if (memory == MEMORY_BUFFER)
        return new_sub_buffer(d, size, bytes);
    if (memory == MEMORY_HOST) {
        void *host = malloc(size);
        assert_non_null(host);
        return memcpy(host, bytes, size);
    }
    void *p = memory == MEMORY_SVM ? new_svm(d, size) : new_usm(d, size);
    assert_non_null(p);
    copy(d, memory, p, bytes, size);
    return p;
}

void memory_read(const test_device *d, memory_kind memory, cl_mem array, size_t size, void *bytes) {
    if (memory == MEMORY_BUFFER)
        assert_cl(clEnqueueReadBuffer(d->in_order, array, CL_TRUE, 0, size, bytes, 0, NULL, NULL));
    else
        copy(d, memory, bytes, array, size);
}

void memory_release(const test_device *d, memory_kind memory, cl_mem array) {
    if (memory == MEMORY_HOST)
        free(array);
    else if (memory == MEMORY_BUFFER)
        clReleaseMemObject(array);
    else if (memory == MEMORY_SVM)
        CALL(svm_function, d, "clSVMFree", void, (cl_context, void *))(d->context, array);
    else
        assert_cl(CALL(usm_function, d, "clMemBlockingFreeINTEL", cl_int, (cl_context, void *))(d->context, array));
}
