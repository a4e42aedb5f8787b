/* The elements of --second, which a sort or a selection carries along to --second-out. */
#ifndef CLSCAN_TOOL_CARRIED_H
#define CLSCAN_TOOL_CARRIED_H

#include "data/task.h"
#include "files/side_option.h"

typedef struct carried {
    input file;    /* the file from which `in` may be borrowed */
    array in, out; /* one element for each element of the input; those that go to --second-out. Without data: none */
} carried;

/* Reads the elements of --second into *c, which is zero before, and adds them to the task. Does nothing without the
 * option. Complains on failure. The caller closes *c in any case. */
bool carried_read(const options *o, const source *elements, task *t, carried *c);

/* Adds elements like `like` to the description of the task. Complains of a size that cannot be carried along. */
bool carried_describe(const options *o, const array *like, task *t);

/* Makes room for `count` elements that are carried along, if there are any. Complains on failure. */
bool carried_make_room(carried *c, size_t count);
void carried_close(carried *c);

/* Compares the element `at` of the output with the element `place` of the input, if elements are carried along. Returns
 * EXIT_OK, or EXIT_MISMATCH after complaining. */
int carried_check(const carried *c, size_t at, size_t place);

#endif
