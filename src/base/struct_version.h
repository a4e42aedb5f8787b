/* Structs of the caller that begin with their size, because the caller's header may be older or newer than this
 * library. */
#ifndef CS_STRUCT_VERSION_H
#define CS_STRUCT_VERSION_H

#include "clscan/clscan.h"

/* Copies the caller's struct `theirs` to `ours`, which has `size` bytes. Fields that an older header lacks become zero.
 * Fails with CLSCAN_ERROR_INVALID_VALUE if the caller's size is implausible, or if a field that only a newer header has
 * is not zero. `name` is the struct's name in the message. */
clscan_status cs_struct_version_take(void *ours, size_t size, const void *theirs, const char *name);

/* Copies the library's struct `ours` to the caller's struct `theirs`, and keeps the caller's size. Fields that the
 * library does not know become zero. */
clscan_status cs_struct_version_give(void *theirs, const void *ours, size_t size, const char *name);

#endif
