/* Generates the part of a page that only sorts have: the keys, and the arrays that are moved. */
#ifndef CS_GENERATE_SORT_H
#define CS_GENERATE_SORT_H

#include "problem/problem.h"
#include "tuning/shape.h"

/* Takes the place of cs_generate_arrays for a sort. */
void cs_generate_sort(cs_strbuf *page, const cs_problem *problem, const cs_shape *shape);

#endif
