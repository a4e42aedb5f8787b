/* One loop per type and operator, and the table that finds it. */
#include "types.h"

typedef void (*scan_fn)(const void *in, void *out, size_t count, bool exclusive);

/* The first element is taken as it is, not combined with the identity: 0 + -0 would be 0. */
#define DEFINE_SCAN(OP, COMBINE, IDENTITY, TYPE, STORED, LOAD, STORE)                                                  \
    static void scan_##TYPE##_##OP(const void *in, void *out, size_t count, bool exclusive) {                          \
        const STORED *from = in;                                                                                       \
        STORED *to = out;                                                                                              \
        STORED before = (STORED)STORE(IDENTITY);                                                                       \
        for (size_t i = 0; i < count; i++) {                                                                           \
            const STORED x = from[i];                                                                                  \
            const STORED after = i == 0 ? x : (STORED)STORE(COMBINE(LOAD(before), LOAD(x)));                           \
            to[i] = exclusive ? before : after;                                                                        \
            before = after;                                                                                            \
        }                                                                                                              \
    }
#define ENTER_SCAN(OP, COMBINE, IDENTITY, TYPE, STORED, LOAD, STORE)                                                   \
    [ORACLE_##TYPE][CLSCAN_OP_##OP] = scan_##TYPE##_##OP,

#define DEFINE_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                 \
    ORACLE_INTEGER_OPS(DEFINE_SCAN, LOWEST, HIGHEST, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define ENTER_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                  \
    ORACLE_INTEGER_OPS(ENTER_SCAN, LOWEST, HIGHEST, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define DEFINE_UNSIGNED(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                \
    ORACLE_UNSIGNED_OPS(DEFINE_SCAN, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define ENTER_UNSIGNED(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                 \
    ORACLE_UNSIGNED_OPS(ENTER_SCAN, TYPE, STORED, ORACLE_AS_IS, ORACLE_AS_IS)
#define DEFINE_FLOAT(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                      \
    ORACLE_FLOAT_OPS(DEFINE_SCAN, TYPE, STORED, LOAD, STORE)
#define ENTER_FLOAT(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                       \
    ORACLE_FLOAT_OPS(ENTER_SCAN, TYPE, STORED, LOAD, STORE)

ORACLE_INTEGERS(DEFINE_INTEGER)
ORACLE_UNSIGNED(DEFINE_UNSIGNED)
ORACLE_FLOATS(DEFINE_FLOAT)

static const scan_fn scans[ORACLE_USER][ORACLE_MAX_OPS] = { ORACLE_INTEGERS(ENTER_INTEGER) ORACLE_UNSIGNED(
    ENTER_UNSIGNED) ORACLE_FLOATS(ENTER_FLOAT) };

static scan_fn find_scan(oracle_type type, clscan_op op) {
    const bool known = (unsigned)type < ORACLE_USER && (unsigned)op < ORACLE_MAX_OPS;
    return known ? scans[type][op] : NULL;
}

bool oracle_defined(oracle_type type, clscan_op op) {
    return find_scan(type, op) != NULL;
}

bool oracle_scan(oracle_type type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count) {
    const scan_fn scan = find_scan(type, op);
    if (scan)
        scan(in, out, count, kind == CLSCAN_KIND_EXCLUSIVE);
    return scan != NULL;
}
