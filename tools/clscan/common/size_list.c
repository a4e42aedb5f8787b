#include "common/size_list.h"
#include "common/count.h"
#include "common/message.h"
#include <stdint.h>
#include <string.h>

enum { DOUBLING = 2 };

static number_status read_size(const char **text, size_t lowest, size_t *size) {
    uint64_t count;
    const number_status status = count_read(text, &count);
    *size = (size_t)count;
    return status != NUMBER_OK || (count >= lowest && count <= SIZE_MAX) ? status : NUMBER_OUT_OF_RANGE;
}

static bool append(size_list *sizes, size_t size) {
    if (sizes->count == SIZES_MOST)
        return false;
    sizes->values[sizes->count++] = size;
    return true;
}

/* Reads one size, or a range: 2^10..2^20 doubles, and 2^10..2^20*4 multiplies by 4. A range contains its first size,
 * and its last size if the multiplication leads there. */
static number_status read_range(const char **text, size_t lowest, size_list *sizes) {
    size_t size, last, factor = DOUBLING;
    number_status status = read_size(text, lowest, &size);
    if (status != NUMBER_OK)
        return status;
    if (strncmp(*text, "..", 2) != 0)
        return append(sizes, size) ? NUMBER_OK : NUMBER_TOO_LONG;
    *text += 2;
    if ((status = read_size(text, size, &last)) != NUMBER_OK)
        return status;
    if (**text == '*') {
        ++*text;
        if ((status = read_size(text, DOUBLING, &factor)) != NUMBER_OK)
            return status;
    }
    for (; append(sizes, size); size *= factor)
        if (size > last / factor)
            return NUMBER_OK;
    return NUMBER_TOO_LONG;
}

bool size_list_parse(const char *option, const char *text, size_t lowest, size_list *sizes) {
    const char *rest = text;
    number_status status;
    sizes->count = 0;
    while ((status = read_range(&rest, lowest, sizes)) == NUMBER_OK) {
        if (*rest == '\0')
            return true;
        if (*rest++ != ',')
            break;
    }
    if (status == NUMBER_OUT_OF_RANGE)
        return complain("--%s: '%s' has a number out of range: sizes are from %zu to %zu, a range's end no less than "
                        "its begin, a factor no less than %d",
                        option, text, lowest, (size_t)SIZE_MAX, DOUBLING);
    return complain("--%s: '%s' is not a list of at most %d sizes like 1000,2^10..2^20,2^10..2^28*4", option, text,
                    SIZES_MOST);
}
