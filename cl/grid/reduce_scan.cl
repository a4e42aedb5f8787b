/* Reduce, then scan (Dotsenko et al., ICS 2008; Merrill and Grimshaw, 2009): each work-group reduces its span, then
 * scans it from the sum of the earlier spans. The association depends on the shape alone. */
#include "grid/span_totals.h"

CLSCAN_KERNEL void clscan_scan_spans(CLSCAN_ARRAYS, ulong span, const global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong begin = min(get_group_id(0) * span, v.count);
    clscan_t carry = clscan_combine_first_prefix(&v, clscan_reduce_totals(totals, get_group_id(0), &s));
    carry = clscan_span_scan(&v, begin, min(span, v.count - begin), carry, &s);
    if (get_global_id(0) == get_global_size(0) - CLSCAN_WG_SIZE)
        clscan_store_total(&v, carry);
}
