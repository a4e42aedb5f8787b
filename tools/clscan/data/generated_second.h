/* The second input and output arrays of operators that have such arrays, and the results of these operators. */
#ifndef CLSCAN_TOOL_GENERATED_SECOND_H
#define CLSCAN_TOOL_GENERATED_SECOND_H

#include "data/task.h"

/* Sets types and sizes of the second arrays in *t. No memory is allocated. */
void generated_second_describe(task *t);

/* Returns the bytes of both second arrays. */
size_t generated_second_room(const task *t);

/* Generates the second input array. Complains on failure. */
bool generated_second(uint64_t seed, task *t);

/* Computes the results of an operator with an accumulator, in plain C. `out` and `second_out` are whole arrays, in
 * which the results begin at the task's offset. `second_out` is NULL if the operator has none. */
void generated_second_scan(const task *t, void *out, void *second_out);

#endif
