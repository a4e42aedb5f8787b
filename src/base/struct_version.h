/* Structs of the caller's that begin with their size: his header may be older or newer than this library. */
#ifndef CS_STRUCT_VERSION_H
#define CS_STRUCT_VERSION_H

#include "clscan/clscan.h"

/* Copies the struct `theirs` to `ours`, of `size` bytes: what an older header lacks is zero, what only a newer one has
 * must be. `name` is for the sentence. */
clscan_status cs_struct_version_take(void *ours, size_t size, const void *theirs, const char *name);

#endif
