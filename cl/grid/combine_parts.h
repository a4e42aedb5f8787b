/* The second launch of a reduction, which combines the parts of lines. */
#ifndef CLSCAN_COMBINE_PARTS_H
#define CLSCAN_COMBINE_PARTS_H

#include "grid/line_result.h"
#include "item/share.h"

/* Each work-item combines an equal number of consecutive parts of a line. */
CLSCAN_KERNEL void clscan_combine_parts(CLSCAN_ARRAYS, ulong parts, const global clscan_t *totals) {
    local clscan_t values[CLSCAN_WG_SIZE];
    const clscan_view v = CLSCAN_VIEW;
    const clscan_share own = clscan_share_of((uint)parts);
    for (ulong line = get_group_id(0); line < v.params.num_results; line += get_num_groups(0)) {
        clscan_t sum = clscan_identity();
        CLSCAN_NO_VECTORIZE
        for (uint i = own.begin; i < own.end; i++)
            sum = clscan_combine(sum, totals[line * parts + i]);
        sum = clscan_group_reduce(sum, values);
        if (get_local_id(0) == 0)
            clscan_store_line(&v, line, sum);
    }
}

#endif
