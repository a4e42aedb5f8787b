/* Arrays in each memory that clscan_args.memory knows: as handles of that kind, whatever they are. */
#ifndef TESTS_MEMORY_H
#define TESTS_MEMORY_H

#include "support/dut.h"

/* Whether the device and the OpenCL library in use have it. */
bool memory_exists(const dut *d, clscan_memory memory);

/* An array that holds `bytes`; of buffers, a sub-buffer. */
cl_mem memory_create(const dut *d, clscan_memory memory, size_t size, const void *bytes);
void memory_read(const dut *d, clscan_memory memory, cl_mem array, size_t size, void *bytes);
void memory_release(const dut *d, clscan_memory memory, cl_mem array);

#endif
