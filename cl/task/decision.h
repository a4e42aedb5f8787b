/* The count of one element in a selection: 1 for an element that is kept, else 0. In a partition in three parts, the
 * count is a pair of such numbers. In a selection by segments it is a pair, too: whether the element is kept, and
 * whether a segment begins with it. The rule of such a selection decides only whether the element is kept.
 *   clscan_decision    The type of the rule's result for an element.
 *   CLSCAN_KEPT_OF(n)  How many elements are kept by the count n. */
#ifndef CLSCAN_TASK_DECISION_H
#define CLSCAN_TASK_DECISION_H

#include "problem.h"

#if CLSCAN_SELECTS_SEGMENTS
typedef bool clscan_decision;
#define CLSCAN_COUNT_IN_SEGMENTS(kept, begins) (clscan_element)((kept) != 0, (begins) != 0)
#define CLSCAN_KEPT_OF(n)                      (n).x
#else
typedef clscan_element clscan_decision;
#define CLSCAN_KEPT_OF(n) (n)
#endif

#endif
