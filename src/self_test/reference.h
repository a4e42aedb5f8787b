/* What plain C makes of made-up elements: no driver has a hand in it. */
#ifndef CS_REFERENCE_H
#define CS_REFERENCE_H

#include "table/number.h"
#include <stddef.h>

/* Elements that lie side by side, each a number or several. */
typedef struct cs_reference_array {
    const cs_type_row *row; /* of a number, which is none of half */
    size_t size;            /* of an element */
    const unsigned char *at;
} cs_reference_array;

/* A scan of cs_test_data_fill's numbers. */
typedef struct cs_reference {
    cs_reference_array in, out, more_in, more_out; /* NULL where the operator has no more */
    const cs_type_row *row;                        /* of what is scanned */
    clscan_op op;
    bool exclusive;
    bool finite; /* the compiler may take it that no number is infinite */
} cs_reference;

/* Whether C knows the operator and comes to the same results without a doubt. Products of floating numbers other than 1
 * and -1 are not exact, nor are quotients and powers. An operator that reference.c has no row for is not known. */
bool cs_reference_is_exact(const cs_reference *reference);

/* Of an exact one: element `first` is scanned first, then that `step` behind it, in each the number `lane`. How many
 * results are right, or the device's to choose, before the first that is wrong; `count` where none is. */
size_t cs_reference_compare(const cs_reference *reference, size_t first, ptrdiff_t step, size_t count, size_t lane);

#endif
