/* A collector: elements that a selection keeps, on their way to consecutive places of the output. One work-item
 * collects them in private memory, and stores them in whole cache lines. So it needs neither a branch for each element
 * nor lines of the output that are loaded before they are overwritten. */
#ifndef CLSCAN_ITEM_COLLECTOR_H
#define CLSCAN_ITEM_COLLECTOR_H

#include "item/cache.h"

/* 1 if elements are collected. They must be stored without a conversion and without other arrays, and fill cache lines
 * exactly. */
#define CLSCAN_COLLECTS                                                                                                \
    (CLSCAN_PLAIN_BYTES > 0 && CLSCAN_PLAIN_BYTES < CLSCAN_CACHE_LINE && CLSCAN_CACHE_LINE % CLSCAN_PLAIN_BYTES == 0)

#define CLSCAN_CHUNK 64 /* the bits of a ulong */

#if CLSCAN_COLLECTS

#include "item/compact.h" /* here, because the types of inputs and outputs may differ in other programs */

/* The number of collected elements at which whole cache lines are stored. With lines that are stored after each chunk,
 * loads wait for stores that have just been made. */
#define CLSCAN_COLLECTED_BEFORE_STORE (2048 / CLSCAN_PLAIN_BYTES)

#define CLSCAN_KEPT_PER_CACHE_LINE (CLSCAN_CACHE_LINE / CLSCAN_PLAIN_BYTES) /* elements */

typedef struct {
    union {
        clscan_out elements[CLSCAN_COLLECTED_BEFORE_STORE + CLSCAN_CHUNK + CLSCAN_COMPACT_STEP];
        ulong8 line;
    } x;
    ulong place;     /* where element 0 is stored */
    uint first, end; /* the elements [first, end) are collected */
} clscan_collector;

/* Empties a collector. Its elements are stored from `place` on. Element 0 has an earlier place, if need be, so that it
 * begins a cache line of the output. */
CLSCAN_INLINE void clscan_collector_begin(clscan_collector *c, const clscan_view *v, ulong place) {
    const uint first = (uint)((uintptr_t)(v->out + place) % CLSCAN_CACHE_LINE / sizeof(clscan_out));
    c->place = place - first;
    c->first = c->end = first;
}

/* CLSCAN_PLACE_OF(count): the place of the element before which `count` elements are kept. Where calls append to each
 * other, counts may begin below 0, or wrap at the end of their type. CLSCAN_BEFORE_ZERO(place): how many elements have
 * places from this one on before the count is 0. A partition counts from 0 on. */
#ifdef CLSCAN_PART_SIZES
#define CLSCAN_PLACE_OF(count)    (count)
#define CLSCAN_BEFORE_ZERO(place) ULONG_MAX
#else
#define CLSCAN_PLACE_OF(count)    ((ulong)(clscan_element)(count))
#define CLSCAN_BEFORE_ZERO(place) (sizeof(clscan_element) == sizeof(uint) ? (ulong)(uint)(0 - (place)) : 0 - (place))
#endif

/* Stores the elements up to `end`, where the output has room. Elements with places before 0 are dropped. */
CLSCAN_NOINLINE void clscan_collector_store(const clscan_collector *c, const clscan_view *v, uint end) {
    const ulong place = CLSCAN_PLACE_OF(c->place + c->first), capacity = v->params.capacity, n = end - c->first;
    const bool has_place = place < capacity;
    const ulong dropped = has_place ? 0 : min(n, CLSCAN_BEFORE_ZERO(place)), from = has_place ? place : 0;
    const uint begin = c->first + (uint)dropped, last = begin + (uint)min(n - dropped, capacity - from);
    global clscan_out *const to = v->out + from;
    uint i = begin;
    if (clscan_bypasses_cache(v) && ((uintptr_t)to - begin * sizeof(clscan_out)) % CLSCAN_CACHE_LINE == 0) {
        for (; i < last && i % CLSCAN_KEPT_PER_CACHE_LINE != 0; i++)
            to[i - begin] = c->x.elements[i];
        for (; i + CLSCAN_KEPT_PER_CACHE_LINE <= last; i += CLSCAN_KEPT_PER_CACHE_LINE)
            CLSCAN_NONTEMPORAL(*(const ulong8 *)(c->x.elements + i), (global ulong8 *)(to + (i - begin)));
    }
    for (; i < last; i++)
        to[i - begin] = c->x.elements[i];
}

/* Stores whole lines, and moves the rest to the beginning. */
CLSCAN_INLINE void clscan_collector_flush(clscan_collector *c, const clscan_view *v) {
    const uint whole = c->end / CLSCAN_KEPT_PER_CACHE_LINE * CLSCAN_KEPT_PER_CACHE_LINE;
    clscan_collector_store(c, v, whole);
    c->x.line = *(const ulong8 *)(c->x.elements + whole);
    c->place += whole;
    c->first = 0;
    c->end -= whole;
}

/* Adds the elements of a chunk whose bits are set. The chunk is contiguous and begins in memory at `from`. */
CLSCAN_INLINE void clscan_collect(clscan_collector *c, const clscan_view *v, const global clscan_in *from, ulong bits) {
    if (bits == 0)
        return;
    uint end = c->end;
    CLSCAN_UNROLL
    for (uint i = 0; i < CLSCAN_CHUNK; i += CLSCAN_COMPACT_STEP) {
        const uint at = CLSCAN_REVERSE ? CLSCAN_CHUNK - CLSCAN_COMPACT_STEP - i : i;
        const uint some = (uint)(bits >> i) & ((1u << CLSCAN_COMPACT_STEP) - 1);
        clscan_compact(c->x.elements + end, from + at, some);
        end += popcount(some);
    }
    c->end = end;
    if (end >= CLSCAN_COLLECTED_BEFORE_STORE)
        clscan_collector_flush(c, v);
}

#endif

#endif
