/* Generates the page of a plan, which replaces cl/problem.h. All other kernel text is in files. */
#ifndef CS_GENERATE_PROBLEM_H
#define CS_GENERATE_PROBLEM_H

#include "opencl/caps.h"
#include "problem/problem.h"
#include "tuning/tune.h"

void cs_generate_problem(cs_strbuf *page, const cs_caps *caps, const cs_problem *problem, const cs_shape *shape);

/* Adds the beginning of the page, which has the caller's text. Mistakes that the text leaves open at its end, such as a
 * missing brace, are reported on a line of that text. The text comes first, so that no macro of the library can change
 * its meaning. Optional types are enabled wherever they exist, because the caller's operator may need them even if the
 * elements do not. */
void cs_generate_user_part(cs_strbuf *page, const cs_caps *caps, const cs_problem *problem);

#endif
