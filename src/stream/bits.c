#include "stream/bits.h"

#include <string.h>

enum { WIDTH = 32 };

static size_t words_of(size_t n) {
    return n / WIDTH + (n % WIDTH > 0);
}

/* Returns the lowest `n` bits of a word, 1 to 32. */
static cl_uint lowest(cl_uint word, size_t n) {
    return n < WIDTH ? word & ((1u << n) - 1) : word;
}

void cs_bits_copy(cl_uint *to, size_t at, const void *from, size_t n) {
    const unsigned shift = at % WIDTH;
    to += at / WIDTH;
    if (shift == 0) {
        memcpy(to, from, words_of(n) * sizeof *to);
        return;
    }
    for (size_t i = 0; i < words_of(n); i++) {
        const size_t here = n - i * WIDTH < WIDTH ? n - i * WIDTH : WIDTH;
        cl_uint word;
        memcpy(&word, (const char *)from + i * sizeof word, sizeof word);
        word = lowest(word, here);
        to[i] = lowest(to[i], shift) | word << shift;
        if (shift + here > WIDTH)
            to[i + 1] = word >> (WIDTH - shift);
    }
}

void cs_bits_drop(cl_uint *bits, size_t n, size_t dropped) {
    const size_t first = dropped / WIDTH, words = words_of(n);
    const unsigned shift = dropped % WIDTH;
    for (size_t i = 0; first + i < words; i++) {
        const cl_uint high = first + i + 1 < words ? bits[first + i + 1] : 0;
        bits[i] = shift ? bits[first + i] >> shift | high << (WIDTH - shift) : bits[first + i];
    }
}

size_t cs_bits_first(const cl_uint *bits, size_t n) {
    size_t i = 0, bit = 0;
    while (i < words_of(n) && bits[i] == 0)
        i++;
    if (i == words_of(n))
        return n;
    while (!(bits[i] >> bit & 1))
        bit++;
    return i * WIDTH + bit < n ? i * WIDTH + bit : n;
}
