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

/* Sizes from `lowest` on. Complains, beginning with "--`option`: ", on failure. */
bool size_list_parse(const char *option, const char *text, size_t lowest, size_list *sizes);

#endif
