/* The arrays of the tasks that move elements, selections and sorts, besides the first input and the first output. */
#ifndef CS_MOVED_ARRAYS_H
#define CS_MOVED_ARRAYS_H

#include "problem/problem.h"

/* Returns whether two types with names are the same one. */
bool cs_moved_are_same(const clscan_type *a, const clscan_type *b);

/* Returns the type of the array that decides which elements are kept: a mask, or flags, bits or keys of runs. Without a
 * name there is none. */
clscan_type cs_moved_deciding_type(const clscan_desc *desc);

/* Returns the type of the indices or of the lengths of runs, by `given`, which is desc->index_type or
 * desc->length_type. Without a name there are none. Lengths are computed from indices, so that a run-length encoding
 * has both. */
clscan_type cs_moved_index_or_length_type(const clscan_desc *desc, const clscan_type *given);

/* Returns the type of the numbers that say where segments begin in the outputs of a selection by segments. Without a
 * name there are none. */
clscan_type cs_moved_offsets_type(const clscan_desc *desc);

/* Checks the arrays after the first one, which are carried along, and the number of arrays. */
clscan_status cs_moved_check_carried(const clscan_desc *desc);

/* Adds to the traits the arrays that the task has besides desc.in and desc.out. */
void cs_moved_set_arrays(const clscan_desc *desc, cs_traits *traits);

/* Prints how many arrays are carried along, and whether indices and lengths are written. */
void cs_moved_print_carried(cs_strbuf *text, const cs_traits *traits);

#endif
