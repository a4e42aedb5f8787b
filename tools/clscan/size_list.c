#include "size_list.h"
#include "count.h"
#include "message.h"
#include <string.h>

enum { DOUBLING = 2 };

static bool read_size(const char **text, size_t *size) {
    uint64_t count;
    const bool ok = count_read(text, &count) == NUMBER_OK && count > 0 && count <= SIZE_MAX;
    *size = (size_t)count;
    return ok;
}

static bool append(size_list *sizes, size_t size) {
    if (sizes->count == SIZES_MOST)
        return false;
    sizes->values[sizes->count++] = size;
    return true;
}

/* 2^10..2^20, doubling, or 2^10..2^20*4; what begins is in, what ends is in when it is met. */
static bool read_range(const char **text, size_list *sizes) {
    size_t size, last, factor = DOUBLING;
    if (!read_size(text, &size))
        return false;
    if (strncmp(*text, "..", 2) != 0)
        return append(sizes, size);
    *text += 2;
    if (!read_size(text, &last) || last < size)
        return false;
    if (**text == '*') {
        ++*text;
        if (!read_size(text, &factor) || factor < DOUBLING)
            return false;
    }
    for (; append(sizes, size); size *= factor)
        if (size > last / factor)
            return true;
    return false;
}

bool size_list_parse(const char *option, const char *text, size_list *sizes) {
    const char *rest = text;
    sizes->count = 0;
    while (read_range(&rest, sizes)) {
        if (*rest == '\0')
            return true;
        if (*rest++ != ',')
            break;
    }
    return complain("--%s: '%s' is no list of at most %d sizes like 1000,2^10..2^20,2^10..2^28*4", option, text,
                    SIZES_MOST);
}
