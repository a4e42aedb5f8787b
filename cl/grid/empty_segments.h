/* Segments without elements: their results, or where they begin in the outputs of a selection. The kernel runs after
 * the launches that have stored the numbers of the other segments. */
#ifndef CLSCAN_EMPTY_SEGMENTS_H
#define CLSCAN_EMPTY_SEGMENTS_H

#include "item/view.h"

#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS && (CLSCAN_SEGMENT_RESULTS || CLSCAN_SELECTS_SEGMENTS)

/* Returns true if the segment from offsets[s] up to offsets[s + 1] has no elements. Offsets past the last element stand
 * for the end. */
static bool clscan_segment_is_empty(const clscan_view *v, ulong s) {
    const global clscan_offset *offsets = v->CLSCAN_SEGMENT_OFFSETS;
    return min((ulong)offsets[s], v->count) >= min((ulong)offsets[s + 1], v->count);
}

#endif

#if CLSCAN_SEGMENT_RESULTS && CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS

/* Stores result n, of a segment without elements. */
static void clscan_store_empty(const clscan_view *v, ulong n) {
#if CLSCAN_REDUCES_SEGMENTS
    CLSCAN_STORE_RESULT(v, n, clscan_initial_value(v));
#else
    v->out[n] = 0;
#endif
}

/* Stores the result of each segment without elements: the initial value, without one the identity, or in a histogram
 * counts of 0. */
CLSCAN_KERNEL void clscan_empty_segments(CLSCAN_ARRAYS) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong num_stored = min(v.params.num_results, v.params.capacity) * CLSCAN_SEGMENT_RESULTS;
    const ulong each = num_stored > 0 ? (num_stored - 1) / get_num_groups(0) + 1 : 0;
    const ulong begin = get_group_id(0) * each, end = min(begin + each, num_stored);
    for (ulong n = begin + get_local_id(0); n < end; n += CLSCAN_WG_SIZE) {
        if (clscan_segment_is_empty(&v, n / CLSCAN_SEGMENT_RESULTS))
            clscan_store_empty(&v, n);
    }
}

#elif CLSCAN_SELECTS_SEGMENTS && CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS

/* Stores where segments without elements begin in the outputs, and in a partition where their rest begins. Both are the
 * place where the next segment with elements begins, or where the last segment ends. */
CLSCAN_KERNEL void clscan_empty_segments(CLSCAN_ARRAYS) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong num_stored = min(v.params.num_results, v.params.segment_room);
    const ulong each = num_stored > 0 ? (num_stored - 1) / get_num_groups(0) + 1 : 0;
    const ulong begin = get_group_id(0) * each, end = min(begin + each, num_stored);
    for (ulong n = begin + get_local_id(0); n < end; n += CLSCAN_WG_SIZE) {
        ulong at;
        if (!clscan_segment_is_empty(&v, CLSCAN_REVERSE ? v.params.num_results - 1 - n : n))
            continue;
        const ulong next = clscan_find_start(&v, n, &at) ? clscan_segment_number(&v, n + 1, at) : v.params.num_results;
        const ulong from = next * CLSCAN_SEGMENT_STARTS;
        for (ulong i = 0; from < v.params.segment_room && i < CLSCAN_SEGMENT_STARTS; i++)
            clscan_store_start(&v, n * CLSCAN_SEGMENT_STARTS + i, v.CLSCAN_STARTS_OF_SEGMENTS[from]);
    }
}

#endif

#endif
