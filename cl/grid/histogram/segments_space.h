/* The workspace of a histogram by segments: the number of heads of each span, from a multiple of
 * CLSCAN_WORKSPACE_ALIGNMENT bytes on, and then the tables of each span. This file also finds the counts of a segment
 * in the output. */
#ifndef CLSCAN_SEGMENTS_SPACE_H
#define CLSCAN_SEGMENTS_SPACE_H

#include "grid/workspace_alignment.h"
#include "item/binned.h"
#include "item/offsets.h"
#include "item/segment_keys.h"

/* The tables of a span: the counts of the elements before its first head, the counts from its last head on, and the
 * tables in which a work-group counts. */
enum { CLSCAN_BEFORE_HEADS, CLSCAN_FROM_LAST_HEAD, CLSCAN_COUNTING };
#define CLSCAN_SPAN_TABLES (CLSCAN_COUNTING + (CLSCAN_WG_SIZE == 1 ? CLSCAN_BIN_COPIES : 1))

typedef struct {
    global ulong *heads;
    global clscan_weight *tables;
    uint spans;
} clscan_counting_space;

static clscan_counting_space clscan_counting_space_of(global uchar *work, uint spans) {
    global ulong *const heads = (global ulong *)clscan_aligned(work);
    const clscan_counting_space space = { heads, (global clscan_weight *)(heads + spans), spans };
    return space;
}

static global clscan_weight *clscan_span_table(const clscan_counting_space *space, uint span, uint table) {
    return space->tables + ((size_t)span * CLSCAN_SPAN_TABLES + table) * CLSCAN_BIN_STRIDE;
}

static bool clscan_is_head_at(const clscan_view *v, ulong i) {
    const clscan_cursor c = clscan_cursor_at(v, i);
    return clscan_is_head(v, &c);
}

/* Returns where the counts of the segment with element i are, or NULL if they have no place in the output. `heads` is
 * the number of heads up to and including this element. With offsets, segments without elements have places too, so the
 * place is searched among the offsets. Elements before the first offset and from the last one on have places past all
 * segments. */
static global clscan_weight *clscan_segment_counts(const clscan_view *v, ulong i, ulong heads) {
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS
    const ulong place = clscan_offset_after(v->CLSCAN_SEGMENT_OFFSETS, 0, v->params.num_results + 1, i) - 1;
    (void)heads;
#else
    const ulong place = heads - 1;
    (void)i;
#endif
    return place < v->params.capacity ? (global clscan_weight *)v->out + place * CLSCAN_BINS : 0;
}

/* Stores the key of the segment that begins with element i, after `heads` other heads. Called by one work-item. */
static void clscan_store_key_at(const clscan_view *v, ulong i, ulong heads) {
    const clscan_cursor c = clscan_cursor_at(v, i);
    clscan_store_key(v, &c, heads);
}

/* Stores the number of segments, if it is wanted. `heads` is the number of heads in the whole array. Called by one
 * work-item. */
static void clscan_store_num_segments(const clscan_view *v, ulong heads) {
    if (v->params.total)
        *v->total = (clscan_total)(CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS ? v->params.num_results : heads);
}

#endif
