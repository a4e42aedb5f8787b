/* Cases of selected_segments.c: what is selected from and how, and what a call has to write. */
#ifndef TESTS_SCAN_SELECTED_SEGMENTS_H
#define TESTS_SCAN_SELECTED_SEGMENTS_H

#include "support/guarded.h"

#include <oracle.h>
#include <stdio.h>
#include <string.h>

enum { N = 3003, FROM = 3, LEAD = 4, FIRST_INDEX = 1000, ALREADY = 9 };

static const char source[] = "static int third(uint x) { return x % 3 == 0 ? -5 : 0; }\n"
                             "static ulong wide(uint x) { return x * 5ul; }\n"
                             "static int third_or_end(uint x, ulong position, ulong count) {\n"
                             "    return x % 3 == 0 || position == 0 || position + 1 == count;\n"
                             "}\n"
                             "static ulong placed(uint x, ulong position, ulong count) {\n"
                             "    return position * 10000 + count;\n"
                             "}\n"
                             "static uint sum_at(const global uint *in, const global uint *more, ulong i,\n"
                             "                   ulong position, ulong count) {\n"
                             "    return in[i] + more[0];\n"
                             "}\n"
                             "static uint hundreds(uint x) { return x / 100; }\n";

/* A way to select: the functions or the mask that decide about elements, and the outputs besides the elements. A mask
 * decides without a function of the user. */
typedef struct way {
    const char *keep, *map, *load;
    clscan_mask mask;
    bool positions, carries, indices;
} way;

static const way ways[] = {
    { .keep = "third" },
    { .keep = "third", .map = "wide", .carries = true, .indices = true },
    { .keep = "third_or_end", .map = "placed", .load = "sum_at", .positions = true },
    { .mask = CLSCAN_MASK_FLAGS, .carries = true },
    { .mask = CLSCAN_MASK_BITS, .map = "wide", .indices = true },
    { .keep = "third_or_end", .positions = true, .indices = true },
};

static const struct {
    const char *name;
    size_t size;
} counts[] = { { "uint", 4 }, { "ulong", 8 }, { "int", 4 }, { "long", 8 } };

/* Where the number of elements is that the outputs hold already. */
typedef enum init { NO_INIT, INIT_ON_HOST, INIT_IN_CELL, INIT_IN_TOTAL, INITS } init;

/* One call. `parts` is how many parts of each segment are written, of which args.offsets receives the beginnings.
 * `room` is how many elements the outputs have room for, and `starts` how many numbers args.offsets. The outputs hold
 * `held` elements already, which stay as they are. */
typedef struct form {
    const way *way;
    clscan_desc desc;
    unsigned draw, count_type, parts;
    init init;
    size_t count, room, starts, held;
    bool on_host, counted, gaps;
} form;

typedef struct arrays {
    cl_uint in[FROM + N];
    cl_ushort carried[N];
    cl_uchar flags[N], mask[N];
    cl_uint bits[N / 32 + 1], mask_bits[N / 32 + 1], keys[N];
    cl_uint offsets[N + 8];
    size_t segments;
} arrays;

/* What the outputs hold: numbers are widened, so that they are compared as they are. */
typedef struct results {
    cl_ulong out[ALREADY + N], indices[ALREADY + N], carried[ALREADY + N], starts[2 * N + 16], total[2];
} results;

/* Only offsets can have segments without elements, and elements of no segment. */
static void divide(const form *f, arrays *a) {
    const bool offsets = f->desc.segments == CLSCAN_SEGMENTS_OFFSETS;
    const size_t end = f->gaps && f->count > 20 ? f->count - 7 : f->count;
    size_t at = f->gaps && f->count > 20 ? LEAD : 0;
    a->segments = 0;
    a->offsets[0] = (cl_uint)at;
    for (size_t s = 0; at < end && a->segments < N; s++) {
        const size_t drawn = (size_t)(oracle_draw(f->draw, s) % 6), length = s % 20 == 13 ? 300 : drawn;
        at += length ? length : !offsets || s + 1 >= N / 2;
        at = at < end ? at : end;
        a->offsets[++a->segments] = (cl_uint)at;
    }
    for (int i = 0; offsets && !f->gaps && i < 3; i++)
        a->offsets[++a->segments] = i == 2 ? 0xFFFFFFF0u : (cl_uint)at; /* past the end stands for the end */
}

static cl_uint number(size_t i) {
    return (cl_uint)(oracle_draw(1, i) % 1000);
}

/* `position` is in the order of the scan. */
static bool is_kept(const form *f, size_t i, size_t position) {
    const bool at_end = position == 0 || position + 1 == f->count;
    return (f->way->positions && at_end) || (number(i) + (f->way->load != NULL)) % 3 == 0;
}

static void fill(const form *f, arrays *a) {
    memset(a, 0, sizeof *a);
    divide(f, a);
    for (size_t i = 0, s = 0; i < f->count; i++) {
        const bool head = i > 0 && s + 1 < a->segments && i == a->offsets[s + 1];
        s += head;
        a->in[FROM + i] = number(i);
        a->carried[i] = (cl_ushort)(i * 7);
        a->flags[i] = head ? (cl_uchar)(1 + i % 255) : 0;
        a->bits[i / 32] |= (cl_uint)head << i % 32;
        a->keys[i] = (cl_uint)(s % 3 * 100 + i % 100); /* equal hundreds are equal keys */
        a->mask[i] = is_kept(f, i, i) ? (cl_uchar)(1 + i % 255) : 0;
        a->mask_bits[i / 32] |= (cl_uint)is_kept(f, i, i) << i % 32;
    }
}

static cl_ulong result_of(const form *f, size_t i, size_t position) {
    const cl_ulong x = number(i) + (f->way->load != NULL);
    return !f->way->map ? x : f->way->positions ? position * 10000 + f->count : x * 5;
}

/* Returns the position in the order of the scan at which segment `s` begins, or for s = a->segments where the last one
 * ends. */
static size_t begin_of(const form *f, const arrays *a, size_t s) {
    const cl_uint boundary = a->offsets[f->desc.reverse ? a->segments - s : s];
    const size_t from = boundary < f->count ? boundary : f->count;
    return f->desc.reverse ? f->count - from : from;
}

/* Writes the elements of a part at the positions [begin, end), from `place` on. Returns the place after them. */
static size_t put_part(const form *f, const arrays *a, results *e, size_t begin, size_t end, unsigned part,
                       size_t place) {
    for (size_t position = begin; position < end; position++) {
        const size_t i = f->desc.reverse ? f->count - 1 - position : position;
        if (is_kept(f, i, position) != (part == 0))
            continue;
        e->total[0] += part == 0;
        e->out[place] = result_of(f, i, position);
        e->indices[place] = FIRST_INDEX + i;
        e->carried[place++] = a->carried[i];
    }
    return place;
}

/* Writes all parts of a segment, or of elements of no segment, and where they begin. Returns the place after them. */
static size_t put_segment(const form *f, const arrays *a, results *e, size_t begin, size_t end, size_t place,
                          cl_ulong *starts) {
    for (unsigned part = 0; part < f->parts; part++) {
        starts[part] = place;
        place = put_part(f, a, e, begin, end, part, place);
    }
    return place;
}

/* Computes what the call has to write. Returns how many elements the outputs then hold. */
static size_t expect(const form *f, const arrays *a, results *e) {
    cl_ulong of_no_segment[2], *starts = e->starts;
    e->total[0] = f->held;
    e->total[1] = a->segments;
    size_t place = put_segment(f, a, e, 0, begin_of(f, a, 0), f->held, of_no_segment);
    for (size_t s = 0; s < a->segments; s++, starts += f->parts)
        place = put_segment(f, a, e, begin_of(f, a, s), begin_of(f, a, s + 1), place, starts);
    *starts = place;
    return put_segment(f, a, e, begin_of(f, a, a->segments), f->count, place, of_no_segment);
}

#endif
