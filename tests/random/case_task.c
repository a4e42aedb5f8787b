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

static size_t bins_of(const case_arrays *s) {
    return s->tc->v[D_bins] ? s->tc->v[D_bins] : CASE_DEFAULT_BINS;
}

void case_task_lay(case_arrays *s) {
    const unsigned *v = s->tc->v;
    s->already = test_case_moves(s->tc) && v[D_init] ? case_arrays_draw(s, 13, 0) % 9 : 0;
    s->first_index = test_case_index_type(s->tc) != ORACLE_USER ? case_arrays_draw(s, 13, 1) % 1000 : 0;
    const bool in_rows = test_case_selects_rows(s->tc) || v[D_task] == CLSCAN_TASK_SORT; /* where dims says */
    if (test_case_moves(s->tc))
        s->extent_out = greatest(in_rows ? s->extent_out : s->already + s->most, 1);
    if (test_case_reduces(s->tc))
        s->extent_out = v[D_layout] ? s->most / s->o.length : 1;
    if (test_case_counts(s->tc))
        s->extent_out = bins_of(s) * (v[D_layout] ? s->most / s->o.length : 1);
    if (s->o.segments)
        case_task_lay_segments(s, s->most);
}

void case_task_lay_segments(case_arrays *s, size_t segments) {
    if (test_case_reduces(s->tc))
        s->extent_out = segments;
    if (test_case_counts(s->tc))
        s->extent_out = segments * bins_of(s);
}

void case_task_choose(const case_arrays *s, const char *column, size_t *from) {
    const size_t size = oracle_problem_size(&s->o.problem);
    for (size_t n = 0; n < s->most; n++) {
        /* With segments, other elements begin runs than those that begin segments. */
        const bool marked = test_case_has_predicate(s->tc)
                                ? case_arrays_keeps(s, n)
                                : case_arrays_marks(s, n + (test_case_compares_elements(s->tc) && s->o.segments));
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

/* Returns the place of the element that the load function of the case returns for place i. */
static size_t loaded_place(const case_arrays *s, size_t i) {
    const size_t shift = s->tc->v[D_load] ? ((const uint8_t *)case_arrays_at(s, SHIFT))[i] : 0;
    const size_t further =
        s->tc->v[D_load] > 1 ? (size_t)((const uint64_t *)(const void *)case_arrays_at(s, FURTHER))[i] : 0;
    return i + shift + further;
}

const char *case_task_element(const case_arrays *s, size_t i) {
    return case_arrays_at(s, IN) + loaded_place(s, i) * s->at[IN].unit;
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
    if (s->o.segments == CLSCAN_SEGMENTS_KEYS)
        return oracle_described_is_same_key(&s->o, marks + i * key, marks + j * key);
    if (test_case_compares_bytes(s->tc))
        return memcmp(a, b, s->at[IN].unit) == 0;
    for (unsigned c = 0; c < s->o.components; c++)
        same = same && are_equal(type, a + c * size, b + c * size);
    return same;
}

/* Returns true if elements i and j, of which j is the next one, are of one run. */
static bool are_one_run(const case_arrays *s, size_t i, size_t j) {
    return are_same(s, i, j) && !oracle_described_is_head(&s->o, j);
}

/* Returns the part of an element of a selection. The flag of an element says which part of three it is. */
static unsigned selected_part(const case_arrays *s, size_t i) {
    const clscan_mask kind = (clscan_mask)s->tc->v[D_mask];
    const char *mask = kind ? case_arrays_at(s, MASK) : NULL;
    oracle_element x;
    if (kind == CLSCAN_MASK_FLAGS && test_case_parts(s->tc) == 3)
        return mask[i] == 0 || mask[i] == 1 ? (unsigned)mask[i] : 2;
    if (kind == CLSCAN_MASK_FLAGS)
        return mask[i] == 0;
    if (kind == CLSCAN_MASK_BITS)
        return ~((const uint32_t *)(const void *)mask)[i / 32] >> i % 32 & 1;
    memcpy(x.bytes, case_task_element(s, i), test_case_element(s->tc));
    if (s->o.box)
        oracle_described_box(x.bytes, test_case_element(s->tc));
    return test_case_part(s->tc, x.bytes);
}

bool case_task_keeps(const case_arrays *s, size_t i) {
    return selected_part(s, i) == 0;
}

/* The elements that a selection selects from by themselves: all elements, or the elements of a row. Element k is at
 * in + k * in_stride, and place k of the outputs at out + k * out_stride. The outputs have room for `room` elements. */
typedef struct line {
    size_t in, in_stride, out, out_stride, length, room;
    size_t total; /* the place of the total among the totals */
} line;

static line whole_line(const case_arrays *s) {
    return (line) { .in_stride = 1, .out_stride = 1, .length = s->o.count, .room = s->room };
}

/* A row has room for the elements that args.dims says, which are more than there are if the count is on the device. */
static line row_line(const case_arrays *s, size_t row) {
    const oracle_described *o = &s->o;
    const size_t matrix = row / o->columns, column = row % o->columns, rows = case_task_rows(s);
    return (line) { .in = matrix * o->in_pitch + column,
                    .in_stride = o->in_stride,
                    .out = matrix * o->out_pitch + column,
                    .out_stride = o->out_stride,
                    .length = least(o->length, o->count),
                    .room = s->most / rows,
                    .total = case_task_result_place(s, row, rows) * test_case_totals(s->tc) };
}

static size_t run_length(const case_arrays *s, const line *l, size_t begin) {
    size_t end = begin + 1;
    while (end < l->length && are_one_run(s, l->in + (end - 1) * l->in_stride, l->in + end * l->in_stride))
        end++;
    return end - begin;
}

/* Returns true if a run that is long enough begins with element k of a line. */
static bool begins_run(const case_arrays *s, const line *l, size_t k) {
    const size_t i = l->in + k * l->in_stride;
    return (k == 0 || !are_one_run(s, i - l->in_stride, i)) && run_length(s, l, k) >= s->tc->v[D_min_run];
}

/* Returns the part of element k of a line. Elements that are kept are part 0. */
static unsigned part_of(const case_arrays *s, const line *l, size_t k) {
    const size_t i = l->in + k * l->in_stride;
    switch ((clscan_task)s->tc->v[D_task]) {
    case CLSCAN_TASK_SELECT:
    case CLSCAN_TASK_PARTITION:
        return selected_part(s, i);
    case CLSCAN_TASK_UNIQUE_LAST:
        return k + 1 < l->length && are_one_run(s, i, i + l->in_stride);
    default:
        return !begins_run(s, l, k);
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

/* A pointer without a capacity is trusted to have room for the elements that it holds and those of the input, or in a
 * sort for all rows. */
static void set_rooms(case_arrays *s) {
    static const int outputs[] = { OUT, MORE, ELEMENTS, INDICES, LENGTHS };
    const bool trusted = s->memory != MEMORY_BUFFER && !s->tc->v[D_capacity];
    int made[COUNT(outputs)] = { OUT }, n = 0;
    for (size_t i = 0; i < COUNT(outputs); i++)
        if (s->at[outputs[i]].expected)
            made[n++] = outputs[i];
    const int shortest = made[n ? case_arrays_draw(s, 15, 0) % (uint64_t)n : 0]; /* a sort in place may have none */
    s->room = trusted && s->tc->v[D_task] != CLSCAN_TASK_SORT ? s->already + s->most : s->extent_out;
    for (int i = 0; i < n; i++) {
        array *a = &s->at[made[i]];
        const size_t room = room_of(s, made[i], shortest);
        assert_true(room <= s->extent_out);
        a->bytes = (a->offset + room) * a->unit;
        s->room = least(s->room, room);
    }
}

/* Appends the elements of a part to the expected outputs: those at the positions [begin, end). */
static void place_part(case_arrays *s, const line *l, unsigned part, size_t begin, size_t end) {
    const size_t before = s->num_placed;
    for (size_t position = begin; position < end; position++) {
        const size_t k = s->o.reverse ? l->length - 1 - position : position;
        if (part_of(s, l, k) == part)
            s->placed[s->num_placed++] = k;
    }
    s->sizes[part] += s->num_placed - before;
}

/* Returns the position at which the elements end that are partitioned together from position `begin` on. */
static size_t end_of_parts(const case_arrays *s, const line *l, size_t begin) {
    size_t end = begin + 1;
    if (test_case_parts(s->tc) == 1 || !test_case_selects_segments(s->tc))
        return l->length;
    while (end < l->length && !oracle_described_place(&s->o, end).begins)
        end++;
    return end;
}

static void place_parts(case_arrays *s, const line *l) {
    s->num_placed = 0;
    memset(s->sizes, 0, sizeof s->sizes);
    for (size_t begin = 0, end = 0; begin < l->length; begin = end) {
        end = end_of_parts(s, l, begin);
        for (unsigned part = 0; part < test_case_parts(s->tc); part++)
            place_part(s, l, part, begin, end);
    }
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
    } else if (!test_case_selects_rows(s->tc)) { /* else rows are placed one by one when they are expected */
        const line all = whole_line(s);
        place_parts(s, &all);
    }
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
        memcpy(case_arrays_at(s, s->out) + place * unit, (const char *)s->o.in + loaded_place(s, i) * unit, unit);
        return;
    }
    oracle_described_get(&s->o, i, &x);
    oracle_described_put(&s->o, ORACLE_USER, &x, case_arrays_at(s, OUT), place);
}

/* Returns at which place of a line the p-th element is. In a sort of columns, places are not consecutive. A top-k has
 * the results of rows in the order of args.dims. */
static size_t place_of(const case_arrays *s, size_t p) {
    const size_t rows = case_task_rows(s);
    if (s->tc->v[D_task] == CLSCAN_TASK_SORT)
        return case_sort_place(s, p).out;
    if (s->tc->v[D_task] != CLSCAN_TASK_TOP_K || !s->tc->v[D_layout] || s->o.segments)
        return s->already + p;
    const size_t wanted = s->num_placed / rows;
    return case_task_result_place(s, p / wanted, rows) * wanted + p % wanted;
}

/* Writes the expected results of a line whose elements are placed. */
static void expect_line(case_arrays *s, const line *l) {
    for (size_t p = 0; p < s->num_placed; p++) {
        const size_t k = s->placed[p], i = l->in + k * l->in_stride, place = l->out + place_of(s, p) * l->out_stride;
        if (place_of(s, p) >= l->room)
            continue;
        put_element(s, i, place);
        copy_along(s, SHIFT, MORE, i, place);
        copy_along(s, FURTHER, ELEMENTS, i, place);
        put(s, INDICES, place, s->first_index + (test_case_sorts(s->tc) ? k % s->o.in_pitch / s->o.in_stride : k));
        if (s->at[LENGTHS].expected)
            put(s, LENGTHS, place, run_length(s, l, k));
    }
    for (unsigned part = 0; s->tc->v[D_total] && part < test_case_totals(s->tc); part++)
        put(s, CELLS, case_task_total_cell(s) + l->total + part, (part == 0 ? s->already : 0) + s->sizes[part]);
}

void case_task_expect_selection(case_arrays *s) {
    if (!test_case_selects_rows(s->tc)) {
        const line all = whole_line(s);
        expect_line(s, &all);
        return;
    }
    for (size_t row = 0; row < case_task_rows(s); row++) {
        const line l = row_line(s, row);
        place_parts(s, &l);
        expect_line(s, &l);
    }
}

size_t case_task_rows(const case_arrays *s) {
    return !s->most ? 0 : s->tc->v[D_counted] ? 1 : s->most / s->o.length;
}

size_t case_task_total_cell(const case_arrays *s) {
    return test_case_selects_rows(s->tc) ? CASE_ROW_TOTALS_CELL : CASE_TOTAL_CELL;
}

size_t case_task_totals(const case_arrays *s) {
    return test_case_totals(s->tc) * (test_case_selects_rows(s->tc) ? case_task_rows(s) : 1);
}

size_t case_task_result_place(const case_arrays *s, size_t row, size_t rows) {
    const size_t columns = s->o.columns, matrices = rows / columns;
    return s->tc->v[D_dims] == 2 ? row % columns * matrices + row / columns : row;
}
