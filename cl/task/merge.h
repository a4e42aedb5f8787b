/* The order of a sort by the caller's comparison, and the elements that such a sort moves. The page of a plan defines:
 *
 *   CLSCAN_LESS(x, y)          The caller's function: true if the element x comes before the element y.
 *   CLSCAN_MERGE_INDEXED       1 if the index of an element moves with it, because other outputs need the index.
 *   CLSCAN_MERGE_BYTES         The bytes of an element, with its index if that moves along.
 *   CLSCAN_MERGE_HEADS_AT      The bytes of an element in both buffers and in the copies of carried arrays together.
 *   CLSCAN_MERGE_LOCAL_BYTES   The bytes of local memory that the host has reckoned with (src/tuning/shape.c).
 *   CLSCAN_MERGE_CARRIED(clscan_array, clscan_index)
 *                              Calls one of two macros for each output after the first one. clscan_array(k, type, in,
 *                              out, offset) gets the number of the array, the type of its elements, the members of a
 *                              view that are the input and the output, and the bytes of an element of all carried
 *                              arrays before. clscan_index(k, type, out) is for the indices. */
#ifndef CLSCAN_TASK_MERGE_H
#define CLSCAN_TASK_MERGE_H

#include "problem.h"

#ifndef CLSCAN_LESS
#define CLSCAN_LESS(x, y)                                ((x) < (y))
#define CLSCAN_MERGE_INDEXED                             1
#define CLSCAN_MERGE_BYTES                               (sizeof(clscan_in) + sizeof(clscan_value))
#define CLSCAN_MERGE_HEADS_AT                            (2 * CLSCAN_MERGE_BYTES + sizeof(clscan_in))
#define CLSCAN_MERGE_LOCAL_BYTES                         65536
#define CLSCAN_MERGE_CARRIED(clscan_array, clscan_index) clscan_array(1, clscan_in, in, out, 0)
#endif

/* Expands to its argument if indices move with elements. */
#if CLSCAN_MERGE_INDEXED
#define CLSCAN_IF_INDEXED(text) text
#else
#define CLSCAN_IF_INDEXED(text)
#endif

/* An element and its index in the input. */
typedef struct {
    clscan_in x;
    CLSCAN_IF_INDEXED(clscan_value index;)
} clscan_indexed;

/* Returns true if y, which is after x in the input, has to come before x. Equal elements keep their order, in reverse
 * too. */
static bool clscan_overtakes(clscan_in y, clscan_in x) {
    return CLSCAN_REVERSE ? CLSCAN_LESS(x, y) : CLSCAN_LESS(y, x);
}

/* Defines a function that returns how many of the first `d` elements of the merged runs a and b come from a. It is a
 * binary search along a diagonal of the merge matrix (Green, McColl and Bader, "GPU Merge Path", ICS 2012). Whatever
 * the comparison returns, the result is at most na, and d minus the result is at most nb. */
#define CLSCAN_MERGE_PATH(name, address_space, index_type)                                                             \
    static index_type name(const address_space clscan_in *a, index_type na, const address_space clscan_in *b,          \
                           index_type nb, index_type d) {                                                              \
        index_type low = d > nb ? d - nb : 0, high = min(d, na);                                                       \
        while (low < high) {                                                                                           \
            const index_type middle = low + (high - low) / 2;                                                          \
            if (clscan_overtakes(b[d - 1 - middle], a[middle]))                                                        \
                high = middle;                                                                                         \
            else                                                                                                       \
                low = middle + 1;                                                                                      \
        }                                                                                                              \
        return low;                                                                                                    \
    }

CLSCAN_MERGE_PATH(clscan_merge_path, global, ulong)

#endif
