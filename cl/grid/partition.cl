/* A partition: the elements that are kept, then the rest, each in their order. The first launch counts the kept
 * elements of each span; it is clscan_reduce_spans in grid/span_totals.h. The second launch scans each span. It knows
 * how many elements are kept in all, and so the place of every element. With three parts, a count is a pair: the
 * elements of the first part and of the second one. */
#include "grid/span_totals.h"

CLSCAN_KERNEL void clscan_partition_spans(CLSCAN_ARRAYS, ulong span, const global clscan_t *totals) {
    local clscan_tile_storage s;
    clscan_view v = CLSCAN_VIEW;
    const clscan_span own = clscan_own_span(v.count, span);
    CLSCAN_SET_PART_SIZES(v, clscan_reduce_totals(totals, get_num_groups(0), &s));
    clscan_t carry = clscan_reduce_totals(totals, get_group_id(0), &s);
    carry = clscan_span_scan(&v, own.begin, own.end - own.begin, carry, &s);
    if (get_global_id(0) == get_global_size(0) - CLSCAN_WG_SIZE)
        clscan_store_total(&v, carry);
}
