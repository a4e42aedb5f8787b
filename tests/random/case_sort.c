#include "random/case_sort.h"

#include "random/case_desc.h"
#include "random/case_task.h"

#include <stdlib.h>
#include <string.h>

static bool is_floating(oracle_type type) {
    return type == ORACLE_FLOAT || type == ORACLE_DOUBLE || type == ORACLE_HALF;
}

static bool is_signed(oracle_type type) {
    return type == ORACLE_CHAR || type == ORACLE_SHORT || type == ORACLE_INT || type == ORACLE_LONG;
}

/* Returns the bits of infinity. */
static uint64_t infinity(oracle_type type) {
    return type == ORACLE_HALF ? 0x7C00 : type == ORACLE_FLOAT ? 0x7F800000 : 0x7FF0000000000000;
}

static uint64_t sign_bit(oracle_type type) {
    return UINT64_C(1) << (8 * oracle_type_size(type) - 1);
}

/* ---------------------------------------------------------------------------------------------------------- keys */

/* Even seeds of data have keys of any bits, and odd ones small keys, so that the high digits of all keys are equal. */
static uint64_t any_key(const case_arrays *s, size_t n) {
    const uint64_t draw = case_arrays_draw(s, 16, n);
    return s->tc->v[D_data] % 2 ? draw % 700 : draw;
}

void case_sort_fill(const case_arrays *s, char *column) {
    const oracle_type type = s->o.problem.type;
    const size_t size = oracle_type_size(type);
    for (size_t n = 0; n <= s->most; n++) {
        const uint64_t draw = case_arrays_draw(s, 17, n);
        const uint64_t special[] = { 0, infinity(type), infinity(type) + 1 + draw % 99, 1, infinity(type) - 1 };
        uint64_t key = any_key(s, n);
        if (is_floating(type) && draw >> 61 == 0)
            key = special[draw / 128 % COUNT(special)] | (draw & sign_bit(type));
        memcpy(column + n * size, &key, size); /* the tests run on little-endian hosts */
    }
}

/* --------------------------------------------------------------------------------------------------------- order */

static oracle_element element(const case_arrays *s, size_t i) {
    oracle_element x = { { 0 } };
    memcpy(x.bytes, case_task_element(s, i), test_case_element(s->tc));
    if (s->o.box)
        oracle_described_box(x.bytes, test_case_element(s->tc));
    return x;
}

/* Returns the number by which the comparison of case_desc.c orders element i. */
static uint64_t rank_of(const case_arrays *s, size_t i) {
    const oracle_element x = element(s, i);
    const uint64_t rank = test_case_hash(s->tc, x.bytes) % CASE_RANKS;
    return s->o.reverse ? CASE_RANKS - rank : rank;
}

/* Returns the unsigned number that is in the order of the keys, as clscan_sort_options describes. */
static uint64_t number_of(const case_arrays *s, size_t i) {
    const oracle_type type = s->o.problem.type;
    const uint64_t sign = sign_bit(type), all = sign | (sign - 1);
    const oracle_element x = element(s, i);
    uint64_t key = 0;
    memcpy(&key, x.bytes, oracle_type_size(type));
    if (is_floating(type) && (key & ~sign) > infinity(type))
        return all;
    if (is_signed(type) || (is_floating(type) && !(key & sign)))
        key ^= sign;
    else if (is_floating(type))
        key ^= all;
    return s->o.reverse ? key ^ all : key;
}

/* Returns the bits that are compared. A comparison of elements compares a hash of each. */
static uint64_t compared(const case_arrays *s, size_t i) {
    if (s->tc->v[D_compared])
        return rank_of(s, i);
    const unsigned first = s->tc->v[D_first_bit], num = s->tc->v[D_num_bits];
    const uint64_t bits = number_of(s, i) >> first;
    return num % 64 ? bits & ((UINT64_C(1) << num) - 1) : bits;
}

/* An element: its segment, the bits that are compared, and its index, in the order of their weights. */
typedef struct numbered {
    size_t segment;
    uint64_t bits;
    size_t index;
} numbered;

static int compare(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    if (x->bits != y->bits)
        return x->bits < y->bits ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

oracle_place case_sort_place(const case_arrays *s, size_t n) {
    oracle_described in_memory = s->o; /* a sort in reverse has the same segments */
    in_memory.reverse = false;
    return oracle_described_place(&in_memory, n);
}

void case_sort_order(const case_arrays *s, size_t *order) {
    numbered *all = malloc((s->o.count + 1) * sizeof *all);
    size_t segment = 0;
    assert_non_null(all);
    for (size_t i = 0; i < s->o.count; i++) {
        const oracle_place place = case_sort_place(s, i);
        segment += place.begins;
        all[i] = (numbered) { segment, compared(s, place.in), place.in };
    }
    qsort(all, s->o.count, sizeof *all, compare);
    for (size_t i = 0; i < s->o.count; i++)
        order[i] = all[i].index;
    free(all);
}
