#include "formats/array.h"
#include "common/memory.h"
#include "common/message.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *element_name(oracle_type type, size_t size, char text[static 40]) {
    if (type == ORACLE_USER)
        snprintf(text, 40, "user type of %zu byte%s", size, plural(size));
    else
        snprintf(text, 40, "%s", oracle_type_name(type));
    return text;
}

/* One byte at least, so that an empty array has an address too. */
bool array_allocate(array *values, oracle_type type, size_t size, size_t count) {
    *values = (array) { .type = type, .size = size, .count = count };
    if (count <= (SIZE_MAX - 1) / size)
        values->owned = memory_allocate(count * size + 1);
    values->data = values->owned;
    return values->owned ||
           complain("out of memory for %zu element%s of %zu byte%s", count, plural(count), size, plural(size));
}

bool array_borrow(array *values, oracle_type type, size_t size, size_t count, const void *bytes) {
    enum { ALIGNMENT = 16 };
    *values = (array) { .type = type, .size = size, .count = count, .data = bytes };
    if ((uintptr_t)bytes % ALIGNMENT == 0)
        return true;
    if (!array_allocate(values, type, size, count))
        return false;
    memcpy(values->owned, bytes, count * size);
    return true;
}

bool array_make_room(array *values, size_t *room, size_t more) {
    const size_t wanted = *room ? 2 * *room : 4096;
    if (values->count + more <= *room)
        return true;
    void *bigger = wanted < SIZE_MAX / values->size / 2 ? realloc(values->owned, wanted * values->size) : NULL;
    if (!bigger)
        return complain("out of memory after %zu element%s", values->count, plural(values->count));
    values->data = values->owned = bigger;
    *room = wanted;
    return true;
}

void array_free(array *values) {
    free(values->owned);
    *values = (array) { .count = 0 };
}
