#include "random/case_offsets.h"

#include "random/case_desc.h"
#include "random/case_task.h"

#include <string.h>

static bool by_offsets(const case_arrays *s) {
    return s->o.segments == CLSCAN_SEGMENTS_OFFSETS;
}

/* Returns true if a segment begins with the n-th element in the order of the scan. */
static bool begins(const case_arrays *s, size_t n) {
    return n == 0 || oracle_described_place(&s->o, n).begins;
}

static size_t count_segments(const case_arrays *s) {
    size_t segments = by_offsets(s) ? s->o.num_offsets - 1 : 0;
    for (size_t n = 0; n < s->o.count && !by_offsets(s); n++)
        segments += begins(s, n);
    return segments;
}

/* Returns how many numbers there are for so many segments. */
static size_t numbers_of(const case_arrays *s, size_t segments) {
    return segments * test_case_parts(s->tc) + 1;
}

/* Returns for how many numbers the output has room. A capacity of 0 would set no limit. */
static size_t room_of(const case_arrays *s, size_t segments) {
    const size_t most = numbers_of(s, by_offsets(s) ? segments : s->most), all = numbers_of(s, segments);
    const size_t rooms[] = { most, all, all - 1, case_arrays_draw(s, 24, 0) % (most + 1) };
    const size_t room = rooms[s->tc->v[D_offsets_room]];
    return room ? room : 1;
}

void case_offsets_make(case_arrays *s) {
    const oracle_type type = test_case_count_type(s->tc);
    if (!test_case_selects_segments(s->tc))
        return;
    s->sizes[1] = count_segments(s);
    if (test_case_parts(s->tc) > 1 && !s->tc->v[D_offsets_room] && case_arrays_draw(s, 24, 1) % 3 == 0)
        return; /* a partition need not store where parts begin */
    case_arrays_make(s, OFFSETS, oracle_type_size(type), s->tc->v[D_out_offset] % 6, room_of(s, s->sizes[1]), type);
}

/* Writes the r-th number, of elements after those that the outputs hold already. The tests run on little-endian hosts.
 */
static void put(case_arrays *s, size_t r, uint64_t place) {
    const array *a = &s->at[OFFSETS];
    place += s->already;
    if ((a->offset + r) * a->unit < a->bytes)
        memcpy(case_arrays_at(s, OFFSETS) + r * a->unit, &place, a->unit);
}

/* Returns how many elements are kept of those at the positions [begin, end) in the order of the scan. */
static size_t kept_in(const case_arrays *s, size_t begin, size_t end) {
    size_t kept = 0;
    for (size_t n = begin; n < end; n++)
        kept += case_task_keeps(s, s->o.reverse ? s->o.count - 1 - n : n);
    return kept;
}

/* Writes the numbers of segment r, which is written from `place` on. Returns where the next segment is written. */
static size_t put_segment(case_arrays *s, size_t r, size_t begin, size_t end, size_t place) {
    const size_t parts = test_case_parts(s->tc), kept = kept_in(s, begin, end);
    put(s, r * parts, place);
    if (parts > 1)
        put(s, r * parts + 1, place + kept);
    return place + (parts > 1 ? end - begin : kept);
}

/* Returns the position in the order of the scan at which segment r begins. */
static size_t begin_of(const case_arrays *s, size_t r) {
    return s->o.reverse ? s->o.count - case_task_offset_at(s, s->sizes[1] - r) : case_task_offset_at(s, r);
}

static void expect_by_offsets(case_arrays *s) {
    const size_t segments = s->sizes[1], first = begin_of(s, 0), parts = test_case_parts(s->tc);
    size_t place = parts > 1 ? first : kept_in(s, 0, first);
    for (size_t r = 0; r < segments; r++)
        place = put_segment(s, r, begin_of(s, r), begin_of(s, r + 1), place);
    put(s, segments * parts, place);
}

static void expect_by_heads(case_arrays *s) {
    size_t r = 0, begin = 0, place = 0;
    for (size_t n = 1; n <= s->o.count; n++)
        if (n == s->o.count || begins(s, n)) {
            place = put_segment(s, r++, begin, n, place);
            begin = n;
        }
    put(s, r * test_case_parts(s->tc), place);
}

void case_offsets_expect(case_arrays *s) {
    if (s->at[OFFSETS].expected)
        (by_offsets(s) ? expect_by_offsets : expect_by_heads)(s);
}
