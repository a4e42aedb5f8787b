/* Data on which a wrong scan shows.
 *
 * Floating add and mul take the steps of a bounded random walk: the sum (or product) over any range of neighbours
 * is the difference of two points of the walk, so it is exact, also from an initial value on that is another such
 * step; and the running result is the walk itself, which never settles. min and max climb slowly under noise, so that
 * the running result keeps changing and a lost carry is missed. and/or change one bit at a random place each. Products
 * of odd integers stay odd. Saturating sums do so late. */
#include "types.h"

uint64_t oracle_draw(uint64_t seed, uint64_t index) {
    uint64_t z = seed + (index + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* From 0 up to 2^64 over the range, less a noise of 64 steps. */
static uint64_t climb(uint64_t seed, size_t i, size_t count) {
    const uint64_t step = UINT64_MAX / ((uint64_t)count + 1);
    const uint64_t top = step * ((uint64_t)i + 1);
    const uint64_t noise = step < UINT64_MAX / 64 ? step * 64 : UINT64_MAX;
    return top - oracle_draw(seed, i) % ((noise < top ? noise : top - 1) + 1);
}

/* So that the sum of four of five elements is the greatest value, about. */
static uint64_t saturating(uint64_t seed, size_t i, size_t count, uint64_t highest) {
    const uint64_t n = (uint64_t)count - (uint64_t)count / 5, whole = highest / n;
    const uint64_t rest = oracle_draw(seed, 2 * i) % n < highest % n;
    return rest + oracle_draw(seed, 2 * i + 1) % (whole < highest / 2 ? 2 * whole + 1 : highest);
}

static uint64_t integer_element(clscan_op op, uint64_t seed, size_t i, size_t count, uint64_t lowest, unsigned bits) {
    const uint64_t height = climb(seed, i, count) >> (64 - bits);
    switch (op) {
    case CLSCAN_OP_MUL:
        return oracle_draw(seed, i) | 1;
    case CLSCAN_OP_MIN:
        return lowest + ~height;
    case CLSCAN_OP_MAX:
        return lowest + height;
    case CLSCAN_OP_AND:
        return UINT64_MAX;
    case CLSCAN_OP_OR:
        return 0;
    case CLSCAN_OP_ADD_SAT:
        return saturating(seed, i, count, UINT64_MAX >> (64 - bits));
    default:
        return oracle_draw(seed, i);
    }
}

static int64_t walk(uint64_t seed, uint64_t i, uint64_t width) {
    return (int64_t)(oracle_draw(seed, i) % width);
}

static double float_element(clscan_op op, uint64_t seed, size_t i, size_t count, int bits, int exponent) {
    const uint64_t width = UINT64_C(1) << bits;
    const double height = (double)(climb(seed, i, count) >> (63 - bits)) - (double)width;
    const uint64_t steps = (uint64_t)exponent / 2;
    switch (op) {
    case CLSCAN_OP_ADD:
    case CLSCAN_OP_ADD_COMPENSATED:
        return (double)(walk(seed, i + 1, width / 4) - walk(seed, i, width / 4));
    case CLSCAN_OP_MUL:
        return ldexp(i & 1 ? -1.0 : 1.0, (int)(walk(seed, i + 1, steps) - walk(seed, i, steps)));
    case CLSCAN_OP_MIN:
        return -height;
    default:
        return height;
    }
}

#define DEFINE_INTEGER_FILL(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                            \
    static void fill_##TYPE(clscan_op op, uint64_t seed, void *data, size_t count) {                                   \
        const unsigned bits = 8 * sizeof(STORED);                                                                      \
        STORED *x = data;                                                                                              \
        for (size_t i = 0; i < count; i++)                                                                             \
            x[i] = (STORED)integer_element(op, seed, i, count, (uint64_t)LOWEST, bits);                                \
        for (unsigned bit = 0; count > 0 && (op == CLSCAN_OP_AND || op == CLSCAN_OP_OR) && bit < bits; bit++)          \
            x[oracle_draw(seed, bit) % count] ^= (STORED)(UINT64_C(1) << bit);                                         \
    }
#define DEFINE_FLOAT_FILL(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                 \
    static void fill_##TYPE(clscan_op op, uint64_t seed, void *data, size_t count) {                                   \
        STORED *x = data;                                                                                              \
        for (size_t i = 0; i < count; i++)                                                                             \
            x[i] = (STORED)STORE((COMPUTED)float_element(op, seed, i, count, BITS, EXPONENT));                         \
    }
ORACLE_INTEGERS(DEFINE_INTEGER_FILL)
ORACLE_FLOATS(DEFINE_FLOAT_FILL)

#define ENTER_FILL(TYPE, ...) [ORACLE_##TYPE] = fill_##TYPE,

void oracle_fill(oracle_type type, clscan_op op, uint64_t seed, void *data, size_t count) {
    static void (*const fills[ORACLE_USER])(clscan_op, uint64_t, void *,
                                            size_t) = { ORACLE_INTEGERS(ENTER_FILL) ORACLE_FLOATS(ENTER_FILL) };
    if ((unsigned)type < ORACLE_USER)
        fills[type](op, seed, data, count);
}
