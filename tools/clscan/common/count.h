/* Counts as the command line has them: 1000, or 2^20. */
#ifndef CLSCAN_TOOL_COUNT_H
#define CLSCAN_TOOL_COUNT_H

#include "common/number.h"
#include <stdbool.h>
#include <stdint.h>

/* Reads a count at the beginning of *text and moves *text to the first character after the count. */
number_status count_read(const char **text, uint64_t *count);

/* Reads all of `text` as a count from `lowest` to `highest`. On failure complains in the name of `who`, which is for
 * example --rows. */
bool count_parse(const char *who, const char *text, uint64_t lowest, uint64_t highest, uint64_t *count);

#endif
