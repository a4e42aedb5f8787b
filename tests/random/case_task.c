#include "random/case_task.h"

#include "random/case_desc.h"
#include "random/case_histogram.h"
#include "random/case_sort.h"

#include <stdlib.h>
#include <string.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t greatest(size_t a, size_t b) {
    return a > b ? a : b;
}

void case_task_lay(case_arrays *s) {
    const unsigned *v = s->tc->v;
    s->already = test_case_moves(s->tc) && v[D_init] ? case_arrays_draw(s, 13, 0) % 9 : 0;
    s->first_index = test_case_index_type(s->tc) != ORACLE_USER ? case_arrays_draw(s, 13, 1) % 1000 : 0;
    if (test_case_moves(s->tc))
        s->extent_out = greatest(s->already + s->most, 1);
    if (test_case_reduces(s->tc))
        s->extent_out = s->o.segments ? s->most : v[D_layout] ? s->most / s->o.length : 1;
    if (test_case_counts(s->tc))
        s->extent_out = (v[D_bins] ? v[D_bins] : CASE_DEFAULT_BINS) * (v[D_layout] ? s->most / s->o.length : 1);
}

void case_task_choose(const case_arrays *s, const char *column, size_t *from) {
    const size_t size = oracle_problem_size(&s->o.problem);
    for (size_t n = 0; n < s->most; n++) {
        const bool marked = case_arrays_marks(s, n);
        from[n] = n + 1;
        if (test_case_compares_elements(s->tc) && n > 0 && !marked)
            from[n] = from[n - 1];
        if (test_case_sorts(s->tc) && n > 0 && !marked)
            from[n] = from[case_arrays_draw(s, 20, n) % n];
        if (!test_case_has_predicate(s->tc))
            continue;
        for (int tries = 0; tries < 99 && test_case_keeps(s->tc, column + from[n] * size) != marked; tries++)
            from[n] = 1 + from[n] % s->most;
    }
}

/* ----------------------------------------------------------------------------------------- arrays of selections */

static void make_carried(case_arrays *s, int in, int out, oracle_type type) {
    const size_t size = oracle_type_size(type), in_offset = s->tc->v[D_in_offset], out_offset = s->tc->v[D_out_offset];
    case_arrays_make(s, in, size, in_offset % 3, s->extent_in, type);
    case_arrays_make(s, out, size, out_offset % 5, s->extent_out, type);
    for (size_t i = 0; i < s->extent_in; i++) {
        const uint64_t x = case_arrays_draw(s, 14, i);
        memcpy(case_arrays_at(s, in) + i * size, &x, size);
    }
}

void case_task_make(case_arrays *s) {
    const oracle_type index = test_case_index_type(s->tc), lengths = test_case_lengths_type(s->tc);
    const size_t offset = s->tc->v[D_out_offset];
    if (s->tc->v[D_carried] > 0)
        make_carried(s, SHIFT, MORE, ORACLE_USHORT);
    if (s->tc->v[D_carried] > 1)
        make_carried(s, FURTHER, ELEMENTS, ORACLE_ULONG);
    if (index != ORACLE_USER)
        case_arrays_make(s, INDICES, oracle_type_size(index), offset % 3, s->extent_out, index);
    if (lengths != ORACLE_USER)
        case_arrays_make(s, LENGTHS, oracle_type_size(lengths), offset % 4, s->extent_out, lengths);
}

/* ------------------------------------------------------------------------------------------- what is kept */

const char *case_task_element(const case_arrays *s, size_t i) {
    const size_t shift = s->tc->v[D_load] ? ((const uint8_t *)case_arrays_at(s, SHIFT))[i] : 0;
    const size_t further =
        s->tc->v[D_load] > 1 ? (size_t)((const uint64_t *)(const void *)case_arrays_at(s, FURTHER))[i] : 0;
    return case_arrays_at(s, IN) + (i + shift + further) * s->at[IN].unit;
}

/* Returns true if two numbers are equal by ==. */
static bool are_equal(oracle_type type, const char *a, const char *b) {
    double x, y;
    if (oracle_is_exact(type, CLSCAN_OP_ADD))
        return memcmp(a, b, oracle_type_size(type)) == 0;
    oracle_convert(type, a, ORACLE_DOUBLE, &x);
    oracle_convert(type, b, ORACLE_DOUBLE, &y);
    return x == y;
}

/* Returns true if the elements i and j, or their keys, are equal. */
static bool are_same(const case_arrays *s, size_t i, size_t j) {
    const oracle_type type = s->o.problem.type;
    const size_t key = s->o.key_size, size = oracle_type_size(type);
    const char *const a = case_task_element(s, i), *const b = case_task_element(s, j),
                      *const marks = s->o.segments ? case_arrays_at(s, MARKS) : NULL;
    bool same = true;
    if (s->o.segments)
        return oracle_described_is_same_key(&s->o, marks + i * key, marks + j * key);
    if (test_case_compares_bytes(s->tc))
        return memcmp(a, b, s->at[IN].unit) == 0;
    for (unsigned c = 0; c < s->o.components; c++)
        same = same && are_equal(type, a + c * size, b + c * size);
    return same;
}

/* Returns the part of an element of a selection. The flag of an element says which part of three it is. */
static unsigned selected_part(const case_arrays *s, size_t i) {
    const char *mask = s->o.segments ? case_arrays_at(s, MARKS) : NULL;
    oracle_element x;
    if (s->o.segments == CLSCAN_SEGMENTS_FLAGS && test_case_parts(s->tc) == 3)
        return mask[i] == 0 || mask[i] == 1 ? (unsigned)mask[i] : 2;
    if (s->o.segments == CLSCAN_SEGMENTS_FLAGS)
        return mask[i] == 0;
    if (s->o.segments == CLSCAN_SEGMENTS_BITS)
        return ~((const uint32_t *)(const void *)mask)[i / 32] >> i % 32 & 1;
    memcpy(x.bytes, case_task_element(s, i), test_case_element(s->tc));
    if (s->o.box)
        oracle_described_box(x.bytes, test_case_element(s->tc));
    return test_case_part(s->tc, x.bytes);
}

static size_t run_length(const case_arrays *s, size_t begin) {
    size_t end = begin + 1;
    while (end < s->o.count && are_same(s, end - 1, end))
        end++;
    return end - begin;
}

/* Returns true if a run that is long enough begins with element i. */
static bool begins_run(const case_arrays *s, size_t i) {
    return (i == 0 || !are_same(s, i - 1, i)) && run_length(s, i) >= s->tc->v[D_min_run];
}

/* Returns the part of an element. Elements that are kept are part 0. */
static unsigned part_of(const case_arrays *s, size_t i) {
    switch ((clscan_task)s->tc->v[D_task]) {
    case CLSCAN_TASK_SELECT:
    case CLSCAN_TASK_PARTITION:
        return selected_part(s, i);
    case CLSCAN_TASK_UNIQUE_LAST:
        return i + 1 < s->o.count && are_same(s, i, i + 1);
    default:
        return !begins_run(s, i);
    }
}

/* Returns for how many elements an output has room. A capacity of 0 would set no limit, and an array has at least one
 * byte, so that an output is only without room where its buffer ends at its offset. The arrays are made for extent_out
 * elements, which is one even if there is nothing to select. */
static size_t room_of(const case_arrays *s, int which, int shortest) {
    const size_t needed = s->already + s->num_placed;
    const size_t rooms[] = { s->extent_out, needed, which == shortest && needed ? needed - 1 : needed,
                             case_arrays_draw(s, 15, (uint64_t)which) % (s->extent_out + 1), 0 };
    const size_t room = rooms[s->tc->v[D_room]];
    return room || (s->memory == MEMORY_BUFFER && s->at[which].offset) ? room : 1;
}

/* A pointer without a capacity is trusted to have room for the elements of the input. */
static void set_rooms(case_arrays *s) {
    static const int outputs[] = { OUT, MORE, ELEMENTS, INDICES, LENGTHS };
    const bool trusted = s->memory != MEMORY_BUFFER && !s->tc->v[D_capacity];
    int made[COUNT(outputs)] = { OUT }, n = 0;
    for (size_t i = 0; i < COUNT(outputs); i++)
        if (s->at[outputs[i]].expected)
            made[n++] = outputs[i];
    const int shortest = made[n ? case_arrays_draw(s, 15, 0) % (uint64_t)n : 0]; /* a sort in place may have none */
    s->room = trusted ? s->most : s->extent_out;
    for (int i = 0; i < n; i++) {
        array *a = &s->at[made[i]];
        const size_t room = room_of(s, made[i], shortest);
        assert_true(room <= s->extent_out);
        a->bytes = (a->offset + room) * a->unit;
        s->room = least(s->room, room);
    }
}

/* Appends the elements of a part to the expected outputs. */
static void place_part(case_arrays *s, unsigned part) {
    const size_t before = s->num_placed;
    for (size_t position = 0; position < s->o.count; position++) {
        const size_t i = s->o.reverse ? s->o.count - 1 - position : position;
        if (part_of(s, i) == part)
            s->placed[s->num_placed++] = i;
    }
    s->sizes[part] = s->num_placed - before;
}

/* Leaves the first `k` elements of each row or segment, and returns how many these are. */
static size_t leave_first(const case_arrays *s, size_t k, size_t *order) {
    size_t n = 0, before = 0;
    for (size_t i = 0; i < s->o.count; i++, before++) {
        if (case_sort_place(s, i).begins)
            before = 0;
        if (before < k)
            order[n++] = order[i];
    }
    return n;
}

void case_task_decide(case_arrays *s) {
    s->placed = malloc((s->o.count + 1) * sizeof *s->placed);
    assert_non_null(s->placed);
    if (test_case_sorts(s->tc)) {
        case_sort_order(s, s->placed);
        s->num_placed = test_case_k(s->tc) ? leave_first(s, test_case_k(s->tc), s->placed) : s->o.count;
    } else
        for (unsigned part = 0; part < test_case_parts(s->tc); part++)
            place_part(s, part);
    set_rooms(s);
}

/* ------------------------------------------------------------------------------------------------ selections */

/* Writes a number to an array, in its lowest bytes: the tests run on little-endian hosts. */
static void put(case_arrays *s, int which, size_t at, uint64_t number) {
    if (s->at[which].expected)
        memcpy(case_arrays_at(s, which) + at * s->at[which].unit, &number, s->at[which].unit);
}

static void copy_along(case_arrays *s, int in, int out, size_t i, size_t place) {
    const size_t unit = s->at[out].unit;
    if (s->at[out].expected)
        memcpy(case_arrays_at(s, out) + place * unit, case_arrays_at(s, in) + i * unit, unit);
}

/* Writes an element to its place. A sort moves elements as they are, and reads them in the copy of the input. */
static void put_element(case_arrays *s, size_t i, size_t place) {
    const size_t unit = s->at[IN].unit;
    oracle_element x;
    if (test_case_sorts(s->tc)) {
        memcpy(case_arrays_at(s, s->out) + place * unit, (const char *)s->o.in + i * unit, unit);
        return;
    }
    oracle_described_get(&s->o, i, &x);
    oracle_described_put(&s->o, ORACLE_USER, &x, case_arrays_at(s, OUT), place);
}

/* Returns where the k-th element is placed. In a sort of columns, places are not consecutive. */
static size_t place_of(const case_arrays *s, size_t k) {
    return s->tc->v[D_task] == CLSCAN_TASK_SORT ? case_sort_place(s, k).out : s->already + k;
}

void case_task_expect_selection(case_arrays *s) {
    for (size_t k = 0; k < s->num_placed; k++) {
        const size_t i = s->placed[k], place = place_of(s, k);
        if (place >= s->room)
            continue;
        put_element(s, i, place);
        copy_along(s, SHIFT, MORE, i, place);
        copy_along(s, FURTHER, ELEMENTS, i, place);
        put(s, INDICES, place, s->first_index + (test_case_sorts(s->tc) ? i / s->o.columns % s->o.length : i));
        if (s->at[LENGTHS].expected)
            put(s, LENGTHS, place, run_length(s, i));
    }
    for (unsigned part = 0; s->tc->v[D_total] && part < test_case_totals(s->tc); part++)
        put(s, CELLS, CASE_TOTAL_CELL + part, s->already + s->sizes[part]);
}

/* ------------------------------------------------------------------------------------------------ reductions */

size_t case_task_result_place(const case_arrays *s, size_t row, size_t rows) {
    const size_t columns = s->o.columns, matrices = rows / columns;
    return s->tc->v[D_dims] == 2 ? row % columns * matrices + row / columns : row;
}

/* Writes the result of no elements: the initial value, the identity, or zero bytes. */
static void expect_nothing(case_arrays *s, const oracle_element *total, size_t result) {
    static const oracle_element zero = { { 0 } };
    const bool has_none = !s->o.init && s->tc->v[D_no_identity];
    if (s->extent_out > 0)
        oracle_described_put(&s->o, s->o.out_type, has_none ? &zero : total, case_arrays_at(s, OUT), result);
}

/* The results of a scan. The results of a reduction are taken from them. */
typedef struct scanned {
    const char *results, *seconds;
    oracle_element nothing; /* the initial value, or the identity */
} scanned;

/* Copies the result at a place of the scan to the results of the reduction. */
static void take(case_arrays *s, const scanned *from, size_t place, size_t result) {
    const size_t out = s->at[OUT].unit, more = s->at[MORE].unit;
    memcpy(case_arrays_at(s, OUT) + result * out, from->results + place * out, out);
    if (more)
        memcpy(case_arrays_at(s, MORE) + result * more, from->seconds + place * more, more);
}

static size_t offset_at(const case_arrays *s, size_t i) {
    const char *offset = case_arrays_at(s, MARKS) + i * s->at[MARKS].unit;
    uint32_t narrow;
    uint64_t wide;
    memcpy(s->at[MARKS].unit == sizeof narrow ? (void *)&narrow : (void *)&wide, offset, s->at[MARKS].unit);
    return least(s->at[MARKS].unit == sizeof narrow ? narrow : (size_t)wide, s->o.count);
}

static void expect_by_offsets(case_arrays *s, const scanned *from) {
    for (size_t r = 0; r + 1 < s->o.num_offsets; r++) {
        const size_t begin = offset_at(s, r), end = offset_at(s, r + 1);
        if (begin < end)
            take(s, from, s->o.reverse ? begin : end - 1, r);
        else
            expect_nothing(s, &from->nothing, r);
    }
}

static void expect_by_heads(case_arrays *s, const scanned *from) {
    for (size_t n = 1, r = 0; n <= s->o.count; n++)
        if (n == s->o.count || oracle_described_place(&s->o, n).begins)
            take(s, from, oracle_described_place(&s->o, n - 1).out, r++);
}

/* A result is the last one of the scan of a segment. */
static void expect_segments(case_arrays *s) {
    char *results = malloc((s->o.count + 1) * s->at[OUT].unit), *seconds = malloc((s->o.count + 1) * 8);
    scanned from = { results, seconds, { { 0 } } };
    oracle_described scan = s->o, none = s->o;
    assert_true(results && seconds);
    scan.out = none.out = results;
    none.count = 0;
    none.segments = CLSCAN_SEGMENTS_NONE;
    none.total = from.nothing.bytes;
    if (oracle_accumulator_knows(&s->o.problem))
        oracle_accumulator_scan(&scan, s->at[SHIFT].expected ? case_arrays_at(s, SHIFT) : NULL,
                                s->at[MORE].unit ? seconds : NULL);
    else
        oracle_described_scan(&none), oracle_described_scan(&scan);
    (s->o.segments == CLSCAN_SEGMENTS_OFFSETS ? expect_by_offsets : expect_by_heads)(s, &from);
    free(results);
    free(seconds);
}

/* A result is the last one of the scan of a row. */
static void expect_rows(case_arrays *s) {
    const bool state = oracle_accumulator_knows(&s->o.problem);
    const size_t out = s->at[OUT].unit, more = s->at[MORE].unit, rows = s->o.count / s->o.length;
    char *results = malloc((s->o.count + 1) * out), *seconds = malloc((s->o.count + 1) * more + 1);
    oracle_described scan = s->o;
    oracle_element total = { { 0 } };
    assert_true(results && seconds);
    scan.out = results;
    scan.out_stride = s->o.columns;
    scan.out_pitch = s->o.columns * s->o.length;
    scan.total = total.bytes;
    if (state)
        oracle_accumulator_scan(&scan, s->at[SHIFT].expected ? case_arrays_at(s, SHIFT) : NULL, more ? seconds : NULL);
    else
        oracle_described_scan(&scan);
    const scanned from = { results, seconds, total };
    for (size_t row = 0; row < rows; row++)
        take(s, &from, oracle_described_place(&scan, (row + 1) * s->o.length - 1).out,
             case_task_result_place(s, row, rows));
    if (rows == 0 && !state)
        expect_nothing(s, &total, 0);
    if (s->o.total)
        memcpy(s->o.total, total.bytes, s->at[CELLS].unit);
    free(results);
    free(seconds);
}

void case_task_expect_reduction(case_arrays *s) {
    (s->o.segments ? expect_segments : expect_rows)(s);
}
