/* The one page of kernel text that is generated: a plan's own problem.h. */
#ifndef CS_GENERATE_PROBLEM_H
#define CS_GENERATE_PROBLEM_H

#include "opencl/caps.h"
#include "problem/problem.h"
#include "tuning/tune.h"

void cs_generate_problem(cs_strbuf *page, const cs_caps *caps, const cs_problem *problem, const cs_shape *shape);

#endif
