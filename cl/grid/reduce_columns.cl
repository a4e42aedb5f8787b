/* Reductions of adjacent lines, such as columns. A work-group reduces `rows` rows of a strip of adjacent lines: one
 * part of each line. If lines have several parts, a second launch combines them. */
#include "grid/combine_parts.h"
#include "grid/prologue.h"

#if CLSCAN_WG_SIZE == 1

#include "item/strip.h"

/* Reduces rows [begin, end) of the lines [line, line_end), which one work-item walks down together. */
CLSCAN_COLLECTIVE void clscan_reduce_rows(const clscan_view *v, ulong line, ulong line_end, ulong begin, ulong end,
                                          ulong part, ulong parts, global clscan_t *totals, uint strip,
                                          local clscan_t *values) {
    clscan_line_sums sums;
    (void)strip, (void)values;
    while (line < line_end) {
        const clscan_strip s = { clscan_line_at(v, line), clscan_adjacent_lines(v, line, line_end - line), begin, end };
        clscan_strip_reduce(v, &s, &sums);
        for (uint w = 0; w < s.width; w++)
            clscan_store_part(v, line + w, part, parts, totals, clscan_line_sum(&sums, w));
        line += s.width;
    }
}

#else

#include "tile/columns.h"

/* Reduces rows [begin, end) of the lines [line, line_end). In each step, the work-items of a line reduce as many rows
 * as they hold together. */
CLSCAN_COLLECTIVE void clscan_reduce_rows(const clscan_view *v, ulong line, ulong line_end, ulong begin, ulong end,
                                          ulong part, ulong parts, global clscan_t *totals, uint strip,
                                          local clscan_t *values) {
    const uint me = get_local_id(0), stride = CLSCAN_WG_SIZE / strip * CLSCAN_ITEMS;
    const ulong own = line + me % strip, first = begin + me / strip * CLSCAN_ITEMS;
    const bool has_line = own < line_end;
    const clscan_cursor top = clscan_line_at(v, has_line ? own : 0);
    clscan_t carry = clscan_identity();
    for (ulong row = 0; row < end - begin; row += stride) {
        clscan_t x[CLSCAN_ITEMS], before;
        const clscan_line_part p = clscan_line_part_of(v, top, first + row, has_line ? end : 0);
        values[me] = clscan_line_part_load_and_reduce(x, v, &p);
        clscan_barrier();
        carry = clscan_combine(carry, clscan_fold_parts(values, strip, &before));
        clscan_barrier();
    }
    if (me < strip && has_line)
        clscan_store_part(v, own, part, parts, totals, carry);
}

#endif

CLSCAN_REGISTER_HEAVY_KERNEL void clscan_reduce_columns(CLSCAN_ARRAYS, uint strip, ulong parts, ulong rows,
                                                        global clscan_t *totals) {
    local clscan_t values[CLSCAN_WG_SIZE];
    const clscan_view v = CLSCAN_VIEW;
    const ulong lines = v.params.num_results, length = clscan_line_length(&v), strips = get_num_groups(0) / parts;
    const ulong part = get_group_id(0) / strips, line = (get_group_id(0) - part * strips) * strip;
    const ulong begin = min(part * rows, length);
    clscan_store_total_of_no_lines(&v);
    clscan_reduce_rows(&v, line, min(line + strip, lines), begin, min(begin + rows, length), part, parts, totals, strip,
                       values);
}
