/* The user's own rows as text. A line is a row, "#" begins what is for people, a word in "" may have blanks:
 *
 *   "NVIDIA H200" "580.159" all 4 lookback sub_group 256 11 10 11 8
 *
 * The device and the driver that it was measured with, then the columns of table/tuning.def, with the names of the
 * command line, and "all" and "any". Rows of other devices and drivers are read, and count for nothing. */
#ifndef CS_TUNING_TEXT_H
#define CS_TUNING_TEXT_H

#include "tuning/tuning.h"

/* Reads `size` bytes, which may be anything, into tuning->own. CLSCAN_FILE_ERROR names tuning->origin, the line and
 * the column. */
clscan_status cs_tuning_parse(cs_tuning *tuning, const char *text, size_t size);

#endif
