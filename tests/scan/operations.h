/* The operators with an accumulator, in plain C: test data, and one step of the scan. */
#ifndef TESTS_OPERATIONS_H
#define TESTS_OPERATIONS_H

#include "support/check.h"

#include <oracle.h>

enum { OPERATION_MAX_SIZE = 16 /* bytes of an element */ };

/* The accumulator of the plain loop. It is all 0 before the first element. */
typedef struct known {
    bool any, too_large;
    double x, y;
    int64_t high, low;
    uint64_t index, n;
    unsigned char bytes[OPERATION_MAX_SIZE];
} known;

typedef struct operation {
    clscan_op op;
    oracle_type type;
    unsigned components;
    size_t size, more_in, more_out; /* bytes of an element in each array; 0: there is no such array */
    void (*fill)(uint64_t draw, size_t i, void *x, void *more);
    void (*step)(known *k, const void *x, const void *more, uint64_t index);
    void (*result)(known *k, void *out, void *more);
    double tolerance; /* 0: the results must have the same bits */
} operation;

/* Returns the operation at `index`, or NULL past the last one. */
const operation *operation_at(size_t index);

#endif
