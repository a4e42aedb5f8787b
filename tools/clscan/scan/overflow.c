#include "scan/overflow.h"
#include "common/message.h"
#include "data/generated_second.h"
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

/* Computes the result * factor + added modulo 2^64. Returns false if the exact number does not fit the type. The sum in
 * floating point is far from a wrapped result: at least 2^64 apart, minus rounding errors of a 2^50th. */
static bool next_fits(oracle_type type, int64_t factor, int64_t result, int64_t added, int64_t *next) {
    const struct integer *of = &integers[type];
    const bool wide = oracle_type_size(type) == sizeof(int64_t), is_unsigned = type == ORACLE_ULONG;
    const uint64_t wrapped = (uint64_t)factor * (uint64_t)result + (uint64_t)added;
    const double f = is_unsigned ? (double)(uint64_t)factor : (double)factor;
    const double r = is_unsigned ? (double)(uint64_t)result : (double)result;
    const double a = is_unsigned ? (double)(uint64_t)added : (double)added;
    *next = (int64_t)wrapped;
    if (wide)
        return fabs(f * r + a - (is_unsigned ? (double)wrapped : (double)*next)) < 0x1p62;
    return of->lowest == 0 ? wrapped <= (uint64_t)of->highest : *next >= of->lowest && *next <= of->highest;
}

/* Returns true if `value` of the one type fits the other. */
static bool converts(oracle_type from, int64_t value, oracle_type to) {
    if (value < 0)
        return from == ORACLE_ULONG ? to == ORACLE_ULONG : integers[to].lowest < 0 && value >= integers[to].lowest;
    return to == ORACLE_ULONG || value <= integers[to].highest;
}

/* -------------------------------------------------------------------------------------------------- the scan */

static int64_t load(const array *values, oracle_type type, size_t element) {
    const char *at = (const char *)values->data + element * values->size;
    char converted[64];
    if (values->type == type)
        return integers[type].load(at);
    oracle_convert(values->type, at, type, converted);
    return integers[type].load(converted);
}

/* Returns the place of the n-th element. A contiguous range without segments needs no divisions. */
static oracle_place place_of(const task *t, const oracle_described *d, size_t n) {
    if (t->desc.layout != CLSCAN_LAYOUT_CONTIGUOUS || t->desc.segments)
        return oracle_described_place(d, n);
    return (oracle_place) { .in = t->desc.reverse ? t->in.count - 1 - n : n, .begins = n == 0 };
}

static overflow_walk walk_of(const task *t) {
    const oracle_type type = t->problem.type;
    const clscan_op op = t->problem.op;
    const int64_t first = t->init ? integers[type].load(t->init) : op == CLSCAN_OP_MUL;
    return (overflow_walk) { .inclusive = t->desc.kind == CLSCAN_KIND_INCLUSIVE, .first = first, .sum = first };
}

/* Combines the result with the next element. Returns true if a result that does not fit is received. In an exclusive
 * scan, such a result counts only if a later element or the total receives it. */
static bool step(overflow_walk *w, const task *t, oracle_place place, int64_t value, int64_t added) {
    const clscan_op op = t->problem.op;
    const bool recurs = op == CLSCAN_OP_RECURRENCE;
    int64_t next;
    if (w->pending && !place.begins)
        return true;
    w->sum = place.begins ? w->first : w->sum;
    w->pending =
        recurs ? !next_fits(t->problem.type, value, w->sum, added, &next) : !fits(t->problem.type, op, w->sum, value);
    if (w->pending)
        w->found = (overflow) { place.in, w->sum, value, added };
    if (!recurs)
        next = (int64_t)(op == CLSCAN_OP_ADD ? (uint64_t)w->sum + (uint64_t)value : (uint64_t)w->sum * (uint64_t)value);
    w->sum = next;
    return w->pending && w->inclusive;
}

static bool find(const task *t, overflow *found) {
    const oracle_type type = t->problem.type;
    const oracle_described d = task_described(t);
    overflow_walk w = walk_of(t);
    bool is_found = false;
    for (size_t n = 0; n < t->in.count && !is_found; n++) {
        const oracle_place place = place_of(t, &d, n);
        const int64_t added = t->problem.op == CLSCAN_OP_RECURRENCE ? load(&t->second, type, place.in) : 0;
        is_found = step(&w, t, place, load(&t->in, type, place.in), added);
    }
    *found = w.found;
    return is_found || (w.pending && t->total);
}

/* -------------------------------------------------------------------------------------------------- conversions */

/* Returns true if some number of the one type does not fit the other. */
static bool narrows(oracle_type from, oracle_type to) {
    if (from == to || from == ORACLE_USER || to == ORACLE_USER || !integers[from].load || !integers[to].load)
        return false;
    return !converts(from, integers[from].lowest, to) || !converts(from, integers[from].highest, to);
}

/* Finds the first element that does not fit `to`. */
static bool find_unfit(const array *values, oracle_type to, overflow *found) {
    for (size_t i = 0; i < values->count; i++) {
        const int64_t value = load(values, values->type, i);
        *found = (overflow) { .element = i, .value = value };
        if (!converts(values->type, value, to))
            return true;
    }
    return false;
}

/* Computes the results in the type of the scan, in plain C. */
static bool results_of(const task *t, array *results) {
    const size_t second = t->second_out_count * oracle_type_size(t->second_out_type);
    task wide = *t;
    array other;
    wide.out_type = t->problem.type;
    if (!array_allocate(&other, ORACLE_UCHAR, 1, second + 1))
        return false;
    bool ok = array_allocate(results, t->problem.type, t->size, t->out_count);
    if (ok && t->desc.task == CLSCAN_TASK_REDUCE)
        ok = task_reduce(&wide, results->owned, NULL);
    else if (ok && oracle_accumulator_knows(&t->problem))
        generated_second_scan(&wide, results->owned, other.owned);
    else if (ok)
        task_scan(&wide, results->owned, NULL);
    array_free(&other);
    return ok;
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

/* Writes where an element is in the input: the line of a text, or its number. */
static void print_place(const options *o, const format *from, const task *t, size_t element, char *text, size_t size) {
    const size_t columns = o->data.fields.count > 1 ? o->data.fields.count : 1;
    if (from->read == text_read)
        snprintf(text, size, "%zu", o->data.skip + element / columns + 1);
    else
        snprintf(text, size, " element %zu of %zu", element, t->in.count);
}

static bool refuse(const options *o, const format *from, const char *file, const task *t, const overflow *found) {
    const oracle_type type = t->problem.type;
    char place[64], before[32], value[32], added[32], step[112], advice[96];
    print(type, found->before, before, sizeof before);
    print(type, found->value, value, sizeof value);
    print(type, found->added, added, sizeof added);
    print_advice(o, from, type, advice, sizeof advice);
    print_place(o, from, t, found->element, place, sizeof place);
    if (t->problem.op == CLSCAN_OP_RECURRENCE)
        snprintf(step, sizeof step, "%s * %s + %s", value, before, added);
    else
        snprintf(step, sizeof step, "%s %c %s", before, t->problem.op == CLSCAN_OP_ADD ? '+' : '*', value);
    return complain("%s:%s: %s is out of range for %s (%s; --wrap accepts results that wrap)", file, place, step,
                    oracle_type_name(type), advice);
}

/* Refuses a number that a conversion from `type` would change. `what` names the number, and `option` its new type. */
static bool refuse_conversion(const options *o, const format *from, const char *file, const task *t,
                              const overflow *found, oracle_type type, oracle_type to, const char *what,
                              const char *option) {
    char place[64], value[32];
    print(type, found->value, value, sizeof value);
    print_place(o, from, t, found->element, place, sizeof place);
    return complain("%s:%s: the %s %s is out of range for %s (--%s %s holds it; --wrap accepts numbers that wrap)",
                    file, place, what, value, oracle_type_name(to), option, oracle_type_name(type));
}

static bool elements_fit(const options *o, const format *from, const char *file, const task *t) {
    const oracle_type type = t->problem.type;
    overflow found;
    return !narrows(t->in.type, type) || !find_unfit(&t->in, type, &found) ||
           refuse_conversion(o, from, file, t, &found, t->in.type, type, "element", "type");
}

static bool results_fit(const options *o, const format *from, const char *file, const task *t) {
    const oracle_type type = t->problem.type;
    overflow found;
    array results;
    const bool reduces = t->desc.task == CLSCAN_TASK_REDUCE,
               knows_state = oracle_accumulator_knows(&t->problem) && !reduces;
    if (!narrows(type, t->out_type) || (!oracle_defined(type, t->problem.op) && !knows_state))
        return true;
    const bool computed = results_of(t, &results);
    const bool ok = computed && (!find_unfit(&results, t->out_type, &found) ||
                                 refuse_conversion(o, from, file, t, &found, type, t->out_type, "result", "out-type"));
    if (computed)
        array_free(&results);
    return ok;
}

/* Returns true if combining integers may give numbers that do not fit. */
static bool may_overflow(const task *t) {
    const clscan_op op = t->problem.op;
    return (op == CLSCAN_OP_ADD || op == CLSCAN_OP_MUL || op == CLSCAN_OP_RECURRENCE) &&
           t->problem.type != ORACLE_USER && integers[t->problem.type].load;
}

bool overflow_is_absent(const options *o, const format *from, const char *file, const task *t) {
    overflow found;
    return elements_fit(o, from, file, t) &&
           (!may_overflow(t) || !find(t, &found) || refuse(o, from, file, t, &found)) && results_fit(o, from, file, t);
}

/* ------------------------------------------------------------------------------------------------- piece by piece */

bool overflow_is_walked(const task *t) {
    return !narrows(t->problem.type, t->out_type);
}

overflow_walk overflow_begin(const task *t) {
    return may_overflow(t) ? walk_of(t) : (overflow_walk) { .inclusive = false };
}

bool overflow_is_absent_in(overflow_walk *w, const options *o, const source *from, const task *t,
                           const overflow_piece *p) {
    const oracle_type type = t->problem.type;
    bool found = false;
    overflow unfit;
    if (narrows(t->in.type, type) && find_unfit(&p->in, type, &unfit)) {
        unfit.element += w->n;
        return refuse_conversion(o, from->from, from->file.name, t, &unfit, t->in.type, type, "element", "type");
    }
    for (size_t i = 0; may_overflow(t) && i < p->in.count && !found; i++) {
        const oracle_place place = { .in = w->n + i, .begins = w->n + i == 0 || (p->heads && p->heads[i]) };
        const int64_t added = t->problem.op == CLSCAN_OP_RECURRENCE ? load(&p->second, type, i) : 0;
        found = step(w, t, place, load(&p->in, type, i), added);
    }
    w->n += p->in.count;
    return !found || refuse(o, from->from, from->file.name, t, &w->found);
}

bool overflow_is_absent_at_end(const overflow_walk *w, const options *o, const source *from, const task *t) {
    return !w->pending || !t->total || refuse(o, from->from, from->file.name, t, &w->found);
}
