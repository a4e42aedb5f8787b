/* Pieces of text with which all parts of a page call the functions of the user: the arrays that these get, positions,
 * and the field of the description that a compiler names in its messages. */
#ifndef CS_USER_CALLS_H
#define CS_USER_CALLS_H

#include "problem/problem.h"

/* Makes a compiler name the field of the description, or the page itself, as the file of the next line. */
void cs_page_lines_of(cs_strbuf *page, const char *field);
void cs_page_own_lines(cs_strbuf *page);

/* Returns the type of an array's elements: `other`, or the scanned type if `other` is NULL. */
const char *cs_page_element(const char *other);

/* These two write the first `n` arrays as parameters of a function of the library, and as arguments of a call. `array`
 * is "in" or "out", and `others` has the types of the arrays after the first one. Each array is followed by a comma. */
void cs_page_parameters(cs_strbuf *page, const char *qualified, const char *pointer, const char *array,
                        const char *const *others, unsigned n);
void cs_page_arguments(cs_strbuf *page, const char *view, const char *array, unsigned n);

/* Returns `text` for plans with positions, else "". The macros below write the position of an element and the count: as
 * parameters of a function of the library, as arguments of a user's function, and from a kernel's cursor and view. */
const char *cs_page_position(const cs_problem *problem, const char *text);
#define CS_POSITION_PARAMETERS ", ulong clscan_k, ulong clscan_n"
#define CS_POSITION_ARGUMENTS  ", clscan_k, clscan_n"
#define CS_POSITION_OF_CURSOR  ", CLSCAN_POSITION(c), (v)->length"

/* Returns true if the position is part of the loaded element, because a store function needs it. */
bool cs_page_loads_position(const cs_problem *problem);

/* Writes clscan_user_load, through which kernels call the user's function that loads an element. cs_page_loaded_at
 * writes an element of the view v as it is loaded, by that function or from its place `at`. */
void cs_page_user_load(cs_strbuf *page, const cs_problem *problem);
void cs_page_loaded_at(cs_strbuf *page, const cs_problem *problem);

#endif
