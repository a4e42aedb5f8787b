/* Checks the arguments that a caller passes to an enqueue: arrays, cells, segments and workspace. */
#ifndef CS_ARGS_CHECK_H
#define CS_ARGS_CHECK_H

#include "enqueue/array_check.h"
#include "strategy/kernel_args.h"

/* The findings of the check: which inputs a scan overwrites, and where the outputs of a selection end. */
typedef struct cs_findings {
    bool in_place;   /* the elements are overwritten */
    bool cells;      /* the initial value or the count may be overwritten, so they are copied before the scan */
    size_t capacity; /* elements that fit into each output, for selections only */
} cs_findings;

enum { CS_MAX_RANGES = CLSCAN_MAX_ARRAYS + 4 };

/* The arrays and cells that a call reads, or those that it writes, each with the memory that it may touch. The arrays
 * of the description come first, in their order. */
typedef struct cs_ranges {
    cs_range at[CS_MAX_RANGES];
    const char *name[CS_MAX_RANGES];
    const cs_place *place[CS_MAX_RANGES];
    size_t element[CS_MAX_RANGES]; /* bytes */
    size_t n;
} cs_ranges;

/* Checks that kernels can be given memory of the kind of the arrays. */
clscan_status cs_args_check_memory(const clscan_device *device, const cs_call *call);

/* Checks args.num_segments, but not args.segments. */
clscan_status cs_args_check_segments(const cs_traits *traits, const cs_call *call);

/* Checks the arrays of a call and finds their ranges. In host memory, arrays may have any alignment. */
clscan_status cs_args_ranges(const clscan_device *device, const cs_traits *traits, const cs_call *call, cs_ranges *in,
                             cs_ranges *out, cs_findings *findings);

/* Checks the arguments of one enqueue of a plan with these traits. The scan needs `workspace` bytes of workspace. */
clscan_status cs_args_check(const clscan_device *device, const cs_traits *traits, const cs_call *call, size_t workspace,
                            cs_findings *findings);

#endif
