/* Definitions for chunks whose elements are loaded and stored one by one (selected_chunks.h and interleaved.h). The
 * sum of such chunks is a single value, and the alignment of vectors does not matter. */
#ifndef CLSCAN_ITEM_SCALAR_CHUNKS_H
#define CLSCAN_ITEM_SCALAR_CHUNKS_H

#include "item/view.h"

typedef clscan_t clscan_sum; /* the reduction of some chunks */

static clscan_sum clscan_sum_begin(void) {
    return clscan_identity();
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    return sum;
}

static void clscan_heads_prefetch(const clscan_view *v, ulong begin, bool back) {
    (void)v, (void)begin, (void)back;
}

static ulong clscan_until_aligned(const clscan_view *v, ulong i) {
    (void)v, (void)i;
    return 0;
}

/* No store bypasses the cache. */
#define clscan_chunk_scan_unaligned   clscan_chunk_scan_aligned
#define clscan_chunk_scan_nontemporal clscan_chunk_scan_aligned

#endif
