/* The range of indices, out of n, that one work-item handles, and the span of a work-group in the elements of a
 * launch. */
#ifndef CLSCAN_ITEM_SHARE_H
#define CLSCAN_ITEM_SHARE_H

#include "base.h"

/* The range [begin, end) of indices, out of n, that one work-item handles. */
typedef struct {
    uint begin, end;
} clscan_share;

/* Returns this work-item's share of `n` indices. Shares are consecutive and of equal size, except the last ones. */
static clscan_share clscan_share_of(uint n) {
    const uint each = (n + CLSCAN_WG_SIZE - 1) / CLSCAN_WG_SIZE;
    const uint begin = min((uint)get_local_id(0) * each, n), end = min(begin + each, n);
    const clscan_share share = { begin, end };
    return share;
}

/* The elements [begin, end). */
typedef struct {
    ulong begin, end;
} clscan_span;

/* Returns this work-group's span of `count` elements. Each has `length` elements, except the last ones. */
static clscan_span clscan_own_span(ulong count, ulong length) {
    const ulong begin = min(get_group_id(0) * length, count);
    const clscan_span span = { begin, min(begin + length, count) };
    return span;
}

#endif
