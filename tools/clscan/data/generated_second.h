/* The second arrays of operators that have some; and such operators' results. */
#ifndef CLSCAN_TOOL_GENERATED_SECOND_H
#define CLSCAN_TOOL_GENERATED_SECOND_H

#include "data/task.h"

/* What they hold, and how much; nothing is there yet. */
void generated_second_describe(task *t);

/* In bytes. */
size_t generated_second_room(const task *t);

/* What is read. Complains on failure. */
bool generated_second(uint64_t seed, task *t);

/* Of the problems that the oracle of states knows; arrays begin before their offsets. */
void generated_second_scan(const task *t, void *out, void *second_out);

#endif
