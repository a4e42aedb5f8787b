/* Checks one array of an enqueue, and finds the bytes that the scan may touch. */
#ifndef CS_ARRAY_CHECK_H
#define CS_ARRAY_CHECK_H

#include "device/device.h"
#include "problem/call.h"

/* A range of bytes [begin, end) of `root`, a buffer that is not a sub-buffer. NULL: begin and end are addresses. */
typedef struct cs_byte_range {
    cl_mem root;
    size_t begin, end;
} cs_byte_range;

bool cs_byte_ranges_overlap(const cs_byte_range *a, const cs_byte_range *b);

/* The properties of a buffer, as the driver returned them. */
typedef struct cs_buffer {
    cl_mem mem; /* NULL: nothing is known yet */
    cl_mem_flags flags;
    size_t bytes;
    cl_mem parent; /* the parent if `mem` is a sub-buffer, else NULL */
    size_t origin; /* bytes from the parent's beginning; 0 without a parent */
} cs_buffer;

/* The device of the arrays that are checked, and the kind of their memory. */
typedef struct cs_scope {
    const clscan_device *device;
    const cs_traits *traits; /* the plan's traits: a message about a missing array says why the plan needs the array */
    bool pointers;           /* the arrays are pointers, not buffers */
    bool host;               /* the arrays are in host memory, with any alignment */
    const char *way_to_set;  /* how an array that is missing can be given */
    cs_buffer last; /* the last buffer of this call: arrays that share a buffer, as in place, need no more queries */
} cs_scope;

#define CS_REST SIZE_MAX /* a count of elements: all from the offset on */

/* Checks `count` elements of args.<name>, which is not NULL and whose buffer must not have been created with
 * `forbidden` flags, and finds their range. */
clscan_status cs_array_check(cs_scope *scope, const char *name, const cs_call_array *array, cl_mem_flags forbidden,
                             size_t count, cs_element element, cs_byte_range *range);

/* Returns how many elements of an array the user's functions may access, in a call of `extent` elements. */
size_t cs_array_elements_anywhere(const cs_scope *scope, const cs_call_array *array, size_t extent);

/* The findings of the check of all arguments: which inputs a scan overwrites, and where the outputs of a selection end.
 */
typedef struct cs_findings {
    bool in_place; /* the elements are overwritten */
    bool cells;    /* the initial value or the count may be overwritten, so they are copied before the scan */
    /* How many elements fit into each output of a selection or a sort. If segments have results: how many segments have
     * room for their results. */
    size_t capacity;
    /* How many numbers args.offsets has room for, or args.keys keys; 0 if they are not given. */
    size_t segment_room;
} cs_findings;

enum { CS_MAX_RANGES = CLSCAN_MAX_ARRAYS + 4 };

/* The arrays and cells that a call reads, or the ones that it writes, with the memory that each may touch. The arrays
 * of the description come first, in their order. */
typedef struct cs_byte_ranges {
    cs_byte_range at[CS_MAX_RANGES];
    const char *name[CS_MAX_RANGES];
    const cs_call_array *array[CS_MAX_RANGES];
    size_t element[CS_MAX_RANGES]; /* bytes */
    bool open[CS_MAX_RANGES];      /* the caller has not given the capacity, which could end the output earlier */
    size_t n;
} cs_byte_ranges;

/* The reason why a plan needs an array, for a message that the array is missing. */
typedef enum cs_need {
    CS_NEEDED_BY_CALL,
    CS_NEEDED_BY_TYPE,
    CS_NEEDED_BY_INDEX,
    CS_NEEDED_BY_RUN_LENGTH,
    CS_NEEDED_BY_MASK,
    CS_NEEDED_BY_SEGMENTS
} cs_need;

/* An array of args, by its name there and by the reason why the plan needs it. */
typedef struct cs_named_array {
    const char *name;
    cs_need need;
} cs_named_array;

/* Checks `count` elements of an array, as cs_array_check does, and adds their range to `all`. Fails if the array is
 * missing. */
clscan_status cs_array_add(cs_byte_ranges *all, cs_scope *scope, cs_named_array named, const cs_call_array *array,
                           cl_mem_flags forbidden, size_t count, cs_element element);

#endif
