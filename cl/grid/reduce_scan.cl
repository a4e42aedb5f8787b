/* Reduce, then scan (Dotsenko et al., ICS 2008; Merrill and Grimshaw, 2009): each work-group reduces its span, then
 * scans it from the sum of the earlier spans. The association depends on the shape alone. */
#include "grid/prologue.h"
#include "tile/span.h"

CLSCAN_KERNEL void clscan_reduce_spans(CLSCAN_ARRAYS, ulong span, global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong begin = min(get_group_id(0) * span, v.count);
    const clscan_t sum = clscan_span_reduce(&v, begin, min(span, v.count - begin), &s);
    if (get_local_id(0) == 0)
        totals[get_group_id(0)] = sum;
}

/* Returns the reduction of the totals of earlier spans. There are so few totals that each work-group reduces them
 * itself, which saves a launch. Each work-item reduces an equal number of consecutive totals. */
CLSCAN_COLLECTIVE clscan_t clscan_carry_of(const global clscan_t *totals, local clscan_tile_storage *s) {
    const uint n = get_group_id(0), each = (n + CLSCAN_WG_SIZE - 1) / CLSCAN_WG_SIZE;
    const uint first = min((uint)get_local_id(0) * each, n), last = min(first + each, n);
    clscan_t sum = clscan_identity();
    CLSCAN_FOLD
    for (uint i = first; i < last; i++)
        sum = clscan_combine(sum, totals[i]);
    return clscan_group_reduce(sum, s->values);
}

CLSCAN_KERNEL void clscan_scan_spans(CLSCAN_ARRAYS, ulong span, const global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong begin = min(get_group_id(0) * span, v.count);
    clscan_t carry = clscan_after_start(&v, clscan_carry_of(totals, &s));
    carry = clscan_span_scan(&v, begin, min(span, v.count - begin), carry, &s);
    if (get_global_id(0) == get_global_size(0) - CLSCAN_WG_SIZE)
        clscan_put_total(&v, carry);
}
