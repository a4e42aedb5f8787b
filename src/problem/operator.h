/* The ready-made operators: from a description to the operator's row in the tables, applied to the description's type.
 */
#ifndef CS_OPERATOR_H
#define CS_OPERATOR_H

#include "problem/problem.h"
#include "table/table.h"

/* Fails unless desc.op is an operator that is defined on the type desc.value. There must be no desc.user.combine. */
clscan_status cs_operator_check(const clscan_desc *desc);

/* Returns the accumulator of the description's operator, or NULL if the operator scans elements. User operators scan
 * elements. */
const cs_accumulator *cs_operator_accumulator(const clscan_desc *desc);

/* Sets the size of an accumulator over elements of `element` bytes, and the operator's second input and output. */
void cs_operator_set_traits(const cs_accumulator *accumulator, size_t element, cs_traits *traits);

/* Sets the fields of a problem by which kernels have the ready-made operator: expressions, identity, types. */
void cs_operator_set_problem(const clscan_desc *desc, cs_problem *problem);

#endif
