/* Keys of every type for tests of sorts and of top-k. Not every test uses every function. */
#ifndef TESTS_KEYS_H
#define TESTS_KEYS_H

#include "support/check.h"
#include <oracle.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the bits of key i. The low bits are the key, whatever its type. */
typedef uint64_t keys_fn(oracle_type type, size_t i);

static inline uint64_t keys_any(oracle_type type, size_t i) {
    (void)type;
    return oracle_draw(1, i);
}

static inline uint64_t keys_few(oracle_type type, size_t i) {
    return keys_any(type, oracle_draw(2, i) % 5);
}

static inline uint64_t keys_equal(oracle_type type, size_t i) {
    (void)i;
    return keys_any(type, 3);
}

static inline uint64_t keys_ascending(oracle_type type, size_t i) {
    (void)type;
    return i;
}

/* Keys that descend, whether their highest bit is a sign or not: several times if there are many, or of one byte. */
static inline uint64_t keys_descending(oracle_type type, size_t i) {
    const size_t most = oracle_type_size(type) == 1 ? 127 : 32767;
    return most - i % most;
}

static inline uint64_t keys_highest_digit(oracle_type type, size_t i) {
    return oracle_draw(4, i) % 256 << (8 * oracle_type_size(type) - 8);
}

static inline uint64_t keys_lowest_digit(oracle_type type, size_t i) {
    (void)type;
    return oracle_draw(5, i) % 256 | 0x4040404040404000;
}

/* Only the second and third digit differ, so that the passes before and after them are left out. */
static inline uint64_t keys_middle_digits(oracle_type type, size_t i) {
    const uint64_t draw = oracle_draw(7, i), digits = draw & 0x00FFFF00;
    return oracle_type_size(type) == 1 ? draw & 0xF0 : digits;
}

/* Zeros, infinities, NaNs with different bits, and the least numbers, with both signs. Other types take them as they
 * are. */
static inline uint64_t keys_special(oracle_type type, size_t i) {
    const bool half = type == ORACLE_HALF, wide = type == ORACLE_DOUBLE;
    const uint64_t sign = (uint64_t)1 << (8 * oracle_type_size(type) - 1), infinity = half   ? 0x7C00
                                                                                      : wide ? 0x7FF0000000000000
                                                                                             : 0x7F800000;
    const uint64_t numbers[] = { 0, 1, infinity, infinity - 1, infinity + 1, sign - 1, infinity / 3 };
    const uint64_t draw = oracle_draw(6, i);
    return numbers[draw % COUNT(numbers)] | (draw >> 32 & 1 ? sign : 0);
}

#endif
