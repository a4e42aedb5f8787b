#define _GNU_SOURCE /* for RTLD_DEFAULT */
#include "options/device_memory.h"
#include "options/device_plan.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The address of a function that is newer than OpenCL 1.2. The OpenCL loader at run time may lack such a function, so
 * it is looked up by name. */
typedef union entry {
    void *found;
    void *(CL_API_CALL *make_svm)(cl_context context, cl_bitfield flags, size_t bytes, cl_uint alignment);
    void(CL_API_CALL *release_svm)(cl_context context, void *pointer);
    void *(CL_API_CALL *make_usm)(cl_context context, cl_device_id device, const cl_bitfield *properties, size_t bytes,
                                  cl_uint alignment, cl_int *error);
    cl_int(CL_API_CALL *release_usm)(cl_context context, void *pointer);
    copy_pointer_fn copy;
} entry;

static entry svm(const char *name) {
    return (entry) { dlsym(RTLD_DEFAULT, name) };
}

static entry usm(cl_device_id device, const char *name) {
    cl_platform_id platform = NULL;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    return (entry) { clGetExtensionFunctionAddressForPlatform(platform, name) };
}

/* The functions for one kind of pointers. */
typedef struct entries {
    entry make, release, copy;
} entries;

static entries entries_of(cl_device_id device, memory_kind kind) {
    if (kind == MEMORY_SVM)
        return (entries) { svm("clSVMAlloc"), svm("clSVMFree"), svm("clEnqueueSVMMemcpy") };
    return (entries) { usm(device, "clDeviceMemAllocINTEL"), usm(device, "clMemBlockingFreeINTEL"),
                       usm(device, "clEnqueueMemcpyINTEL") };
}

static bool has_svm(cl_device_id device) {
    enum { DEVICE_SVM_CAPABILITIES = 0x1053 };
    cl_bitfield kinds = 0;
    return clGetDeviceInfo(device, DEVICE_SVM_CAPABILITIES, sizeof kinds, &kinds, NULL) == CL_SUCCESS && kinds;
}

static bool has_usm(cl_device_id device) {
    char *extensions = device_text(device, CL_DEVICE_EXTENSIONS);
    const bool has = extensions && strstr(extensions, "cl_intel_unified_shared_memory");
    free(extensions);
    return has;
}

bool device_memory_exists(const clscan_device *device, memory_kind kind) {
    const cl_device_id id = clscan_device_id(device);
    if (kind == MEMORY_BUFFER)
        return true;
    if (!(kind == MEMORY_SVM ? has_svm(id) : has_usm(id)))
        return false;
    const entries e = entries_of(id, kind);
    return e.make.found && e.release.found && e.copy.found;
}

device_memory device_memory_of(const clscan_device *device, memory_kind kind) {
    const cl_device_id id = clscan_device_id(device);
    return (device_memory) { kind, clscan_device_context(device), id,
                             kind == MEMORY_BUFFER ? NULL : entries_of(id, kind).copy.copy };
}

clscan_ref device_memory_ref(const device_memory *m, cl_mem handle) {
    return (clscan_ref) { .buffer = m->kind == MEMORY_BUFFER ? handle : NULL,
                          .svm = m->kind == MEMORY_SVM ? handle : NULL,
                          .usm = m->kind == MEMORY_USM ? handle : NULL };
}

cl_mem device_memory_make(const device_memory *m, size_t bytes, cl_int *error) {
    if (m->kind == MEMORY_BUFFER)
        return clCreateBuffer(m->context, CL_MEM_READ_WRITE, bytes, NULL, error);
    const entry make = entries_of(m->device, m->kind).make;
    if (m->kind == MEMORY_USM)
        return make.make_usm(m->context, m->device, NULL, bytes, 0, error);
    void *pointer = make.make_svm(m->context, CL_MEM_READ_WRITE, bytes, 0);
    *error = pointer ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return pointer;
}

void device_memory_release(const device_memory *m, cl_mem handle) {
    if (m->kind == MEMORY_BUFFER)
        clReleaseMemObject(handle);
    else if (m->kind == MEMORY_USM)
        entries_of(m->device, m->kind).release.release_usm(m->context, handle);
    else
        entries_of(m->device, m->kind).release.release_svm(m->context, handle);
}

cl_int device_memory_copy(const device_memory *m, cl_command_queue queue, cl_mem from, cl_mem to, size_t at,
                          size_t bytes, cl_event *event) {
    return m->kind != MEMORY_BUFFER ? m->copy(queue, CL_FALSE, (char *)to + at, from, bytes, 0, NULL, event)
                                    : clEnqueueCopyBuffer(queue, from, to, 0, at, bytes, 0, NULL, event);
}

cl_int device_memory_write(const device_memory *m, cl_command_queue queue, cl_mem to, const void *data, size_t bytes) {
    return m->kind != MEMORY_BUFFER ? m->copy(queue, CL_TRUE, to, data, bytes, 0, NULL, NULL)
                                    : clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, bytes, data, 0, NULL, NULL);
}

cl_int device_memory_read(const device_memory *m, cl_command_queue queue, cl_mem from, size_t at, void *to,
                          size_t bytes) {
    return m->kind != MEMORY_BUFFER ? m->copy(queue, CL_TRUE, to, (char *)from + at, bytes, 0, NULL, NULL)
                                    : clEnqueueReadBuffer(queue, from, CL_TRUE, at, bytes, to, 0, NULL, NULL);
}
