/* The value with which a scan begins. Two files define these names, for values with flags and without:
 *   clscan_initial_value         Returns the initial value, with which the scan and each segment begin, or the identity
 *                                if there is none.
 *   clscan_first_prefix          Returns the prefix of element 0.
 *   clscan_combine_first_prefix  Returns that prefix combined with x.
 *   clscan_result_of             Returns the result that is stored for x, a prefix or an inclusive scan. The initial
 *                                value is combined with x, unless x has it already. */
#ifndef CLSCAN_ITEM_INITIAL_H
#define CLSCAN_ITEM_INITIAL_H

#include "item/arrays.h"

#if CLSCAN_FLAGGED
#include "item/initial_flagged.h"
#else
#include "item/initial_plain.h"
#endif

/* Returns true if a segment begins with the very first element of the scan. In a part of an array, the start cell says
 * so; the kernel that sums a part has no start cell and assumes false. */
static bool clscan_begins_segment(const clscan_view *v) {
#if CLSCAN_CONTINUES && CLSCAN_FLAGGED && !CLSCAN_REDUCES
    return *(const global uint *)(v->start + CLSCAN_BEGINS_AT) != 0;
#else
    (void)v;
    return !CLSCAN_CONTINUES;
#endif
}

#endif
