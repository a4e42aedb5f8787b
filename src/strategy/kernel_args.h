/* The kernel arguments that describe the elements of one scan: the parameters named by CLSCAN_ARRAYS in
 * cl/item/arrays.h. */
#ifndef CS_KERNEL_ARGS_H
#define CS_KERNEL_ARGS_H

#include "problem/call.h"
#include <stdbool.h>

enum { CS_MAX_INIT = 512 /* the most bytes of an initial value from the host */ };

/* The host's copy of clscan_params in cl/item/arrays.h, with the same members in the same order. Offsets, strides and
 * pitches are in elements, but count_offset, and segments_offset for CLSCAN_SEGMENTS_OFFSETS, are in 32-bit words. */
typedef struct cs_params {
    cl_ulong count;
    cl_ulong in_offset[CLSCAN_MAX_ARRAYS], out_offset[CLSCAN_MAX_ARRAYS];
    cl_ulong capacity;
    cl_ulong in_place;
    cl_ulong init, init_offset;
    cl_ulong total, total_offset;
    cl_ulong count_words, count_signed, count_offset;
    cl_ulong segments_offset;
    cl_ulong length, columns;
    cl_ulong in_pitch, in_stride;
    cl_ulong out_pitch, out_stride;
    cl_ulong total_pitch, total_stride;
    cl_ulong length_reciprocal, columns_reciprocal;
    cl_ulong first_index;
    cl_ulong num_results;
    cl_ulong segment_room;
    cl_ulong outputs;
} cs_params;

/* A buffer, if `set` is NULL; else a pointer, and the entry point that passes pointers of its kind to kernels. */
typedef struct cs_array {
    cl_mem handle; /* NULL: the array does not exist */
    cs_set_pointer set;
} cs_array;

typedef struct cs_kernel_args {
    cs_array in[CLSCAN_MAX_ARRAYS], out[CLSCAN_MAX_ARRAYS];
    cs_array init, total, count, segments;
    const void *host_init; /* the initial value, if it is in host memory; else NULL */
    cs_params params;
} cs_kernel_args;

/* Collects the kernel arguments of a scan in *kernel_args. The call must have been checked. `in_place` means that the
 * output may overlap the input. `capacity` is how many elements fit into each output of a selection or a sort, or of
 * how many segments the results fit. `segment_room` is how many numbers args.offsets has room for, or args.keys keys.
 */
void cs_kernel_args_of(const cs_traits *traits, const cs_call *call, const cs_pointer_args *memory, bool in_place,
                       size_t capacity, size_t segment_room, cs_kernel_args *kernel_args);

/* A kernel, and the values to which the parameters that describe the elements were last set. */
typedef struct cs_kernel {
    cl_kernel object;
    bool is_set; /* every parameter has been set, to the values of the other members */
    cs_params params;
    cl_uint absent; /* bit i: parameter i is an array that does not exist */
} cs_kernel;

/* Returns how many parameters of a kernel describe the elements. They are the first ones. */
cl_uint cs_kernel_args_count(const cs_traits *traits);

/* Sets these parameters. Skips `params` if they are equal, arrays that are absent as before, and an initial value
 * that is not in host memory. Arrays that exist are always set: a new buffer can have the handle of one that was
 * released. */
clscan_status cs_kernel_args_set(const cs_kernel_args *kernel_args, const cs_traits *traits, cs_kernel *kernel);

#endif
