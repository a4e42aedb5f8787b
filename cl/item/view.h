/* The elements of one scan through its view: heads of segments, loads, and stores of results. */
#ifndef CLSCAN_ITEM_VIEW_H
#define CLSCAN_ITEM_VIEW_H

#include "item/cursor.h"

/* clscan_loaded is the type of an element as it is loaded. CLSCAN_MAPPED turns it into a value. The two differ only if
 * the user has a store function, which gets the element as it was loaded, and a map, or asks for positions. */
#ifdef CLSCAN_MAP
typedef CLSCAN_LOADED clscan_loaded;
#define CLSCAN_MAPPED(x) CLSCAN_MAP(x)
#else
typedef clscan_value clscan_loaded;
#define CLSCAN_MAPPED(x) (x)
#endif

/* True if the element is a head in the order of the scan. In reverse, it is one if a segment of the caller's layout
 * begins with the element that was scanned just before. The very first element of the scan is always a head, because
 * no value comes before it. For the first element of the scan or of a line `step` is 0, so that no read is out of
 * bounds. */
static bool clscan_begins_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
#if CLSCAN_BATCHED
    const bool first = c->k == 0;
    const ulong step = first ? 0 : v->numbers.in_stride;
    (void)very_first;
#else
    const bool first = false;
    const ulong step = very_first ? 0 : 1;
#endif
    const ulong at = clscan_in_at(v, c), later = CLSCAN_REVERSE ? at + step : at;
    (void)later;
#if CLSCAN_SEGMENTS == CLSCAN_FLAGS
    const bool begins = v->segments[later] != 0;
#elif CLSCAN_SEGMENTS == CLSCAN_BITS || CLSCAN_SEGMENTS == CLSCAN_OFFSETS
    const bool begins = v->segments[later / 32] >> later % 32 & 1;
#elif CLSCAN_SEGMENTS == CLSCAN_KEYS
    const bool begins = !CLSCAN_SAME_KEY(v->segments[later - step], v->segments[later]);
#else
    const bool begins = false;
#endif
    return first || very_first || begins;
}
static bool clscan_begins(const clscan_view *v, const clscan_cursor *c) {
    return clscan_begins_as(v, c, c->i == 0);
}

static clscan_loaded clscan_load_unmapped(const clscan_view *v, const clscan_cursor *c) {
#ifdef CLSCAN_LOAD
    return CLSCAN_LOAD(v, clscan_in_at(v, c), c);
#else
    return CLSCAN_FROM_IN(v->in[clscan_in_at(v, c)]);
#endif
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

static clscan_t clscan_load_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
#if CLSCAN_FLAGGED
    const bool begins = clscan_begins_as(v, c, very_first);
    clscan_t x = { clscan_load_value(v, c), begins ? CLSCAN_VALID | CLSCAN_HEAD : CLSCAN_VALID };
    return x;
#else
    (void)very_first;
    return clscan_load_value(v, c);
#endif
}
static clscan_t clscan_load(const clscan_view *v, const clscan_cursor *c) {
    return clscan_load_as(v, c, c->i == 0);
}

static clscan_value clscan_value_of(clscan_t x) {
#if CLSCAN_FLAGGED
    return x.x;
#else
    return x;
#endif
}

static clscan_value clscan_exclusive_value(const clscan_view *v, clscan_t x, clscan_t exclusive) {
#if CLSCAN_FLAGGED
    if (x.flags & CLSCAN_HEAD)
        return clscan_initial(v);
#endif
    (void)x;
    return clscan_from_initial(v, exclusive);
}

/* Returns the result for element x, unless the user has a store function. */
static clscan_value clscan_result(const clscan_view *v, clscan_t x, clscan_t inclusive, clscan_t exclusive) {
    return CLSCAN_EXCLUSIVE ? clscan_exclusive_value(v, x, exclusive) : clscan_from_initial(v, inclusive);
}

#ifndef CLSCAN_STORE
static void clscan_put(const clscan_view *v, const clscan_cursor *c, clscan_value result) {
#ifdef CLSCAN_PUT
    CLSCAN_PUT(v, clscan_out_at(v, c), result);
#else
    v->out[clscan_out_at(v, c)] = CLSCAN_TO_OUT(result);
#endif
}
#endif

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
#ifdef CLSCAN_STORE
    CLSCAN_STORE(v->, clscan_out_at(v, c), x, inclusive, exclusive);
#else
    (void)x;
    clscan_put(v, c, CLSCAN_EXCLUSIVE ? exclusive : inclusive);
#endif
}

/* Stores the result for element x, which was mapped from `loaded`. `inclusive` is the scan with x, `exclusive` the scan
 * without x. */
static void clscan_store_as(const clscan_view *v, const clscan_cursor *c, clscan_loaded loaded, clscan_t x,
                            clscan_t inclusive, clscan_t exclusive) {
    clscan_store_values(v, c, loaded, clscan_from_initial(v, inclusive), clscan_exclusive_value(v, x, exclusive));
}
static void clscan_store(const clscan_view *v, const clscan_cursor *c, clscan_t x, clscan_t inclusive,
                         clscan_t exclusive) {
    clscan_store_as(v, c, clscan_unmapped(v, c, clscan_value_of(x)), x, inclusive, exclusive);
}

#endif
