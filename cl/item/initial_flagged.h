/* The initial value in scans of flagged values. The prefix of element 0 is the identity: each segment begins with the
 * initial value, which clscan_result_of therefore combines with every result before the store. */
#ifndef CLSCAN_ITEM_INITIAL_FLAGGED_H
#define CLSCAN_ITEM_INITIAL_FLAGGED_H

#include "item/arrays.h"

static clscan_value clscan_initial_value(const clscan_view *v) {
    return v->initial;
}

/* If the elements are a part of an array, the prefix of element 0 is the combination of the parts before this one. The
 * sum of a part is computed before that combination is known, and so begins with the identity. */
#if CLSCAN_CONTINUES && !CLSCAN_REDUCES
static clscan_t clscan_first_prefix(const clscan_view *v) {
    return *(const global clscan_t *)(v->start + CLSCAN_CARRY_AT);
}

static clscan_t clscan_combine_first_prefix(const clscan_view *v, clscan_t x) {
    return clscan_combine(clscan_first_prefix(v), x);
}
#else
static clscan_t clscan_first_prefix(const clscan_view *v) {
    (void)v;
    return clscan_identity();
}

static clscan_t clscan_combine_first_prefix(const clscan_view *v, clscan_t x) {
    (void)v;
    return x;
}
#endif

static clscan_value clscan_result_of(const clscan_view *v, clscan_t x) {
    if (!(x.flags & CLSCAN_VALID))
        return clscan_initial_value(v);
    return v->params.init ? clscan_combine_values(clscan_initial_value(v), x.x) : x.x;
}

#endif
