#include "random/case_keys.h"

static const char *mark(const case_arrays *s, size_t i) {
    return case_arrays_at(s, MARKS) + i * s->at[MARKS].unit;
}

void case_keys_make(case_arrays *s) {
    const bool has_results = test_case_reduces(s->tc) || test_case_counts(s->tc);
    const bool has_keys = s->o.segments == CLSCAN_SEGMENTS_KEYS && has_results && case_arrays_draw(s, 21, 0) % 2;
    char key[sizeof(uint64_t)];
    if (has_keys && s->most > 0)
        case_arrays_make(s, KEYS, oracle_described_key_of(&s->o, mark(s, 0), key), s->tc->v[D_out_offset] % 7, s->most,
                         ORACLE_USER);
}

void case_keys_expect(case_arrays *s) {
    char *to = s->at[KEYS].expected ? case_arrays_at(s, KEYS) : NULL;
    for (size_t n = 0; n < s->o.count && to; n++) {
        const oracle_place place = oracle_described_place(&s->o, n);
        if (n == 0 || place.begins)
            to += oracle_described_key_of(&s->o, mark(s, place.in), to);
    }
}
