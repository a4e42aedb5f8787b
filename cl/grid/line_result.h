/* Reductions: the result of a line, and the partial results from which it is made if several work-groups reduce the
 * line. */
#ifndef CLSCAN_LINE_RESULT_H
#define CLSCAN_LINE_RESULT_H

#include "group/reduce.h"
#include "item/line.h"

/* Stores the result of a line, and the total if the line is the last one. Called by one work-item. */
static void clscan_store_line(const clscan_view *v, ulong line, clscan_t sum) {
    const clscan_t result = clscan_combine_first_prefix(v, sum);
    CLSCAN_STORE_RESULT(v, clscan_line_result_at(v, line), clscan_result_of(v, result));
    if (line + 1 == v->params.num_results)
        clscan_store_total(v, result);
}

/* Stores the total of a call without lines. */
static void clscan_store_total_of_no_lines(const clscan_view *v) {
    if (v->params.num_results == 0 && get_global_id(0) == 0)
        clscan_store_total(v, clscan_first_prefix(v));
}

/* Stores the reduction of one of the `parts` parts of a line. Called by one work-item. */
static void clscan_store_part(const clscan_view *v, ulong line, ulong part, ulong parts, global clscan_t *totals,
                              clscan_t sum) {
    if (parts == 1)
        clscan_store_line(v, line, sum);
    else
        totals[line * parts + part] = sum;
}

#endif
