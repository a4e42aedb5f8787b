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

/* Returns true if value n of a row is in the run of the one before. */
static bool goes_on(const task *t, const array *values, size_t row, size_t n) {
    const oracle_described described = task_described(t);
    return n > 0 && n < task_row_length(t) && are_same(values, task_place(t, row, n - 1), task_place(t, row, n)) &&
           !oracle_described_is_head(&described, task_place(t, row, n));
}

size_t runs_length(const task *t, const array *values, size_t row, size_t n) {
    size_t length = 1;
    while (goes_on(t, values, row, n + length))
        length++;
    return length;
}

static bool begins_run(const task *t, const array *values, size_t row, size_t n, size_t least) {
    return !goes_on(t, values, row, n) && (least < 2 || runs_length(t, values, row, n) >= least);
}

unsigned char *runs_flags(const task *t, const array *values, bool last, size_t least) {
    const size_t count = values->count, length = task_row_length(t);
    unsigned char *flags = malloc(count ? count : 1);
    if (!flags)
        return complain("out of memory"), NULL;
    for (size_t i = 0; i < count; i++) {
        const size_t row = i / length, n = i % length;
        flags[task_place(t, row, n)] = last ? !goes_on(t, values, row, n + 1) : begins_run(t, values, row, n, least);
    }
    return flags;
}
