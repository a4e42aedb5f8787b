#include "select/select_check.h"
#include "common/message.h"
#include "data/task_plain.h"
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

/* Returns the element at position n of a row, in the direction of the selection. */
static size_t element_of(const task *t, size_t n) {
    return t->desc.reverse ? task_row_length(t) - 1 - n : n;
}

/* Compares the elements of a part, at the positions from `begin` up to, not including, `end` of a row, with the results
 * of the row from result *expected on. */
static bool check_part(const task *t, const selected *s, size_t row, size_t begin, size_t end, unsigned part,
                       size_t *expected) {
    for (size_t i = begin; i < end; i++) {
        const size_t n = element_of(t, i);
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

/* Compares a row line by line, and in each line part by part. Adds the sizes of the parts to sizes[]. */
static bool check_lines(const task *t, const selected *s, size_t row, size_t sizes[static 3]) {
    const size_t length = task_row_length(t), first = row * length;
    size_t written = 0;
    for (size_t begin = 0, end; begin < length; begin = end) {
        end = task_line_end(t, t->desc.reverse, first + begin) - first;
        for (unsigned part = 0; part < task_parts(t); part++) {
            const size_t before = written;
            if (!check_part(t, s, row, begin, end, part, &written))
                return false;
            sizes[part] += written - before;
        }
    }
    return true;
}

/* Adds the sizes of the parts to found[]. */
static bool check_row(const task *t, const selected *s, size_t row, size_t found[static 3]) {
    size_t sizes[3] = { 0 };
    if (!check_lines(t, s, row, sizes))
        return false;
    for (unsigned part = 0; part < 3; part++)
        found[part] += sizes[part];
    for (unsigned part = 0; part < num_sizes(t); part++)
        if (!check_size(t, row, part, sizes[part], s->sizes[row * num_sizes(t) + part]))
            return false;
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

/* Returns how many elements are in a part, at the positions from `begin` up to, not including, `end`. */
static size_t size_of_part(const task *t, const selected *s, size_t begin, size_t end, unsigned part) {
    size_t size = 0;
    for (size_t n = begin; n < end; n++)
        size += part_of(t, s->flag[element_of(t, n)]) == part;
    return size;
}

static bool check_offset(const selected *s, size_t i, size_t expected) {
    const cl_ulong *got = s->offsets->data;
    return got[i] == expected || complain("mismatch at offset %zu of %zu: expected %zu, got %llu", i, s->offsets->count,
                                          expected, (unsigned long long)got[i]);
}

static bool check_offsets(const task *t, const selected *s) {
    const unsigned parts = task_parts(t);
    const size_t segments = task_lines(t), count = (s->offsets->count - 1) / parts;
    size_t begin = elements_before(t, 0, 0), written = 0;
    if (count != segments)
        return complain("mismatch of the number of segments: expected %zu, got %zu", segments, count);
    for (unsigned part = 0; part < parts; part++)
        written += size_of_part(t, s, 0, begin, part);
    for (size_t i = 0, end; i < segments; i++, begin = end) {
        end = elements_before(t, i + 1, begin);
        for (unsigned part = 0; part < parts; part++) {
            if (!check_offset(s, i * parts + part, written))
                return false;
            written += size_of_part(t, s, begin, end, part);
        }
    }
    return check_offset(s, segments * parts, written);
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
