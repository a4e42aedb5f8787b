/* The minimum and the maximum of two sizes. */
#ifndef CS_MIN_MAX_H
#define CS_MIN_MAX_H

#include <stddef.h>

static inline size_t cs_min(size_t a, size_t b) {
    return a < b ? a : b;
}

static inline size_t cs_max(size_t a, size_t b) {
    return a > b ? a : b;
}

#endif
