#include "convert.h"
#include "types.h"

/* Any element: an integer's 64 bits, or a floating number. */
typedef struct number {
    bool floating, negative;
    uint64_t whole;
    double real;
} number;

#define DEFINE_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                 \
    static number load_##TYPE(const void *elements, size_t index) {                                                    \
        const STORED x = ((const STORED *)elements)[index];                                                            \
        const intmax_t lowest = (LOWEST), wide = (intmax_t)x;                                                          \
        return (number) { .negative = lowest < 0 && wide < 0, .whole = (uint64_t)x };                                  \
    }                                                                                                                  \
    static void store_##TYPE(number x, void *element) {                                                                \
        STORED *to = element;                                                                                          \
        if (!x.floating)                                                                                               \
            *to = (STORED)x.whole;                                                                                     \
        else if (isnan(x.real))                                                                                        \
            *to = 0;                                                                                                   \
        else if (x.real <= (double)(LOWEST))                                                                           \
            *to = (LOWEST);                                                                                            \
        else                                                                                                           \
            *to = x.real >= (double)(HIGHEST) ? (HIGHEST) : (STORED)x.real;                                            \
    }
ORACLE_INTEGERS(DEFINE_INTEGER)

#define DEFINE_FLOAT(TYPE, STORED, COMPUTED, LOAD, STORE, BITS, EXPONENT, FORMAT)                                      \
    static number load_##TYPE(const void *elements, size_t index) {                                                    \
        return (number) { .floating = true, .real = LOAD(((const STORED *)elements)[index]) };                         \
    }                                                                                                                  \
    static void store_##TYPE(number x, void *element) {                                                                \
        STORED *to = element;                                                                                          \
        if (x.floating)                                                                                                \
            *to = (STORED)STORE(x.real);                                                                               \
        else if (x.negative)                                                                                           \
            *to = (STORED)STORE((COMPUTED)(int64_t)x.whole);                                                           \
        else                                                                                                           \
            *to = (STORED)STORE((COMPUTED)x.whole);                                                                    \
    }
ORACLE_FLOATS(DEFINE_FLOAT)

#define ENTER(TYPE, ...) [CLSCAN_##TYPE] = { load_##TYPE, store_##TYPE },
static const struct {
    number (*load)(const void *elements, size_t index);
    void (*store)(number x, void *element);
} types[CLSCAN_USER] = { ORACLE_INTEGERS(ENTER) ORACLE_FLOATS(ENTER) };

void convert(clscan_type from, const void *elements, size_t index, clscan_type to, void *element) {
    types[to].store(types[from].load(elements, index), element);
}
