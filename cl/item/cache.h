/* What a CPU fetches into its cache, and leaves there. */
#ifndef CLSCAN_ITEM_CACHE_H
#define CLSCAN_ITEM_CACHE_H

#include "item/view.h"

/* Into the second cache: by way of the first, scans took 5 % longer. PoCL's own prefetch() is empty; others know the
 * builtin and fail on it later. */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define CLSCAN_PREFETCH(address) __builtin_prefetch((const void *)(address), 0, 2)
#else
#define CLSCAN_PREFETCH(address) prefetch((const global char *)(address), CLSCAN_CACHE_LINE)
#endif

#define CLSCAN_CACHE_LINE 64
#define CLSCAN_AHEAD      8192 /* bytes from what is read to what is fetched: a CPU by itself looks less far */

#define CLSCAN_CACHED_BYTES (1 << 20) /* so much output stays in the cache for whoever reads it next */

/* Whether output goes to memory past the cache: not where it replaces the input, which is there already. */
static bool clscan_passes_cache(const clscan_view *v) {
    return !v->numbers.in_place && v->count * sizeof(clscan_out) >= CLSCAN_CACHED_BYTES;
}

#endif
