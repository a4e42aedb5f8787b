#include "stream/first_head.h"

#include <string.h>

size_t cs_first_flag(const unsigned char *flags, size_t n) {
    size_t i = 0;
    cl_ulong several;
    for (; i + sizeof several <= n; i += sizeof several) {
        memcpy(&several, flags + i, sizeof several);
        if (several)
            break;
    }
    while (i < n && !flags[i])
        i++;
    return i;
}

static cl_ulong bits_at(const char *at, size_t size) {
    cl_ulong bits = 0;
    for (size_t i = 0; i < size; i++)
        bits |= (cl_ulong)(unsigned char)at[i] << (8 * i);
    return bits;
}

/* Compares two floating-point numbers of 2, 4 or 8 bytes: -0 equals +0, and NaN equals nothing. `infinity` is the bits
 * of infinity, and greater bits without the sign are NaN. */
static bool floats_equal(const char *a, const char *b, size_t size) {
    const cl_ulong infinity = size == 2 ? 0x7C00 : size == 4 ? 0x7F800000 : 0x7FF0000000000000;
    const cl_ulong magnitude = ((cl_ulong)1 << (8 * size - 1)) - 1;
    const cl_ulong x = bits_at(a, size), y = bits_at(b, size);
    if ((x & magnitude) > infinity || (y & magnitude) > infinity)
        return false;
    return x == y || ((x | y) & magnitude) == 0;
}

static bool same_key(const cs_key_type *type, const char *a, const char *b) {
    if (!type->floating)
        return memcmp(a, b, type->components * type->scalar) == 0;
    for (size_t i = 0; i < type->components; i++)
        if (!floats_equal(a + i * type->scalar, b + i * type->scalar, type->scalar))
            return false;
    return true;
}

/* Returns how many keys at the beginning are certain to equal the first one, because their bytes do. */
static size_t equal_bytes(const cs_key_type *type, const char *keys, size_t n) {
    enum { BLOCK = 1024 };
    size_t i = 0;
    if (type->floating || type->components * type->scalar != type->size)
        return 0;
    while (i + BLOCK < n && memcmp(keys + i * type->size, keys + (i + 1) * type->size, BLOCK * type->size) == 0)
        i += BLOCK;
    return i;
}

size_t cs_first_key(const cs_key_type *type, const char *previous, const char *keys, size_t n) {
    if (n == 0 || !same_key(type, previous, keys))
        return 0;
    size_t i = equal_bytes(type, keys, n) + 1;
    while (i < n && same_key(type, keys + (i - 1) * type->size, keys + i * type->size))
        i++;
    return i;
}
