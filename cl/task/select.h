/* A selection: the elements that are kept move to the beginning of the outputs, in their order. The scan adds counts: 1
 * for an element that is kept, else 0. The sum of the counts before a kept element is its place (Blelloch, "Prefix Sums
 * and Their Applications", 1990). The page of a plan defines:
 *   clscan_counted            The type of the store function's argument x: the loaded element, with its position if
 *                             the user asks for positions; or the count, if a mask or runs decide.
 *   CLSCAN_SELECTED(i, x)     The element that is written, from its index and from x of the type clscan_counted.
 *   CLSCAN_COPY_ALONG(place, i)
 *                             Statements that copy what stands at index i of further arrays, and write the index.
 *   CLSCAN_SELECT_FLAGS, _BITS, _FIRST_OF_RUN, _LAST_OF_RUN or _NONE
 *                             What says which elements are kept: a mask of flags or bits, or that an element is the
 *                             first or the last one of a run of equal keys. NONE: the user's predicate says it, which
 *                             the page applies as a map from elements to counts.
 *   CLSCAN_SAME_KEY(a, b)     Whether keys of runs are equal.
 *   CLSCAN_LENGTHS_OF_RUNS    If the lengths of runs are wanted: the output that receives them. First it receives where
 *                             each run ends, from which cl/grid/run_lengths.h subtracts where the run begins.
 *   CLSCAN_SELECT_PARAMETERS  The arrays, the smallest capacity of the outputs in elements, the index of the first
 *                             element, and the number of elements. */
#ifndef CLSCAN_TASK_SELECT_H
#define CLSCAN_TASK_SELECT_H

#include "problem.h"

#ifndef CLSCAN_SELECTED
typedef clscan_element clscan_counted;
#define CLSCAN_SELECTED(i, x)       in[i]
#define CLSCAN_COPY_ALONG(place, i) out1[place] = first_index + (i);
#ifndef CLSCAN_SAME_KEY
#define CLSCAN_SAME_KEY(a, b) ((a) == (b))
#endif
#define CLSCAN_SELECT_PARAMETERS                                                                                       \
    global clscan_out *out, global ulong *out1, const global clscan_in *in, ulong capacity, ulong first_index,         \
        ulong length,
#endif

#ifdef CLSCAN_SELECT_FLAGS
static clscan_element clscan_select_count(const global uchar *kept, ulong i, ulong count) {
    (void)count;
    return kept[i] != 0;
}
#elif defined(CLSCAN_SELECT_BITS)
static clscan_element clscan_select_count(const global uint *kept, ulong i, ulong count) {
    (void)count;
    return kept[i / 32] >> i % 32 & 1;
}
#elif defined(CLSCAN_SELECT_FIRST_OF_RUN)
static clscan_element clscan_select_count(const global clscan_key *keys, ulong i, ulong count) {
    const ulong before = i - (i > 0); /* loads do not wait for a branch */
    (void)count;
    return (i == 0) | !CLSCAN_SAME_KEY(keys[before], keys[i]);
}
#elif defined(CLSCAN_SELECT_LAST_OF_RUN)
static clscan_element clscan_select_count(const global clscan_key *keys, ulong i, ulong count) {
    const ulong next = i + (i + 1 < count);
    return (i + 1 == count) | !CLSCAN_SAME_KEY(keys[i], keys[next]);
}
#endif

/* Writes the element with index i to its place, if it is kept and there is room for it. */
static void clscan_select_store(CLSCAN_SELECT_PARAMETERS ulong i, clscan_counted x, clscan_element inclusive,
                                clscan_element exclusive) {
    const ulong place = exclusive;
    (void)x, (void)length;
    if (inclusive == exclusive)
        return;
#ifdef CLSCAN_LENGTHS_OF_RUNS
    /* The run with smaller indices ends here. In reverse it is counted after this one. */
    const ulong ended = CLSCAN_REVERSE ? place + 1 : place - 1;
    if (i > 0 && ended < capacity)
        CLSCAN_LENGTHS_OF_RUNS[ended] = first_index + i;
#endif
    if (place >= capacity)
        return;
    out[place] = CLSCAN_SELECTED(i, x);
    CLSCAN_COPY_ALONG(place, i)
}

#endif
