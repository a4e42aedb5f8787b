/* Adds tables of counts, which pieces of a stream or parts of an array have. */
#ifndef CS_ADDER_H
#define CS_ADDER_H

#include "plan/plan.h"

/* Tables of `bins` counts in a buffer. The first one begins `offset` counts from the beginning, and each further one
 * `pitch` counts later. */
typedef struct cs_tables {
    cl_mem buffer;
    size_t offset, pitch, num, bins;
} cs_tables;

/* Creates a plan that adds counts of a type: a reduction of the columns of a matrix whose rows are the tables. */
clscan_status cs_adder_create(clscan_device *device, const char *type, clscan_plan **adder);

/* Enqueues the sums of all tables, bin by bin, for the first elements of `to`. */
clscan_status cs_adder_enqueue(clscan_plan *adder, cl_command_queue queue, const cs_tables *tables,
                               const cs_call_array *to, cl_uint num_wait, const cl_event *wait, cl_event *event);

#endif
