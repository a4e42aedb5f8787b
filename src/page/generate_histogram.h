/* Generates the part of a page that says which bin of a histogram an element is in, and how tables of counters lie. */
#ifndef CS_GENERATE_HISTOGRAM_H
#define CS_GENERATE_HISTOGRAM_H

#include "problem/problem.h"
#include "tuning/shape.h"

/* Writes the names that cl/task/bins.h lists, except those by which elements and weights are loaded. */
void cs_generate_histogram(cs_strbuf *page, const cs_problem *problem, const cs_shape *shape);

#endif
