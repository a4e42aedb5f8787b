/* The second arrays of operators that have some; and such operators' results. */
#ifndef CLSCAN_TOOL_MADE_SECOND_H
#define CLSCAN_TOOL_MADE_SECOND_H

#include "data/task.h"

/* What they hold, and how much; nothing is there yet. */
void made_second_describe(task *t);

/* In bytes. */
size_t made_second_room(const task *t);

/* What is read. Complains on failure. */
bool made_second(uint64_t seed, task *t);

/* Of the problems that the oracle of states knows; arrays begin before their offsets. */
void made_second_scan(const task *t, void *out, void *second_out);

#endif
