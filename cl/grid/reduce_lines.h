/* The reduction of lines, each of which is a row or the whole range. A line has one or more parts of `span` elements;
 * the last part may have fewer. */
#ifndef CLSCAN_REDUCE_LINES_H
#define CLSCAN_REDUCE_LINES_H

#include "grid/line_result.h"
#include "grid/prologue.h"
#include "tile/span.h"

/* Returns the reduction of a part of a line to every work-item. */
CLSCAN_COLLECTIVE clscan_t clscan_part_reduce(const clscan_view *v, ulong line, ulong part, ulong span,
                                              local clscan_tile_storage *s) {
    const ulong length = clscan_line_length(v), at = min(part * span, length);
    return clscan_span_reduce(v, line * length + at, min(span, length - at), s);
}

/* A work-group reduces `parts_per_group` consecutive parts. */
CLSCAN_KERNEL void clscan_reduce_lines(CLSCAN_ARRAYS, ulong parts_per_group, ulong parts, ulong span,
                                       global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong begin = get_group_id(0) * parts_per_group;
    const ulong end = min(begin + parts_per_group, v.params.num_results * parts);
    clscan_store_total_of_no_lines(&v);
    for (ulong i = begin; i < end; i++) {
        const ulong line = i / parts, part = i - line * parts;
        const clscan_t sum = clscan_part_reduce(&v, line, part, span, &s);
        if (get_local_id(0) == 0)
            clscan_store_part(&v, line, part, parts, totals, sum);
    }
}

#endif
