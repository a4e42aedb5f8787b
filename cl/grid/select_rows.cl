/* A selection or a partition of each row by itself. A row has one or more parts of `span` elements; its last part may
 * have fewer. A work-group takes `parts_per_group` consecutive parts. If rows have several parts, the first launch
 * counts the kept elements of each part. Otherwise one launch is enough, which in a partition reads each row twice. */
#include "grid/span_totals.h"
#include "item/line.h"

/* A part of a row: elements [begin, begin + n) of the scan. */
typedef struct {
    ulong row, part, begin, n;
} clscan_row_part;

static clscan_row_part clscan_row_part_of(const clscan_view *v, ulong i, ulong parts, ulong span) {
    const ulong length = clscan_line_length(v), row = i / parts, part = i - row * parts, at = min(part * span, length);
    const clscan_row_part own = { row, part, row * length + at, min(span, length - at) };
    return own;
}

/* Returns the end of this work-group's parts of all rows. */
static ulong clscan_row_parts_end(const clscan_view *v, ulong parts_per_group, ulong parts) {
    return min((get_group_id(0) + 1) * parts_per_group, v->params.num_results * parts);
}

/* Stores the total of a row after its last part. In a partition, the last element has stored it. */
static void clscan_store_row_total(const clscan_view *v, clscan_row_part p, ulong parts, clscan_t carry) {
#if CLSCAN_SELECTS_ROWS && !defined(CLSCAN_PART_SIZES)
    const clscan_cursor c = clscan_line_at(v, p.row);
    if (v->params.total && v->count > 0 && p.part + 1 == parts && get_local_id(0) == 0)
        clscan_write_total(clscan_row_total(v, &c), carry, v->length);
#else
    (void)v, (void)p, (void)parts, (void)carry;
#endif
}

CLSCAN_KERNEL void clscan_select_count_parts(CLSCAN_ARRAYS, ulong parts_per_group, ulong parts, ulong span,
                                             global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong end = clscan_row_parts_end(&v, parts_per_group, parts);
    for (ulong i = get_group_id(0) * parts_per_group; i < end; i++) {
        const clscan_row_part p = clscan_row_part_of(&v, i, parts, span);
        const clscan_t sum = clscan_span_reduce(&v, p.begin, p.n, &s);
        if (get_local_id(0) == 0)
            totals[i] = sum;
    }
}

CLSCAN_KERNEL void clscan_select_rows(CLSCAN_ARRAYS, ulong parts_per_group, ulong parts, ulong span,
                                      const global clscan_t *totals) {
    local clscan_tile_storage s;
    clscan_view v = CLSCAN_VIEW;
    const ulong end = clscan_row_parts_end(&v, parts_per_group, parts);
    for (ulong i = get_group_id(0) * parts_per_group; i < end; i++) {
        const clscan_row_part p = clscan_row_part_of(&v, i, parts, span);
        const global clscan_t *const of_row = totals + p.row * parts;
        clscan_t carry = clscan_first_prefix(&v);
        if (parts > 1)
            carry = clscan_combine_first_prefix(&v, clscan_reduce_totals(of_row, p.part, &s));
#ifdef CLSCAN_PART_SIZES
        CLSCAN_SET_PART_SIZES(v, parts > 1 ? clscan_reduce_totals(of_row, parts, &s)
                                           : clscan_span_reduce(&v, p.begin, p.n, &s));
#endif
        clscan_store_row_total(&v, p, parts, clscan_span_scan(&v, p.begin, p.n, carry, &s));
    }
    if (get_global_id(0) == 0)
        clscan_store_total(&v, clscan_first_prefix(&v));
}
