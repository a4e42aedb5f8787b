/* Prototypes of the user's functions with the exact types that the library calls them with. C converts arguments
 * silently, but refuses a function that has two prototypes. */
#ifndef CS_PROTOTYPES_H
#define CS_PROTOTYPES_H

#include "problem/problem.h"

/* Appends a prototype for each function of the user's that the user's text defines as a function. The types that the
 * prototypes name have to be defined on the page before. */
void cs_prototypes_write(cs_strbuf *page, const cs_problem *problem);

#endif
