/* Reduce, then scan (Dotsenko et al., ICS 2008; Merrill and Grimshaw, 2009): each work-group reduces its span, then
 * scans it from the sum of the spans before. The association depends on the shape alone. */
#include "tile/span.h"

CLSCAN_KERNEL void clscan_reduce_spans(const global clscan_t *in, ulong in_offset, ulong count, ulong span,
                                       global clscan_t *totals) {
    local clscan_tile_storage s;
    ulong begin = get_group_id(0) * span;
    clscan_t total = clscan_span_reduce(in + in_offset + begin, min(span, count - begin), &s);
    if (get_local_id(0) == 0)
        totals[get_group_id(0)] = total;
}

/* The carry is the reduction of the totals before: few enough for each work-group to do it itself. */
CLSCAN_KERNEL void clscan_scan_spans(const global clscan_t *in, ulong in_offset, global clscan_t *out, ulong out_offset,
                                     ulong count, ulong span, const global clscan_t *totals) {
    local clscan_tile_storage s;
    ulong begin = get_group_id(0) * span;
    clscan_t carry = clscan_span_reduce(totals, get_group_id(0), &s);
    clscan_span_scan(in + in_offset + begin, out + out_offset + begin, min(span, count - begin), carry, &s);
}
