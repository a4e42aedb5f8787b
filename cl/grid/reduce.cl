/* Reductions. Each line, which is a row or the whole range, has one or more parts. A work-group reduces
 * `parts_per_group` consecutive parts. A part has `span` elements; the last one of a line may have fewer. If lines have
 * several parts, a second launch combines them. */
#include "grid/line_result.h"
#include "grid/prologue.h"
#include "tile/span.h"

CLSCAN_KERNEL void clscan_reduce_lines(CLSCAN_ARRAYS, ulong parts_per_group, ulong parts, ulong span,
                                       global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong length = clscan_line_length(&v), begin = get_group_id(0) * parts_per_group;
    const ulong end = min(begin + parts_per_group, v.params.num_results * parts);
    clscan_put_no_lines(&v);
    for (ulong i = begin; i < end; i++) {
        const ulong line = i / parts, part = i - line * parts, at = min(part * span, length);
        const clscan_t sum = clscan_span_reduce(&v, line * length + at, min(span, length - at), &s);
        if (get_local_id(0) == 0)
            clscan_put_part(&v, line, part, parts, totals, sum);
    }
}
