/* The sizes of parts in a partition by segments (CLSCAN_PART_SIZES): the workspace has two numbers for each segment.
 * One launch stores the numbers, and the next launch finds the places of elements by them:
 *   1. How many elements of earlier segments are not kept. The place of a kept element is this number plus the number
 *      of kept elements before it.
 *   2. How many elements are kept up to the end of the segment. The place of another element is this number plus the
 *      number of elements before it that are not kept.
 * Segments are numbered by their heads, so segments without elements have no numbers. Different work-items store the
 * two numbers of a segment. So the numbers are not a vector: a compiler may store a vector as a whole to change one
 * component. */
#ifndef CLSCAN_ITEM_SEGMENT_PARTS_H
#define CLSCAN_ITEM_SEGMENT_PARTS_H

#include "problem.h"

#if CLSCAN_SELECTS_SEGMENTS && defined(CLSCAN_PART_SIZES)

/* Stores the second number of the segment that ends before an element, if there is one. `before` is the pair of counts
 * before the element. */
static void clscan_end_parts(global clscan_total *part_sizes, clscan_t before) {
    if (before.y > 0)
        part_sizes[2 * (ulong)before.y - 1] = before.x;
}

/* Stores the second number of the segment before, and the first number of the segment whose head is at this position in
 * the order of the scan. `before` is the pair of counts before the head. */
static void clscan_begin_parts(global clscan_total *part_sizes, clscan_t before, ulong position) {
    clscan_end_parts(part_sizes, before);
    part_sizes[2 * (ulong)before.y] = position - before.x;
}

#endif

#endif
