/* Generates the part of a page that loads and stores elements, also by the user's functions. */
#ifndef CS_GENERATE_ARRAYS_H
#define CS_GENERATE_ARRAYS_H

#include "problem/problem.h"

/* Writes the arrays after the first ones: in1, in2, ..., out1, ... User functions are given them. */
void cs_page_more_arrays(cs_strbuf *page, const cs_problem *problem);

void cs_generate_arrays(cs_strbuf *page, const cs_problem *problem);

#endif
