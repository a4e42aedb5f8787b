/* A work-group sorts a part of the elements alone: it makes all passes, without an exchange with other work-groups. The
 * part is all elements of a sort, or whole rows. If the part fits into a tile, it is sorted in local memory, else
 * through the buffers of a workspace that the work-group has to itself. */
#ifndef CLSCAN_SORT_ALONE_H
#define CLSCAN_SORT_ALONE_H

#include "grid/sort/sort_packed.h"
#include "grid/sort/sort_segments.h"
#include "grid/sort/sort_top_k.h"

#if !CLSCAN_SEGMENTS
#include "grid/sort/sort_in_tile.h"
#endif

/* Returns the passes that sort `n` elements: those by the segment ids of few rows have fewer digits. */
static uint clscan_sort_passes_alone(const clscan_view *v, ulong n) {
    uint passes = CLSCAN_SORT_KEY_PASSES;
    if ((CLSCAN_SEGMENTS != 0) | !CLSCAN_HAS_ROWS)
        return CLSCAN_SORT_PASSES;
    for (ulong last = clscan_divide(n - 1, v->params.length, v->params.length_reciprocal).quotient; last > 0;
         last >>= CLSCAN_DIGIT_BITS)
        passes++;
    return passes;
}

/* Moves the elements, pass by pass. `v` is a view of the part, with the caller's arrays from space->begin on. */
CLSCAN_COLLECTIVE void clscan_sort_make_passes(const clscan_view *v, const clscan_sort_space *space,
                                               local clscan_sort_storage *s) {
    const clscan_span all = { 0, v->count };
    const uint inputs = clscan_sort_inputs(v);
    clscan_sort_count_pass(v, space, inputs, 0, all, s);
    clscan_barrier_after_stores();
    clscan_sort_counts_to_totals(space);
    clscan_barrier_after_stores();
    CLSCAN_NO_UNROLL
    for (uint pass = 0; pass < space->passes; pass++) {
        clscan_sort_move_pass(v, space, inputs, pass, all, s);
        clscan_barrier_after_stores();
    }
}

/* Sorts `n` elements from `begin` on in the buffers of a workspace. Rows that lie apart are packed there first. No
 * barrier depends on a condition, because PoCL 3.1 would copy all code that follows. */
CLSCAN_COLLECTIVE void clscan_sort_in_buffers(const clscan_view *v, const clscan_sort_space *space, ulong begin,
                                              ulong n, local clscan_sort_storage *s) {
    const bool is_packed = clscan_sort_is_packed(v);
    clscan_view part = *v;
    clscan_sort_space own = *space;
    part.count = n;
    own.begin = is_packed ? 0 : begin;
    own.passes = clscan_sort_passes_alone(v, n);
#if CLSCAN_SORT_PACKS
    clscan_sort_pack_span(&part, &own, begin, 0, is_packed ? n : 0);
    clscan_barrier_after_stores();
#endif
    clscan_sort_make_passes(&part, &own, s);
#if CLSCAN_SORT_PACKS
    clscan_sort_unpack_span(v, &own, clscan_sort_last_buffer(&own, &part, CLSCAN_SORT_PACKED), begin, 0,
                            is_packed ? n : 0);
    clscan_barrier_after_loads();
#endif
}

#if CLSCAN_SEGMENTS

/* Sorts all elements by segments. */
CLSCAN_COLLECTIVE void clscan_sort_segments_alone(const clscan_view *v, const clscan_sort_space *space,
                                                  local clscan_sort_storage *s) {
    clscan_sort_number_span(v, 0, v->count, 0, clscan_sort_first_segment_ids(space), s);
    clscan_barrier_after_stores();
    clscan_sort_in_buffers(v, space, 0, v->count, s);
#if CLSCAN_SORT_TOP_K
    clscan_sort_store_total(v, clscan_sort_take_wanted_of(v, space, 0, v->count, 0, s));
#endif
}

#endif

#endif
