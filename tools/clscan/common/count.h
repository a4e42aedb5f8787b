/* Counts as the command line has them: 1000, or 2^20. */
#ifndef CLSCAN_TOOL_COUNT_H
#define CLSCAN_TOOL_COUNT_H

#include "common/number.h"
#include <stdbool.h>
#include <stdint.h>

/* Reads as far as a count goes and leaves *text behind it. */
number_status count_read(const char **text, uint64_t *count);

/* All of `text`, a count from `lowest` to `highest`; complains of `who` (--rows, COUNT) on failure. */
bool count_parse(const char *who, const char *text, uint64_t lowest, uint64_t highest, uint64_t *count);

#endif
