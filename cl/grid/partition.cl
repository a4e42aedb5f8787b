/* A partition: the elements that are kept, then the rest, each in their order. The first launch counts the kept
 * elements of each span; it is clscan_reduce_spans in grid/span_totals.h. The second one scans each span. It knows how
 * many elements are kept in all, so it knows the place of every element. With three parts, a count is a pair: the
 * elements of the first part and of the second one.
 *
 * By rows, a row has one or more parts of `span` elements; its last part may have fewer. A work-group takes `each`
 * consecutive parts. If rows have several parts, the first launch counts the kept elements of each part. Otherwise, the
 * only launch reads each row twice. */
#include "grid/span_totals.h"
#include "item/line.h"

#if CLSCAN_SELECTS_ROWS

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
static ulong clscan_row_parts_end(const clscan_view *v, ulong each, ulong parts) {
    return min((get_group_id(0) + 1) * each, v->params.num_results * parts);
}

CLSCAN_KERNEL void clscan_count_parts(CLSCAN_ARRAYS, ulong each, ulong parts, ulong span, global clscan_t *totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const ulong end = clscan_row_parts_end(&v, each, parts);
    for (ulong i = get_group_id(0) * each; i < end; i++) {
        const clscan_row_part p = clscan_row_part_of(&v, i, parts, span);
        const clscan_t sum = clscan_span_reduce(&v, p.begin, p.n, &s);
        if (get_local_id(0) == 0)
            totals[i] = sum;
    }
}

CLSCAN_KERNEL void clscan_partition_rows(CLSCAN_ARRAYS, ulong each, ulong parts, ulong span,
                                         const global clscan_t *totals) {
    local clscan_tile_storage s;
    clscan_view v = CLSCAN_VIEW;
    const ulong end = clscan_row_parts_end(&v, each, parts);
    for (ulong i = get_group_id(0) * each; i < end; i++) {
        const clscan_row_part p = clscan_row_part_of(&v, i, parts, span);
        const global clscan_t *const of_row = totals + p.row * parts;
        clscan_t carry = clscan_identity();
        if (parts > 1) {
            CLSCAN_SET_PART_SIZES(v, clscan_reduce_totals(of_row, parts, &s));
            carry = clscan_reduce_totals(of_row, p.part, &s);
        } else {
            CLSCAN_SET_PART_SIZES(v, clscan_span_reduce(&v, p.begin, p.n, &s));
        }
        clscan_span_scan(&v, p.begin, p.n, carry, &s);
    }
    if (get_global_id(0) == 0)
        clscan_put_total(&v, clscan_identity());
}

#else

CLSCAN_KERNEL void clscan_partition_spans(CLSCAN_ARRAYS, ulong span, const global clscan_t *totals) {
    local clscan_tile_storage s;
    clscan_view v = CLSCAN_VIEW;
    const clscan_span own = clscan_own_span(v.count, span);
    CLSCAN_SET_PART_SIZES(v, clscan_reduce_totals(totals, get_num_groups(0), &s));
    clscan_t carry = clscan_reduce_totals(totals, get_group_id(0), &s);
    carry = clscan_span_scan(&v, own.begin, own.end - own.begin, carry, &s);
    if (get_global_id(0) == get_global_size(0) - CLSCAN_WG_SIZE)
        clscan_put_total(&v, carry);
}

#endif
