/* The element types, one line each, and the operators, one line each; everything else here is generated from them. */
#ifndef CLSCAN_ORACLE_TYPES_H
#define CLSCAN_ORACLE_TYPES_H

#include "oracle.h"
#include <inttypes.h>
#include <math.h>

#define ORACLE_AS_IS(x) (x)

/* X(TYPE, stored as, lowest, highest, print format, printed as) */
#define ORACLE_SIGNED(X)                                                                                               \
    X(CHAR, int8_t, INT8_MIN, INT8_MAX, PRIdMAX, intmax_t)                                                             \
    X(SHORT, int16_t, INT16_MIN, INT16_MAX, PRIdMAX, intmax_t)                                                         \
    X(INT, int32_t, INT32_MIN, INT32_MAX, PRIdMAX, intmax_t)                                                           \
    X(LONG, int64_t, INT64_MIN, INT64_MAX, PRIdMAX, intmax_t)
#define ORACLE_UNSIGNED(X)                                                                                             \
    X(UCHAR, uint8_t, 0, UINT8_MAX, PRIuMAX, uintmax_t)                                                                \
    X(USHORT, uint16_t, 0, UINT16_MAX, PRIuMAX, uintmax_t)                                                             \
    X(UINT, uint32_t, 0, UINT32_MAX, PRIuMAX, uintmax_t)                                                               \
    X(ULONG, uint64_t, 0, UINT64_MAX, PRIuMAX, uintmax_t)
#define ORACLE_INTEGERS(X) ORACLE_SIGNED(X) ORACLE_UNSIGNED(X)

/* X(TYPE, stored as, computed in, load, store, bits of precision, exponent both ways, print format)
 * A half step computed in float and rounded once more is the half step correctly rounded: 24 >= 2 * 11 + 2. */
#define ORACLE_FLOATS(X)                                                                                               \
    X(FLOAT, float, float, ORACLE_AS_IS, ORACLE_AS_IS, 24, 126, "%.9g")                                                \
    X(DOUBLE, double, double, ORACLE_AS_IS, ORACLE_AS_IS, 53, 1022, "%.17g")                                           \
    X(HALF, uint16_t, float, (float)oracle_half_to_double, oracle_half_from_double, 11, 14, "%.5g")

/* The length of arrays that are indexed by operator: more than the library will ever have. */
enum { ORACLE_MAX_OPS = 64 };

/* X(OP, combine, identity, ...type's line); T is the type computed in. Unsigned arithmetic wraps, signed must not. */
#define ORACLE_INTEGER_OPS(X, LOWEST, HIGHEST, ...)                                                                    \
    X(ADD, ORACLE_WRAP_ADD, 0, __VA_ARGS__)                                                                            \
    X(MUL, ORACLE_WRAP_MUL, 1, __VA_ARGS__)                                                                            \
    X(MIN, ORACLE_MIN, HIGHEST, __VA_ARGS__)                                                                           \
    X(MAX, ORACLE_MAX, LOWEST, __VA_ARGS__)                                                                            \
    X(AND, ORACLE_AND, -1, __VA_ARGS__)                                                                                \
    X(OR, ORACLE_OR, 0, __VA_ARGS__)                                                                                   \
    X(XOR, ORACLE_XOR, 0, __VA_ARGS__)

#define ORACLE_UNSIGNED_OPS(X, ...) X(ADD_SAT, ORACLE_ADD_SAT, 0, __VA_ARGS__)

#define ORACLE_FLOAT_OPS(X, ...)                                                                                       \
    X(ADD, ORACLE_ADD, 0, __VA_ARGS__)                                                                                 \
    X(ADD_COMPENSATED, ORACLE_ADD, 0, __VA_ARGS__)                                                                     \
    X(MUL, ORACLE_MUL, 1, __VA_ARGS__)                                                                                 \
    X(MIN, ORACLE_MIN, INFINITY, __VA_ARGS__)                                                                          \
    X(MAX, ORACLE_MAX, -INFINITY, __VA_ARGS__)

#define ORACLE_WRAP_ADD(a, b) ((uint64_t)(a) + (uint64_t)(b))
#define ORACLE_WRAP_MUL(a, b) ((uint64_t)(a) * (uint64_t)(b))
#define ORACLE_AND(a, b)      ((a) & (b))
#define ORACLE_OR(a, b)       ((a) | (b))
#define ORACLE_XOR(a, b)      ((a) ^ (b))
#define ORACLE_ADD(a, b)      ((a) + (b))
#define ORACLE_HIGHEST(a)     (UINT64_MAX >> (64 - 8 * sizeof(a)))
#define ORACLE_ADD_SAT(a, b)  ((b) > ORACLE_HIGHEST(a) - (a) ? ORACLE_HIGHEST(a) : (uint64_t)(a) + (b))
#define ORACLE_MUL(a, b)      ((a) * (b))
/* An earlier NaN stays, a later NaN wins no comparison and is taken; of equals the later one. */
#define ORACLE_MIN(a, b) ((a) != (a) || (a) < (b) ? (a) : (b))
#define ORACLE_MAX(a, b) ((a) != (a) || (a) > (b) ? (a) : (b))

#endif
