#include "base/struct_version.h"

#include "base/try.h"

#include <string.h>

/* Returns true if a header may have a struct of this size. Structs are whole words and longer than their size field;
 * pointers and other uninitialized values are rarely that small. */
static bool is_plausible(size_t size) {
    enum { MOST = 4096 };
    return size > sizeof(size_t) && size % sizeof(size_t) == 0 && size <= MOST;
}

/* Fails unless the caller's struct of `given` bytes has the layout that this library knows. */
static clscan_status check_size(size_t given, size_t size, const char *name) {
    clscan_status status = CLSCAN_OK;
    enum { MOST_LAYOUT = 15 };
    const size_t layout = given / CS_NEXT_LAYOUT;
    FAIL_IF(layout > 0 && layout <= MOST_LAYOUT && is_plausible(given % CS_NEXT_LAYOUT), CLSCAN_ERROR_INVALID_VALUE,
            "%s.struct_size is %zu: the struct has layout %zu of a newer header, and this library knows layout 0 only",
            name, given, layout);
    FAIL_IF(
        !is_plausible(given), CLSCAN_ERROR_INVALID_VALUE,
        "%s.struct_size is %zu, but this library's struct has %zu bytes: initialize the struct with its _INIT macro, "
        "or set struct_size to 0",
        name, given, size);
done:
    return status;
}

/* Returns the size of the caller's struct, which begins with it. */
static size_t size_of(const void *theirs, size_t first) {
    size_t given;
    memcpy(&given, theirs, sizeof given);
    return given ? given : first;
}

bool cs_struct_version_is_ours(const void *theirs, size_t size, size_t first) {
    return size_of(theirs, first) == size;
}

clscan_status cs_struct_version_take(void *ours, size_t size, size_t first, const void *theirs, const char *name) {
    clscan_status status = CLSCAN_OK;
    const unsigned char *bytes = theirs;
    const size_t given = size_of(theirs, first);
    TRY(check_size(given, size, name));
    for (size_t i = size; i < given; i++)
        FAIL_IF(bytes[i] != 0, CLSCAN_ERROR_INVALID_VALUE,
                "%s.struct_size is %zu bytes, this library's has %zu, and byte %zu is not zero: the program sets a "
                "field of a newer header that this library does not know",
                name, given, size, i);
    memset(ours, 0, size);
    memcpy(ours, theirs, given < size ? given : size);
done:
    return status;
}

clscan_status cs_struct_version_give(void *theirs, const void *ours, size_t size, size_t first, const char *name) {
    clscan_status status = CLSCAN_OK;
    const size_t given = size_of(theirs, first);
    TRY(check_size(given, size, name));
    memset((char *)theirs + sizeof given, 0, given - sizeof given);
    memcpy((char *)theirs + sizeof given, (const char *)ours + sizeof given,
           (given < size ? given : size) - sizeof given);
done:
    return status;
}
