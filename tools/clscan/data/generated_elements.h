/* Random elements, and their places in the arrays of a task. */
#ifndef CLSCAN_TOOL_GENERATED_ELEMENTS_H
#define CLSCAN_TOOL_GENERATED_ELEMENTS_H

#include "data/task.h"

/* The purpose of data. Data that shows wrong results best may have the same bits in nearly all elements, which would
 * make timings unusual. */
typedef enum generated_for { GENERATED_FOR_TIMING, GENERATED_FOR_JUDGING } generated_for;

/* Generates `count` elements of the task's input in the order of the scan. Complains on failure. */
bool generated_elements(const task *t, uint64_t seed, generated_for purpose, void *elements, size_t count);

/* Copies the task's elements, of `size` bytes each, from the order of the scan to their places in the array `to`. The
 * other places of its `room` bytes get the elements repeated. */
void generated_lay_out(const task *t, const void *elements, size_t size, void *to, size_t room);

#endif
