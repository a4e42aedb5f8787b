/* The syntax of the user's own tuning rows. Each line is a row, "#" begins a comment, and a word in quotes may contain
 * blanks:
 *
 *   "NVIDIA H200" "580.159" all 4 lookback sub_group 256 11 10 11 8
 *   "NVIDIA H200" "580.159" task=sort all 4 lookback sub_group 256 25 0 0 4
 *
 * The first two columns are the device and the driver that the row was measured with. The other columns are the
 * columns of table/tuning.def, with names as on the command line; "all" stands for all counts and "any" for elements of
 * any size. A count may be a power of two such as 2^20. Rows of other devices and drivers are checked and then ignored.
 *
 * The word before the columns says for which task the row is: a name of cs_tuning_task_name. A row without it is for
 * scans, and for tasks that are computed in the shapes of scans. For the other tasks, items are counted as in the
 * task's own table, and rows held are 0. */
#ifndef CS_TUNING_TEXT_H
#define CS_TUNING_TEXT_H

#include "tuning/tuning.h"

/* Reads `size` bytes, which need not be valid text, into tuning->own. Fails with CLSCAN_ERROR_FILE and a message that
 * names tuning->origin, the line and the column; tuning->own is then empty. */
clscan_status cs_tuning_parse(cs_tuning *tuning, const char *text, size_t size);

#endif
