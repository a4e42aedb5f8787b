/* The variant of blocked.h for a store function of the user, which gets elements and prefixes. Work-items hold the
 * elements in registers, because the prefixes take the place of the elements in local memory. */
#ifndef CLSCAN_TILE_BLOCKED_STORE_H
#define CLSCAN_TILE_BLOCKED_STORE_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/heads.h"
#include "tile/move.h"

/* An element that a work-item holds in registers from its load to its store. With a map, this is the
 * element as it was loaded, and whether it is a head. */
#ifdef CLSCAN_MAP
typedef struct {
    clscan_loaded x;
    bool head;
} clscan_held_element;
#else
typedef clscan_t clscan_held_element;
#endif

typedef struct {
    clscan_t sum;
    clscan_held_element moved[CLSCAN_ITEMS]; /* the elements that this work-item moves to local memory */
} clscan_resident_private;

#ifdef CLSCAN_MAP

static clscan_held_element clscan_load_held(const clscan_view *v, const clscan_cursor *c, bool very_first) {
    const clscan_held_element x = { clscan_load_unmapped(v, c), clscan_is_head_as(v, c, very_first) };
    return x;
}
static clscan_t clscan_held_value(clscan_held_element x) {
    return clscan_with_head(CLSCAN_MAPPED(x.x), x.head);
}
static clscan_loaded clscan_held_loaded(clscan_held_element x) {
    return x.x;
}

/* Holds the elements that this work-item has moved to local memory. The function loads the elements again, because
 * local memory has only their mapped values. */
static void clscan_resident_hold(clscan_resident_private *resident, const local clscan_tile_elements *a,
                                 const clscan_view *v, ulong begin, uint n) {
    (void)a;
    for (size_t i = 0; i < CLSCAN_ITEMS && clscan_striped(i) < n; i++) {
        const clscan_cursor c = clscan_cursor_at(v, begin + clscan_striped(i));
        resident->moved[i] = clscan_load_held(v, &c, c.i == 0);
    }
}

#else

static clscan_held_element clscan_load_held(const clscan_view *v, const clscan_cursor *c, bool very_first) {
    return clscan_load_as(v, c, very_first);
}
static clscan_t clscan_held_value(clscan_held_element x) {
    return x;
}
static clscan_loaded clscan_held_loaded(clscan_held_element x) {
    return clscan_value_of(x);
}

static void clscan_resident_hold(clscan_resident_private *resident, const local clscan_tile_elements *a,
                                 const clscan_view *v, ulong begin, uint n) {
    (void)v, (void)begin, (void)n;
    CLSCAN_UNROLL_RUN
    for (size_t i = 0; i < CLSCAN_ITEMS; i++)
        resident->moved[i] = clscan_element_get(a, clscan_striped(i)); /* put by this work-item: no barrier is needed */
}

#endif

CLSCAN_COLLECTIVE void clscan_resident_move(clscan_resident_private *resident, local clscan_tile_elements *a,
                                            const clscan_view *v, ulong begin, uint n) {
    clscan_cursor c = clscan_cursor_at(v, begin + clscan_striped(0));
    if (n == CLSCAN_RESIDENT_TILE && begin > 0) {
        CLSCAN_UNROLL_RUN
        for (size_t i = 0; i < CLSCAN_ITEMS; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            resident->moved[i] = clscan_load_held(v, &c, false);
        CLSCAN_UNROLL_RUN
        for (size_t i = 0; i < CLSCAN_ITEMS; i++)
            clscan_element_put(a, clscan_striped(i), clscan_held_value(resident->moved[i]));
    } else {
        clscan_elements_copy(a, v, begin, n);
        clscan_resident_hold(resident, a, v, begin, n);
    }
    clscan_barrier_after_loads();
}

static void clscan_run_scan(local clscan_tile_elements *a, const clscan_view *v, ulong begin, size_t run, uint length,
                            clscan_t before) {
    (void)begin;
    (void)v;
    CLSCAN_UNROLL_BY_8
    CLSCAN_NO_VECTORIZE
    for (uint i = 0; i < length; i++) {
        const clscan_t x = clscan_element_get(a, run + i);
        clscan_element_put(a, run + i, before);
        before = clscan_combine(before, x);
    }
}

CLSCAN_COLLECTIVE void clscan_runs_store(const clscan_resident_private *resident, const local clscan_tile_elements *a,
                                         const clscan_view *v, ulong begin, uint n) {
    clscan_barrier();
    clscan_cursor c = clscan_cursor_at(v, begin + clscan_striped(0));
    CLSCAN_UNROLL_RUN
    for (size_t i = 0; i < CLSCAN_ITEMS; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE)) {
        const clscan_held_element held = resident->moved[i];
        const clscan_t before = clscan_element_get(a, clscan_striped(i));
        if (clscan_striped(i) < n) {
            const clscan_t x = clscan_held_value(held);
            clscan_store_as(v, &c, clscan_held_loaded(held), x, clscan_combine(before, x), before);
        }
    }
}

#endif
