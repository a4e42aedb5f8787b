/* The edges of bins in the type with which kernels compare elements. */
#ifndef CS_EDGES_OF_BINS_H
#define CS_EDGES_OF_BINS_H

#include "problem/problem.h"

/* Returns the row of the type of in[0], or NULL if in[0] is not of numbers. */
const cs_type_row *cs_element_row(const cs_problem *problem);

/* Returns the row of the type in which edges are stored: int or uint for integers of up to 4 bytes, float for half, and
 * else the type of in[0]. */
const cs_type_row *cs_edges_type(const cs_problem *problem);

/* Returns how many edges elements of in[0] can reach: all except those above the greatest integer. */
size_t cs_edges_reached(const clscan_bins *bins, const cs_type_row *element);

/* Converts count + 1 edges, each to the least number of the type that is not below the edge. Edges below the least
 * integer become that integer, and edges above the greatest become the greatest: see cs_edges_reached. */
void cs_edges_convert(const clscan_bins *bins, const cs_type_row *type, void *edges);

/* Returns the least float that is not below x. */
float cs_float_not_below(double x);

#endif
