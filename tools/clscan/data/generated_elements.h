/* Random elements, and where a task has them. */
#ifndef CLSCAN_TOOL_GENERATED_ELEMENTS_H
#define CLSCAN_TOOL_GENERATED_ELEMENTS_H

#include "data/task.h"

/* Where a wrong scan would show best, data may be nearly all ones: no timing should rest on those. */
typedef enum generated_for { MADE_FOR_TIMING, MADE_FOR_JUDGING } generated_for;

/* Of the task's input, one after the other. Complains on failure. */
bool generated_elements(const task *t, uint64_t seed, generated_for purpose, void *elements, size_t count);

/* What the oracle has made to be neighbours is scanned one after the other, wherever that is; around it, in the `room`
 * bytes of it, there is the same. */
void generated_lay_out(const task *t, const void *elements, size_t size, void *to, size_t room);

#endif
