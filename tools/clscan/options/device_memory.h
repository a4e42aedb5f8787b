/* Arrays of a device, in each kind of memory that a clscan_ref can name. A pointer is stored as a cl_mem here. */
#ifndef CLSCAN_TOOL_DEVICE_MEMORY_H
#define CLSCAN_TOOL_DEVICE_MEMORY_H

#include <clscan/clscan.h>
#include <stdbool.h>

/* The type of clEnqueueSVMMemcpy and clEnqueueMemcpyINTEL. */
typedef cl_int(CL_API_CALL *copy_pointer_fn)(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
                                             size_t bytes, cl_uint waits, const cl_event *wait_list, cl_event *event);

typedef enum memory_kind { MEMORY_BUFFER, MEMORY_SVM, MEMORY_USM } memory_kind;

typedef struct device_memory {
    memory_kind kind;
    cl_context context;
    cl_device_id device;
    copy_pointer_fn copy; /* for pointers; NULL for buffers */
} device_memory;

/* Returns true if the device and the OpenCL library in use have this kind of memory. */
bool device_memory_exists(const clscan_device *device, memory_kind kind);

/* Returns the device's memory of a kind that exists. */
device_memory device_memory_of(const clscan_device *device, memory_kind kind);

/* Returns an array as an argument of a scan, without an offset. */
clscan_ref device_memory_ref(const device_memory *m, cl_mem handle);

cl_mem device_memory_make(const device_memory *m, size_t bytes, cl_int *error);
void device_memory_release(const device_memory *m, cl_mem handle);

/* Copies `bytes` bytes from the beginning of an array to byte `at` of an array, which may be the same. The other two
 * functions copy from and to the host, and wait. */
cl_int device_memory_copy(const device_memory *m, cl_command_queue queue, cl_mem from, cl_mem to, size_t at,
                          size_t bytes, cl_event *event);
cl_int device_memory_write(const device_memory *m, cl_command_queue queue, cl_mem to, const void *data, size_t bytes);
cl_int device_memory_read(const device_memory *m, cl_command_queue queue, cl_mem from, size_t at, void *to,
                          size_t bytes);

#endif
