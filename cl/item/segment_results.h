/* The results of a reduction by segments. The scan carries how many heads it has passed (see flagged_op.h). At the head
 * of a segment, the prefix is the result of the segment before, and the number of heads in the prefix says its place.
 * After the last element, the carry is the result of the last segment. So each element needs only numbers that the scan
 * has anyway, and each result is stored once. */
#ifndef CLSCAN_ITEM_SEGMENT_RESULTS_H
#define CLSCAN_ITEM_SEGMENT_RESULTS_H

#include "item/cursor.h"
#include "item/initial.h"
#include "item/offsets.h"
#include "item/segment_keys.h"

#if CLSCAN_REDUCES_SEGMENTS

static ulong clscan_heads_in(clscan_t x) {
    return x.flags / CLSCAN_HEAD;
}

/* Returns the place of the result of the segment that ends before element i. `prefix` is the prefix of the element.
 * With offsets, segments without elements have places too, so the place is searched among the offsets. */
static ulong clscan_segment_place(const clscan_view *v, ulong i, clscan_t prefix) {
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS
    const clscan_cursor last = clscan_cursor_at(v, i - 1);
    const ulong at = clscan_in_at(v, &last), passed = CLSCAN_REVERSE ? 0 : clscan_heads_in(prefix) - 1;
    return clscan_offset_after(v->CLSCAN_SEGMENT_OFFSETS, min(passed, v->params.num_results), v->params.num_results + 1,
                               at) -
           1;
#else
    (void)v, (void)i;
    return clscan_heads_in(prefix) - 1;
#endif
}

/* Stores the result of the segment that ends before element i, if there is an element before. With offsets, elements
 * before the first offset and from the last offset on belong to no segment: their places are past all segments. */
static void clscan_end_segment(const clscan_view *v, ulong i, clscan_t prefix) {
    if (!prefix.flags)
        return;
    const ulong place = clscan_segment_place(v, i, prefix);
    if (place < v->params.capacity)
        CLSCAN_STORE_RESULT(v, place, clscan_result_of(v, prefix));
}

/* Stores two things at the head of a segment: the result of the segment before it, and the key of this segment. */
static void clscan_begin_segment(const clscan_view *v, const clscan_cursor *c, clscan_t prefix) {
    clscan_end_segment(v, c->i, prefix);
    clscan_store_key(v, c, clscan_heads_in(prefix));
}

/* Processes element x, which is element i of the scan: if a segment begins with it, stores the result of the segment
 * before and the key of this one. Returns the carry after the element. */
static clscan_t clscan_segment_step(const clscan_view *v, ulong i, clscan_t x, clscan_t prefix) {
    if (CLSCAN_HAS_HEAD(x)) {
        const clscan_cursor c = clscan_cursor_at(v, i);
        clscan_begin_segment(v, &c, prefix);
    }
    return clscan_combine(prefix, x);
}

static void clscan_store(const clscan_view *v, const clscan_cursor *c, clscan_t x, clscan_t inclusive,
                         clscan_t exclusive) {
    (void)inclusive;
    if (CLSCAN_HAS_HEAD(x))
        clscan_begin_segment(v, c, exclusive);
}

/* Stores the result of the last segment, and the total, which is the number of segments. `carry` is the carry after the
 * last element. Called by one work-item. */
static void clscan_store_total(const clscan_view *v, clscan_t carry) {
    clscan_end_segment(v, v->count, carry);
    if (v->params.total)
        *v->total = CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS ? v->params.num_results : clscan_heads_in(carry);
}

#endif

#endif
