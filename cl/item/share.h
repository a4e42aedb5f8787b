/* The share of a work-item in a number of things that a work-group divides. */
#ifndef CLSCAN_ITEM_SHARE_H
#define CLSCAN_ITEM_SHARE_H

#include "base.h"

/* The things [first, last). */
typedef struct {
    uint first, last;
} clscan_share;

/* Returns this work-item's share of `n` things. Shares are consecutive and of equal size, except the last ones. */
static clscan_share clscan_share_of(uint n) {
    const uint each = (n + CLSCAN_WG_SIZE - 1) / CLSCAN_WG_SIZE;
    const uint first = min((uint)get_local_id(0) * each, n), last = min(first + each, n);
    const clscan_share share = { first, last };
    return share;
}

#endif
