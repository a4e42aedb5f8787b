/* Generates the part of a page that loads and stores elements, also by the user's functions. */
#ifndef CS_GENERATE_ARRAYS_H
#define CS_GENERATE_ARRAYS_H

#include "problem/problem.h"

/* Makes a compiler name the field of the description, or the page itself, as the file of the next line. */
void cs_page_lines_of(cs_strbuf *page, const char *field);
void cs_page_own_lines(cs_strbuf *page);

/* Returns the type of an array's elements: `other`, or the scanned type if `other` is NULL. */
const char *cs_page_element(const char *other);

/* Writes the arrays after the first ones: in1, in2, ..., out1, ... User functions are given them. */
void cs_page_more_arrays(cs_strbuf *page, const cs_problem *problem);

/* Writes clscan_user_load, through which kernels call the user's function that loads an element. cs_page_loaded_at
 * writes an element of the view v as it is loaded, by that function or from its place `at`. */
void cs_page_user_load(cs_strbuf *page, const cs_problem *problem);
void cs_page_loaded_at(cs_strbuf *page, const cs_problem *problem);

void cs_generate_arrays(cs_strbuf *page, const cs_problem *problem);

#endif
