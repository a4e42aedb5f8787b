#include "problem.h"

void cs_problem_print(cs_text *text, const cs_problem *problem) {
    cs_text_add(text, "%s %s over %s (%zu byte%s)", problem->exclusive ? "exclusive" : "inclusive", problem->op_name,
                problem->type, problem->size, problem->size == 1 ? "" : "s");
}
