#include "select/runs.h"
#include "common/message.h"
#include <stdlib.h>
#include <string.h>

/* Halves are equal if their bits are, except that NaN equals nothing and that both zeros are equal. */
static bool same_halves(const char *a, const char *b) {
    enum { MAGNITUDE = 0x7fff, INFINITE = 0x7c00 };
    cl_ushort x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x == y && (x & MAGNITUDE) <= INFINITE) || ((x | y) & MAGNITUDE) == 0;
}

static bool same_floats(const char *a, const char *b) {
    float x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x == y;
}

static bool same_doubles(const char *a, const char *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x == y;
}

static bool are_same(const array *values, size_t i, size_t j) {
    const char *a = (const char *)values->data + i * values->size, *b = (const char *)values->data + j * values->size;
    switch (values->type) {
    case ORACLE_HALF:
        return same_halves(a, b);
    case ORACLE_FLOAT:
        return same_floats(a, b);
    case ORACLE_DOUBLE:
        return same_doubles(a, b);
    default:
        return memcmp(a, b, values->size) == 0;
    }
}

size_t runs_length(const array *values, size_t first) {
    size_t n = 1;
    while (first + n < values->count && are_same(values, first + n - 1, first + n))
        n++;
    return n;
}

static bool begins_run(const array *values, size_t i, size_t least) {
    return (i == 0 || !are_same(values, i - 1, i)) && (least < 2 || runs_length(values, i) >= least);
}

unsigned char *runs_flags(const array *values, bool last, size_t least) {
    const size_t count = values->count;
    unsigned char *flags = malloc(count ? count : 1);
    if (!flags)
        return complain("out of memory"), NULL;
    for (size_t i = 0; i < count; i++)
        flags[i] = last ? i + 1 == count || !are_same(values, i, i + 1) : begins_run(values, i, least);
    return flags;
}
