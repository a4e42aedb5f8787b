#include "described.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 128 }; /* bytes of an element: 16 components of 8 */

static unsigned lanes(unsigned components) {
    return components == 3 ? 4 : components;
}

static size_t scalar_size(const oracle_problem *problem, clscan_type type) {
    return type == CLSCAN_USER ? oracle_problem_size(problem) : clscan_type_size(type);
}

size_t oracle_described_size(const oracle_problem *problem, clscan_type type, unsigned components) {
    return scalar_size(problem, type) * lanes(components);
}

void oracle_described_load(const char *type, char *text, size_t size) {
    snprintf(text, size,
             "static %s load_shifted(const global %s *in, const global uchar *shift, ulong i) {\n"
             "    return in[i + shift[i]];\n"
             "}\n",
             type, type);
}

void oracle_described_store(const char *type, const char *inputs, const char *x, char *text, size_t size) {
    snprintf(text, size,
             "static void store_all(global %s *out, global %s *more, global %s *elements, %s, ulong i, %s x,\n"
             "                      %s inclusive, %s exclusive) {\n"
             "    out[i] = exclusive;\n"
             "    more[i] = inclusive;\n"
             "    elements[i] = %s;\n"
             "}\n",
             type, type, type, inputs, type, type, type, x);
}

/* An element, or what has been scanned up to one. */
typedef union element {
    char bytes[MOST];
    uint64_t aligned;
} element;

static element identity_of(const oracle_described *p) {
    const size_t size = oracle_problem_size(&p->problem);
    element e = { { 0 } };
    for (unsigned c = 0; c < p->components; c++)
        oracle_problem_scan(&p->problem, CLSCAN_EXCLUSIVE, e.bytes + c * size, e.bytes + c * size, 1);
    return e;
}

static element combine(const oracle_described *p, const element *a, const element *b) {
    const size_t size = oracle_problem_size(&p->problem);
    element e = { { 0 } };
    for (unsigned c = 0; c < p->components; c++) {
        uint64_t two[2 * sizeof(element) / sizeof(uint64_t)];
        memcpy(two, a->bytes + c * size, size);
        memcpy((char *)two + size, b->bytes + c * size, size);
        oracle_problem_scan(&p->problem, CLSCAN_INCLUSIVE, two, two, 2);
        memcpy(e.bytes + c * size, (char *)two + size, size);
    }
    return e;
}

/* Element `i` of `array`, whose numbers are of `from`, as one whose numbers are of `to`. */
static void copy(const oracle_described *p, clscan_type from, const void *source, clscan_type to, void *target) {
    const size_t a = scalar_size(&p->problem, from), b = scalar_size(&p->problem, to);
    for (unsigned c = 0; c < p->components; c++)
        if (from == to)
            memcpy((char *)target + c * b, (const char *)source + c * a, a);
        else
            oracle_convert(from, (const char *)source + c * a, to, (char *)target + c * b);
}

static clscan_type numbers(const oracle_described *p, clscan_type type) {
    return type == CLSCAN_USER ? p->problem.type : type;
}

static element load(const oracle_described *p, size_t at) {
    const size_t size = oracle_described_size(&p->problem, p->in_type, p->components);
    element e = { { 0 } };
    if (p->shift)
        at += p->shift[at];
    copy(p, numbers(p, p->in_type), (const char *)p->in + at * size, p->problem.type, e.bytes);
    return e;
}

static void put(const oracle_described *p, clscan_type type, const element *x, void *array, size_t at) {
    const size_t size = oracle_described_size(&p->problem, type, p->components);
    copy(p, p->problem.type, x->bytes, numbers(p, type), (char *)array + at * size);
}

static void store(const oracle_described *p, size_t at, const element *x, const element *inclusive,
                  const element *exclusive) {
    if (p->inclusive) {
        put(p, CLSCAN_USER, inclusive, p->inclusive, at);
        put(p, CLSCAN_USER, x, p->elements, at);
        put(p, CLSCAN_USER, exclusive, p->out, at);
    } else {
        put(p, p->out_type, p->kind == CLSCAN_EXCLUSIVE ? exclusive : inclusive, p->out, at);
    }
}

/* Whether `at` is in another segment than `previous`, which is scanned just before. */
static bool begins(const oracle_described *p, size_t previous, size_t at) {
    const char *marks = p->marks;
    const size_t head = p->reverse ? previous : at;
    switch (p->segments) {
    case CLSCAN_HEAD_FLAGS:
        return marks[head] != 0;
    case CLSCAN_HEAD_BITS:
        return ((const uint32_t *)p->marks)[head / 32] >> head % 32 & 1;
    case CLSCAN_EQUAL_KEYS:
        return memcmp(marks + previous * p->key_size, marks + at * p->key_size, p->key_bytes) != 0;
    default:
        return false;
    }
}

void oracle_described_scan(const oracle_described *p) {
    const element identity = identity_of(p);
    element init = identity, carry;
    if (p->init)
        copy(p, p->problem.type, p->init, p->problem.type, init.bytes);
    carry = init;
    for (size_t n = 0, previous = 0; n < p->count; n++) {
        const size_t row = n / p->length, k = p->reverse ? p->length - 1 - n % p->length : n % p->length;
        const size_t matrix = row / p->columns, column = row % p->columns;
        const size_t from = matrix * p->in_pitch + column + k * p->in_stride;
        const bool first = n % p->length == 0 || begins(p, previous, from);
        const element x = load(p, from), before = first ? init : carry;
        carry = first && !p->init ? x : combine(p, &before, &x);
        store(p, matrix * p->out_pitch + column + k * p->out_stride, &x, &carry, &before);
        previous = from;
    }
    if (p->total)
        put(p, CLSCAN_USER, &carry, p->total, 0);
}
