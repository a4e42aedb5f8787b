#include "random/case_arrays.h"

#include "random/case_desc.h"
#include "random/case_histogram.h"
#include "random/case_keys.h"
#include "random/case_marks.h"
#include "random/case_offsets.h"
#include "random/case_sort.h"
#include "random/case_task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLACK = 3,                       /* how far load_shifted reads ahead at most */
    INIT_CELL = CASE_TOTAL_CELL + 2, /* a total of a call that has an initial value is one or two numbers */
    NUM_CELLS = CASE_ROW_TOTALS_CELL
};

uint64_t case_arrays_draw(const case_arrays *s, uint64_t what, uint64_t i) {
    return oracle_draw(s->tc->v[D_data] + 100000 * what, i);
}

/* Returns true for as many draws as a value of the dimension `density` says. */
static bool is_drawn(unsigned density, uint64_t draw) {
    static const uint64_t one_in[] = { 8, 2, 64, 2048, 1 };
    return density < COUNT(one_in) ? draw % one_in[density] == 0 : draw % 8 > 0;
}

bool case_arrays_marks(const case_arrays *s, size_t i) {
    return is_drawn(s->tc->v[D_density], case_arrays_draw(s, 6, i));
}

bool case_arrays_keeps(const case_arrays *s, size_t i) {
    const unsigned density = (unsigned)(case_arrays_draw(s, 22, 0) % dims[D_density].values);
    return test_case_selects_segments(s->tc) ? is_drawn(density, case_arrays_draw(s, 23, i)) : case_arrays_marks(s, i);
}

/* ------------------------------------------------------------------------------------------- where elements lie */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t extent(const case_arrays *s, size_t pitch, size_t stride) {
    const oracle_described *o = &s->o;
    return s->most == 0
               ? 0
               : (s->most / o->length / o->columns - 1) * pitch + o->columns - 1 + (o->length - 1) * stride + 1;
}

static void lay_rows(case_arrays *s) {
    const unsigned longest = dims[D_length].values - 1;
    const unsigned layout = s->tc->v[D_layout];
    const size_t gap = s->tc->v[D_gap];
    oracle_described *o = &s->o;
    o->length = least(s->tc->v[D_length] < longest ? 1 + s->tc->v[D_length] : LONGEST_ROW, s->most);
    o->columns = layout == 2 || layout == 4 ? least(1 + s->tc->v[D_columns], s->most / o->length) : 1;
    s->most -= s->most % (o->length * o->columns);
    o->in_stride = o->columns + (layout == 4 ? gap : 0);
    o->out_stride = o->columns + (layout == 4 ? (4 * gap + 1) % 5 : 0);
    o->in_pitch = o->length * o->in_stride + (layout == 3 ? gap : 0);
    o->out_pitch = o->length * o->out_stride + (layout == 3 ? (5 * gap + 2) % 7 : 0);
    if (s->tc->v[D_in_place]) {
        o->out_stride = o->in_stride;
        o->out_pitch = o->in_pitch;
    }
}

static void lay(case_arrays *s) {
    s->most = s->tc->v[D_count];
    s->o.length = s->most ? s->most : 1;
    s->o.columns = s->o.in_stride = s->o.out_stride = 1;
    s->o.in_pitch = s->o.out_pitch = s->o.length;
    if (s->tc->v[D_layout] && s->most)
        lay_rows(s);
    s->extent_in = extent(s, s->o.in_pitch, s->o.in_stride);
    s->extent_out = extent(s, s->o.out_pitch, s->o.out_stride);
    case_task_lay(s);
}

static size_t place(const case_arrays *s, size_t n) {
    const oracle_described *o = &s->o;
    const size_t row = n / o->length, k = o->reverse ? o->length - 1 - n % o->length : n % o->length;
    return row / o->columns * o->in_pitch + row % o->columns + k * o->in_stride;
}

/* ------------------------------------------------------------------------------------------- what arrays hold */

void case_arrays_make(case_arrays *s, int which, size_t unit, size_t offset, size_t count, oracle_type type) {
    array *a = &s->at[which];
    *a = (array) { .bytes = (offset + count) * unit, .unit = unit, .offset = offset, .type = type };
    a->expected = malloc(a->bytes + 1);
    a->got = malloc(a->bytes + 1);
    assert_true(a->expected && a->got);
    guarded_pattern(a->expected, a->bytes);
}

char *case_arrays_at(const case_arrays *s, int which) {
    return s->at[which].expected + s->at[which].offset * s->at[which].unit;
}

static void fill_column(const case_arrays *s, unsigned c, void *column) {
    const oracle_problem *p = &s->o.problem;
    if (test_case_sorts(s->tc))
        case_sort_fill(s, column);
    else if (test_case_counts(s->tc))
        case_histogram_fill(s, column);
    else if (oracle_accumulator_knows(p))
        oracle_accumulator_fill(p, p->type, case_arrays_draw(s, 0, c), case_arrays_draw(s, 12, 0) % 2, column,
                                s->most + 1);
    else
        oracle_problem_fill(p, case_arrays_draw(s, 0, c), column, s->most + 1);
}

/* Fills the array from its offset on with elements of the column, because a load function may also read elements that
 * are in no row or after the last one. */
static void fill_around(case_arrays *s, unsigned c, const char *column) {
    const size_t size = oracle_problem_size(&s->o.problem);
    for (size_t i = 0; i < s->extent_in + SLACK; i++)
        memcpy(case_arrays_at(s, IN) + i * s->at[IN].unit + c * size, column + i % (s->most + 1) * size, size);
}

/* Fills the input in the order of the scan, so that elements that are neighbours in the scan fit together. The first
 * element becomes the initial value. `from` is set for the first component, and read for the others. */
static void fill_component(case_arrays *s, unsigned c, char *column, size_t *from) {
    const oracle_problem *p = &s->o.problem;
    const size_t size = oracle_problem_size(p), unit = oracle_described_size(p, s->o.in_type, 1);
    const unsigned shifted = s->tc->v[D_load];
    double *x = malloc((s->most + 1) * sizeof *x);
    assert_non_null(x);
    oracle_fill(ORACLE_DOUBLE, CLSCAN_OP_ADD, case_arrays_draw(s, 1, c), x, s->most + 1);
    fill_column(s, c, column);
    if (c == 0)
        case_task_choose(s, column, from);
    memcpy((char *)s->init + c * size, column, size);
    if (shifted)
        fill_around(s, c, column);
    for (size_t n = 0; n < s->most; n++) {
        char *to = case_arrays_at(s, IN) + (place(s, n) + shifted) * s->at[IN].unit + c * unit;
        const double some = x[n] / (double)(UINT64_C(1) << case_arrays_draw(s, 2, n) % 52);
        if (s->tc->v[D_in_type])
            oracle_convert(ORACLE_DOUBLE, &some, s->o.in_type, to);
        else
            memcpy(to, column + from[n] * size, size);
    }
    free(x);
}

static void fill_input(case_arrays *s) {
    char *column = malloc((s->most + 1) * oracle_problem_size(&s->o.problem));
    size_t *from = malloc((s->most + 1) * sizeof *from);
    assert_true(column && from);
    const bool bytes = test_case_sorts(s->tc) || (s->o.box && !s->tc->v[D_in_place]);
    case_arrays_make(s, IN, s->o.box ? s->o.box : oracle_described_size(&s->o.problem, s->o.in_type, s->o.components),
                     s->tc->v[D_in_offset], s->extent_in + SLACK,
                     bytes                         ? ORACLE_USER
                     : s->o.in_type == ORACLE_USER ? s->o.problem.type
                                                   : s->o.in_type);
    for (unsigned c = 0; c < s->o.components; c++)
        fill_component(s, c, column, from);
    for (size_t at = 0; s->o.box && at < s->at[IN].bytes; at += s->o.box)
        oracle_described_box(s->at[IN].expected + at, test_case_element(s->tc));
    free(column);
    free(from);
}

/* If the order of elements matters, or floating-point sums are exact for neighbours only, all shifts are equal. */
static void fill_shift(case_arrays *s) {
    const oracle_problem *p = &s->o.problem;
    const bool anywhere = p->user ? strcmp(p->user->name, "interval") != 0 : oracle_is_exact(p->type, p->op);
    case_arrays_make(s, SHIFT, 1, s->tc->v[D_in_offset] % 3, s->extent_in, ORACLE_USER);
    for (size_t i = 0; i < s->extent_in; i++)
        case_arrays_at(s, SHIFT)[i] = anywhere ? (char)(case_arrays_draw(s, 8, i) % SLACK) : 1;
    if (s->tc->v[D_load] < 2)
        return;
    case_arrays_make(s, FURTHER, sizeof(uint64_t), s->tc->v[D_in_offset] % 4, s->extent_in, ORACLE_USER);
    for (size_t i = 0; i < s->extent_in; i++)
        ((uint64_t *)(void *)case_arrays_at(s, FURTHER))[i] = anywhere ? case_arrays_draw(s, 10, i) % 2 : 1;
}

/* Makes the second input and the second output of an operator with an accumulator. */
static void make_seconds(case_arrays *s) {
    const oracle_problem *p = &s->o.problem;
    const oracle_second second = oracle_accumulator_second(p);
    const size_t in = oracle_type_size(second.in);
    if (second.out != ORACLE_USER)
        case_arrays_make(s, MORE, oracle_type_size(second.out), s->tc->v[D_out_offset] % 5,
                         second.is_cell ? 1 : s->extent_out, second.out);
    if (second.is_cell)
        memset(case_arrays_at(s, MORE), 0, s->at[MORE].unit);
    if (second.in == ORACLE_USER)
        return;
    char *column = malloc((s->most + 1) * in);
    assert_non_null(column);
    case_arrays_make(s, SHIFT, in, s->tc->v[D_in_offset] % 3, s->extent_in, second.in);
    oracle_accumulator_fill_second(p, case_arrays_draw(s, 0, 0), column, s->most + 1);
    for (size_t n = 0; n < s->most; n++)
        memcpy(case_arrays_at(s, SHIFT) + place(s, n) * in, column + (n + 1) * in, in);
    free(column);
}

static void make_outputs(case_arrays *s) {
    const oracle_problem *p = &s->o.problem;
    const size_t value = oracle_described_size(p, ORACLE_USER, s->o.components), offset = s->tc->v[D_out_offset];
    if (test_case_moves(s->tc))
        case_arrays_make(s, CELLS, oracle_type_size(test_case_count_type(s->tc)), 0,
                         NUM_CELLS + case_task_totals(s) + 1, test_case_count_type(s->tc));
    else
        case_arrays_make(s, CELLS, value, 0, NUM_CELLS, p->type);
    if (test_case_counts(s->tc))
        case_arrays_make(s, OUT, oracle_type_size(test_case_lengths_type(s->tc)), offset, s->extent_out,
                         test_case_lengths_type(s->tc));
    else if (test_case_sorts(s->tc) && !s->tc->v[D_in_place])
        case_arrays_make(s, OUT, s->at[IN].unit, offset, s->extent_out, ORACLE_USER);
    else if (!s->tc->v[D_in_place])
        case_arrays_make(s, OUT, oracle_described_size(p, s->o.out_type, s->o.components), offset, s->extent_out,
                         s->o.out_type == ORACLE_USER ? p->type : s->o.out_type);
    if (!s->tc->v[D_store])
        return;
    case_arrays_make(s, MORE, value, offset % 5, s->extent_out, p->type);
    case_arrays_make(s, ELEMENTS, s->o.box ? s->o.box : value, offset % 2, s->extent_out,
                     s->o.box ? ORACLE_USER : p->type);
}

/* ------------------------------------------------------------------------------------------------------- cells */

/* Places the initial value: on the host, in a cell, in the cell of the total, or in the output. */
static void put_init(case_arrays *s) {
    const unsigned init = s->tc->v[D_init];
    const size_t value = s->at[CELLS].unit;
    array *out = &s->at[s->out];
    const size_t middle = test_case_reduces(s->tc) ? s->extent_out / 2 : s->most / 2;
    s->init_cell = init == 2 ? INIT_CELL : init == 3 ? case_task_total_cell(s) : out->offset + middle;
    if (test_case_moves(s->tc))
        memcpy(s->init, &(uint64_t) { s->already }, sizeof(uint64_t));
    if (init == 2 || init == 3)
        memcpy(s->at[CELLS].expected + s->init_cell * value, s->init, value);
    if (init == 4 && s->tc->v[D_in_place])
        memcpy(s->init, out->expected + s->init_cell * value, value);
    else if (init == 4)
        memcpy(out->expected + s->init_cell * value, s->init, value);
    s->o.init = init ? s->init : NULL;
}

/* Places the count on the device: less than the greatest count, equal to it, more, or below zero. */
static void put_number(case_arrays *s) {
    s->o.count = s->most;
    if (!s->tc->v[D_counted])
        return;
    const oracle_type type = test_case_count_type(s->tc);
    const bool is_signed = type == ORACLE_INT || type == ORACLE_LONG;
    const size_t size = oracle_type_size(type), fewer = s->most ? case_arrays_draw(s, 9, 0) % s->most : 0;
    const int64_t by_few = (int64_t)s->most + 1 + (int64_t)(case_arrays_draw(s, 9, 1) % 99),
                  by_many = (1LL << 62) + (int64_t)fewer, below = -1 - (int64_t)(case_arrays_draw(s, 9, 2) % 99);
    const int64_t numbers[] = { (int64_t)fewer, (int64_t)s->most, size == 8 && by_few % 2 ? by_many : by_few,
                                !is_signed  ? 0
                                : size == 8 ? below * (1LL << 32)
                                            : below };
    const int64_t number = numbers[s->tc->v[D_counted_as]];
    s->o.count = number < 0 ? 0 : least((size_t)number, s->most);
    s->o.length = s->o.count ? s->o.count : 1; /* in reverse, the first element is the last one that exists */
    s->number_at = s->tc->v[D_counted_in] ? 0 : 1;
    case_arrays_make(s, NUMBER, size, 0, 2, ORACLE_USER);
    memcpy(s->at[s->tc->v[D_counted_in] ? OUT : NUMBER].expected + s->number_at * size, &number, size);
}

/* ----------------------------------------------------------------------------------------------------- the arrays */

static void describe(case_arrays *s) {
    s->o = (oracle_described) { .problem = test_case_problem(s->tc),
                                .kind = (clscan_kind)s->tc->v[D_kind],
                                .components = test_case_components(s->tc),
                                .reverse = s->tc->v[D_reverse] != 0,
                                .segments = test_case_segments(s->tc),
                                .key_size = test_case_key_size(s->tc),
                                .key_bytes = test_case_key_bytes(s->tc),
                                .computes_keys = test_case_computes_keys(s->tc),
                                .box = test_case_box(s->tc),
                                .in_type = test_case_type(s->tc->v[D_in_type]),
                                .out_type = test_case_type(s->tc->v[D_out_type]) };
}

/* Computes the expected contents by the oracle, which reads a copy of the input. */
static void expect(case_arrays *s) {
    const size_t bytes = s->at[IN].bytes;
    char *copy = malloc(bytes + 1);
    assert_non_null(copy);
    memcpy(copy, s->at[IN].expected, bytes);
    s->o.in = copy + s->at[IN].offset * s->at[IN].unit;
    s->o.shift = s->tc->v[D_load] ? (uint8_t *)case_arrays_at(s, SHIFT) : NULL;
    s->o.further = s->tc->v[D_load] > 1 ? (uint64_t *)(void *)case_arrays_at(s, FURTHER) : NULL;
    s->o.out = case_arrays_at(s, s->out);
    s->o.inclusive = s->tc->v[D_store] ? case_arrays_at(s, MORE) : NULL;
    s->o.elements = s->tc->v[D_store] ? case_arrays_at(s, ELEMENTS) : NULL;
    s->o.total = s->tc->v[D_total] ? s->at[CELLS].expected + CASE_TOTAL_CELL * s->at[CELLS].unit : NULL;
    if (test_case_moves(s->tc))
        case_task_expect_selection(s);
    else if (test_case_reduces(s->tc))
        case_task_expect_reduction(s);
    else if (test_case_counts(s->tc))
        case_histogram_expect(s);
    else if (oracle_accumulator_knows(&s->o.problem))
        oracle_accumulator_scan(&s->o, s->at[SHIFT].expected ? case_arrays_at(s, SHIFT) : NULL,
                                s->at[MORE].expected ? case_arrays_at(s, MORE) : NULL);
    else
        oracle_described_scan(&s->o);
    case_keys_expect(s);
    case_offsets_expect(s);
    free(copy);
}

void case_arrays_open(const test_device *d, const test_case *tc, case_arrays *s) {
    const memory_kind memory = tc->v[D_executed] ? MEMORY_HOST : (memory_kind)tc->v[D_memory];
    *s = (case_arrays) { .tc = tc, .out = tc->v[D_in_place] ? IN : OUT };
    s->memory = memory_exists(d, memory) ? memory : MEMORY_BUFFER;
    describe(s);
    lay(s);
    fill_input(s);
    case_marks_fill(s);
    case_marks_fill_mask(s);
    s->o.marks = s->o.segments ? case_arrays_at(s, MARKS) : NULL;
    if (s->o.segments == CLSCAN_SEGMENTS_OFFSETS)
        case_task_lay_segments(s, s->o.num_offsets - 1);
    if (tc->v[D_load])
        fill_shift(s);
    if (test_case_moves(tc))
        case_task_make(s);
    else if (!test_case_counts(tc))
        make_seconds(s);
    make_outputs(s);
    case_keys_make(s);
    put_init(s);
    put_number(s);
    if (test_case_moves(tc))
        case_task_decide(s);
    case_offsets_make(s);
    for (int i = 0; i < ARRAYS; i++)
        if (s->at[i].expected)
            s->at[i].memory = guarded_create_in(d, s->memory, s->at[i].bytes, s->at[i].expected);
    expect(s);
}
