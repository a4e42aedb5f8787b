/* The buffer with the edges of bins. */
#ifndef CS_EDGE_BUFFER_H
#define CS_EDGE_BUFFER_H

#include "problem/problem.h"

/* Creates a buffer with the edges of a histogram by edges, converted to the type with which kernels compare elements.
 * For other problems *buffer is NULL. */
clscan_status cs_edge_buffer_create(cl_context context, const cs_problem *problem, cl_mem *buffer);

#endif
