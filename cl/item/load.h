/* Loads elements of one scan through its view, and finds the heads of segments. */
#ifndef CLSCAN_ITEM_LOAD_H
#define CLSCAN_ITEM_LOAD_H

#include "item/cursor.h"
#include "item/initial.h"

/* clscan_loaded is the type of an element as it is loaded. CLSCAN_MAPPED turns it into a value. The two differ only if
 * the user has a store function, which gets the element as it was loaded, and a map, or asks for positions. */
#ifdef CLSCAN_MAP
typedef CLSCAN_LOADED clscan_loaded;
#define CLSCAN_MAPPED(x) CLSCAN_MAP(x)
#else
typedef clscan_value clscan_loaded;
#define CLSCAN_MAPPED(x) (x)
#endif

/* Elements are loaded as they lie in the arrays, unless the page says otherwise. Only then are they loaded as vectors.
 */
#ifdef CLSCAN_LOAD
#define CLSCAN_LOADS_VECTORS 0
#else
#define CLSCAN_LOADS_VECTORS  1
#define CLSCAN_LOAD(v, at, c) CLSCAN_FROM_IN((v)->in[at])
#endif

/* True if the element is a head in the order of the scan. The array marks where segments begin in memory. In reverse, a
 * scan enters another segment one element later: at the element that follows a marked one in the order of the scan. The
 * very first element of the scan is a head, because no value comes before it, unless it continues a segment of another
 * part of the array. For the first element of the scan or of a line `stride` is 0, so that no read is out of bounds. */
static bool clscan_is_head_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
    const bool first = CLSCAN_HAS_ROWS ? CLSCAN_POSITION(c) == 0 : very_first;
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

/* Returns element c. The caller says whether c is the very first element of the scan. */
static clscan_t clscan_load_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
    const bool head = CLSCAN_FLAGGED && clscan_is_head_as(v, c, very_first);
    return clscan_with_flags(clscan_load_value(v, c), head ? CLSCAN_VALID | CLSCAN_HEAD : CLSCAN_VALID);
}

static clscan_t clscan_load(const clscan_view *v, const clscan_cursor *c) {
    return clscan_load_as(v, c, c->i == 0);
}

#endif
