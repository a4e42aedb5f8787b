/* What a CPU leaves in its cache. */
#ifndef CLSCAN_ITEM_CACHE_H
#define CLSCAN_ITEM_CACHE_H

#include "item/view.h"

#define CLSCAN_CACHED_BYTES (1 << 20) /* so much output stays in the cache for whoever reads it next */

/* Whether output goes to memory past the cache: not where it replaces the input, which is there already. */
static bool clscan_passes_cache(const clscan_view *v) {
    return !v->numbers.in_place && v->count * sizeof(clscan_out) >= CLSCAN_CACHED_BYTES;
}

#endif
