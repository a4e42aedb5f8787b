/* A selection: the elements that are kept move to the beginning of the outputs, in their order. The scan adds counts: 1
 * for an element that is kept, else 0. The sum of the counts before a kept element is its place (Blelloch, "Prefix Sums
 * and Their Applications", 1990). The page of a plan defines:
 *   CLSCAN_SELECT_FLAGS, _BITS, _<id>_OF_RUN with an id of src/table/run_rule.def, _LONG_RUNS or _NONE
 *                             The rule that decides which elements are kept. NONE: the user's predicate decides.
 *   CLSCAN_LOAD_INNER(v, at, c)
 *                             Only for _<id>_OF_RUN: loads the count of an element that has a neighbour on each side
 *                             in its row, as CLSCAN_LOAD does, but without a comparison of positions.
 *   clscan_counted            The type of the store function's argument x: the loaded element, with its position if
 *                             the user asks for positions. If a mask or runs decide, x is the count.
 *   CLSCAN_SELECTED(i, x)     The element that is written, from its index and from x.
 *   CLSCAN_WRITES_ELEMENTS    0 if the caller has not given the output of the elements. Always 1 in a plan without
 *                             indices.
 *   CLSCAN_SELECT_BY_INDEX    1 if a kept element is written by its index: its mask or its run decides, or more than
 *                             the element itself is written. If 0, i is not used.
 *   CLSCAN_COPY_ALONG(place, i, index)
 *                             Statements that copy element i of each further input to its output, and write the index.
 *   CLSCAN_LENGTHS_OF_RUNS    If the lengths of runs are wanted: the output that receives them. The scan stores the end
 *                             of each run there. After the scan, cl/grid/run_lengths.h subtracts the beginning.
 *   CLSCAN_RUN_KEYS, _HEADS   Only for runs: see task/runs.h.
 *   CLSCAN_PART_SIZES         Only in a partition: the parameter, and the member of a view, with the number of
 *                             elements that are kept in all. The elements that are not kept follow after this number
 *                             of elements. In a partition by segments, it points to two numbers for each segment
 *                             instead: see item/segment_parts.h.
 *   CLSCAN_THREE_PARTS        In a partition in three parts, whose counts are pairs of numbers: the elements of part 0,
 *                             and the elements of part 1. CLSCAN_PART_SIZES has both numbers of all elements.
 *   CLSCAN_SELECT_PARAMETERS  The arrays, the smallest capacity of the outputs in elements, the index of the first
 *                             element, the outputs that are given (bit i: output i), and the number of elements.
 *   CLSCAN_SELECT_ARRAYS      These parameters as arguments, in a function that has them.
 *   CLSCAN_SELECTS_ROWS       1 if each row of matrices is a selection by itself: counts begin at 0 in each row, and so
 *                             do places and indices. The number of elements and the capacity above are then of one
 *                             row. */
#ifndef CLSCAN_TASK_SELECT_H
#define CLSCAN_TASK_SELECT_H

#include "problem.h"
#include "task/decision.h"

/* The values of CLSCAN_OTHER_PARTS (item/arrays.h): the parameters `edge_elements` and `later_elements` of the
 * functions below, or 0 if the array is not a part of another. */
#if CLSCAN_CONTINUES
#define CLSCAN_EDGE_ELEMENTS  edge_elements
#define CLSCAN_LATER_ELEMENTS later_elements
#else
#define CLSCAN_EDGE_ELEMENTS  0
#define CLSCAN_LATER_ELEMENTS 0
#endif

#ifndef CLSCAN_SELECTED
typedef clscan_element clscan_counted;
#define CLSCAN_SELECTED(i, x)              in[i]
#define CLSCAN_WRITES_ELEMENTS             (outputs & 1)
#define CLSCAN_SELECT_BY_INDEX             1
#define CLSCAN_COPY_ALONG(place, i, index) out1[place] = first_index + (index);
#define CLSCAN_SELECT_PARAMETERS                                                                                       \
    global clscan_out *out, global ulong *out1, const global clscan_in *in, ulong capacity, ulong first_index,         \
        ulong outputs, ulong length,
#define CLSCAN_SELECT_ARRAYS out, out1, in, capacity, first_index, outputs, length,
#endif

/* The location of a selected element, which is the store function's argument `i`: the index of the element, or by rows
 * a struct with all that follows from the index.
 *   CLSCAN_SOURCE(i)           Where the element is in the inputs.
 *   CLSCAN_SOURCE_INDEX(i)     The index that the caller gets.
 *   CLSCAN_SOURCE_STRIDE(i)    The distance of neighbouring elements in the inputs.
 *   CLSCAN_TARGET(i, place)    Where in the outputs an element with this place is written. */
#if CLSCAN_SELECTS_ROWS
typedef struct {
    ulong in_at, index;          /* where the element is in the inputs, and its index in the row */
    ulong in_stride;             /* how far apart the elements of a row are in the inputs */
    ulong out_begin, out_stride; /* where the row begins in the outputs, and how far apart its elements are */
} clscan_selected_location;
#define CLSCAN_SOURCE(i)        ((i).in_at)
#define CLSCAN_SOURCE_INDEX(i)  ((i).index)
#define CLSCAN_SOURCE_STRIDE(i) ((i).in_stride)
#define CLSCAN_TARGET(i, place) ((i).out_begin + (place) * (i).out_stride)
#else
typedef ulong clscan_selected_location;
#define CLSCAN_SOURCE(i)        (i)
#define CLSCAN_SOURCE_INDEX(i)  (i)
#define CLSCAN_SOURCE_STRIDE(i) 1ul
#define CLSCAN_TARGET(i, place) (place)
#endif

/* The files of runs share this file. It is not included by them alone, because a plan's program has each file once, and
 * where it is first included. */
#ifdef CLSCAN_RUN_SEGMENTS
#include "task/runs.h"
#endif

/* The rule that decides which elements are kept: one file defines clscan_select_count, which returns the decision about
 * an element. Its last arguments are CLSCAN_OTHER_PARTS of item/arrays.h. Without any of these rules, the user's
 * predicate decides: the page maps each element to its count. */
#if defined(CLSCAN_SELECT_FLAGS)
#include "task/select_by_flags.h"
#elif defined(CLSCAN_SELECT_BITS)
#include "task/select_by_bits.h"
#elif defined(CLSCAN_SELECT_FIRST_OF_RUN)
#include "task/select_first_of_run.h"
#elif defined(CLSCAN_SELECT_LAST_OF_RUN)
#include "task/select_last_of_run.h"
#elif defined(CLSCAN_SELECT_LONG_RUNS)
#include "task/select_long_runs.h"
#endif

/* Returns the place of an element in a partition, where `before` elements come before this one. `part_sizes` is
 * the count of all elements, or by segments the numbers of item/segment_parts.h. */
#if CLSCAN_SELECTS_SEGMENTS && defined(CLSCAN_PART_SIZES)
static ulong clscan_place_in_parts(ulong before, clscan_element inclusive, clscan_element exclusive,
                                   const global clscan_total *part_sizes) {
    const bool kept = inclusive.x != exclusive.x;
    const ulong size = part_sizes[2 * (ulong)inclusive.y - (kept ? 2 : 1)];
    return size + (kept ? exclusive.x : before - exclusive.x);
}
#elif defined(CLSCAN_THREE_PARTS)
static ulong clscan_place_in_parts(ulong before, clscan_element inclusive, clscan_element exclusive,
                                   clscan_element part_sizes) {
    const ulong second = (ulong)part_sizes.x + exclusive.y,
                third = (ulong)part_sizes.x + part_sizes.y + before - exclusive.x - exclusive.y;
    return inclusive.x != exclusive.x ? exclusive.x : inclusive.y != exclusive.y ? second : third;
}
#elif defined(CLSCAN_PART_SIZES)
static ulong clscan_place_in_parts(ulong before, clscan_element inclusive, clscan_element exclusive,
                                   clscan_element part_sizes) {
    return inclusive != exclusive ? exclusive : part_sizes + before - exclusive;
}
#endif

/* Writes the element with index i to `place`. The outputs must have room for it. */
static void clscan_store_selected(CLSCAN_SELECT_PARAMETERS ulong place, clscan_selected_location i, clscan_counted x) {
    const ulong to = CLSCAN_TARGET(i, place);
    (void)x, (void)outputs, (void)length, (void)capacity;
    if (CLSCAN_WRITES_ELEMENTS)
        out[to] = CLSCAN_SELECTED(CLSCAN_SOURCE(i), x);
    CLSCAN_COPY_ALONG(to, CLSCAN_SOURCE(i), CLSCAN_SOURCE_INDEX(i))
}

#ifdef CLSCAN_SELECT_LONG_RUNS

/* Stores the end of a kept run if the run ends with element i or with the part, and if the output has room for it.
 * `exclusive` is the count before this element, `inclusive` the count with it. */
static void clscan_end_store(CLSCAN_SELECT_PARAMETERS clscan_selected_location i, ulong inclusive, ulong exclusive) {
    const ulong ended = CLSCAN_REVERSE ? exclusive : inclusive - 1, index = CLSCAN_SOURCE_INDEX(i);
    if (ended < capacity && clscan_ends_long_run(CLSCAN_RUN_KEYS, CLSCAN_RUN_HEADS, CLSCAN_SOURCE(i), index, length,
                                                 CLSCAN_SOURCE_STRIDE(i), CLSCAN_EDGE_ELEMENTS, CLSCAN_LATER_ELEMENTS))
        CLSCAN_LENGTHS_OF_RUNS[CLSCAN_TARGET(i, ended)] = first_index + index + 1;
}

#endif

/* Writes the element with index i to its place, if there is room for it. Only a partition has a place for an element
 * that is not kept. */
static void clscan_select_store(CLSCAN_SELECT_PARAMETERS clscan_selected_location i, clscan_counted x,
                                clscan_element inclusive, clscan_element exclusive) {
    const ulong index = CLSCAN_SOURCE_INDEX(i);
    (void)index;
#ifdef CLSCAN_PART_SIZES
    const ulong before = CLSCAN_REVERSE ? length - 1 - index : index,
                place = clscan_place_in_parts(before, inclusive, exclusive, CLSCAN_PART_SIZES);
#else
    const ulong place = CLSCAN_KEPT_OF(exclusive);
#ifdef CLSCAN_SELECT_LONG_RUNS
    /* Only in a part of an array, a kept run may begin with the last element. */
    if (inclusive == exclusive || index + 1 == length)
        clscan_end_store(CLSCAN_SELECT_ARRAYS i, inclusive, exclusive);
#endif
    if (CLSCAN_KEPT_OF(inclusive) == CLSCAN_KEPT_OF(exclusive))
        return;
#endif
#if defined(CLSCAN_LENGTHS_OF_RUNS) && !defined(CLSCAN_SELECT_LONG_RUNS)
    /* The run with smaller indices ends here, unless another part has its result. In reverse, that run is counted after
     * the run of this element. */
    const ulong ended = CLSCAN_REVERSE ? place + 1 : place - 1;
    if (index > CLSCAN_EDGE_ELEMENTS && ended < capacity)
        CLSCAN_LENGTHS_OF_RUNS[CLSCAN_TARGET(i, ended)] = first_index + index;
#endif
    if (place < capacity)
        clscan_store_selected(CLSCAN_SELECT_ARRAYS place, i, x);
}

#endif
