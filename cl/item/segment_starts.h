/* Where the kept elements of each segment begin in the outputs of a selection by segments, and in a partition also
 * where the other elements begin. The scan counts pairs: the elements that are kept, and the heads of segments (see
 * task/select.h). At a head, the pair before it says how many elements of earlier segments are kept, and how many
 * segments come before. One more number follows the numbers of all segments: where the last segment ends. Segments are
 * numbered in the order of the scan, in which their elements are written. */
#ifndef CLSCAN_ITEM_SEGMENT_STARTS_H
#define CLSCAN_ITEM_SEGMENT_STARTS_H

#include "item/cursor.h"
#include "item/offsets.h"

#if CLSCAN_SELECTS_SEGMENTS

/* Numbers in args.offsets for each segment: 2 in a partition, else 1. */
#ifdef CLSCAN_PART_SIZES
#define CLSCAN_SEGMENT_STARTS 2
#else
#define CLSCAN_SEGMENT_STARTS 1
#endif

#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS

/* Returns the number of the segment of the element at `at`. With offsets, segments without elements have numbers too,
 * so the number is searched among the offsets, of which the scan has passed at least `passed`. An element before all
 * segments in the order of the scan has a number that is too large for any output, and an element after all segments
 * has the number of segments. */
static ulong clscan_segment_number(const clscan_view *v, ulong passed, ulong at) {
    const global clscan_offset *offsets = v->CLSCAN_SEGMENT_OFFSETS;
    const ulong segments = v->params.num_results, known = min(passed, segments);
#if CLSCAN_REVERSE
    return segments - clscan_offset_after_back(offsets, segments + 1 - known, at);
#else
    return clscan_offset_after(offsets, known, segments + 1, at) - 1;
#endif
}

/* Finds the element with which segment n would begin if it had elements, or for n = num_results the element after the
 * last segment. Returns false if the elements end before it. */
static bool clscan_find_start(const clscan_view *v, ulong n, ulong *at) {
    const ulong boundary = CLSCAN_REVERSE ? v->params.num_results - n : n;
    const ulong offset = min((ulong)v->CLSCAN_SEGMENT_OFFSETS[boundary], v->count);
    *at = CLSCAN_REVERSE ? offset - 1 : offset;
    return CLSCAN_REVERSE ? offset > 0 : offset < v->count;
}

#endif

/* Stores number n of the numbers that say where segments begin, if the caller wants them and the output has room for
 * number n. */
static void clscan_store_start(const clscan_view *v, ulong n, ulong place) {
    if (n < v->params.segment_room)
        v->CLSCAN_STARTS_OF_SEGMENTS[n] = place;
}

/* Stores the numbers of segment n, which begins at a cursor. `before` is the pair of counts before the element there.
 * In a partition, all elements of earlier segments precede the elements of this segment in the outputs. */
static void clscan_store_starts(const clscan_view *v, ulong n, const clscan_cursor *c, clscan_value before) {
#ifdef CLSCAN_PART_SIZES
    const global clscan_total *sizes = v->CLSCAN_PART_SIZES + 2 * (ulong)before.y;
    clscan_store_start(v, 2 * n, CLSCAN_POSITION(c));
    clscan_store_start(v, 2 * n + 1, (ulong)sizes[0] + sizes[1]);
#else
    (void)c;
    clscan_store_start(v, n, before.x);
#endif
}

/* Stores the numbers of the segment that begins with an element. `before` is the pair of counts before the element.
 * Each head, except that of the very first element, is at an offset, so the scan has passed as many offsets as
 * heads. */
static void clscan_begin_segment(const clscan_view *v, const clscan_cursor *c, clscan_value before) {
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS
    clscan_store_starts(v, clscan_segment_number(v, before.y, clscan_in_at(v, c)), c, before);
#else
    clscan_store_starts(v, before.y, c, before);
#endif
}

/* Stores where the last segment ends, unless an element follows it, and the total: how many elements are kept, and the
 * number of segments. `carry` is the pair of all counts. Called by one work-item. */
static void clscan_store_total(const clscan_view *v, clscan_t carry) {
#ifdef CLSCAN_PART_SIZES
    const ulong written = v->count;
#else
    const ulong written = carry.x;
#endif
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS
    const ulong segments = v->params.num_results;
    ulong at;
    if (!clscan_find_start(v, segments, &at))
        clscan_store_start(v, segments * CLSCAN_SEGMENT_STARTS, written);
#else
    const ulong segments = carry.y;
    clscan_store_start(v, segments * CLSCAN_SEGMENT_STARTS, written);
#endif
    if (v->params.total) {
        v->total[0] = carry.x;
        v->total[1] = segments;
    }
}

#endif

#endif
