/* Checks one array of an enqueue, and finds the bytes that the scan may touch. */
#ifndef CS_ARRAY_CHECK_H
#define CS_ARRAY_CHECK_H

#include "device/device.h"
#include "problem/call.h"

/* A range of bytes [begin, end) of `root`, a buffer that is no sub-buffer. NULL: begin and end are addresses. */
typedef struct cs_range {
    cl_mem root;
    size_t begin, end;
} cs_range;

bool cs_ranges_overlap(const cs_range *a, const cs_range *b);

/* The properties of a buffer that the driver has told. */
typedef struct cs_buffer {
    cl_mem mem; /* NULL: nothing is known yet */
    cl_mem_flags flags;
    size_t bytes;
    cl_mem parent; /* the buffer of which `mem` is a sub-buffer, or NULL */
    size_t origin; /* bytes from the parent's beginning; 0 without a parent */
} cs_buffer;

/* The device of the arrays that are checked, and the kind of their memory. */
typedef struct cs_scope {
    const clscan_device *device;
    const cs_traits *traits; /* of the plan: a message about a missing array says why the plan needs the array */
    bool pointers;           /* the arrays are pointers, not buffers */
    bool host;               /* they are in host memory, with any alignment */
    cs_buffer last; /* the last buffer of this call: arrays that share a buffer, as in place, need no more queries */
} cs_scope;

#define CS_REST SIZE_MAX /* a count of elements: all from the offset on */

/* Checks `count` elements of args.<name>, which is not NULL and whose buffer must not have been created with
 * `forbidden` flags, and finds their range. */
clscan_status cs_array_check(cs_scope *scope, const char *name, const cs_place *place, cl_mem_flags forbidden,
                             size_t count, cs_element element, cs_range *range);

#endif
