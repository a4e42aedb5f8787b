/* The scan of a task in plain C: one loop. */
#include "convert.h"
#include "task.h"
#include <string.h>

static bool has_bit(const uint32_t *words, size_t i) {
    return words[i / 32] >> i % 32 & 1;
}

/* Keys of floating types are the same as numbers are: 0 and -0. */
static bool is_same_key(const array *keys, size_t a, size_t b) {
    const bool whole = oracle_is_exact(keys->type, CLSCAN_ADD);
    const char *bytes = keys->data;
    double x, y;
    if (whole)
        return memcmp(bytes + a * keys->size, bytes + b * keys->size, keys->size) == 0;
    convert(keys->type, bytes, a, CLSCAN_DOUBLE, &x);
    convert(keys->type, bytes, b, CLSCAN_DOUBLE, &y);
    return x == y;
}

/* Whether a segment ends between neighbours, of which `later` is the one farther on in the arrays. */
static bool is_cut(const task *t, size_t earlier, size_t later) {
    switch (t->desc.segments) {
    case CLSCAN_HEAD_FLAGS:
        return ((const unsigned char *)t->segments.data)[later] != 0;
    case CLSCAN_HEAD_BITS:
        return has_bit(t->segments.data, later);
    case CLSCAN_EQUAL_KEYS:
        return !is_same_key(&t->segments, earlier, later);
    default:
        return false;
    }
}

task_place task_place_at(const task *t, size_t i) {
    const bool reverse = t->desc.reverse;
    const size_t length = t->length ? t->length : t->in.count, columns = t->columns ? t->columns : 1;
    const size_t row = i / length, k = reverse ? length - 1 - i % length : i % length;
    const size_t at = row / columns * length * columns + row % columns + k * columns;
    const bool first = i % length == 0;
    return (task_place) { at, first || (reverse ? is_cut(t, at, at + columns) : is_cut(t, at - columns, at)) };
}

/* ---------------------------------------------------------------------------------------------------- the loop */

/* An element, of any type. */
typedef union value {
    char bytes[64];
    uint64_t aligned;
} value;

static value load(const task *t, size_t at) {
    value x;
    if (t->in.type == t->problem.type)
        memcpy(x.bytes, (const char *)t->in.data + at * t->size, t->size);
    else
        convert(t->in.type, t->in.data, at, t->problem.type, x.bytes);
    return x;
}

static void store(const task *t, const value *x, size_t at, char *out) {
    char *to = out + at * task_out_size(t);
    if (t->out_type == t->problem.type)
        memcpy(to, x->bytes, t->size);
    else
        convert(t->problem.type, x->bytes, 0, t->out_type, to);
}

/* The oracle's scan of two. */
static value combine(const task *t, const value *earlier, const value *later) {
    value pair[2], both;
    char *second = pair[0].bytes + t->size;
    memcpy(pair[0].bytes, earlier->bytes, t->size);
    memcpy(second, later->bytes, t->size);
    oracle_problem_scan(&t->problem, CLSCAN_INCLUSIVE, pair, pair, 2);
    memcpy(both.bytes, second, t->size);
    return both;
}

/* What is before everything: the initial value, else the identity, which an exclusive scan begins with. */
static value initial(const task *t) {
    value x = { { 0 } };
    if (t->init)
        memcpy(x.bytes, t->init, t->size);
    else
        oracle_problem_scan(&t->problem, CLSCAN_EXCLUSIVE, x.bytes, x.bytes, 1);
    return x;
}

void task_scan(const task *t, void *out, void *total) {
    const bool exclusive = t->desc.kind == CLSCAN_EXCLUSIVE;
    const value start = initial(t);
    value after = start;
    if (task_is_plain(t) && !t->desc.reverse) {
        oracle_problem_scan(&t->problem, t->desc.kind, t->in.data, out, t->in.count);
        return;
    }
    for (size_t i = 0; i < t->in.count; i++) {
        const task_place place = task_place_at(t, i);
        const value x = load(t, place.at), before = place.begins ? start : after;
        after = place.begins && !t->init ? x : combine(t, &before, &x);
        store(t, exclusive ? &before : &after, place.at, out);
    }
    if (total)
        memcpy(total, after.bytes, t->size);
}
