/* Each sub-group scans its values by shuffles. Then the first sub-group scans the totals of all sub-groups. For any n
 * this takes two barriers, and a third one before the storage may be reused. */
#ifndef CLSCAN_GROUP_SUB_GROUP_H
#define CLSCAN_GROUP_SUB_GROUP_H

#include "sub/sub_group.h"

#define CLSCAN_GROUP_WIDTH 1

/* The greatest possible number of sub-groups in a work-group. */
#define CLSCAN_MAX_SUB_GROUPS (CLSCAN_WG_SIZE / CLSCAN_LEAST_SUB_SIZE)

typedef struct {
    clscan_t prefix[CLSCAN_MAX_SUB_GROUPS];
    clscan_t total;
} clscan_group_storage;

/* Replaces the totals of the sub-groups in `a` by their exclusive prefixes. Returns the total of the work-group. Called
 * by the first sub-group. */
static clscan_t clscan_group_scan_totals(local clscan_t *a) {
    const uint n = CLSCAN_WG_SIZE / clscan_sub_size();
    clscan_t carry = clscan_identity();
    for (uint base = 0; base < n; base += clscan_sub_size()) {
        uint k = base + clscan_lane();
        clscan_t inclusive = clscan_sub_scan(k < n ? a[k] : clscan_identity());
        clscan_t prefix = clscan_combine(carry, clscan_sub_shift(inclusive));
        if (k < n)
            a[k] = prefix;
        carry = clscan_combine(carry, clscan_sub_last(inclusive));
    }
    return carry;
}

CLSCAN_COLLECTIVE clscan_t clscan_group_scan(clscan_t *x, local clscan_group_storage *s) {
    clscan_t inclusive = clscan_sub_scan(x[0]);
    if (clscan_lane() == clscan_sub_size() - 1)
        s->prefix[clscan_sub_id()] = inclusive;
    clscan_barrier();
    if (clscan_sub_id() == 0) {
        clscan_t total = clscan_group_scan_totals(s->prefix);
        if (clscan_lane() == 0)
            s->total = total;
    }
    clscan_barrier();
    const local CLSCAN_READ_ONCE clscan_group_storage *done = s;
    const clscan_t prefix = done->prefix[clscan_sub_id()], total = done->total;
    x[0] = clscan_combine(prefix, clscan_sub_shift(inclusive));
    clscan_barrier();
    return total;
}

#endif
