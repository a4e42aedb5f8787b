#include "sample.h"

#include "number.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------------ to fill */

static unsigned draw(cl_ulong *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

void cs_sample_put_floating(const cs_type_row *row, int value, unsigned char *to) {
    const cl_half half = value == 0 ? 0 : value < 0 ? 0xBC00 : 0x3C00;
    if (row->class == CS_HALF)
        memcpy(to, &half, sizeof half);
    else
        cs_number_store(row, (cs_number) { .floating = value }, to);
}

/* The lowest bytes come first on every host of OpenCL so far. */
static void put_integer(unsigned value, size_t size, unsigned char *to) {
    const cl_ulong wide = value;
    memcpy(to, &wide, size);
}

static size_t unit_of(const cs_sample *s) {
    return s->row ? s->row->size : s->size % sizeof(cl_uint) == 0 ? sizeof(cl_uint) : 1;
}

void cs_sample_fill(const cs_sample *s, bool bits, void *elements, size_t count) {
    const size_t unit = unit_of(s);
    unsigned char *to = elements, *end = to + count * s->size;
    cl_ulong state = 7 + s->size;
    for (; to < end; to += unit) {
        const unsigned n = draw(&state);
        if (s->row && s->row->class & CS_FLOATING)
            cs_sample_put_floating(s->row, bits ? (int)(n % 2) : n % 2 ? -1 : 1, to);
        else
            put_integer(bits ? n % 2 : 2 * (n % 4) + 1, unit, to);
    }
}

/* --------------------------------------------------------------------------------------------------- to compare */

void cs_sample_find_padding(const cs_sample *s, const unsigned char *a, unsigned char before, const unsigned char *b,
                            unsigned char after, size_t count, bool *skip) {
    for (size_t k = 0; k < s->size; k++) {
        skip[k] = count > 0;
        for (size_t i = 0; i < count && skip[k]; i++)
            skip[k] = a[i * s->size + k] == before && b[i * s->size + k] == after;
    }
}

/* Sums of the same numbers in another order. What is near nothing is of no account where it is known to be a number. */
static bool are_close(double x, double y, double near_nothing) {
    const double a = x < 0 ? -x : x, b = y < 0 ? -y : y, apart = x < y ? y - x : x - y;
    return apart <= (a > b ? a : b) / 1024 + near_nothing;
}

/* Halves as numbers in their order, 1024 for each power of two. */
static int half_at(const unsigned char *p) {
    cl_ushort x;
    memcpy(&x, p, sizeof x);
    return x & 0x8000 ? -(x & 0x7FFF) : x;
}

static bool are_close_floats(const cs_type_row *row, const unsigned char *a, const unsigned char *b) {
    enum { HALVES = 16 };
    const double near_nothing = 1.0 / 16384;
    if (row->class == CS_HALF)
        return half_at(a) - half_at(b) <= HALVES && half_at(b) - half_at(a) <= HALVES;
    return are_close(cs_number_load(row, a).floating, cs_number_load(row, b).floating, near_nothing);
}

static bool same_bytes(const unsigned char *a, const unsigned char *b, size_t n, const bool *skip) {
    for (size_t i = 0; i < n; i++)
        if (!skip[i] && a[i] != b[i])
            return false;
    return true;
}

static bool agree(const cs_sample *s, const unsigned char *a, const unsigned char *b, const bool *skip) {
    const size_t unit = unit_of(s);
    for (size_t at = 0; at < s->size - s->room; at += unit) {
        if (same_bytes(a + at, b + at, unit, skip + at))
            continue;
        if (!s->row || !(s->row->class & CS_FLOATING) || !are_close_floats(s->row, a + at, b + at))
            return false;
    }
    return true;
}

size_t cs_sample_compare(const cs_sample *s, const unsigned char *a, const unsigned char *b, size_t count,
                         const bool *skip) {
    size_t i = 0;
    while (i < count && agree(s, a + i * s->size, b + i * s->size, skip))
        i++;
    return i;
}
