/* Detects integers that the library would wrap: sums, products and steps of a recurrence that do not fit the type of
 * the scan, elements that do not fit it, and results that do not fit the type of the output. */
#ifndef CLSCAN_TOOL_OVERFLOW_H
#define CLSCAN_TOOL_OVERFLOW_H

#include "data/task.h"
#include "files/source.h"

/* Returns true if the task wraps no integer. Otherwise complains, with the place in the input, which is named `file`
 * and was read in the format `from`. */
bool overflow_is_absent(const options *o, const format *from, const char *file, const task *t);

/* A number that does not fit: `before` combined with the `value` of the element, and with `added`. */
typedef struct overflow {
    size_t element;
    int64_t before, value, added;
} overflow;

/* How far a scan has been looked at. */
typedef struct overflow_walk {
    bool inclusive;
    int64_t first, sum; /* the initial value or the identity, and the result so far */
    bool pending;       /* the result so far does not fit, but may not be received */
    overflow found;
    size_t n; /* elements */
} overflow_walk;

/* The next elements of a scan. */
typedef struct overflow_piece {
    array in, second;           /* `second` is for operators that read another array */
    const unsigned char *heads; /* not 0 where a segment begins; NULL: there are no segments */
} overflow_piece;

/* Returns false if numbers may be wrapped that a walk does not find: results that do not fit the type of the output. */
bool overflow_is_walked(const task *t);

/* The same piece by piece, for a task without rows whose arrays are not in memory. */
overflow_walk overflow_begin(const task *t);
bool overflow_is_absent_in(overflow_walk *w, const options *o, const source *from, const task *t,
                           const overflow_piece *piece);
bool overflow_is_absent_at_end(const overflow_walk *w, const options *o, const source *from, const task *t);

#endif
