/* Counts of elements as the command line has them: "1000,2^10..2^20,2^10..2^28*4". */
#ifndef CLSCAN_TOOL_SIZE_LIST_H
#define CLSCAN_TOOL_SIZE_LIST_H

#include <stdbool.h>
#include <stddef.h>

enum { SIZES_MOST = 128 };

typedef struct size_list {
    size_t count;
    size_t values[SIZES_MOST];
} size_list;

/* Reads a list of sizes of at least `lowest` each. Complains on failure, with a sentence that begins with the name of
 * the option. */
bool size_list_parse(const char *option, const char *text, size_t lowest, size_list *sizes);

#endif
