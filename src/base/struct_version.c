#include "base/struct_version.h"

#include "base/try.h"

#include <string.h>

/* A size that a header may have: no pointer's, and none of what was never set. */
static bool is_plausible(size_t size) {
    enum { MOST = 4096 };
    return size > sizeof(size_t) && size % sizeof(size_t) == 0 && size <= MOST;
}

clscan_status cs_struct_version_take(void *ours, size_t size, const void *theirs, const char *name) {
    clscan_status status = CLSCAN_OK;
    const unsigned char *bytes = theirs;
    size_t given;
    memcpy(&given, theirs, sizeof given);
    if (given == 0)
        given = size;
    FAIL_IF(!is_plausible(given), CLSCAN_INVALID_VALUE,
            "%s.struct_size is %zu bytes, this library's has %zu: its _INIT sets it, 0 is right too", name, given,
            size);
    for (size_t i = size; i < given; i++)
        FAIL_IF(bytes[i] != 0, CLSCAN_INVALID_VALUE,
                "%s.struct_size is %zu bytes, this library's has %zu, and byte %zu is not zero: a newer header asks "
                "for what this library does not know",
                name, given, size, i);
    memset(ours, 0, size);
    memcpy(ours, theirs, given < size ? given : size);
done:
    return status;
}
