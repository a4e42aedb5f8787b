/* The share of a work-item in a number of things that a work-group divides. */
#ifndef CLSCAN_ITEM_SHARE_H
#define CLSCAN_ITEM_SHARE_H

#include "base.h"

/* The things [begin, end). */
typedef struct {
    uint begin, end;
} clscan_share;

/* Returns this work-item's share of `n` things. Shares are consecutive and of equal size, except the last ones. */
static clscan_share clscan_share_of(uint n) {
    const uint each = (n + CLSCAN_WG_SIZE - 1) / CLSCAN_WG_SIZE;
    const uint begin = min((uint)get_local_id(0) * each, n), end = min(begin + each, n);
    const clscan_share share = { begin, end };
    return share;
}

#endif
