/* Numbers from one type to another. */
#include "described.h"
#include "types.h"
#include <string.h>

/* What any number is: `real` is exact but where long double is not wider than double, and there not further from it
 * than the rounding to float or half that follows. */
typedef struct number {
    bool floating;
    uint64_t bits; /* the bits of an integer, its sign extended */
    long double real;
} number;

#define READ_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                   \
    case ORACLE_##TYPE: {                                                                                              \
        STORED x;                                                                                                      \
        memcpy(&x, from, sizeof x);                                                                                    \
        return (number) { false, (uint64_t)x, (long double)x };                                                        \
    }
#define READ_FLOATING(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                     \
    case ORACLE_##TYPE: {                                                                                              \
        STORED x;                                                                                                      \
        memcpy(&x, from, sizeof x);                                                                                    \
        return (number) { true, 0, LOAD(x) };                                                                          \
    }
static number read(oracle_type type, const void *from) {
    switch (type) {
        ORACLE_INTEGERS(READ_INTEGER)
        ORACLE_FLOATS(READ_FLOATING)
    default:
        return (number) { 0 };
    }
}

#define SATURATE(x, LOWEST, HIGHEST, STORED)                                                                           \
    (isnan(x) ? 0 : (x) <= (long double)(LOWEST) ? (LOWEST) : (x) >= (long double)(HIGHEST) ? (HIGHEST) : (STORED)(x))
#define WRITE_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                  \
    case ORACLE_##TYPE: {                                                                                              \
        const STORED y = (STORED)(x.floating ? SATURATE(x.real, LOWEST, HIGHEST, STORED) : (STORED)x.bits);            \
        memcpy(to, &y, sizeof y);                                                                                      \
        break;                                                                                                         \
    }
static void write(oracle_type type, number x, void *to) {
    switch (type) {
        ORACLE_INTEGERS(WRITE_INTEGER)
    case ORACLE_FLOAT:
        memcpy(to, &(float) { (float)x.real }, sizeof(float));
        break;
    case ORACLE_DOUBLE:
        memcpy(to, &(double) { (double)x.real }, sizeof(double));
        break;
    default: /* what a double can't hold is infinite in half */
        memcpy(to, &(uint16_t) { oracle_half_from_double((double)x.real) }, sizeof(uint16_t));
    }
}

void oracle_convert(oracle_type from, const void *a, oracle_type to, void *result) {
    write(to, read(from, a), result);
}
