/* A pass of a radix sort in three launches: digits are counted, the counts are scanned, and elements are moved. Sorts
 * and the sort of a top-k's gathered elements share the first launch and the last one. `inputs` is the buffer that the
 * first pass reads. */
#ifndef CLSCAN_SORT_PASS_H
#define CLSCAN_SORT_PASS_H

#include "grid/sort/sort_space.h"

#if CLSCAN_WG_SIZE == 1
#include "grid/sort/sort_by_item.h"
#else
#include "grid/sort/sort_by_group.h"
#endif

/* Counts the digits of this work-group's span `own`: of all passes if `pass` is 0, else of that pass. */
CLSCAN_COLLECTIVE void clscan_sort_count_pass(const clscan_view *v, const clscan_sort_space *space, uint inputs,
                                              uint pass, clscan_span own, local clscan_sort_storage *s) {
    if (pass > 0) {
        const clscan_sort_buffers buffers = clscan_sort_buffers_of(space, v, inputs, pass);
        const clscan_sort_source source = clscan_sort_source_of(v, space, buffers.from);
        clscan_sort_count_span(&source, pass, own.begin, buffers.moves ? own.end : own.begin, space, s);
    } else {
        const clscan_sort_source source = clscan_sort_source_of(v, space, inputs);
        if (clscan_sort_own_span(space) == 0 && get_local_id(0) == 0)
            for (uint p = 0; p < space->passes; p++)
                space->first_digits[p] =
                    v->count > 0 ? clscan_sort_digit_at(&source, p, clscan_digit_field_of(p), 0) : 0;
        clscan_sort_count_span(&source, pass, own.begin, own.end, space, s);
    }
}

/* Replaces the rows from `begin` up to `end` of the counts by their exclusive prefixes, and stores their totals if
 * `stores` is true. The work-groups take rows in turn. */
CLSCAN_COLLECTIVE void clscan_sort_scan_rows(const clscan_sort_space *space, uint begin, uint end, uint spans,
                                             bool stores, local clscan_sort_storage *s) {
    for (uint counts_row = begin + get_group_id(0); counts_row < end; counts_row += get_num_groups(0)) {
        const clscan_value total = clscan_sort_scan_row(space->counts + (size_t)counts_row * spans, spans, s);
        if (stores && get_local_id(0) == 0)
            space->totals[counts_row] = total;
    }
}

/* Makes totals of the counts of a work-group that has counted all elements. No span is before its own. */
CLSCAN_COLLECTIVE void clscan_sort_counts_to_totals(const clscan_sort_space *space) {
    for (uint counts_row = get_local_id(0); counts_row < space->passes * CLSCAN_DIGITS; counts_row += CLSCAN_WG_SIZE) {
        space->totals[counts_row] = *clscan_sort_counter(space, counts_row);
        *clscan_sort_counter(space, counts_row) = 0;
    }
}

/* Moves the elements of this work-group's span `own`. */
CLSCAN_COLLECTIVE void clscan_sort_move_pass(const clscan_view *v, const clscan_sort_space *space, uint inputs,
                                             uint pass, clscan_span own, local clscan_sort_storage *s) {
    const clscan_sort_buffers buffers = clscan_sort_buffers_of(space, v, inputs, pass);
    clscan_sort_move_span(v, space, buffers, pass, own.begin, buffers.moves ? own.end : own.begin, s);
}

#endif
