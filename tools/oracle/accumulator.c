#include "accumulator.h"
#include <math.h>
#include <string.h>

/* The accumulator of the oracle. It is all 0 before the first element. */
typedef struct known {
    bool any;
    oracle_element x;
    double sum, squares;
    uint64_t index, count;
    int64_t high, low; /* a sum in two halves, which count 2^32 and 1 and cannot overflow */
} known;

/* `x` and `out` are elements of the scanned type, `second` is one of the second array. */
typedef void (*step_fn)(const oracle_described *p, known *k, const void *x, const void *second, uint64_t index);
typedef void (*result_fn)(const oracle_described *p, const known *k, void *out, void *second);
typedef void (*fill_fn)(oracle_type type, uint64_t seed, bool spills, char *in, size_t count);
typedef void (*fill_second_fn)(oracle_type type, uint64_t seed, char *in, size_t count);

static bool is_floating(oracle_type type) {
    return !oracle_is_exact(type, CLSCAN_OP_ADD);
}

static bool is_unsigned(oracle_type type) {
    return type == ORACLE_UINT || type == ORACLE_ULONG || type == ORACLE_USHORT || type == ORACLE_UCHAR;
}

/* Combines two elements by a built-in operator. */
static void both(oracle_type type, clscan_op op, const void *a, const void *b, void *result) {
    const size_t size = oracle_type_size(type);
    uint64_t two[2];
    memcpy(two, a, size);
    memcpy((char *)two + size, b, size);
    oracle_scan(type, op, CLSCAN_KIND_INCLUSIVE, two, two, 2);
    memcpy(result, (char *)two + size, size);
}

/* ------------------------------------------------------------------------------------------------- extreme values */

typedef struct extreme {
    clscan_op of;
    bool last; /* the last index of equal values is taken */
} extreme;

static extreme extreme_of(clscan_op op) {
    const bool least = op == CLSCAN_OP_ARGMIN || op == CLSCAN_OP_ARGMIN_LAST;
    return (extreme) { least ? CLSCAN_OP_MIN : CLSCAN_OP_MAX,
                       op == CLSCAN_OP_ARGMIN_LAST || op == CLSCAN_OP_ARGMAX_LAST };
}

/* Returns true if a is more extreme than b. The two are combined in both orders, because the operator keeps the later
 * one of two equal values, whose bits may differ. */
static bool is_more(oracle_type type, clscan_op op, const void *a, const void *b) {
    const size_t size = oracle_type_size(type);
    uint64_t ab, ba;
    both(type, op, a, b, &ab);
    both(type, op, b, a, &ba);
    return memcmp(a, b, size) != 0 && memcmp(&ab, a, size) == 0 && memcmp(&ba, a, size) == 0;
}

static void step_extreme(const oracle_described *p, known *k, const void *x, const void *second, uint64_t index) {
    const oracle_type type = p->problem.type;
    const extreme e = extreme_of(p->problem.op);
    const bool wanted = e.last ? index > k->index : index < k->index;
    (void)second;
    if (!k->any || is_more(type, e.of, x, k->x.bytes) || (wanted && !is_more(type, e.of, k->x.bytes, x))) {
        memcpy(k->x.bytes, x, oracle_type_size(type));
        k->index = index;
    }
    k->any = true;
}

static void result_extreme(const oracle_described *p, const known *k, void *out, void *second) {
    const uint64_t index = k->any ? k->index : UINT64_MAX;
    if (k->any)
        memcpy(out, k->x.bytes, oracle_type_size(p->problem.type));
    else
        oracle_scan(p->problem.type, extreme_of(p->problem.op).of, CLSCAN_KIND_EXCLUSIVE, out, out, 1);
    memcpy(second, &index, sizeof index);
}

/* Every second element equals the one before, so that there are always equal values. */
static void fill_pairs(oracle_type type, clscan_op op, uint64_t seed, char *in, size_t count) {
    const size_t size = oracle_type_size(type);
    oracle_fill(type, op, seed, in, count);
    for (size_t i = 1; i < count; i += 2)
        memcpy(in + i * size, in + (i - 1) * size, size);
}
static void fill_falling(oracle_type type, uint64_t seed, bool spills, char *in, size_t count) {
    (void)spills;
    fill_pairs(type, CLSCAN_OP_MIN, seed, in, count);
}
static void fill_rising(oracle_type type, uint64_t seed, bool spills, char *in, size_t count) {
    (void)spills;
    fill_pairs(type, CLSCAN_OP_MAX, seed, in, count);
}

/* --------------------------------------------------------------------------------------------------- checked sums */

static void add_exactly(oracle_type type, const void *x, int64_t *high, int64_t *low) {
    const bool is_ulong = type == ORACLE_ULONG;
    uint64_t bits;
    oracle_convert(type, x, is_ulong ? ORACLE_ULONG : ORACLE_LONG, &bits);
    *high += is_ulong || bits >> 63 == 0 ? (int64_t)(bits >> 32) : -(int64_t)(~bits >> 32) - 1;
    *low += (int64_t)(bits & UINT32_MAX);
    *high += *low >> 32;
    *low &= UINT32_MAX;
}

static void step_checked(const oracle_described *p, known *k, const void *x, const void *second, uint64_t index) {
    (void)second, (void)index;
    add_exactly(p->problem.type, x, &k->high, &k->low);
}

/* Returns the lowest bits of the sum, and sets the flag unless the sum equals the number with these bits. */
static void result_checked(const oracle_described *p, const known *k, void *out, void *second) {
    const uint64_t bits = ((uint64_t)k->high << 32) + (uint64_t)k->low;
    const uint32_t one = 1;
    int64_t high = 0, low = 0;
    oracle_convert(ORACLE_ULONG, &bits, p->problem.type, out);
    add_exactly(p->problem.type, out, &high, &low);
    if (high != k->high || low != k->low)
        memcpy(second, &one, sizeof one);
}

/* Without `spills`, the sum of all elements is about the greatest value of the signed type, or half of it if elements
 * are 0 or 1. With `spills`, the sum is a multiple of that. If there are enough elements, the last two overflow: two,
 * because an exclusive scan has no result for the last one, and no more, because each overflow costs an atomic, which
 * would affect timings. */
static void fill_checked(oracle_type type, uint64_t seed, bool spills, char *in, size_t count) {
    enum { TIMES = 8, ENOUGH = 1000 };
    const size_t size = oracle_type_size(type);
    const uint64_t highest = UINT64_MAX >> (65 - 8 * size), times = spills && count >= ENOUGH ? TIMES : 1;
    const uint64_t most = highest / (count ? count : 1);
    for (size_t i = 0; i < count; i++) {
        const uint64_t draw = oracle_draw(seed, i);
        const uint64_t x = most ? draw % (times * most + 1) : (uint64_t)(draw % count < times * highest / 2);
        const uint64_t greatest = is_unsigned(type) ? 2 * highest + 1 : highest;
        const uint64_t y = count >= ENOUGH && count - i <= 2 ? greatest : x;
        oracle_convert(ORACLE_ULONG, &y, type, in + i * size);
    }
}

/* ------------------------------------------------------------------------------------------- logarithms, statistics */

static double number(const oracle_described *p, const void *x) {
    double value;
    oracle_convert(p->problem.type, x, ORACLE_DOUBLE, &value);
    return value;
}
static void put_number(const oracle_described *p, double x, void *to) {
    oracle_convert(ORACLE_DOUBLE, &x, p->problem.type, to);
}

/* The accumulator of log_sum_exp: `squares` has the greatest element. */
static void step_exponents(const oracle_described *p, known *k, const void *x, const void *second, uint64_t index) {
    const double e = number(p, x);
    (void)second, (void)index;
    if (!k->any || e > k->squares) {
        k->sum = k->any ? k->sum * exp(k->squares - e) : 0;
        k->squares = e;
    }
    k->sum += exp(e - k->squares);
    k->any = true;
}
static void result_exponents(const oracle_described *p, const known *k, void *out, void *second) {
    (void)second;
    put_number(p, k->any ? k->squares + log(k->sum) : -INFINITY, out);
}

static void step_samples(const oracle_described *p, known *k, const void *x, const void *second, uint64_t index) {
    const double sample = number(p, x);
    (void)second, (void)index;
    k->count++;
    k->sum += sample;
    k->squares += sample * sample;
}
static void result_samples(const oracle_described *p, const known *k, void *out, void *second) {
    const double n = (double)k->count, mean = k->sum / n;
    put_number(p, mean, out);
    put_number(p, k->squares / n - mean * mean, second);
}

/* Each element is about 1 more than the one before. So the last few elements dominate each result, and a lost element
 * changes the results near its place. */
static void fill_climbing(oracle_type type, uint64_t seed, bool spills, char *in, size_t count) {
    (void)spills;
    for (size_t i = 0; i < count; i++) {
        const double x = (double)i + (double)(oracle_draw(seed, i) % 1024) / 1024;
        oracle_convert(ORACLE_DOUBLE, &x, type, in + i * oracle_type_size(type));
    }
}

/* The elements are the steps of a random walk between 0 and 1. Their sums stay below 1, so that each of n elements
 * changes the mean by about its whole amount. */
static void fill_steps(oracle_type type, uint64_t seed, bool spills, char *in, size_t count) {
    (void)spills;
    for (size_t i = 0; i < count; i++) {
        const double x = (double)(oracle_draw(seed, i + 1) % 1024) - (double)(oracle_draw(seed, i) % 1024);
        const double step = x / 1024;
        oracle_convert(ORACLE_DOUBLE, &step, type, in + i * oracle_type_size(type));
    }
}

/* --------------------------------------------------------------------------------------------- recurrences, filling */

static void step_recurrence(const oracle_described *p, known *k, const void *x, const void *second, uint64_t index) {
    const oracle_type type = p->problem.type;
    (void)index;
    both(type, CLSCAN_OP_MUL, x, k->x.bytes, k->x.bytes);
    both(type, CLSCAN_OP_ADD, k->x.bytes, second, k->x.bytes);
}
static void step_seen(const oracle_described *p, known *k, const void *x, const void *second, uint64_t index) {
    (void)index;
    if (*(const unsigned char *)second)
        memcpy(k->x.bytes, x, oracle_described_size(&p->problem, ORACLE_USER, p->components));
}
static void result_element(const oracle_described *p, const known *k, void *out, void *second) {
    (void)second;
    memcpy(out, k->x.bytes, oracle_described_size(&p->problem, ORACLE_USER, p->components));
}

/* Floating-point factors are 1 and -1, and the summands are the steps of a bounded walk: see fill.c. */
static double factor(uint64_t seed, size_t i) {
    return oracle_draw(seed, i) >> 63 ? -1 : 1;
}
static double place(oracle_type type, uint64_t seed, size_t i) {
    const unsigned bits = type == ORACLE_DOUBLE ? 51 : type == ORACLE_FLOAT ? 22 : 9;
    return (double)(oracle_draw(seed, i) & ((UINT64_C(1) << bits) - 1));
}
static void fill_factors(oracle_type type, uint64_t seed, bool spills, char *in, size_t count) {
    (void)spills;
    if (!is_floating(type))
        oracle_fill(type, CLSCAN_OP_MUL, seed, in, count);
    for (size_t i = 0; is_floating(type) && i < count; i++) {
        const double x = factor(seed, i);
        oracle_convert(ORACLE_DOUBLE, &x, type, in + i * oracle_type_size(type));
    }
}
static void fill_terms(oracle_type type, uint64_t seed, char *in, size_t count) {
    if (!is_floating(type))
        oracle_fill(type, CLSCAN_OP_ADD, seed + 1, in, count);
    for (size_t i = 0; is_floating(type) && i < count; i++) {
        const double x = place(type, seed, i + 1) - factor(seed, i) * place(type, seed, i);
        oracle_convert(ORACLE_DOUBLE, &x, type, in + i * oracle_type_size(type));
    }
}

static void fill_anything(oracle_type type, uint64_t seed, bool spills, char *in, size_t count) {
    (void)spills;
    oracle_fill(type, CLSCAN_OP_ADD, seed, in, count);
}
static void fill_flags(oracle_type type, uint64_t seed, char *in, size_t count) {
    (void)type;
    for (size_t i = 0; i < count; i++) {
        const uint64_t draw = oracle_draw(seed + 1, i);
        in[i] = (char)(draw % 16 ? 0 : draw >> 8 | 1);
    }
}

/* ------------------------------------------------------------------------------------------------ the operators */

enum { INTEGERS = 1, FLOATS = 2, HALF = 4, NUMBERS = 7 };
enum { OF_THE_TYPE = -1, NONE = ORACLE_USER };

/* The tolerance of a rounded result, in rounding errors of 1 and of the result. */
typedef struct distance {
    double of_one, of_itself;
} distance;
#define ROUNDED(of_one, of_itself)                                                                                     \
    { of_one, of_itself }
#define EXACT ROUNDED(0, 0)

static const struct row {
    int types, in, out; /* types of elements, and types of the second arrays */
    bool is_cell;
    distance most;
    fill_fn fill;
    fill_second_fn fill_second;
    step_fn step;
    result_fn result;
} rows[] = {
    [CLSCAN_OP_LOG_SUM_EXP] = { FLOATS, NONE, NONE, false, ROUNDED(64, 4), fill_climbing, NULL, step_exponents,
                                result_exponents },
    [CLSCAN_OP_ADD_CHECKED] = { INTEGERS, NONE, ORACLE_UINT, true, EXACT, fill_checked, NULL, step_checked,
                                result_checked },
    [CLSCAN_OP_ARGMIN] = { NUMBERS, NONE, ORACLE_ULONG, false, EXACT, fill_falling, NULL, step_extreme,
                           result_extreme },
    [CLSCAN_OP_ARGMAX] = { NUMBERS, NONE, ORACLE_ULONG, false, EXACT, fill_rising, NULL, step_extreme, result_extreme },
    [CLSCAN_OP_ARGMIN_LAST] = { NUMBERS, NONE, ORACLE_ULONG, false, EXACT, fill_falling, NULL, step_extreme,
                                result_extreme },
    [CLSCAN_OP_ARGMAX_LAST] = { NUMBERS, NONE, ORACLE_ULONG, false, EXACT, fill_rising, NULL, step_extreme,
                                result_extreme },
    [CLSCAN_OP_MEAN_VARIANCE] = { FLOATS, NONE, OF_THE_TYPE, false, ROUNDED(8, 1 << 14), fill_steps, NULL, step_samples,
                                  result_samples },
    [CLSCAN_OP_RECURRENCE] = { NUMBERS, OF_THE_TYPE, NONE, false, EXACT, fill_factors, fill_terms, step_recurrence,
                               result_element },
    [CLSCAN_OP_LAST_SEEN] = { NUMBERS, ORACLE_UCHAR, NONE, false, EXACT, fill_anything, fill_flags, step_seen,
                              result_element },
};
enum { ROWS = sizeof rows / sizeof *rows };

/* oracle_scan computes add_compensated, so this operator has no row here. */
bool oracle_has_accumulator(clscan_op op) {
    return op == CLSCAN_OP_ADD_COMPENSATED || ((int)op < ROWS && rows[op].types);
}

static bool is_defined(oracle_type type, clscan_op op) {
    const int class = !is_floating(type) ? INTEGERS : type == ORACLE_HALF ? HALF : FLOATS;
    return (rows[op].types & class) != 0;
}

bool oracle_accumulator_at(size_t index, oracle_problem *problem) {
    for (oracle_type type = 0; type < ORACLE_USER; type++)
        for (clscan_op op = 0; (int)op < ROWS; op++)
            if (is_defined(type, op) && index-- == 0) {
                *problem = (oracle_problem) { type, op, NULL };
                return true;
            }
    return false;
}

/* Returns NULL for an operator that this file does not know. */
static const struct row *row_of(const oracle_problem *p) {
    return !p->user && (int)p->op < ROWS && rows[p->op].types ? &rows[p->op] : NULL;
}

bool oracle_accumulator_knows(const oracle_problem *p) {
    return row_of(p) != NULL;
}

oracle_second oracle_accumulator_second(const oracle_problem *p) {
    const struct row *row = row_of(p);
    if (!row)
        return (oracle_second) { ORACLE_USER, ORACLE_USER, false };
    return (oracle_second) { row->in == OF_THE_TYPE ? p->type : (oracle_type)row->in,
                             row->out == OF_THE_TYPE ? p->type : (oracle_type)row->out, row->is_cell };
}

void oracle_accumulator_fill(const oracle_problem *p, oracle_type type, uint64_t seed, bool spills, void *in,
                             size_t count) {
    row_of(p)->fill(type, seed, spills, in, count);
}

void oracle_accumulator_fill_second(const oracle_problem *p, uint64_t seed, void *in, size_t count) {
    row_of(p)->fill_second(p->type, seed, in, count);
}

void oracle_accumulator_scan(const oracle_described *p, const void *second_in, void *second_out) {
    const struct row *row = row_of(&p->problem);
    const oracle_second second = oracle_accumulator_second(&p->problem);
    const size_t in = oracle_type_size(second.in), out = oracle_type_size(second.out);
    known k = { .any = false };
    for (size_t n = 0; n < p->count; n++) {
        const oracle_place at = oracle_described_place(p, n);
        void *more = second_out ? (char *)second_out + (second.is_cell ? 0 : at.out * out) : NULL;
        oracle_element x, y = { { 0 } };
        if (at.begins)
            memset(&k, 0, sizeof k);
        oracle_described_get(p, at.in, &x);
        if (p->kind == CLSCAN_KIND_EXCLUSIVE)
            row->result(p, &k, y.bytes, more);
        row->step(p, &k, x.bytes, second_in ? (const char *)second_in + at.in * in : NULL, at.in);
        if (p->kind == CLSCAN_KIND_INCLUSIVE)
            row->result(p, &k, y.bytes, more);
        oracle_described_put(p, p->out_type, &y, p->out, at.out);
    }
}

/* ------------------------------------------------------------------------------------------------------- rounded */

bool oracle_accumulator_is_rounded(const oracle_problem *p) {
    const struct row *row = row_of(p);
    return row && row->most.of_one > 0;
}

static bool is_near(double e, double a, double most) {
    return e == a || (isnan(e) && isnan(a)) || (isfinite(e) && fabs(e - a) <= most);
}

size_t oracle_accumulator_compare(const oracle_problem *p, oracle_type type, const void *expected, const void *actual,
                                  size_t count) {
    const size_t size = oracle_type_size(type);
    const double rounding = type == ORACLE_DOUBLE ? 0x1p-53 : 0x1p-24;
    const distance most = row_of(p)->most;
    size_t i = 0;
    for (; i < count; i++) {
        double e, a;
        oracle_convert(type, (const char *)expected + i * size, ORACLE_DOUBLE, &e);
        oracle_convert(type, (const char *)actual + i * size, ORACLE_DOUBLE, &a);
        if (!is_near(e, a, rounding * (most.of_one + most.of_itself * fabs(e))))
            return i;
    }
    return i;
}
