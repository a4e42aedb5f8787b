/* Compaction: in local memory, the kept elements of a selection move to consecutive places, from where neighbouring
 * lanes store neighbouring elements. This takes ballots. A partition in three parts and a selection by segments have
 * counts of two numbers, and their elements are not compacted here. (selected_segments_tile.h does so in its own way.)
 * Run-length encodings are not compacted either, because an element that has no room ends the run before the element.
 * Selections by rows are not compacted, because a tile may have several rows. */
#ifndef CLSCAN_TILE_COMPACTION_H
#define CLSCAN_TILE_COMPACTION_H

#include "item/view.h"
#include "sub/sub_group.h"

#if defined(CLSCAN_SELECT_BY_INDEX) && CLSCAN_BALLOTS && !defined(CLSCAN_THREE_PARTS) &&                               \
    !defined(CLSCAN_LENGTHS_OF_RUNS) && !CLSCAN_SELECTS_ROWS && !CLSCAN_SELECTS_SEGMENTS
#define CLSCAN_COMPACTS 1
#else
#define CLSCAN_COMPACTS 0
#endif

#if CLSCAN_COMPACTS

/* True in a partition, where the elements that are not kept follow those that are. */
#ifdef CLSCAN_PART_SIZES
#define CLSCAN_KEEPS_REST 1
#else
#define CLSCAN_KEEPS_REST 0
#endif

/* The value that moves for an element: the element itself, or its index if the store needs the index. */
#if CLSCAN_SELECT_BY_INDEX
typedef ushort clscan_compacted;
#define CLSCAN_COMPACTED(x, i) (i)
#else
typedef clscan_loaded clscan_compacted;
#define CLSCAN_COMPACTED(x, i) (x)
#endif

/* The compacted elements that have room in the outputs: `n` elements from element `first` on. Element i is stored to
 * `base` + i. */
typedef struct {
    uint first, n;
    ulong base;
} clscan_writable;

/* Returns the elements that have room, of n elements. The first `skipped` have none, and the next one is for
 * `place`. */
static clscan_writable clscan_writable_from(const clscan_view *v, ulong place, uint skipped, uint n) {
    const ulong capacity = v->params.capacity;
    clscan_writable writable = { skipped, place < capacity ? min(capacity - place, (ulong)n - skipped) : 0,
                                 place - skipped };
    return writable;
}

/* Returns which of n kept elements have room, if `carry` elements are kept before them. A negative initial count gives
 * negative places, which have no room. A count that is unsigned may wrap, and so do the places. */
static clscan_writable clscan_kept_writable(const clscan_view *v, clscan_t carry, uint n) {
    const ulong to_zero = (ulong)(clscan_t)(0 - carry); /* the elements before place 0 */
    const uint skipped = (long)carry < 0 ? (uint)min(to_zero, (ulong)n) : to_zero < n ? (uint)to_zero : 0;
    return clscan_writable_from(v, (ulong)(clscan_t)(carry + (clscan_t)skipped), skipped, n);
}

static bool clscan_is_writable(clscan_writable writable, uint i) {
    return i - writable.first < writable.n;
}

/* Stores an element to `place`. Its index, if it is needed, counts from element `begin` of the scan on. */
static void clscan_compacted_store(const clscan_view *v, clscan_compacted x, ulong begin, ulong place) {
#if CLSCAN_SELECT_BY_INDEX
    const clscan_cursor c = clscan_cursor_at(v, begin + x);
    clscan_store_selected(CLSCAN_STORE_ARRAYS(v) place, clscan_out_at(v, &c), clscan_load_unmapped(v, &c));
#else
    (void)v, (void)begin;
    clscan_store_selected(CLSCAN_STORE_ARRAYS(v) place, 0, x);
#endif
}

#endif

#endif
