/* The first element of a piece that begins a segment, and bits that are copied and dropped. */
#include "stream/first_head.h"
#include "stream/bits.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { MOST = 200, WORDS = MOST / 32 + 2 };

static bool bit(const cl_uint *bits, size_t i) {
    return bits[i / 32] >> i % 32 & 1;
}

static void make_bits(cl_uint *bits, cl_uint seed) {
    for (size_t i = 0; i < WORDS; i++)
        bits[i] = (cl_uint)(i + 1) * 2654435761u ^ seed;
}

/* Bits in front of the copied ones stay, and no word past them is written. */
static void test_copy(void **state) {
    (void)state;
    for (size_t at = 0; at < 70; at++)
        for (size_t n = 0; at + n <= MOST; n++) {
            cl_uint from[WORDS], to[WORDS], old[WORDS];
            make_bits(from, 1);
            make_bits(to, 99);
            memcpy(old, to, sizeof to);
            cs_bits_copy(to, at, from, n);
            for (size_t i = 0; i < at + n; i++)
                assert_int_equal(bit(to, i), i < at ? bit(old, i) : bit(from, i - at));
            for (size_t i = (at + n + 31) / 32; i < WORDS; i++)
                assert_int_equal(to[i], old[i]);
        }
}

static void test_drop(void **state) {
    (void)state;
    for (size_t n = 0; n <= MOST; n++)
        for (size_t dropped = 0; dropped <= n; dropped++) {
            cl_uint bits[WORDS], old[WORDS];
            make_bits(bits, 5);
            memcpy(old, bits, sizeof bits);
            cs_bits_drop(bits, n, dropped);
            for (size_t i = 0; i + dropped < n; i++)
                assert_int_equal(bit(bits, i), bit(old, i + dropped));
        }
}

static void test_first_bit_and_flag(void **state) {
    (void)state;
    for (size_t n = 0; n <= MOST; n++)
        for (size_t first = 0; first <= MOST; first++) {
            cl_uint bits[WORDS] = { 0 };
            unsigned char flags[MOST + 1] = { 0 };
            bits[first / 32] = 0xFFFFFFFFu << first % 32;
            flags[first] = 128;
            assert_int_equal(cs_bits_first(bits, n), first < n ? first : n);
            assert_int_equal(cs_first_flag(flags, n), first < n ? first : n);
        }
}

/* More equal keys than are compared at once. */
static void test_many_keys(void **state) {
    enum { MANY = 5000 };
    static cl_uint keys[MANY];
    const cs_key_type type = { .size = 4, .scalar = 4, .components = 1 };
    const size_t places[] = { 0, 1, 2, 1023, 1024, 1025, 1026, 2047, 2048, 2049, 4999, MANY };
    const cl_uint previous = 7;
    (void)state;
    for (size_t p = 0; p < COUNT(places); p++)
        for (size_t n = MANY; n + 3 > MANY; n--) {
            for (size_t i = 0; i < MANY; i++)
                keys[i] = i < places[p] ? 7 : 8;
            assert_int_equal(cs_first_key(&type, (const char *)&previous, (const char *)keys, n),
                             places[p] < n ? places[p] : n);
        }
    assert_int_equal(cs_first_key(&type, (const char *)&previous, (const char *)keys, 0), 0);
}

static size_t first_of(const cs_key_type *type, const void *keys, size_t n) {
    return cs_first_key(type, keys, (const char *)keys + type->size, n - 1) + 1;
}

/* -0 equals +0, NaN equals nothing, and the padding of a vector of three is not compared. */
static void test_types_of_keys(void **state) {
    const cl_float floats[] = { 0.0f, -0.0f, 0.0f, 1.0f }, nan[] = { 5.0f, NAN, NAN }, nans[] = { NAN, NAN };
    const cl_double doubles[] = { -0.0, 0.0, INFINITY }, infinite[] = { INFINITY, INFINITY, -INFINITY };
    const cl_ushort halves[] = { 0x8000, 0, 0x8000, 0x3C00 }, half_nans[] = { 0x7C00, 0x7C00, 0x7C01 };
    const cl_uint vectors[][4] = { { 1, 2, 3, 4 }, { 1, 2, 3, 5 }, { 1, 2, 4, 5 } };
    const cs_key_type of_float = { 4, 4, 1, true }, of_double = { 8, 8, 1, true }, of_half = { 2, 2, 1, true };
    const cs_key_type of_three = { 16, 4, 3, false };
    (void)state;
    assert_int_equal(first_of(&of_float, floats, 4), 3);
    assert_int_equal(first_of(&of_float, nan, 3), 1);
    assert_int_equal(first_of(&of_float, nans, 2), 1);
    assert_int_equal(first_of(&of_double, doubles, 3), 2);
    assert_int_equal(first_of(&of_double, infinite, 3), 2);
    assert_int_equal(first_of(&of_half, halves, 4), 3);
    assert_int_equal(first_of(&of_half, half_nans, 3), 2);
    assert_int_equal(first_of(&of_three, vectors, 3), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_drop),
        cmocka_unit_test(test_first_bit_and_flag),
        cmocka_unit_test(test_many_keys),
        cmocka_unit_test(test_types_of_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
