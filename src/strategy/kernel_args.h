/* The elements of one scan as kernels get them: the parameters that CLSCAN_ARRAYS in cl/item/arrays.h names. */
#ifndef CS_KERNEL_ARGS_H
#define CS_KERNEL_ARGS_H

#include "opencl/pointer_args.h"
#include "problem/problem.h"

enum { CS_MAX_INIT = 512 /* bytes of an initial value from the host */ };

/* clscan_numbers, in its order. Everything counts elements. */
typedef struct cs_numbers {
    cl_ulong count;
    cl_ulong in_offset, out_offset, more_offset[2 * (CLSCAN_MAX_ARRAYS - 1)];
    cl_ulong in_place;
    cl_ulong init, init_offset;
    cl_ulong total, total_offset;
    cl_ulong count_words, count_signed, count_offset;
    cl_ulong segments_offset;
    cl_ulong length, columns;
    cl_ulong in_pitch, in_stride;
    cl_ulong out_pitch, out_stride;
    cl_ulong length_reciprocal, columns_reciprocal;
    cl_ulong first_index;
} cs_numbers;

/* A buffer, or a pointer and how kernels are given it. */
typedef struct cs_array {
    cl_mem handle; /* NULL: there is none */
    cs_set_pointer set;
} cs_array;

typedef struct cs_kernel_args {
    cs_array in[CLSCAN_MAX_ARRAYS], out[CLSCAN_MAX_ARRAYS];
    cs_array init, total, count, segments;
    unsigned char init_words[CS_MAX_INIT];
    cs_numbers numbers;
} cs_kernel_args;

/* Rows as the arguments say, with what they leave out. */
typedef struct cs_rows {
    size_t length, columns;
    size_t in_pitch, in_stride, out_pitch, out_stride;
} cs_rows;

cs_rows cs_rows_of(const clscan_args *args);

/* `args` have been checked; `in_place`: some of the input may be overwritten. */
cs_kernel_args cs_kernel_args_of(const cs_traits *traits, const clscan_args *args, const cs_pointer_args *memory,
                                 bool in_place);

/* Sets the parameters of a kernel that come first; *next is the number of the one after them. */
clscan_status cs_kernel_args_set(const cs_kernel_args *kernel_args, const cs_traits *traits, cl_kernel kernel,
                                 cl_uint *next);

#endif
