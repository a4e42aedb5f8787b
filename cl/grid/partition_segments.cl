/* A partition of each segment by itself: its kept elements, then the others, each in their order. The first launch
 * counts the kept elements and the segments of each span; it is clscan_reduce_spans in grid/span_totals.h. The second
 * one finds the sizes of the parts of each segment (item/segment_parts.h). The third one moves the elements. The
 * workspace has the counts of all spans, and then the sizes of parts. */
#include "grid/span_totals.h"
#include "tile/segment_parts.h"

#if CLSCAN_SELECTS_SEGMENTS && defined(CLSCAN_PART_SIZES)

/* Heads are read again only in spans that have some. */
CLSCAN_KERNEL void clscan_find_parts(CLSCAN_ARRAYS, ulong span, global clscan_t *space) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_span own = clscan_own_span(v.count, span);
    global clscan_total *const part_sizes = (global clscan_total *)(space + get_num_groups(0));
    const clscan_t before = clscan_reduce_totals(space, get_group_id(0), &s), sum = space[get_group_id(0)];
    clscan_span_find_parts(&v, own.begin, sum.y > 0 ? own.end - own.begin : 0, before, part_sizes, &s);
    if (get_global_id(0) == get_global_size(0) - CLSCAN_WG_SIZE)
        clscan_end_parts(part_sizes, clscan_combine(before, sum));
}

CLSCAN_KERNEL void clscan_partition_segments(CLSCAN_ARRAYS, ulong span, const global clscan_t *space) {
    local clscan_tile_storage s;
    clscan_view v = CLSCAN_VIEW;
    const clscan_span own = clscan_own_span(v.count, span);
    v.CLSCAN_PART_SIZES = (const global clscan_total *)(space + get_num_groups(0));
    clscan_t carry = clscan_reduce_totals(space, get_group_id(0), &s);
    carry = clscan_span_scan(&v, own.begin, own.end - own.begin, carry, &s);
    if (get_global_id(0) == get_global_size(0) - CLSCAN_WG_SIZE)
        clscan_store_total(&v, carry);
}

#endif
