/* The lesser and the greater of two sizes. */
#ifndef CS_LESSER_H
#define CS_LESSER_H

#include <stddef.h>

static inline size_t cs_lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

static inline size_t cs_greater(size_t a, size_t b) {
    return a > b ? a : b;
}

#endif
