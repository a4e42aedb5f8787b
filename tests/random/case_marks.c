#include "random/case_marks.h"

#include "random/case_desc.h"

#include <stdlib.h>
#include <string.h>

/* Fills the keys with runs of equal keys, in either direction. */
static void fill_keys(case_arrays *s, char *keys, size_t count) {
    size_t run = 0;
    for (size_t i = 0; i < count; i++) {
        run += case_arrays_marks(s, i);
        const uint64_t key = case_arrays_draw(s, 4, run) % 3, other = case_arrays_draw(s, 5, i) << 32;
        const uint64_t x = test_case_key_bytes(s->tc) < test_case_key_size(s->tc) ? key | other : key << 33 | key;
        memcpy(keys + i * test_case_key_size(s->tc), &x, test_case_key_size(s->tc));
    }
}

/* Fills the offsets. Segments may be empty, also many in a row, and elements may lie before the first offset and after
 * the last one. */
static void fill_offsets(case_arrays *s) {
    enum { HEAP = 99 };
    const size_t heap = case_arrays_draw(s, 11, 0) % (2 * s->most + 1);
    uint64_t *offsets = malloc((3 * s->most + 4 + HEAP) * sizeof *offsets);
    size_t n = 0;
    assert_non_null(offsets);
    for (size_t i = 0; i <= s->most; i++)
        for (uint64_t times = i == heap                 ? HEAP
                              : case_arrays_marks(s, i) ? 1 + case_arrays_draw(s, 7, i) % 3
                                                        : 0;
             times; times--)
            offsets[n++] = i;
    while (n < 2)
        offsets[n++] = s->most;
    case_arrays_make(s, MARKS, test_case_key_size(s->tc), s->tc->v[D_mark_offset], n, ORACLE_USER);
    for (size_t i = 0; i < n; i++)
        if (test_case_key_size(s->tc) == 8)
            ((uint64_t *)(void *)case_arrays_at(s, MARKS))[i] = offsets[i];
        else
            ((uint32_t *)(void *)case_arrays_at(s, MARKS))[i] = (uint32_t)offsets[i];
    s->o.num_offsets = n;
    free(offsets);
}

/* Makes an array of flags or bits, of the elements that begin segments or are kept. */
static void fill_flags(case_arrays *s, int which, bool bits) {
    const size_t offset = s->tc->v[D_mark_offset], words = (s->extent_in + 31) / 32;
    case_arrays_make(s, which, bits ? 4 : 1, offset, bits ? words : s->extent_in, ORACLE_USER);
    memset(case_arrays_at(s, which), 0, s->at[which].bytes - offset * s->at[which].unit);
    for (size_t i = 0; i < s->extent_in; i++) {
        const bool marked = which == MASK ? case_arrays_keeps(s, i) : case_arrays_marks(s, i);
        if (marked && bits)
            ((uint32_t *)(void *)case_arrays_at(s, which))[i / 32] |= 1u << i % 32;
        else if (marked)
            case_arrays_at(s, which)[i] = (char)(1 << case_arrays_draw(s, 7, i) % 8);
    }
}

void case_marks_fill(case_arrays *s) {
    if (s->o.segments == CLSCAN_SEGMENTS_OFFSETS) {
        fill_offsets(s);
    } else if (s->o.segments == CLSCAN_SEGMENTS_KEYS) {
        case_arrays_make(s, MARKS, test_case_key_size(s->tc), s->tc->v[D_mark_offset], s->extent_in, ORACLE_USER);
        fill_keys(s, case_arrays_at(s, MARKS), s->extent_in);
    } else if (s->o.segments) {
        fill_flags(s, MARKS, s->o.segments == CLSCAN_SEGMENTS_BITS);
    }
}

void case_marks_fill_mask(case_arrays *s) {
    if (s->tc->v[D_mask])
        fill_flags(s, MASK, s->tc->v[D_mask] == CLSCAN_MASK_BITS);
}
