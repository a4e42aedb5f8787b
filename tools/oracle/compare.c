/* Equal or not, and a person's view of an element. */
#include "types.h"
#include <float.h>
#include <stdio.h>
#include <string.h>

typedef struct floating {
    long double (*value)(const void *element);
    long double unit;            /* largest relative error of one rounding */
    long double lowest, highest; /* normal magnitudes */
} floating;

#define DEFINE_VALUE(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                      \
    static long double value_##TYPE(const void *element) {                                                             \
        STORED stored;                                                                                                 \
        memcpy(&stored, element, sizeof stored);                                                                       \
        return LOAD(stored);                                                                                           \
    }
ORACLE_FLOATS(DEFINE_VALUE)

static const floating *find_floating(oracle_type type) {
#define ENTER_FLOATING(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                    \
    [ORACLE_##TYPE] = { value_##TYPE, 1.0L / (UINT64_C(1) << BITS), 0x1p-##EXPONENT, 0x1p+##EXPONENT },
    static const floating all[ORACLE_USER] = { ORACLE_FLOATS(ENTER_FLOATING) };
    const bool is_floating = (unsigned)type < ORACLE_USER && all[type].value;
    return is_floating ? &all[type] : NULL;
}

bool oracle_is_exact(oracle_type type, clscan_op op) {
    const bool rounds = op == CLSCAN_OP_ADD || op == CLSCAN_OP_MUL || op == CLSCAN_OP_ADD_COMPENSATED ||
                        op == CLSCAN_OP_LOG_SUM_EXP || op == CLSCAN_OP_MEAN_VARIANCE || op == CLSCAN_OP_RECURRENCE;
    return !find_floating(type) || !rounds;
}

static bool both_nan(const floating *f, const void *a, const void *b) {
    return f && isnan(f->value(a)) && isnan(f->value(b));
}

size_t oracle_compare(oracle_type type, const void *expected, const void *actual, size_t count) {
    const size_t size = oracle_type_size(type);
    const floating *f = find_floating(type);
    const char *a = expected, *b = actual;
    if (count == 0 || memcmp(a, b, count * size) == 0)
        return count;
    size_t i = 0;
    while (i < count && (memcmp(a + i * size, b + i * size, size) == 0 || both_nan(f, a + i * size, b + i * size)))
        i++;
    return i;
}

/* The true running result and how far rounding may take any association of it. */
typedef struct running {
    long double value;
    long double magnitude; /* add: sum of the magnitudes */
    long double low, high; /* mul: extremes of the running product's magnitude, which bound every range's product */
    long double terms;
} running;

static void step(running *r, clscan_op op, long double x) {
    r->terms += 1;
    r->value = op == CLSCAN_OP_MUL ? r->value * x : r->value + x;
    r->magnitude += fabsl(x);
    r->low = fminl(r->low, fabsl(r->value));
    r->high = fmaxl(r->high, fabsl(r->value));
}

/* Negative when overflow, underflow or a NaN on the way leaves nothing to say. The 2 covers second-order terms and
 * the roundings of the long double sum itself. */
static long double tolerance(const running *r, clscan_op op, const floating *f) {
    const long double relative = 2 * r->terms * f->unit;
    if (!(relative < 1))
        return -1;
    if (op != CLSCAN_OP_MUL)
        return r->magnitude < f->highest ? relative * r->magnitude : -1;
    return r->high / r->low < f->highest ? relative * fabsl(r->value) : -1;
}

size_t oracle_compare_rounded(oracle_type type, clscan_op op, clscan_kind kind, const void *in, const void *actual,
                              size_t count, size_t *judged) {
    const floating *f = find_floating(type);
    const size_t size = oracle_type_size(type);
    const long double identity = op == CLSCAN_OP_MUL;
    running r = { identity, 0, 1, 1, 0 };
    *judged = 0;
    for (size_t i = 0; i < count; i++) {
        const running before = r;
        step(&r, op, f->value((const char *)in + i * size));
        const running *now = kind == CLSCAN_KIND_EXCLUSIVE ? &before : &r;
        const long double allowed = tolerance(now, op, f);
        if (allowed < 0)
            continue;
        if (!(fabsl(f->value((const char *)actual + i * size) - now->value) <= allowed))
            return i;
        ++*judged;
    }
    return count;
}

#define DEFINE_INTEGER_PRINT(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                           \
    static void print_##TYPE(const void *element, char *text, size_t size) {                                           \
        STORED stored;                                                                                                 \
        memcpy(&stored, element, sizeof stored);                                                                       \
        snprintf(text, size, "%" FORMAT, (PRINTED)stored);                                                             \
    }
#define DEFINE_FLOAT_PRINT(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                \
    static void print_##TYPE(const void *element, char *text, size_t size) {                                           \
        snprintf(text, size, FORMAT, (double)value_##TYPE(element));                                                   \
    }
ORACLE_INTEGERS(DEFINE_INTEGER_PRINT)
ORACLE_FLOATS(DEFINE_FLOAT_PRINT)

void oracle_print(oracle_type type, const void *element, char *text, size_t size) {
#define ENTER_PRINT(TYPE, ...) [ORACLE_##TYPE] = print_##TYPE,
    static void (*const prints[ORACLE_USER])(const void *, char *,
                                             size_t) = { ORACLE_INTEGERS(ENTER_PRINT) ORACLE_FLOATS(ENTER_PRINT) };
    if ((unsigned)type < ORACLE_USER)
        prints[type](element, text, size);
    else
        snprintf(text, size, "?");
}
