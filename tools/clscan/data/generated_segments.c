#include "data/generated_segments.h"
#include "common/message.h"
#include "options/memory_budget.h"
#include <string.h>

typedef struct maker {
    size_t length;
    uint64_t seed;
    task *t;
    size_t places; /* places of the array from the first element to the last, with gaps between rows */
} maker;

static bool begins(const maker *m, size_t i) {
    return i == 0 || oracle_draw(m->seed, i) % m->length == 0;
}

static bool allocate(maker *m, oracle_type type, size_t count) {
    if (!array_allocate(&m->t->segments, type, oracle_type_size(type), count))
        return false;
    memset(m->t->segments.owned, 0, count * oracle_type_size(type));
    return true;
}

static bool make_flags(maker *m, oracle_type type) {
    if (!allocate(m, type, m->places))
        return false;
    for (size_t i = 0; i < m->places; i++)
        ((unsigned char *)m->t->segments.owned)[i] = begins(m, i);
    return true;
}

static bool make_bits(maker *m, oracle_type type) {
    if (!allocate(m, type, (m->places + 31) / 32))
        return false;
    for (size_t i = 0; i < m->places; i++)
        ((cl_uint *)m->t->segments.owned)[i / 32] |= (cl_uint)begins(m, i) << i % 32;
    return true;
}

/* Keys are below 101, so that every type can hold them, and each segment's key differs from the one before. */
static bool make_keys(maker *m, oracle_type type) {
    enum { KEYS = 101 };
    const task *t = m->t;
    oracle_described d = task_described(t);
    d.segments = CLSCAN_SEGMENTS_NONE; /* the segments are not made yet, and only places are needed here */
    if (!allocate(m, type, m->places))
        return false;
    cl_int key = 0;
    for (size_t i = 0; i < t->in.count; i++) {
        const size_t at = t->desc.layout == CLSCAN_LAYOUT_ROWS ? oracle_described_place(&d, i).in : i;
        key = (key + begins(m, i)) % KEYS;
        oracle_convert(ORACLE_INT, &key, type, (char *)t->segments.owned + at * t->segments.size);
    }
    return true;
}

/* The offsets of the segments' first elements, and the number of elements at the end. */
static bool make_offsets(maker *m, oracle_type type) {
    const size_t count = m->t->in.count;
    size_t segments = 0, s = 0;
    for (size_t i = 0; i < count; i++)
        segments += begins(m, i);
    if (type == ORACLE_UINT && count > CL_UINT_MAX)
        return complain("%zu elements are more than an offset of uint can count: --key-type ulong", count);
    if (!allocate(m, type, segments + 1))
        return false;
    for (size_t i = 0; i <= count; i++)
        if (i == count || begins(m, i)) {
            const cl_ulong offset = i;
            oracle_convert(ORACLE_ULONG, &offset, type, (char *)m->t->segments.owned + s++ * m->t->segments.size);
        }
    return true;
}

static const struct {
    oracle_type type;
    bool (*make)(maker *m, oracle_type type);
} kinds[] = { [CLSCAN_SEGMENTS_FLAGS] = { ORACLE_UCHAR, make_flags },
              [CLSCAN_SEGMENTS_BITS] = { ORACLE_UINT, make_bits },
              [CLSCAN_SEGMENTS_KEYS] = { ORACLE_INT, make_keys },
              [CLSCAN_SEGMENTS_OFFSETS] = { ORACLE_UINT, make_offsets } };

static oracle_type type_of(const view_options *v) {
    return v->key_type < 0 ? kinds[v->segments].type : (oracle_type)v->key_type;
}

/* There is at most one segment for each place. Offsets have one entry more. */
void generated_segments_most(const view_options *v, task *t) {
    if (!v->segments)
        return;
    const size_t places = task_span(t);
    t->desc.segments = (clscan_segments)v->segments;
    t->desc.key.name = v->key_type < 0 ? NULL : oracle_type_name(type_of(v));
    t->segments.size = oracle_type_size(type_of(v));
    t->segments.count = budget_plus(v->segments == CLSCAN_SEGMENTS_BITS ? places / 32 : places, 1);
}

/* The probability of more than twice the expected number of segments decreases exponentially with the expected number.
 * For small numbers, 64 segments more make it as small. */
size_t generated_segments_lines(const view_options *v, const task *t) {
    const size_t count = t->in.count, drawn = budget_plus(budget_times(count / view_segment_length(v), 2), 64);
    const size_t lines = budget_plus(drawn, task_rows(t));
    return lines < count ? lines : count;
}

bool generated_segments(const view_options *v, uint64_t seed, task *t) {
    maker m = { view_segment_length(v), seed, t, task_span(t) };
    return !v->segments || kinds[v->segments].make(&m, type_of(v));
}
