/* Generates the part of a page that decides which elements a selection keeps, and that stores them: what
 * cl/task/select.h needs. */
#ifndef CS_GENERATE_SELECTION_H
#define CS_GENERATE_SELECTION_H

#include "problem/problem.h"

/* Writes how an element is counted by its index, see cs_traits_counts_by_index. */
void cs_generate_count_by_index(cs_strbuf *page, const cs_problem *problem);

/* Writes how kept elements are stored. The page has the arrays of a store function already. */
void cs_generate_selection(cs_strbuf *page, const cs_problem *problem);

#endif
