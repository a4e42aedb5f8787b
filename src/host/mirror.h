/* Mirrors: buffers of a device that stand for arrays in host memory while a plan is executed. */
#ifndef CS_MIRROR_H
#define CS_MIRROR_H

#include "enqueue/args_check.h"

/* The buffer of one array. */
typedef struct cs_mirror {
    char *host;
    size_t bytes;
    cl_mem buffer;
    bool shared; /* the buffer is the host array itself, so that nothing is copied */
} cs_mirror;

/* The device of the mirrors, and a queue for copies. */
typedef struct cs_mirrors {
    const clscan_device *device;
    cl_command_queue queue;
    cs_mirror at[2 * CS_MAX_RANGES];
    size_t n;
} cs_mirrors;

/* Adds a mirror of array `i` of `ranges`. It may share the array's memory if `alone` is set, which says that no other
 * mirror is of the same bytes, and if the memory suits the device. With `filled`, the buffer has the array's
 * contents. `access` is CL_MEM_READ_ONLY or CL_MEM_READ_WRITE. */
clscan_status cs_mirrors_add(cs_mirrors *mirrors, const cs_byte_ranges *ranges, size_t i, bool alone, bool filled,
                             cl_mem_flags access);

/* Makes bytes from `begin` up to `end` of a mirror visible in the host array. */
clscan_status cs_mirror_fetch(const cs_mirrors *mirrors, const cs_mirror *mirror, size_t begin, size_t end);

/* Waits for the queue and releases all buffers. After this call no command uses the host arrays. Returns `status` if
 * it is a failure. */
clscan_status cs_mirrors_release(cs_mirrors *mirrors, clscan_status status);

#endif
