/* Structs of the caller that begin with their size, because the caller's header may be older or newer than this
 * library. */
#ifndef CS_STRUCT_VERSION_H
#define CS_STRUCT_VERSION_H

#include "clscan/clscan.h"
#include <stdbool.h>
#include <stddef.h>

/* Returns the size of a struct whose last field is `last`. */
#define CS_SIZE_UP_TO(type, last)                                                                                      \
    ((offsetof(type, last) + sizeof(((type *)0)->last) + sizeof(size_t) - 1) / sizeof(size_t) * sizeof(size_t))

/* A struct that grows in the middle, because CLSCAN_MAX_ARRAYS grows, gets a new layout. The _INIT macro of its header
 * then adds this number to struct_size for each layout before, so that no library takes one layout for another. A
 * library with such a struct copies the fields of the older layouts by their old places. */
enum { CS_NEXT_LAYOUT = 1 << 16 };

/* The sizes that struct_size 0 stands for: those of version 0.2.0. A struct that grows keeps its line here, because
 * programs that set no size were compiled with an older header. */
enum {
    CS_FIRST_ARGS = CS_SIZE_UP_TO(clscan_args, workspace),
    CS_FIRST_DESC = CS_SIZE_UP_TO(clscan_desc, sample),
    CS_FIRST_DEVICE_OPTIONS = CS_SIZE_UP_TO(clscan_device_options, build_options),
    CS_FIRST_CACHE_STATS = CS_SIZE_UP_TO(clscan_cache_stats, disk_stores),
    CS_FIRST_STREAM_OPTIONS = CS_SIZE_UP_TO(clscan_stream_options, reserved),
    CS_FIRST_CALL_INFO = CS_SIZE_UP_TO(clscan_call_info, workspace_bytes),
    CS_FIRST_PART_INFO = CS_SIZE_UP_TO(clscan_part_info, kept_total)
};

/* Returns true if the caller's struct `theirs` has `size` bytes, as the library's has. It can then be read in place. A
 * caller's size of 0 stands for `first` bytes. */
bool cs_struct_version_is_ours(const void *theirs, size_t size, size_t first);

/* Copies the caller's struct `theirs` to `ours`, which has `size` bytes. Fields that an older header lacks become zero.
 * A caller's size of 0 stands for `first` bytes. Fails with CLSCAN_ERROR_INVALID_VALUE if the caller's size is
 * implausible, or if a field that only a newer header has is not zero. `name` is the struct's name in the message. */
clscan_status cs_struct_version_take(void *ours, size_t size, size_t first, const void *theirs, const char *name);

/* Copies the library's struct `ours` to the caller's struct `theirs`, and keeps the caller's size; a size of 0 means
 * `first` bytes. Fields that the library does not know become zero. */
clscan_status cs_struct_version_give(void *theirs, const void *ours, size_t size, size_t first, const char *name);

#endif
