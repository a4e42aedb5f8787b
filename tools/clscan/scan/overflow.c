#include "scan/overflow.h"
#include "common/message.h"
#include "types.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ exact steps */

/* Loads an integer of any type as 64 bits. A ulong keeps its bits. */
#define DEFINE_LOAD(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                    \
    static int64_t load_##TYPE(const void *element) {                                                                  \
        STORED value;                                                                                                  \
        memcpy(&value, element, sizeof value);                                                                         \
        return (int64_t)value;                                                                                         \
    }
ORACLE_INTEGERS(DEFINE_LOAD)

static const struct integer {
    int64_t (*load)(const void *element);
    int64_t lowest, highest; /* without meaning for ulong */
} integers[ORACLE_USER] = {
#define ENTER_INTEGER(TYPE, STORED, LOWEST, HIGHEST, FORMAT, PRINTED)                                                  \
    [ORACLE_##TYPE] = { load_##TYPE, (int64_t)(LOWEST), (int64_t)(HIGHEST) },
    ORACLE_INTEGERS(ENTER_INTEGER)
#undef ENTER_INTEGER
};

static bool sum_fits(const struct integer *type, int64_t a, int64_t b) {
    return b > 0 ? a <= type->highest - b : a >= type->lowest - b;
}

static bool product_fits(const struct integer *type, int64_t a, int64_t b) {
    const int64_t low = type->lowest, high = type->highest;
    if (a == 0 || b == 0)
        return true;
    if (b > 0)
        return a > 0 ? a <= high / b : a >= low / b;
    return a > 0 ? b >= low / a : a >= high / b;
}

static bool fits(oracle_type type, clscan_op op, int64_t a, int64_t b) {
    const uint64_t u = (uint64_t)a, v = (uint64_t)b;
    if (type != ORACLE_ULONG)
        return (op == CLSCAN_OP_ADD ? sum_fits : product_fits)(&integers[type], a, b);
    return op == CLSCAN_OP_ADD ? u <= UINT64_MAX - v : u == 0 || v <= UINT64_MAX / u;
}

/* -------------------------------------------------------------------------------------------------- the scan */

/* The first result that does not fit: `before` combined with the `value` of the element. */
typedef struct overflow {
    size_t element;
    int64_t before, value;
} overflow;

static int64_t value_of(const task *t, size_t element) {
    const oracle_type type = t->problem.type;
    const char *at = (const char *)t->in.data + element * t->in.size;
    char converted[64];
    if (t->in.type == type)
        return integers[type].load(at);
    oracle_convert(t->in.type, at, type, converted);
    return integers[type].load(converted);
}

/* Returns the place of the n-th element. A contiguous range without segments needs no divisions. */
static oracle_place place_of(const task *t, const oracle_described *d, size_t n) {
    if (t->desc.layout != CLSCAN_LAYOUT_CONTIGUOUS || t->desc.segments)
        return oracle_described_place(d, n);
    return (oracle_place) { .in = t->desc.reverse ? t->in.count - 1 - n : n, .begins = n == 0 };
}

/* Returns true if there is an overflow. In an exclusive scan, a result that overflows counts only if a later element or
 * the total receives it. */
static bool find(const task *t, overflow *found) {
    const oracle_type type = t->problem.type;
    const clscan_op op = t->problem.op;
    const int64_t first = t->init ? integers[type].load(t->init) : op == CLSCAN_OP_MUL;
    const oracle_described d = task_described(t);
    bool pending = false;
    int64_t sum = first;
    for (size_t n = 0; n < t->in.count; n++) {
        const oracle_place place = place_of(t, &d, n);
        if (pending && !place.begins)
            return true;
        sum = place.begins ? first : sum;
        const int64_t value = value_of(t, place.in);
        pending = !fits(type, op, sum, value);
        if (pending)
            *found = (overflow) { place.in, sum, value };
        if (pending && t->desc.kind == CLSCAN_KIND_INCLUSIVE)
            return true;
        sum = (int64_t)(op == CLSCAN_OP_ADD ? (uint64_t)sum + (uint64_t)value : (uint64_t)sum * (uint64_t)value);
    }
    return pending && t->total;
}

/* -------------------------------------------------------------------------------------------------- the report */

static void print(oracle_type type, int64_t value, char *text, size_t size) {
    if (type == ORACLE_ULONG)
        snprintf(text, size, "%llu", (unsigned long long)value);
    else
        snprintf(text, size, "%lld", (long long)value);
}

/* Raw data have the type of the scan, unless --in-type names another one. */
static void print_advice(const options *o, const format *from, oracle_type type, char *text, size_t size) {
    const bool is_long = oracle_type_size(type) == sizeof(cl_long);
    const bool in_type = from->read == raw_read && o->data.type < 0;
    snprintf(text, size, "%s%s%s--type %s", in_type ? "--in-type " : "", in_type ? oracle_type_name(type) : "",
             in_type ? " " : "", is_long ? "double rounds such results" : "long holds more");
}

static bool refuse(const options *o, const format *from, const char *file, const task *t, const overflow *found) {
    const oracle_type type = t->problem.type;
    const size_t columns = o->data.fields.count > 1 ? o->data.fields.count : 1;
    char place[64], before[32], value[32], advice[96];
    print(type, found->before, before, sizeof before);
    print(type, found->value, value, sizeof value);
    print_advice(o, from, type, advice, sizeof advice);
    if (from->read == text_read)
        snprintf(place, sizeof place, "%zu", o->data.skip + found->element / columns + 1);
    else
        snprintf(place, sizeof place, " element %zu of %zu", found->element, t->in.count);
    return complain("%s:%s: %s %c %s is out of range for %s (%s; --wrap accepts results that wrap)", file, place,
                    before, t->problem.op == CLSCAN_OP_ADD ? '+' : '*', value, oracle_type_name(type), advice);
}

bool overflow_is_absent(const options *o, const format *from, const char *file, const task *t) {
    const oracle_type type = t->problem.type;
    const clscan_op op = t->problem.op;
    overflow found;
    const bool may_be = (op == CLSCAN_OP_ADD || op == CLSCAN_OP_MUL) && type != ORACLE_USER && integers[type].load;
    return !may_be || !find(t, &found) || refuse(o, from, file, t, &found);
}
