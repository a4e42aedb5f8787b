/* Lines side by side, each scanned by itself: a work-group has a strip of them and goes down row by row. */
#include "grid/before.h"
#if CLSCAN_WG_SIZE == 1
#include "item/strip.h"
#else
#include "tile/columns.h"
#endif

#if CLSCAN_WG_SIZE == 1

CLSCAN_KERNEL void clscan_columns(CLSCAN_ARRAYS, ulong lines) {
    const clscan_view v = CLSCAN_VIEW;
    clscan_t carry[CLSCAN_STRIP];
    ulong line = get_group_id(0) * CLSCAN_STRIP;
    const ulong end = min(line + CLSCAN_STRIP, lines);
    if (lines == 0)
        clscan_put_total(&v, clscan_start(&v));
    while (line < end) {
        const clscan_strip s = { clscan_line_at(&v, line), clscan_lines_beside(&v, line, end - line), 0,
                                 clscan_line_length(&v) };
        for (uint w = 0; w < s.width; w++)
            carry[w] = clscan_start(&v);
        clscan_strip_scan(&v, &s, carry);
        line += s.width;
        if (line == lines)
            clscan_put_total(&v, carry[s.width - 1]);
    }
}

#else

CLSCAN_HOLDING_KERNEL void clscan_columns(CLSCAN_ARRAYS, ulong lines) {
    local clscan_t totals[CLSCAN_WG_SIZE];
    const clscan_view v = CLSCAN_VIEW;
    const uint lane = get_local_id(0) % CLSCAN_STRIP, part = get_local_id(0) / CLSCAN_STRIP;
    const ulong line = get_group_id(0) * CLSCAN_STRIP + lane, length = clscan_line_length(&v);
    const clscan_cursor top = clscan_line_at(&v, line < lines ? line : 0);
    clscan_t carry = clscan_start(&v);
    for (ulong k = 0; k < length; k += CLSCAN_ROWS) {
        clscan_t x[CLSCAN_ITEMS], before = clscan_identity(), sum = before;
        const clscan_part p = clscan_part_of(top, k + part * CLSCAN_ITEMS, line < lines ? length : 0);
        totals[get_local_id(0)] = clscan_part_load(x, &v, &p);
        clscan_barrier();
        for (uint i = 0; i < CLSCAN_PARTS; i++) {
            const clscan_t total = totals[i * CLSCAN_STRIP + lane];
            before = i == part ? sum : before;
            sum = i ? clscan_combine(sum, total) : total;
        }
        clscan_part_store(x, &v, &p, part ? clscan_combine(carry, before) : carry);
        carry = clscan_combine(carry, sum);
        clscan_barrier();
    }
    if (part == 0 && (line + 1 == lines || (line == 0 && lines == 0)))
        clscan_put_total(&v, carry);
}

#endif
