/* The elements of one scan through its view: heads of segments, loads, and stores of results. Values with flags and
 * values without flags (CLSCAN_FLAGGED 1 and 0) have different definitions of these names:
 *   clscan_load_as          Returns element c. The caller says whether c is the very first element of the scan.
 *   clscan_value_of         Returns an element without its flags.
 *   clscan_exclusive_value  Returns the exclusive result for element x. At a head, that is the initial value.
 * A store function of the user (CLSCAN_STORE) has a definition of its own of this name:
 *   clscan_store_values     Stores the results for element c. */
#ifndef CLSCAN_ITEM_VIEW_H
#define CLSCAN_ITEM_VIEW_H

#include "item/cursor.h"
#include "item/segment_starts.h"

/* clscan_loaded is the type of an element as it is loaded. CLSCAN_MAPPED turns it into a value. The two differ only if
 * the user has a store function, which gets the element as it was loaded, and a map, or asks for positions. */
#ifdef CLSCAN_MAP
typedef CLSCAN_LOADED clscan_loaded;
#define CLSCAN_MAPPED(x) CLSCAN_MAP(x)
#else
typedef clscan_value clscan_loaded;
#define CLSCAN_MAPPED(x) (x)
#endif

/* Elements are loaded and stored as they lie in the arrays, unless the page says otherwise. Only then are they loaded
 * as vectors. */
#ifdef CLSCAN_LOAD
#define CLSCAN_LOADS_VECTORS 0
#else
#define CLSCAN_LOADS_VECTORS  1
#define CLSCAN_LOAD(v, at, c) CLSCAN_FROM_IN((v)->in[at])
#endif
#ifndef CLSCAN_PUT
#define CLSCAN_PUT(v, at, result) (v)->out[at] = CLSCAN_TO_OUT(result)
#endif

/* True if the element is a head in the order of the scan. The array marks where segments begin in memory. In reverse, a
 * scan enters another segment one element later: at the element that follows a marked one in the order of the scan. The
 * very first element of the scan is a head, because no value comes before it, unless it continues a segment of another
 * part of the array. For the first element of the scan or of a line `stride` is 0, so that no read is out of bounds. */
static bool clscan_is_head_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
    const bool first = CLSCAN_BATCHED ? CLSCAN_POSITION(c) == 0 : very_first;
    const ulong stride = first ? 0 : CLSCAN_IN_STRIDE(v);
    const ulong at = clscan_in_at(v, c), later = CLSCAN_REVERSE ? at + stride : at;
    const bool marked = CLSCAN_HEAD_AT(v->segments, later, stride);
    (void)later;
    return CLSCAN_CONTINUES && very_first ? clscan_begins_segment(v) : first || very_first || marked;
}
static bool clscan_is_head(const clscan_view *v, const clscan_cursor *c) {
    return clscan_is_head_as(v, c, c->i == 0);
}

static clscan_loaded clscan_load_unmapped(const clscan_view *v, const clscan_cursor *c) {
    return CLSCAN_LOAD(v, clscan_in_at(v, c), c);
}

/* Returns the loaded element from which x was mapped, by loading it again. This is valid until the result is stored. */
static clscan_loaded clscan_unmapped(const clscan_view *v, const clscan_cursor *c, clscan_value x) {
#ifdef CLSCAN_MAP
    (void)x;
    return clscan_load_unmapped(v, c);
#else
    (void)v, (void)c;
    return x;
#endif
}

static clscan_value clscan_load_value(const clscan_view *v, const clscan_cursor *c) {
    return CLSCAN_MAPPED(clscan_load_unmapped(v, c));
}

#if CLSCAN_FLAGGED

static clscan_t clscan_load_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
    const bool head = clscan_is_head_as(v, c, very_first);
    clscan_t x = { clscan_load_value(v, c), head ? CLSCAN_VALID | CLSCAN_HEAD : CLSCAN_VALID };
    return x;
}
static clscan_value clscan_value_of(clscan_t x) {
    return x.x;
}
static clscan_value clscan_exclusive_value(const clscan_view *v, clscan_t x, clscan_t exclusive) {
    return CLSCAN_HAS_HEAD(x) ? clscan_initial(v) : clscan_from_initial(v, exclusive);
}

#else

static clscan_t clscan_load_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
    (void)very_first;
    return clscan_load_value(v, c);
}
static clscan_value clscan_value_of(clscan_t x) {
    return x;
}
static clscan_value clscan_exclusive_value(const clscan_view *v, clscan_t x, clscan_t exclusive) {
    (void)x;
    return clscan_from_initial(v, exclusive);
}

#endif

static clscan_t clscan_load(const clscan_view *v, const clscan_cursor *c) {
    return clscan_load_as(v, c, c->i == 0);
}

/* Returns the result for element x, unless the user has a store function. */
static clscan_value clscan_result(const clscan_view *v, clscan_t x, clscan_t inclusive, clscan_t exclusive) {
    return CLSCAN_EXCLUSIVE ? clscan_exclusive_value(v, x, exclusive) : clscan_from_initial(v, inclusive);
}

#if CLSCAN_SELECTS_ROWS

/* Returns the total of the row of an element. */
static global clscan_total *clscan_row_total(const clscan_view *v, const clscan_cursor *c) {
    const clscan_params *n = &v->params;
    const ulong row = clscan_divide(c->i, v->length, n->length_reciprocal).quotient;
    const clscan_division matrix = clscan_divide(row, n->columns, n->columns_reciprocal);
    return v->total + (matrix.quotient * n->total_pitch + matrix.remainder * n->total_stride) * CLSCAN_TOTAL_NUMBERS;
}

#endif

#ifdef CLSCAN_STORE

/* The store function of a selection by rows gets a struct in place of the element's index: see task/select.h. The last
 * element of a row also stores the total of the row, if totals are wanted. */
#if CLSCAN_SELECTS_ROWS

/* The number of elements that are kept in a row, as far as its last element knows it. */
#ifdef CLSCAN_PART_SIZES
#define CLSCAN_KEPT_IN_ROW(v, inclusive) ((v)->CLSCAN_PART_SIZES)
#else
#define CLSCAN_KEPT_IN_ROW(v, inclusive) (inclusive)
#endif

static clscan_selected_at clscan_stored_at(const clscan_view *v, const clscan_cursor *c) {
    const ulong index = CLSCAN_INDEX(v, c->in_at, c), stride = v->params.out_stride;
    const clscan_selected_at at = { c->in_at, index, CLSCAN_IN_STRIDE(v), c->out_at - index * stride, stride };
    return at;
}

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
    CLSCAN_STORE(v, clscan_stored_at(v, c), x, inclusive, exclusive);
    if (v->params.total && c->k + 1 == v->length)
        clscan_write_total(clscan_row_total(v, c), CLSCAN_KEPT_IN_ROW(v, inclusive), v->length);
}

#else

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
    CLSCAN_STORE(v, clscan_out_at(v, c), x, inclusive, exclusive);
#if CLSCAN_SELECTS_SEGMENTS
    if (inclusive.y != exclusive.y)
        clscan_begin_segment(v, c, exclusive);
#endif
}

#endif

#else

static void clscan_put(const clscan_view *v, const clscan_cursor *c, clscan_value result) {
    CLSCAN_PUT(v, clscan_out_at(v, c), result);
}

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
    (void)x;
    clscan_put(v, c, CLSCAN_EXCLUSIVE ? exclusive : inclusive);
}

#endif

/* Stores the result for element x, which was mapped from `loaded`. `inclusive` is the scan with x, `exclusive` the scan
 * without x. */
static void clscan_store_as(const clscan_view *v, const clscan_cursor *c, clscan_loaded loaded, clscan_t x,
                            clscan_t inclusive, clscan_t exclusive) {
    clscan_store_values(v, c, loaded, clscan_from_initial(v, inclusive), clscan_exclusive_value(v, x, exclusive));
}

#include "item/segment_results.h" /* has the definition of clscan_store for reductions by segments */

#if !CLSCAN_REDUCES_SEGMENTS
static void clscan_store(const clscan_view *v, const clscan_cursor *c, clscan_t x, clscan_t inclusive,
                         clscan_t exclusive) {
    clscan_store_as(v, c, clscan_unmapped(v, c, clscan_value_of(x)), x, inclusive, exclusive);
}
#endif

/* Sets how many elements of a partition are kept in all, or how many there are in each of the first two of three parts.
 * Other views have no place for the number. */
#ifdef CLSCAN_PART_SIZES
#define CLSCAN_SET_PART_SIZES(view, total) ((view).CLSCAN_PART_SIZES = clscan_value_of(total))
#else
#define CLSCAN_SET_PART_SIZES(view, total) ((void)(view), (void)(total))
#endif

#endif
