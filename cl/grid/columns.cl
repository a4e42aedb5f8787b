/* The scan of adjacent lines, such as columns. A work-group scans a strip of lines from the first row to the last. If
 * there are too few strips for the device, strips are cut into blocks of rows. */
#include "grid/line_blocks.h"
#include "grid/prologue.h"

#if CLSCAN_WG_SIZE == 1

CLSCAN_COLLECTIVE void clscan_whole_strip(const clscan_view *v, ulong lines, uint strip, local clscan_t *totals) {
    clscan_line_sums sums;
    ulong line = get_group_id(0) * strip;
    const ulong past = min(line + strip, lines);
    (void)totals;
    while (line < past) {
        const clscan_strip s = { clscan_line_at(v, line), clscan_adjacent_lines(v, line, past - line), 0, v->length };
        for (uint w = 0; w < s.width; w++)
            clscan_line_sum_set(&sums, w, clscan_start(v));
        clscan_strip_scan(v, &s, &sums, clscan_passes_cache(v));
        line += s.width;
        if (line == lines)
            clscan_put_total(v, clscan_line_sum(&sums, s.width - 1));
    }
}

#else

/* In each step, the work-items of a line scan as many rows as they hold together. */
CLSCAN_COLLECTIVE void clscan_whole_strip(const clscan_view *v, ulong lines, uint strip, local clscan_t *totals) {
    const uint me = get_local_id(0), part = me / strip, rows = CLSCAN_WG_SIZE / strip * CLSCAN_ITEMS;
    const ulong line = get_group_id(0) * strip + me % strip;
    const ulong length = lines ? v->length : 0;
    const clscan_cursor top = clscan_line_at(v, line < lines ? line : 0);
    clscan_t carry = clscan_start(v);
    for (ulong row = 0; row < length; row += rows) {
        clscan_t x[CLSCAN_ITEMS], before;
        const clscan_line_part p = clscan_line_part_of(v, top, row + part * CLSCAN_ITEMS, line < lines ? length : 0);
        totals[me] = clscan_line_part_load(x, v, &p);
        clscan_barrier();
        const clscan_t aggregate = clscan_fold_parts(totals, strip, &before);
        clscan_barrier();
        clscan_line_part_store(x, v, &p, part ? clscan_combine(carry, before) : carry);
        carry = clscan_combine(carry, aggregate);
    }
    clscan_barrier(); /* without it, PoCL 7.1 stored the carry of before the loop as the total */
    if (part == 0 && line + 1 == lines)
        clscan_put_total(v, carry);
}

#endif

CLSCAN_REGISTER_HEAVY_KERNEL void clscan_columns(CLSCAN_ARRAYS, ulong lines, uint strip) {
    local clscan_t totals[CLSCAN_WG_SIZE];
    const clscan_view view = CLSCAN_VIEW;
    if (lines == 0 && get_global_id(0) == 0)
        clscan_put_total(&view, clscan_start(&view));
    clscan_whole_strip(&view, lines, strip, totals);
}

/* Scans strips that are cut into blocks: each work-group scans one block. */
CLSCAN_REGISTER_HEAVY_KERNEL void clscan_column_blocks(CLSCAN_ARRAYS, clscan_state *workspace, ulong lines, uint strip,
                                                       ulong blocks, ulong rows, uint epoch, uint first_ticket) {
    local clscan_blocks_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    const clscan_field field = clscan_field_of(&view, lines, strip, blocks, rows, workspace, epoch);
    const clscan_block block = clscan_take_block(&field, first_ticket, &storage.ticket);
    clscan_scan_block(&field, &block, &storage);
}
