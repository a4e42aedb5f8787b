/* Judges results of the self-test by plain C, which no OpenCL driver compiles. */
#ifndef CS_REFERENCE_H
#define CS_REFERENCE_H

#include "table/number.h"
#include <stddef.h>

/* A contiguous array of elements. An element is one number or a vector of numbers. */
typedef struct cs_reference_array {
    const cs_type_row *row; /* the type of a number; never half */
    size_t size;            /* bytes of an element */
    const unsigned char *at;
} cs_reference_array;

/* A scan of numbers that cs_test_data_fill made. */
typedef struct cs_reference {
    cs_reference_array in, out, more_in, more_out; /* the last two have at == NULL if the operator has no such array */
    const cs_type_row *row;                        /* the scanned type */
    clscan_op op;
    bool exclusive;
    bool reduces; /* there is one result for all elements, at `result` */
    size_t result;
    bool finite; /* build options let the compiler assume that no number is infinite */
} cs_reference;

/* Returns true if plain C computes exactly the results that a correct device computes. Floating-point products are
 * exact for 1 and -1 only, so products of converted numbers are not. */
bool cs_reference_is_exact(const cs_reference *reference);

/* Returns true if the number `lane` of the result at reference->result is the result of no elements. */
bool cs_reference_is_nothing(const cs_reference *reference, size_t lane);

/* Scans `count` elements in plain C: element `first`, then every `step`-th one, and in each element the number `lane`.
 * Returns how many results of `out` are right before the first wrong one, or `count`. A result that the device may
 * choose, such as a rounded one, is right. cs_reference_is_exact must hold. */
size_t cs_reference_compare(const cs_reference *reference, size_t first, ptrdiff_t step, size_t count, size_t lane);

#endif
