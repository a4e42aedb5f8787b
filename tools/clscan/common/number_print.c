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

/* X(TYPE, stored as, to double, bits of the mantissa, the least number with all of them, the most digits that any of
 * these numbers keeps, the digits that distinguish any two, up to where these show a whole number whole) */
#define FLOATS(X)                                                                                                      \
    X(FLOAT, float, (double), 24, 0x1p-126, 6, 9, 1e9)                                                                 \
    X(DOUBLE, double, (double), 53, 0x1p-1022, 15, 17, 1e15)                                                           \
    X(HALF, uint16_t, oracle_half_to_double, 11, 0x1p-14, 3, 5, 1e5)

typedef struct float_type {
    oracle_type type;
    int mantissa_bits;
    double least_normal;
    int least_digits, most_digits;
    double whole;
} float_type;

enum { FRACTION_BITS = 60 };

static char *print_decimals(uint64_t decimals, int places, char *to) {
    *to++ = '.';
    for (int i = places; i-- > 0; decimals /= 10)
        to[i] = (char)('0' + decimals % 10);
    return to + places;
}

/* Prints whole + fraction / 2^60 with as few places as tell the number from its neighbours: less than `below` units
 * under it and less than `above` units over it, it is the nearest of its type (Steele and White, "How to Print
 * Floating-Point Numbers Accurately", PLDI 1990, algorithm FPP). */
static char *print_fixed(uint64_t whole, uint64_t fraction, uint64_t below, uint64_t above, char *to) {
    const uint64_t one = UINT64_C(1) << FRACTION_BITS;
    uint64_t decimals = 0, scale = 1;
    int places = 0;
    for (; fraction >= below && one - fraction >= above; places++) {
        fraction *= 10;
        decimals = 10 * decimals + (fraction >> FRACTION_BITS);
        fraction &= one - 1;
        below *= 10;
        above *= 10;
        scale *= 10;
    }
    decimals += fraction > one / 2 || fraction >= below;
    to = print_magnitude(whole + (decimals == scale), to);
    return decimals == 0 || decimals == scale ? to : print_decimals(decimals, places, to);
}

/* Prints a number with the fewest digits from which it is read again. */
static char *print_shortest(const void *element, double x, const float_type *f, char *to) {
    size_t length = 0;
    bool same = false;
    for (int digits = fabs(x) < f->least_normal ? 1 : f->least_digits; !same && digits <= f->most_digits; digits++) {
        union {
            float single;
            double whole;
            uint16_t half;
        } read;
        length = (size_t)snprintf(to, NUMBER_LONGEST, "%.*g", digits, x);
        same = number_parser(f->type)(to, to + length, &read) == NUMBER_OK &&
               memcmp(&read, element, oracle_type_size(f->type)) == 0;
    }
    return to + length;
}

/* Prints common numbers without snprintf: whole numbers except -0, and numbers from 1e-4 on, which printf too prints
 * without an exponent, if half the distance to the next number has its bits in 2^-60. */
static char *print_float(const void *element, double x, const float_type *f, char *to) {
    const double magnitude = fabs(x);
    int exponent = 0;
    if (magnitude < f->whole && x == (double)(int64_t)x && !(x == 0 && signbit(x)))
        return print_signed((int64_t)x, to);
    const bool is_power = frexp(magnitude, &exponent) == 0.5;
    const int distance = exponent - f->mantissa_bits + FRACTION_BITS;
    if (!(magnitude >= 1e-4 && magnitude < f->whole && distance >= 2))
        return print_shortest(element, x, f, to);
    const uint64_t units = (uint64_t)magnitude, half = UINT64_C(1) << (distance - 1);
    const uint64_t fraction = (uint64_t)ldexp(magnitude - (double)units, FRACTION_BITS);
    if (x < 0)
        *to++ = '-';
    return print_fixed(units, fraction, is_power ? half / 2 : half, half, to);
}

#define DEFINE_INTEGER_PRINT(TYPE, STORED, PRINT)                                                                      \
    static char *print_##TYPE(const void *elements, size_t index, char *to) {                                          \
        return PRINT(((const STORED *)elements)[index], to);                                                           \
    }
#define DEFINE_FLOAT_PRINT(TYPE, STORED, DOUBLE_OF, MANTISSA_BITS, NORMAL, LEAST, MOST, WHOLE)                         \
    static char *print_##TYPE(const void *elements, size_t index, char *to) {                                          \
        static const float_type type = { ORACLE_##TYPE, MANTISSA_BITS, NORMAL, LEAST, MOST, WHOLE };                   \
        const STORED *element = (const STORED *)elements + index;                                                      \
        return print_float(element, DOUBLE_OF(*element), &type, to);                                                   \
    }
INTEGERS(DEFINE_INTEGER_PRINT)
FLOATS(DEFINE_FLOAT_PRINT)

number_print_fn number_printer(oracle_type type) {
#define ENTER_PRINT(TYPE, ...) [ORACLE_##TYPE] = print_##TYPE,
    static const number_print_fn printers[ORACLE_USER] = { INTEGERS(ENTER_PRINT) FLOATS(ENTER_PRINT) };
    return printers[type];
}
