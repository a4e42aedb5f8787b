/* Arrays in each kind of memory that clscan_args.memory accepts. A handle is a cl_mem for buffers, and otherwise a
 * pointer to SVM or USM that is cast to cl_mem. */
#ifndef TESTS_MEMORY_H
#define TESTS_MEMORY_H

#include "support/dut.h"

/* Returns true if the device and the OpenCL library support this kind of memory. */
bool memory_exists(const dut *d, clscan_memory memory);

/* Returns a new array of `size` bytes that holds `bytes`. Among buffers, the array is a sub-buffer. */
cl_mem memory_create(const dut *d, clscan_memory memory, size_t size, const void *bytes);
void memory_read(const dut *d, clscan_memory memory, cl_mem array, size_t size, void *bytes);
void memory_release(const dut *d, clscan_memory memory, cl_mem array);

#endif
