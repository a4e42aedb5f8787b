/* The one page of kernel text that is generated: a plan's own problem.h. */
#ifndef CS_GENERATE_PROBLEM_H
#define CS_GENERATE_PROBLEM_H

#include "opencl/caps.h"
#include "problem/problem.h"
#include "tuning/tune.h"

void cs_generate_problem(cs_strbuf *page, const cs_caps *caps, const cs_problem *problem, const cs_shape *shape);

/* Appends the text that must stand at the end of a program whose page was written for `problem`. */
void cs_generate_problem_end(cs_strbuf *program, const cs_problem *problem);

#endif
