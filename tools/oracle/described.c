#include "described.h"
#include <stdio.h>
#include <string.h>

static unsigned lanes(unsigned components) {
    return components == 3 ? 4 : components;
}

static size_t scalar_size(const oracle_problem *problem, oracle_type type) {
    return type == ORACLE_USER ? oracle_problem_size(problem) : oracle_type_size(type);
}

size_t oracle_described_size(const oracle_problem *problem, oracle_type type, unsigned components) {
    return scalar_size(problem, type) * lanes(components);
}

void oracle_described_load(const char *type, bool further, char *text, size_t size) {
    snprintf(text, size,
             "static %s load_shifted(const global %s *in, const global uchar *shift%s, ulong i) {\n"
             "    return in[i + shift[i]%s];\n"
             "}\n",
             type, type, further ? ", const global ulong *further" : "", further ? " + further[i]" : "");
}

enum { OTHERS = 0x5a }; /* the bits of each byte that are inverted in a box */

void oracle_described_map(const char *type, size_t element, size_t box, char *text, size_t size) {
    snprintf(text, size,
             "typedef struct { uchar byte[%zu]; } boxed;\n"
             "static %s unboxed(boxed x) {\n"
             "    union { boxed from; %s to; } both = { x };\n"
             "    for (uint i = 0; i < %zu; i++)\n"
             "        both.from.byte[i] ^= %d;\n"
             "    return both.to;\n"
             "}\n",
             box, type, type, element, OTHERS);
}

void oracle_described_box(void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)bytes)[i] ^= OTHERS;
}

void oracle_described_store(const char *type, const char *loaded, const char *inputs, const char *x, char *text,
                            size_t size) {
    snprintf(text, size,
             "static void store_all(global %s *out, global %s *more, global %s *elements, %s, ulong i, %s x,\n"
             "                      %s inclusive, %s exclusive) {\n"
             "    out[i] = exclusive;\n"
             "    more[i] = inclusive;\n"
             "    elements[i] = %s;\n"
             "}\n",
             type, type, loaded, inputs, loaded, type, type, x);
}

static oracle_element identity_of(const oracle_described *p) {
    const size_t size = oracle_problem_size(&p->problem);
    oracle_element e = { { 0 } };
    for (unsigned c = 0; c < p->components; c++)
        oracle_problem_scan(&p->problem, CLSCAN_KIND_EXCLUSIVE, e.bytes + c * size, e.bytes + c * size, 1);
    return e;
}

/* Combines two elements by a scan of both. */
static void combine(const oracle_described *p, const oracle_element *a, const oracle_element *b, oracle_element *both) {
    const size_t size = oracle_problem_size(&p->problem);
    for (unsigned c = 0; c < p->components; c++) {
        oracle_element two[2];
        memcpy(two, a->bytes + c * size, size);
        memcpy(two->bytes + size, b->bytes + c * size, size);
        oracle_problem_scan(&p->problem, CLSCAN_KIND_INCLUSIVE, two, two, 2);
        memcpy(both->bytes + c * size, two->bytes + size, size);
    }
}

/* Copies an element, and converts its numbers from one type to another. */
static void copy(const oracle_described *p, oracle_type from, const void *source, oracle_type to, void *target) {
    const size_t a = scalar_size(&p->problem, from), b = scalar_size(&p->problem, to);
    if (from == to)
        memcpy(target, source, a * p->components);
    for (unsigned c = 0; from != to && c < p->components; c++)
        oracle_convert(from, (const char *)source + c * a, to, (char *)target + c * b);
}

static oracle_type numbers(const oracle_described *p, oracle_type type) {
    return type == ORACLE_USER ? p->problem.type : type;
}

/* Loads an element of the input. */
static const char *loaded(const oracle_described *p, size_t at) {
    const size_t size = p->box ? p->box : oracle_described_size(&p->problem, p->in_type, p->components);
    const size_t shift = p->shift ? p->shift[at] : 0, further = p->further ? p->further[at] : 0;
    return (const char *)p->in + (at + shift + further) * size;
}

void oracle_described_get(const oracle_described *p, size_t at, oracle_element *x) {
    copy(p, numbers(p, p->in_type), loaded(p, at), p->problem.type, x->bytes);
    if (p->box)
        oracle_described_box(x, sizeof *x);
}

void oracle_described_put(const oracle_described *p, oracle_type type, const oracle_element *x, void *array,
                          size_t at) {
    const size_t size = oracle_described_size(&p->problem, type, p->components);
    copy(p, p->problem.type, x->bytes, numbers(p, type), (char *)array + at * size);
}

static void store(const oracle_described *p, const oracle_place *place, const oracle_element *x,
                  const oracle_element *inclusive, const oracle_element *exclusive) {
    const size_t at = place->out;
    if (p->inclusive) {
        oracle_described_put(p, ORACLE_USER, inclusive, p->inclusive, at);
        if (p->box)
            memcpy((char *)p->elements + at * p->box, loaded(p, place->in), p->box);
        else
            oracle_described_put(p, ORACLE_USER, x, p->elements, at);
        oracle_described_put(p, ORACLE_USER, exclusive, p->out, at);
    } else {
        oracle_described_put(p, p->out_type, p->kind == CLSCAN_KIND_EXCLUSIVE ? exclusive : inclusive, p->out, at);
    }
}

void oracle_described_key(char *text, size_t size) {
    snprintf(text, size,
             "typedef struct { uint key, other; } half_key;\n"
             "static uchar halved(half_key x) { return 77 + x.key / 2; }\n");
}

/* Returns the key that the function "halved" computes. */
static unsigned char halved(const void *half_key) {
    uint32_t key;
    memcpy(&key, half_key, sizeof key);
    return (unsigned char)(77 + key / 2);
}

size_t oracle_described_key_of(const oracle_described *p, const void *marked, void *key) {
    const unsigned char computed = p->computes_keys ? halved(marked) : 0;
    const size_t size = p->computes_keys ? sizeof computed : p->key_size;
    memcpy(key, p->computes_keys ? &computed : marked, size);
    return size;
}

bool oracle_described_is_same_key(const oracle_described *p, const void *a, const void *b) {
    double x, y;
    if (p->computes_keys)
        return halved(a) == halved(b);
    if (oracle_is_exact(p->key_type, CLSCAN_OP_ADD))
        return memcmp(a, b, p->key_bytes) == 0;
    oracle_convert(p->key_type, a, ORACLE_DOUBLE, &x);
    oracle_convert(p->key_type, b, ORACLE_DOUBLE, &y);
    return x == y;
}

static bool is_offset(const oracle_described *p, size_t at) {
    size_t begin = 0, end = p->num_offsets;
    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;
        const uint64_t offset =
            p->key_size == 8 ? ((const uint64_t *)p->marks)[middle] : ((const uint32_t *)p->marks)[middle];
        if (offset == at)
            return true;
        begin = offset < at ? middle + 1 : begin;
        end = offset < at ? end : middle;
    }
    return false;
}

bool oracle_described_is_head(const oracle_described *p, size_t at) {
    switch (p->segments) {
    case CLSCAN_SEGMENTS_FLAGS:
        return ((const char *)p->marks)[at] != 0;
    case CLSCAN_SEGMENTS_BITS:
        return ((const uint32_t *)p->marks)[at / 32] >> at % 32 & 1;
    case CLSCAN_SEGMENTS_OFFSETS:
        return is_offset(p, at);
    default:
        return false;
    }
}

/* Returns true if the element `at` is in another segment than `previous`, the element before it in the order of the
 * scan. */
static bool begins(const oracle_described *p, size_t previous, size_t at) {
    const char *marks = p->marks;
    if (p->segments == CLSCAN_SEGMENTS_KEYS)
        return !oracle_described_is_same_key(p, marks + previous * p->key_size, marks + at * p->key_size);
    return oracle_described_is_head(p, p->reverse ? previous : at);
}

oracle_place oracle_described_place(const oracle_described *p, size_t n) {
    const size_t row = n / p->length, k = p->reverse ? p->length - 1 - n % p->length : n % p->length;
    const size_t matrix = row / p->columns, column = row % p->columns;
    const size_t in = matrix * p->in_pitch + column + k * p->in_stride;
    const size_t previous = p->reverse ? in + p->in_stride : in - p->in_stride;
    return (oracle_place) { .in = in,
                            .out = matrix * p->out_pitch + column + k * p->out_stride,
                            .begins = n % p->length == 0 || begins(p, previous, in) };
}

void oracle_described_scan(const oracle_described *p) {
    oracle_element init = identity_of(p), x, carries[2]; /* the carry before an element, and after it, alternate */
    const oracle_element *carry = &init;
    if (p->init)
        copy(p, p->problem.type, p->init, p->problem.type, init.bytes);
    for (size_t n = 0; n < p->count; n++) {
        const oracle_place place = oracle_described_place(p, n);
        const oracle_element *before = place.begins ? &init : carry;
        oracle_element *after = &carries[n % 2];
        oracle_described_get(p, place.in, &x);
        if (place.begins && !p->init)
            *after = x;
        else
            combine(p, before, &x, after);
        store(p, &place, &x, after, before);
        carry = after;
    }
    if (p->total)
        oracle_described_put(p, ORACLE_USER, carry, p->total, 0);
}
