/* Arrays in each kind of memory that a clscan_ref can name. A pointer is kept as a cl_mem here. */
#ifndef TESTS_MEMORY_H
#define TESTS_MEMORY_H

#include "support/test_device.h"

typedef enum memory_kind { MEMORY_BUFFER, MEMORY_SVM, MEMORY_USM, MEMORY_KINDS } memory_kind;

/* Host memory, for clscan_plan_execute only. It is none of the kinds above, with which scans can be enqueued. */
#define MEMORY_HOST ((memory_kind)MEMORY_KINDS)

/* The array as an argument of a scan. */
clscan_ref memory_ref(memory_kind memory, cl_mem array, size_t offset);

/* Returns true if the device and the OpenCL library support this kind of memory. */
bool memory_exists(const test_device *d, memory_kind memory);

/* Returns a new array of `size` bytes that holds `bytes`. Among buffers, the array is a sub-buffer. */
cl_mem memory_create(const test_device *d, memory_kind memory, size_t size, const void *bytes);
void memory_read(const test_device *d, memory_kind memory, cl_mem array, size_t size, void *bytes);
void memory_release(const test_device *d, memory_kind memory, cl_mem array);

#endif
