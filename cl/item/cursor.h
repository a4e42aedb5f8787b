/* A cursor: a position in the order of the scan, and the matching positions in the arrays. Two files define these
 * names, with matrix rows (CLSCAN_HAS_ROWS) and without: clscan_cursor          The type of a cursor. CLSCAN_POSITION
 * The position that functions of the user get: in the row, or in the scan. clscan_cursor_at       Returns the cursor of
 * element i. clscan_cursor_advance  Moves a cursor forward within its line. clscan_cursor_skip     Moves a cursor
 * forward, also to a later line. clscan_cursor_to       Moves a cursor from element i - 1 to element i. clscan_is_first
 * True if the array of keys may have no key before this element. clscan_in_at           Returns the position in the
 * input arrays. clscan_out_at          Returns the position in the output arrays. CLSCAN_INDEX           The index of
 * the element at the position `at` of the inputs, from the first element in memory of the row, or of the scan, on.
 *   CLSCAN_IN_STRIDE       The distance of neighbouring elements of a row, or of the scan, in the inputs. */
#ifndef CLSCAN_ITEM_CURSOR_H
#define CLSCAN_ITEM_CURSOR_H

#include "item/arrays.h"

#if CLSCAN_HAS_ROWS
#include "item/cursor_in_rows.h"
#else
#include "item/cursor_in_array.h"
#endif

static void clscan_cursor_next(const clscan_view *v, clscan_cursor *c) {
    clscan_cursor_skip(v, c, 1);
}

#endif
