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

/* Returns for how many numbers the output has room. A capacity of 0 would set no limit. */
static size_t room_of(const case_arrays *s, size_t segments) {
    const size_t most = by_offsets(s) ? segments : s->most;
    const size_t rooms[] = { most + 1, segments + 1, segments, case_arrays_draw(s, 24, 0) % (most + 2) };
    const size_t room = rooms[s->tc->v[D_offsets_room]];
    return room ? room : 1;
}

void case_offsets_make(case_arrays *s) {
    const oracle_type type = test_case_count_type(s->tc);
    if (!test_case_selects_segments(s->tc))
        return;
    s->sizes[1] = count_segments(s);
    case_arrays_make(s, OFFSETS, oracle_type_size(type), s->tc->v[D_out_offset] % 6, room_of(s, s->sizes[1]), type);
}

/* Writes that `kept` elements come before segment r, after the elements that the outputs hold already. The tests run on
 * little-endian hosts. */
static void put(case_arrays *s, size_t r, uint64_t kept) {
    const array *a = &s->at[OFFSETS];
    kept += s->already;
    if ((a->offset + r) * a->unit < a->bytes)
        memcpy(case_arrays_at(s, OFFSETS) + r * a->unit, &kept, a->unit);
}

/* Returns how many of the first n elements in the order of the scan are kept. `kept` of them are known to be. */
static size_t kept_before(const case_arrays *s, size_t n, size_t kept) {
    while (kept < s->num_placed && (s->o.reverse ? s->o.count - 1 - s->placed[kept] : s->placed[kept]) < n)
        kept++;
    return kept;
}

static void expect_by_offsets(case_arrays *s) {
    const size_t segments = s->sizes[1];
    for (size_t r = 0, kept = 0; r <= segments; r++) {
        const size_t at = case_task_offset_at(s, s->o.reverse ? segments - r : r);
        kept = kept_before(s, s->o.reverse ? s->o.count - at : at, kept);
        put(s, r, kept);
    }
}

static void expect_by_heads(case_arrays *s) {
    size_t r = 0, kept = 0;
    for (size_t n = 0; n < s->o.count; n++)
        if (begins(s, n)) {
            kept = kept_before(s, n, kept);
            put(s, r++, kept);
        }
    put(s, r, s->num_placed);
}

void case_offsets_expect(case_arrays *s) {
    if (s->at[OFFSETS].expected)
        (by_offsets(s) ? expect_by_offsets : expect_by_heads)(s);
}
