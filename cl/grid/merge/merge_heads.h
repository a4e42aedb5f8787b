/* A merge sort by rows or by segments. Both are called segments here. An element never leaves its segment, and runs lie
 * between fixed boundaries. So two neighbouring runs have only one segment in common: the last one that begins in the
 * first run. The elements of this segment are merged, and all others are in their places already. To find the segment,
 * a merge needs two heads: the last one in the first run, and the first one in the second run.
 *
 * The workspace has two heads for each block, which is a run of the first merge. `first` of a run's first block is the
 * first head in the run. `last` of a run's last block is the last head in the run. After two runs have been merged, the
 * first head and the last head of the longer run are stored. In the same launch, other work-groups read only the two
 * heads where the runs meet, which do not change. */
#ifndef CLSCAN_MERGE_HEADS_H
#define CLSCAN_MERGE_HEADS_H

#include "item/arrays.h"

/* 1: rows or segments are sorted by themselves. */
#define CLSCAN_MERGE_SEGMENTED (CLSCAN_HAS_ROWS || CLSCAN_SEGMENTS != 0)

/* Expands to its argument in a sort by rows or by segments. */
#if CLSCAN_MERGE_SEGMENTED
#define CLSCAN_IF_SEGMENTED(text) text
#else
#define CLSCAN_IF_SEGMENTED(text)
#endif

/* The first head of a run without heads. The last head of such a run is 0. */
#define CLSCAN_NO_HEAD ULONG_MAX

/* Returns where element i is in the inputs, or in the outputs, of the caller. */
static ulong clscan_merge_in_at(const clscan_view *v, ulong i) {
    const clscan_params *n = &v->params;
    return CLSCAN_HAS_ROWS ? clscan_place_in_rows(n, i, n->in_pitch, n->in_stride) : i;
}
static ulong clscan_merge_out_at(const clscan_view *v, ulong i) {
    const clscan_params *n = &v->params;
    return CLSCAN_HAS_ROWS ? clscan_place_in_rows(n, i, n->out_pitch, n->out_stride) : i;
}

/* Returns the place of element i in its row. Without rows, all elements are one row. */
static ulong clscan_merge_place_in_row(const clscan_view *v, ulong i) {
    const clscan_params *n = &v->params;
    return CLSCAN_HAS_ROWS ? clscan_divide(i, n->length, n->length_reciprocal).remainder : i;
}

/* Returns true if a segment begins with element i. Unlike a scan, a sort in reverse has the same segments as another
 * sort. */
static bool clscan_merge_is_head(const clscan_view *v, ulong i) {
    return clscan_merge_place_in_row(v, i) == 0 ||
           CLSCAN_HEAD_AT(v->segments, clscan_merge_in_at(v, i), v->params.in_stride);
}

/* Two neighbouring runs: a is [begin, middle), and b is [middle, end). */
typedef struct {
    ulong begin, middle, end;
} clscan_run_pair;

/* Returns the pair of runs of `width` elements in which element `at` is. Runs of all `n` elements begin at multiples of
 * `width`; the last run may be shorter, or missing. */
static clscan_run_pair clscan_run_pair_of(ulong at, ulong width, ulong n) {
    const ulong begin = at - at % (2 * width), middle = min(begin + width, n), end = min(middle + width, n);
    const clscan_run_pair pair = { begin, middle, end };
    return pair;
}

/* The heads of blocks of `block` elements. Without segments, nothing is read or written. */
typedef struct {
    global ulong *first, *last;
    ulong block;
} clscan_merge_heads;

/* Sets the heads of the run of one block or less that begins at `begin`. */
static void clscan_merge_set_heads(const clscan_merge_heads *heads, ulong begin, ulong first, ulong last) {
    (void)heads, (void)begin, (void)first, (void)last;
    CLSCAN_IF_SEGMENTED(heads->first[begin / heads->block] = first; heads->last[begin / heads->block] = last;)
}

/* Returns the part of a pair of runs that is merged: the elements of the segment that both runs have. */
static clscan_run_pair clscan_merged_part(const clscan_merge_heads *heads, clscan_run_pair pair) {
    (void)heads;
#if CLSCAN_MERGE_SEGMENTED
    if (pair.middle < pair.end) {
        pair.begin = max(pair.begin, heads->last[(pair.middle - 1) / heads->block]);
        pair.end = min(pair.end, heads->first[pair.middle / heads->block]);
    }
#endif
    return pair;
}

/* Updates the heads: the merged pair is one run now. Called by one work-item. */
static void clscan_merge_join_heads(const clscan_merge_heads *heads, clscan_run_pair pair) {
    (void)heads, (void)pair;
#if CLSCAN_MERGE_SEGMENTED
    if (pair.middle < pair.end) {
        global ulong *const first = heads->first + pair.begin / heads->block, *const last =
                                                                                  heads->last +
                                                                                  (pair.end - 1) / heads->block;
        *first = min(*first, heads->first[pair.middle / heads->block]);
        *last = max(*last, heads->last[(pair.middle - 1) / heads->block]);
    }
#endif
}

#endif
