/* The first element of a piece that begins a segment. Elements before it belong to the last segment of the piece
 * before.
 */
#ifndef CS_FIRST_HEAD_H
#define CS_FIRST_HEAD_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* How keys of a type of OpenCL C are compared: all components by their bits, or as floating-point numbers. */
typedef struct cs_key_type {
    size_t size;         /* bytes from one key to the next */
    size_t scalar;       /* bytes of a component */
    unsigned components; /* without padding */
    bool floating;
} cs_key_type;

/* Returns the number of the first flag that is not zero; `n` if all flags are zero. */
size_t cs_first_flag(const unsigned char *flags, size_t n);

/* Returns the number of the first key that differs from the key before it; `n` if none does. Before the first key is
 * `previous`. */
size_t cs_first_key(const cs_key_type *type, const char *previous, const char *keys, size_t n);

#endif
