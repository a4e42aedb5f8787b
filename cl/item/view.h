/* The elements of one scan through its view: loads, and stores of results. */
#ifndef CLSCAN_ITEM_VIEW_H
#define CLSCAN_ITEM_VIEW_H

#include "item/load.h"
#include "item/segment_starts.h"
#include "item/total.h"

/* Each file defines clscan_store_values, which stores the results for element c. Files that several of them include are
 * included above: a program has each file once, at the place of its first include, and the preprocessor must not skip
 * that place. */
#ifndef CLSCAN_STORE
#include "item/store_results.h"
#elif CLSCAN_SELECTS_ROWS
#include "item/store_in_rows.h"
#else
#include "item/store_by_user.h"
#endif

/* Returns the exclusive result for element x. At a head, that is the initial value. */
static clscan_value clscan_exclusive_value(const clscan_view *v, clscan_t x, clscan_t exclusive) {
    return CLSCAN_HAS_HEAD(x) ? clscan_initial_value(v) : clscan_result_of(v, exclusive);
}

/* Returns the result for element x, unless the user has a store function. */
static clscan_value clscan_result(const clscan_view *v, clscan_t x, clscan_t inclusive, clscan_t exclusive) {
    return CLSCAN_EXCLUSIVE ? clscan_exclusive_value(v, x, exclusive) : clscan_result_of(v, inclusive);
}

/* Stores the result for element x, which was mapped from `loaded`. `inclusive` is the scan with x, `exclusive` the scan
 * without x. */
static void clscan_store_as(const clscan_view *v, const clscan_cursor *c, clscan_loaded loaded, clscan_t x,
                            clscan_t inclusive, clscan_t exclusive) {
    clscan_store_values(v, c, loaded, clscan_result_of(v, inclusive), clscan_exclusive_value(v, x, exclusive));
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
