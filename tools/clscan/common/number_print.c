#include "common/number.h"
#include "oracle.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Two digits at a time, from the last. */
static char *print_magnitude(uint64_t x, char *to) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    char digits[20], *first = digits + sizeof digits;
    for (; x >= 100; x /= 100) {
        first -= 2;
        memcpy(first, pairs + 2 * (x % 100), 2);
    }
    first -= x >= 10 ? 2 : 1;
    memcpy(first, pairs + 2 * x + (x < 10), x >= 10 ? 2 : 1);
    const size_t length = (size_t)(digits + sizeof digits - first);
    memcpy(to, first, length);
    return to + length;
}

static char *print_signed(int64_t x, char *to) {
    if (x < 0)
        *to++ = '-';
    return print_magnitude(x < 0 ? 0 - (uint64_t)x : (uint64_t)x, to);
}

/* X(TYPE, stored as, printed by) */
#define INTEGERS(X)                                                                                                    \
    X(CHAR, int8_t, print_signed)                                                                                      \
    X(UCHAR, uint8_t, print_magnitude)                                                                                 \
    X(SHORT, int16_t, print_signed)                                                                                    \
    X(USHORT, uint16_t, print_magnitude)                                                                               \
    X(INT, int32_t, print_signed)                                                                                      \
    X(UINT, uint32_t, print_magnitude)                                                                                 \
    X(LONG, int64_t, print_signed)                                                                                     \
    X(ULONG, uint64_t, print_magnitude)

/* X(TYPE, stored as, to double, digits that distinguish any two, up to where these show a whole number whole) */
#define FLOATS(X)                                                                                                      \
    X(FLOAT, float, (double), 9, 1e9)                                                                                  \
    X(DOUBLE, double, (double), 17, 1e15)                                                                              \
    X(HALF, uint16_t, oracle_half_to_double, 5, 1e5)

enum { FRACTION_BITS = 52 };

static char *print_decimals(uint64_t decimals, int places, char *to) {
    *to++ = '.';
    for (int i = places; i-- > 0; decimals /= 10)
        to[i] = (char)('0' + decimals % 10);
    return to + places;
}

/* whole + fraction / 2^52 with at most so many places, rounded to nearest even, no zeros at the end: exactly what
 * printf has for %g, in integers, several times as fast. */
static char *print_fixed(uint64_t whole, uint64_t fraction, int most_places, char *to) {
    const uint64_t one = UINT64_C(1) << FRACTION_BITS;
    uint64_t decimals = 0, scale = 1;
    int places = 0;
    for (; fraction > 0 && places < most_places; places++) {
        fraction *= 10;
        decimals = 10 * decimals + (fraction >> FRACTION_BITS);
        fraction &= one - 1;
        scale *= 10;
    }
    decimals += fraction > one / 2 || (fraction == one / 2 && decimals % 2 == 1);
    if (decimals == 0 || decimals == scale)
        return print_magnitude(whole + (decimals == scale), to);
    for (; decimals % 10 == 0; decimals /= 10)
        places--;
    return print_decimals(decimals, places, print_magnitude(whole, to));
}

static int digits_of(uint64_t x) {
    int digits = 1;
    for (; x >= 10; x /= 10)
        digits++;
    return digits;
}

/* Prints common numbers without snprintf: whole numbers except -0, and numbers with a fraction of at most 52 bits. */
static char *print_double(double x, int digits, double whole, char *to) {
    const double magnitude = fabs(x);
    if (magnitude < whole && x == (double)(int64_t)x && !(x == 0 && signbit(x)))
        return print_signed((int64_t)x, to);
    if (!(magnitude >= 1 && magnitude < whole))
        return to + snprintf(to, NUMBER_LONGEST, "%.*g", digits, x);
    const uint64_t units = (uint64_t)magnitude;
    const uint64_t fraction = (uint64_t)ldexp(magnitude - (double)units, FRACTION_BITS);
    if (x < 0)
        *to++ = '-';
    return print_fixed(units, fraction, digits - digits_of(units), to);
}

#define DEFINE_INTEGER_PRINT(TYPE, STORED, PRINT)                                                                      \
    static char *print_##TYPE(const void *elements, size_t index, char *to) {                                          \
        return PRINT(((const STORED *)elements)[index], to);                                                           \
    }
#define DEFINE_FLOAT_PRINT(TYPE, STORED, DOUBLE_OF, DIGITS, WHOLE)                                                     \
    static char *print_##TYPE(const void *elements, size_t index, char *to) {                                          \
        return print_double(DOUBLE_OF(((const STORED *)elements)[index]), DIGITS, WHOLE, to);                          \
    }
INTEGERS(DEFINE_INTEGER_PRINT)
FLOATS(DEFINE_FLOAT_PRINT)

number_print_fn number_printer(oracle_type type) {
#define ENTER_PRINT(TYPE, ...) [ORACLE_##TYPE] = print_##TYPE,
    static const number_print_fn printers[ORACLE_USER] = { INTEGERS(ENTER_PRINT) FLOATS(ENTER_PRINT) };
    return printers[type];
}
