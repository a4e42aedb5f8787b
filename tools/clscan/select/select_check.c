#include "select/select_check.h"
#include "common/message.h"
#include "select/runs.h"
#include <stdio.h>
#include <string.h>

static unsigned num_sizes(const task *t) {
    return t->desc.parts == 3 ? 3 : 1;
}

/* Returns the part of an element with the flag. Kept elements are part 0 of two. */
static unsigned part_of(const task *t, unsigned char flag) {
    if (t->desc.parts < 3)
        return flag == 0;
    return flag < 2 ? flag : 2;
}

/* A result and the element of the input that it has to be: element `n` of its row, at `place`. */
typedef struct pairing {
    size_t row, at, n, place;
} pairing;

static const char *name_of(const task *t, const pairing *p, size_t count, char text[static 64]) {
    if (t->desc.layout == CLSCAN_LAYOUT_ROWS)
        snprintf(text, 64, "%zu of row %zu", p->at, p->row);
    else
        snprintf(text, 64, "%zu of %zu", p->at, count);
    return text;
}

static bool has_number(const task *t, const char *what, const pairing *p, const array *numbers, size_t expected) {
    const size_t to = task_place(t, p->row, p->at);
    const cl_ulong *number = numbers->data;
    char text[64];
    return to >= numbers->count || number[to] == expected ||
           complain("mismatch at %s %s: expected %zu, got %llu", what, name_of(t, p, numbers->count, text), expected,
                    (unsigned long long)number[to]);
}

static bool is_right(const task *t, const selected *s, const pairing *p) {
    const size_t size = t->in.size, to = task_place(t, p->row, p->at);
    const char *in = t->in.data, *kept = s->out->data;
    char text[64];
    if (to < s->out->count && memcmp(kept + to * size, in + p->place * size, size) != 0)
        return complain("mismatch at element %s: it is not element %zu of the input",
                        name_of(t, p, s->out->count, text), p->place);
    return has_number(t, "index", p, s->indices, p->n) &&
           (s->lengths->count == 0 || has_number(t, "length", p, s->lengths, runs_length(t, s->keys, p->row, p->n))) &&
           (to >= s->out->count || carried_check(s->along, to, p->place) == EXIT_OK);
}

/* Compares elements of a row of the input with its results from result *expected on: the elements of the part. */
static bool check_part(const task *t, const selected *s, size_t row, unsigned part, size_t *expected) {
    const size_t length = task_row_length(t);
    for (size_t i = 0; i < length; i++) {
        const size_t n = t->desc.reverse ? length - 1 - i : i;
        const pairing p = { row, *expected, n, task_place(t, row, n) };
        if (part_of(t, s->flag[p.place]) != part)
            continue;
        if (!is_right(t, s, &p))
            return false;
        ++*expected;
    }
    return true;
}

static bool check_size(const task *t, size_t row, unsigned part, size_t expected, cl_ulong got) {
    char what[32] = "total", of[40] = "";
    if (got == expected)
        return true;
    if (t->desc.parts == 3)
        snprintf(what, sizeof what, "size of part %u", part);
    if (t->desc.layout == CLSCAN_LAYOUT_ROWS)
        snprintf(of, sizeof of, " of row %zu", row);
    return complain("mismatch of the %s%s: expected %zu, got %llu", what, of, expected, (unsigned long long)got);
}

/* Adds the sizes of the parts to found[]. */
static bool check_row(const task *t, const selected *s, size_t row, size_t found[static 3]) {
    const bool three = num_sizes(t) == 3;
    const unsigned parts = task_parts(t);
    size_t end = 0;
    for (unsigned part = 0; part < parts; part++) {
        const size_t begin = end;
        if (!check_part(t, s, row, part, &end))
            return false;
        found[part] += end - begin;
        if ((part == 0 || three) && !check_size(t, row, part, end - begin, s->sizes[row * num_sizes(t) + part]))
            return false;
    }
    return true;
}

/* Returns how many elements stand before segment `s`, in the order of the selection. `previous` is the number of the
 * segment before. After the last segment, it is the number of elements up to its end. */
static size_t elements_before(const task *t, size_t s, size_t previous) {
    const oracle_described d = task_described(t);
    const cl_ulong *offset = t->segments.data;
    size_t n = s > 0 ? previous + 1 : 0;
    if (t->desc.segments == CLSCAN_SEGMENTS_OFFSETS)
        return (size_t)(t->desc.reverse ? t->in.count - offset[t->segments.count - 1 - s] : offset[s]);
    while (n < t->in.count && !oracle_described_place(&d, n).begins)
        n++;
    return n;
}

static bool check_offsets(const task *t, const selected *s) {
    const size_t segments = task_lines(t), count = s->offsets->count;
    const cl_ulong *got = s->offsets->data;
    if (count != segments + 1)
        return complain("mismatch of the number of segments: expected %zu, got %zu", segments, count - 1);
    for (size_t i = 0, n = 0, kept = 0, before = 0; i < count; i++) {
        before = elements_before(t, i, before);
        for (; n < before; n++)
            kept += s->flag[t->desc.reverse ? t->in.count - 1 - n : n] != 0;
        if (got[i] != kept)
            return complain("mismatch at offset %zu of %zu: expected %zu, got %llu", i, count, kept,
                            (unsigned long long)got[i]);
    }
    return true;
}

static void say_verified(const task *t, const selected *s, const size_t found[static 3]) {
    char offsets[48] = "";
    if (s->offsets->count)
        snprintf(offsets, sizeof offsets, " and %zu offset%s", s->offsets->count, plural(s->offsets->count));
    if (num_sizes(t) == 3)
        say("verified parts of %zu, %zu and %zu elements", found[0], found[1], found[2]);
    else
        say("verified %zu kept element%s of %zu%s", found[0], plural(found[0]), t->in.count, offsets);
}

int select_check(const task *t, const selected *s) {
    size_t found[3] = { 0 };
    for (size_t row = 0; row < task_rows(t); row++)
        if (!check_row(t, s, row, found))
            return EXIT_MISMATCH;
    if (s->offsets->count && !check_offsets(t, s))
        return EXIT_MISMATCH;
    say_verified(t, s, found);
    return EXIT_OK;
}
