/* Tasks other than scans and reductions in plain C. The elements of rows are counted row by row: task_place_of has
 * their places in memory. */
#ifndef CLSCAN_TOOL_TASK_PLAIN_H
#define CLSCAN_TOOL_TASK_PLAIN_H

#include "data/task.h"

/* Returns the position after the line (see task_lines) that begins at position `first`. Positions count the elements of
 * rows row by row, forward or in reverse: in reverse, the last element of a row comes first in its row. Both directions
 * have the same lines. By offsets, the elements before the first offset are a line too, and so are those from the last
 * offset on. */
size_t task_line_end(const task *t, bool reverse, size_t first);

/* Sets `order` to the indices of the elements that a selection or partition by flags, or a task that looks for runs,
 * writes of a row, in their order: line by line (see task_lines), and in each line part by part (see task_parts).
 * `order` has room for a row. Returns how many elements are written. sizes[p] becomes the size of part p, and 0 if
 * there is no such part. If `offsets` is not NULL, it receives where each part of each line begins in `order`, and one
 * number more, where the last part ends. No segment is empty. */
size_t task_select_order(const task *t, size_t row, size_t *order, cl_ulong sizes[static 3], cl_ulong *offsets);

/* Returns the length of the run that begins with element i. */
size_t task_run_length(const task *t, size_t i);

/* Sets `order` to the indices of the elements that a sort or a top-k writes, in their order: each row and each segment
 * is sorted by itself, and a top-k has the first desc.sort.k elements of each. *written becomes the number of the
 * elements. `order` has room for all elements. Returns false if there is no memory. */
bool task_sort_order(const task *t, size_t *order, size_t *written);

/* Returns false after complaining if plain C cannot find the bins of the task exactly. The bins are even or have
 * edges. */
bool task_bins_are_exact(const task *t);

/* Returns the bin of the element at place i; desc.bins.count or more if it is in none. */
cl_ulong task_bin(const task *t, size_t i);

/* Counts the elements in bins: desc.bins.count numbers of uint for each line (see task_lines). Complains of a range for
 * which plain C cannot count exactly. */
bool task_count_bins(const task *t, cl_uint *counts);

#endif
