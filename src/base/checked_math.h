/* Sums and products of sizes. Each function returns false if the result does not fit into a size_t. */
#ifndef CS_CHECKED_MATH_H
#define CS_CHECKED_MATH_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* Factors below the root of SIZE_MAX + 1, which most are, need no division. */
static inline bool cs_checked_multiply(size_t a, size_t b, size_t *product) {
    enum { HALF = sizeof(size_t) * CHAR_BIT / 2 };
    *product = a * b;
    return (a | b) >> HALF == 0 || a == 0 || b <= SIZE_MAX / a;
}

static inline bool cs_checked_add(size_t a, size_t b, size_t *sum) {
    *sum = a + b;
    return b <= SIZE_MAX - a;
}

#endif
