/* The ready-made operators: what the tables say of the one that a description asks for, over its type. */
#ifndef CS_OPERATOR_H
#define CS_OPERATOR_H

#include "problem/problem.h"
#include "table/table.h"

/* desc.type and desc.op are what they should be, and go together; there is no desc.user.combine. */
clscan_status cs_operator_check(const clscan_desc *desc);

/* Its state, where that is more than an element; else, as for a user's operator, NULL. */
const cs_op_state *cs_operator_state(const clscan_desc *desc);

/* Of an operator with a state over elements of `element` bytes: its size, and the arrays beside the first ones. */
void cs_operator_set_traits(const cs_op_state *state, size_t element, cs_traits *traits);

/* What a checked description's operator is in the kernels. */
void cs_operator_set_problem(const clscan_desc *desc, cs_problem *problem);

#endif
