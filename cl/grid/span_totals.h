/* The totals of spans: a launch stores the total of each work-group's span, and the next launch reduces totals. */
#ifndef CLSCAN_SPAN_TOTALS_H
#define CLSCAN_SPAN_TOTALS_H

#include "grid/prologue.h"
#include "item/share.h"
#include "tile/span.h"

CLSCAN_KERNEL void clscan_reduce_spans(CLSCAN_ARRAYS, ulong span, global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_span own = clscan_own_span(v.count, span);
    const clscan_t sum = clscan_span_reduce(&v, own.begin, own.end - own.begin, &s);
    if (get_local_id(0) == 0)
        totals[get_group_id(0)] = sum;
}

/* Returns the reduction of the first `n` totals. There are so few totals that each work-group reduces them itself,
 * which saves a launch. Each work-item reduces an equal number of consecutive totals. */
CLSCAN_COLLECTIVE clscan_t clscan_reduce_totals(const global clscan_t *totals, uint n, local clscan_tile_storage *s) {
    const clscan_share own = clscan_share_of(n);
    clscan_t sum = clscan_identity();
    CLSCAN_NO_VECTORIZE
    for (uint i = own.begin; i < own.end; i++)
        sum = clscan_combine(sum, totals[i]);
    return clscan_group_reduce(sum, s->values);
}

#endif
