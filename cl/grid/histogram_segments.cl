/* Histograms by segments. Each work-group walks over one span of the elements from head to head, and counts the
 * elements of one segment after the other in a table. A segment that begins in a span and ends before the last head of
 * the span, or at it, is stored in the output. The elements before the first head of a span, and those from the last
 * head on, are parts of segments that may lie in several spans. The counts of such parts are stored in the workspace,
 * and the last launch adds them in the order of the spans. So floating-point sums have the same bits on every run. The
 * first launch counts the heads of each span. They say where the results of the segments of a span are. */

/* here, because a program has a file at the place of its first include only */
#include "grid/histogram/segments_space.h"
#include "grid/prologue.h"
#include "item/share.h"
#if CLSCAN_WG_SIZE == 1
#include "grid/histogram/segments_by_item.h"
#else
#include "grid/histogram/segments_by_group.h"
#endif

/* Each work-group counts the heads of one span. */
CLSCAN_KERNEL void clscan_histogram_count_heads(CLSCAN_ARRAYS, ulong span, uint spans, global uchar *work) {
    local clscan_counting_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_counting_space space = clscan_counting_space_of(work, spans);
    const clscan_span own = clscan_own_span(v.count, span);
    const ulong heads = clscan_count_heads(&v, own.begin, own.end, &s);
    if (get_local_id(0) == 0)
        space.heads[get_group_id(0)] = heads;
}

/* Each work-group counts the segments of one span, in one of the ranges of bins. The work-group of the first range also
 * stores the keys of these segments. */
CLSCAN_KERNEL void clscan_histogram_count_segments(CLSCAN_ARRAYS, ulong span, uint spans,
                                                   const global clscan_edge *edges, global uchar *work) {
    local clscan_counting_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_counting_space space = clscan_counting_space_of(work, spans);
    const uint own = (uint)get_group_id(0) / CLSCAN_BIN_RANGES, range = (uint)get_group_id(0) % CLSCAN_BIN_RANGES;
    const ulong begin = min(own * span, v.count), end = min(begin + span, v.count);
    ulong heads = clscan_heads_before(&space, own, &s), at = begin, next = clscan_next_head(&v, begin, end, &s);
    global clscan_weight *to = clscan_span_table(&space, own, CLSCAN_BEFORE_HEADS);
    bool is_last = false;
    while (!is_last) {
        is_last = next >= end;
        if (to)
            clscan_count_part(&v, at, next, range, edges, clscan_span_table(&space, own, CLSCAN_COUNTING), to, &s);
        if (!is_last) {
            at = next;
            if (range == 0 && get_local_id(0) == 0)
                clscan_store_key_at(&v, at, heads);
            next = clscan_next_head(&v, at + 1, end, &s);
            to = next < end ? clscan_segment_counts(&v, at, ++heads)
                            : clscan_span_table(&space, own, CLSCAN_FROM_LAST_HEAD);
        }
    }
}

/* Each work-group adds the parts of the segment that begins with the last head of one span. The last work-group stores
 * the number of segments. */
CLSCAN_KERNEL void clscan_histogram_join_segments(CLSCAN_ARRAYS, ulong span, uint spans, global uchar *work) {
    local clscan_counting_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_counting_space space = clscan_counting_space_of(work, spans);
    const uint own = (uint)get_group_id(0);
    const ulong heads = clscan_heads_before(&space, own + 1, &s);
    if (own + 1 == spans && get_local_id(0) == 0)
        clscan_store_num_segments(&v, heads);
    if (space.heads[own] > 0) {
        global clscan_weight *const to = clscan_segment_counts(&v, min((own + 1) * span, v.count) - 1, heads);
        const uint last = clscan_last_span_of_segment(&space, own, &s);
        for (uint bin = get_local_id(0); to && bin < CLSCAN_BINS; bin += CLSCAN_WG_SIZE) {
            clscan_weight sum = clscan_span_table(&space, own, CLSCAN_FROM_LAST_HEAD)[bin];
            CLSCAN_UNROLL_BY_8
            for (uint i = own + 1; i <= last; i++)
                sum += clscan_span_table(&space, i, CLSCAN_BEFORE_HEADS)[bin];
            to[bin] = sum;
        }
    }
}
