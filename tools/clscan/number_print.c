#include "number.h"
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

/* X(TYPE, stored as, to double, digits that tell every two apart, up to where they show a whole number whole) */
#define FLOATS(X)                                                                                                      \
    X(FLOAT, float, (double), 9, 1e9)                                                                                  \
    X(DOUBLE, double, (double), 17, 1e15)                                                                              \
    X(HALF, uint16_t, oracle_half_to_double, 5, 1e5)

/* Whole numbers, which are common, take the fast way; -0 is none of them. */
static char *print_double(double x, int digits, double whole, char *to) {
    if (fabs(x) < whole && x == (double)(int64_t)x && !(x == 0 && signbit(x)))
        return print_signed((int64_t)x, to);
    return to + snprintf(to, NUMBER_LONGEST, "%.*g", digits, x);
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

number_print_fn number_printer(clscan_type type) {
#define ENTER_PRINT(TYPE, ...) [CLSCAN_##TYPE] = print_##TYPE,
    static const number_print_fn printers[CLSCAN_USER] = { INTEGERS(ENTER_PRINT) FLOATS(ENTER_PRINT) };
    return printers[type];
}
