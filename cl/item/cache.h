/* Prefetches into the cache of a CPU, and stores that bypass it. */
#ifndef CLSCAN_ITEM_CACHE_H
#define CLSCAN_ITEM_CACHE_H

#include "item/view.h"

/* Prefetches into the second-level cache: with prefetches into the first level, sums of 2^24 elements took 5 % longer
 * (PoCL, November 22, 2026). The prefetch() of PoCL does nothing. Other compilers accept the builtin at first, but fail
 * on it later. */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define CLSCAN_PREFETCH(address) __builtin_prefetch((const void *)(address), 0, 2)
#else
#define CLSCAN_PREFETCH(address) prefetch((const global char *)(address), CLSCAN_CACHE_LINE)
#endif

/* The bytes of a cache line on x86-64 and on most ARM processors. With longer lines, some prefetches are redundant.
 * With shorter lines, some lines are not prefetched. */
#define CLSCAN_CACHE_LINE 64

/* Prefetches `bytes` bytes at the distance CLSCAN_BYTES_AHEAD after the address, or, with `down`, before the address.
 */
static void clscan_prefetch(uintptr_t address, uint bytes, bool down) {
    CLSCAN_UNROLL
    for (uint line = 0; line < bytes; line += CLSCAN_CACHE_LINE)
        CLSCAN_PREFETCH(down ? address - CLSCAN_BYTES_AHEAD - line : address + CLSCAN_BYTES_AHEAD + line);
}

/* The elements of a type in a cache line, or 1 if elements do not fill a line exactly. */
#define CLSCAN_PER_CACHE_LINE(type) (CLSCAN_CACHE_LINE % sizeof(type) == 0 ? CLSCAN_CACHE_LINE / sizeof(type) : 1)

#ifndef __has_builtin
#define __has_builtin(x) 0
#endif
/* With the store, NVIDIA's compiler 580 was seen to end with "Ranges are only for loads, calls and invokes". */
#if __has_builtin(__builtin_nontemporal_store) && !defined(cl_nv_pragma_unroll)
#define CLSCAN_NONTEMPORAL(x, to) __builtin_nontemporal_store(x, to)
#else
#define CLSCAN_NONTEMPORAL(x, to) (*(to) = (x))
#endif

/* True if the output is stored by non-temporal stores, which bypass the cache. A scan in place stores through the
 * cache, which already has the lines that the scan overwrites. */
static bool clscan_bypasses_cache(const clscan_view *v) {
    return !v->params.in_place && v->count * sizeof(clscan_out) >= CLSCAN_CACHED_BYTES;
}

#endif
