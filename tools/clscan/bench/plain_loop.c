/* The oracle's loops choose between inclusive and exclusive at each element, which costs a third of the speed. The
 * loops here choose once. */
#include "bench/plain_loop.h"
#include "types.h"

#define DEFINE_LOOPS(OP, COMBINE, IDENTITY, TYPE, STORED, LOAD, STORE)                                                 \
    static void inclusive_##TYPE##_##OP(const void *in, void *out, size_t count) {                                     \
        const STORED *from = in;                                                                                       \
        STORED *to = out, sum = (STORED)STORE(IDENTITY);                                                               \
        for (size_t i = 0; i < count; i++) {                                                                           \
            sum = (STORED)STORE(COMBINE(LOAD(sum), LOAD(from[i])));                                                    \
            to[i] = sum;                                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    static void exclusive_##TYPE##_##OP(const void *in, void *out, size_t count) {                                     \
        const STORED *from = in;                                                                                       \
        STORED *to = out, sum = (STORED)STORE(IDENTITY);                                                               \
        for (size_t i = 0; i < count; i++) {                                                                           \
            const STORED x = from[i];                                                                                  \
            to[i] = sum;                                                                                               \
            sum = (STORED)STORE(COMBINE(LOAD(sum), LOAD(x)));                                                          \
        }                                                                                                              \
    }
#define ENTER_LOOPS(OP, COMBINE, IDENTITY, TYPE, STORED, LOAD, STORE)                                                  \
    [ORACLE_##TYPE][CLSCAN_OP_##OP] = { inclusive_##TYPE##_##OP, exclusive_##TYPE##_##OP },

#define DEFINE_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                 \
    ORACLE_INTEGER_OPS(DEFINE_LOOPS, LOWEST, HIGHEST, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define ENTER_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                  \
    ORACLE_INTEGER_OPS(ENTER_LOOPS, LOWEST, HIGHEST, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define DEFINE_UNSIGNED(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                \
    ORACLE_UNSIGNED_OPS(DEFINE_LOOPS, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define ENTER_UNSIGNED(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                 \
    ORACLE_UNSIGNED_OPS(ENTER_LOOPS, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define DEFINE_FLOAT(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                      \
    ORACLE_FLOAT_OPS(DEFINE_LOOPS, TYPE, STORED, LOAD, STORE)
#define ENTER_FLOAT(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                       \
    ORACLE_FLOAT_OPS(ENTER_LOOPS, TYPE, STORED, LOAD, STORE)

ORACLE_INTEGERS(DEFINE_INTEGER)
ORACLE_UNSIGNED(DEFINE_UNSIGNED)
ORACLE_FLOATS(DEFINE_FLOAT)

plain_loop_fn plain_loop(oracle_type type, clscan_op op, clscan_kind kind) {
    static const plain_loop_fn loops[ORACLE_USER][ORACLE_MAX_OPS][2] = { ORACLE_INTEGERS(ENTER_INTEGER) ORACLE_UNSIGNED(
        ENTER_UNSIGNED) ORACLE_FLOATS(ENTER_FLOAT) };
    return (unsigned)type < ORACLE_USER && (unsigned)op < ORACLE_MAX_OPS ? loops[type][op][kind] : NULL;
}
