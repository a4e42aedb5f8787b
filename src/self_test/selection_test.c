/* Selections, unique, run-length encodings and partitions in plain C. */
#include "base/try.h"
#include "self_test/expect_moved.h"
#include "self_test/task_test.h"
#include "self_test/test_arrays.h"

#include <stdlib.h>
#include <string.h>

static const char *why_none(const clscan_desc *desc, const cs_problem *problem) {
    (void)problem;
    if (desc->user.load)
        return "the user's load function may read anywhere";
    if (desc->user.keep)
        return "the user's keep function may expect other elements";
    if (desc->user.map)
        return "the user's map function may expect other elements";
    if (desc->user.key)
        return "the user's key function may expect other elements";
    if (desc->user.same_key)
        return "the user's same_key function may expect other elements";
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------- the inputs */

/* Returns the input that decides which elements are kept: a mask, keys or heads, or the elements themselves. */
static unsigned deciding_input(const cs_test_scan *t) {
    return t->problem->traits.selection.deciding_input;
}

/* Returns true if that input has flags or bits: a mask, or heads of segments. */
static bool decides_by_marks(const cs_traits *traits) {
    const clscan_segments segments = traits->selection.run_segments;
    return traits->selection.mask || segments == CLSCAN_SEGMENTS_FLAGS || segments == CLSCAN_SEGMENTS_BITS;
}

/* Returns the input whose equal neighbours are a run. */
static unsigned input_of_runs(const cs_test_scan *t) {
    return t->problem->traits.selection.run_segments == CLSCAN_SEGMENTS_KEYS ? deciding_input(t) : 0;
}

/* Makes runs: two of three elements are equal to the element before. */
static void make_runs(unsigned char *elements, size_t size, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (cs_random_at(i) % 3 > 0)
            memcpy(elements + i * size, elements + (i - 1) * size, size);
}

/* A flag of a partition in three parts is 0, 1, or anything else. */
static void fill_flags(unsigned char *flags, size_t count) {
    for (size_t i = 0; i < count; i++)
        flags[i] = cs_random_at(i) % 3 == 0 ? 0 : (unsigned char)(1 + cs_random_at(i) / 8 % 3);
}

static void fill(const cs_test_scan *t, unsigned i, void *to) {
    const cs_traits *traits = &t->problem->traits;
    const cs_test_data type = cs_test_scan_input(t, i);
    const size_t count = t->call.count;
    if (decides_by_marks(traits) && i == deciding_input(t)) {
        if (cs_traits_decides_by_bits(traits))
            cs_random_bits(to, count * type.size);
        else
            fill_flags(to, count);
        return;
    }
    cs_test_data_fill(&type, false, to, count);
    if (traits->selection.run_rule && i == input_of_runs(t))
        make_runs(to, type.size, count);
}

/* -------------------------------------------------------------------------------------------- what is kept of them */

/* Returns true if elements i and j, or their keys, are equal. */
static bool are_equal(const cs_test_scan *t, size_t i, size_t j) {
    const unsigned input = input_of_runs(t);
    const cs_test_data type = cs_test_scan_input(t, input);
    const unsigned char *at = t->in[input];
    return memcmp(at + i * type.size, at + j * type.size, type.size - type.room) == 0;
}

/* Returns true if element i is marked: by a flag, by a bit, or because its segment begins with an offset. */
static bool is_marked(const cs_test_scan *t, size_t i) {
    const cs_traits *traits = &t->problem->traits;
    const unsigned char *marks = t->in[deciding_input(t)];
    if (!decides_by_marks(traits))
        return i > 0 && cs_test_scan_segment(t, i) != cs_test_scan_segment(t, i - 1);
    return cs_traits_decides_by_bits(traits) ? marks[i / 8] >> i % 8 & 1 : marks[i];
}

/* Returns true if element i begins a run, or ends one. Runs begin with their row and with each segment. */
static bool begins_run(const cs_test_scan *t, size_t i) {
    return cs_test_scan_place_in_row(t, i) == 0 || !are_equal(t, i - t->call.rows.columns, i) || is_marked(t, i);
}
static bool ends_run(const cs_test_scan *t, size_t i) {
    const cs_rows *rows = &t->call.rows;
    return cs_test_scan_place_in_row(t, i) + 1 == rows->length || begins_run(t, i + rows->columns);
}

/* Returns true if the run that begins with element i has the least length. */
static bool is_long_run(const cs_test_scan *t, size_t i) {
    size_t length = 1;
    while (length < t->problem->traits.selection.min_run_length &&
           !ends_run(t, i + (length - 1) * t->call.rows.columns))
        length++;
    return length >= t->problem->traits.selection.min_run_length;
}

/* Returns true if element i is kept by the rule of the task. */
static bool is_kept_of_run(const cs_test_scan *t, size_t i) {
    switch (t->problem->traits.selection.run_rule) {
    case CS_RUN_RULE_FIRST:
        return begins_run(t, i) && is_long_run(t, i);
    case CS_RUN_RULE_LAST:
        return ends_run(t, i);
    case CS_RUN_RULE_NONE:
        break;
    }
    return false;
}

/* Returns the part of the outputs that receives element i. Without a rest, elements of the last part are dropped. */
static unsigned part_of(const cs_test_scan *t, size_t i) {
    const cs_traits *traits = &t->problem->traits;
    const unsigned char *mask = t->in[deciding_input(t)];
    if (traits->selection.run_rule)
        return !is_kept_of_run(t, i);
    if (!traits->selection.three_parts)
        return !is_marked(t, i);
    return mask[i] < 2 ? mask[i] : 2;
}

/* Returns where element k of a row is in memory, in the inputs and in the outputs. Without rows, all elements are one.
 */
static size_t element_at(const cs_test_scan *t, size_t row, size_t k) {
    const size_t columns = t->call.rows.columns;
    return row / columns * columns * t->call.rows.length + row % columns + k * columns;
}

/* Returns the element at a position in the order of the scan of a row. */
static size_t element_in_order(const cs_test_scan *t, size_t row, size_t position) {
    return element_at(t, row, t->problem->traits.reverse ? t->call.rows.length - 1 - position : position);
}

/* Returns the position at which the segment ends that begins at this one. */
static size_t end_of_segment(const cs_test_scan *t, size_t begin) {
    const size_t segment = cs_test_scan_segment(t, element_in_order(t, 0, begin));
    size_t end = begin + 1;
    while (end < t->call.count && cs_test_scan_segment(t, element_in_order(t, 0, end)) == segment)
        end++;
    return end;
}

/* Moves the elements of a part of a row, at the positions [begin, end), to the places after the first `moved` ones, and
 * returns how many places are taken then. */
static size_t move_part(cs_test_scan *t, size_t row, unsigned part, size_t begin, size_t end, size_t moved) {
    for (size_t position = begin; position < end; position++) {
        const size_t i = element_in_order(t, row, position);
        if (part_of(t, i) == part)
            t->source[element_at(t, row, moved++)] = i;
    }
    return moved;
}

/* Writes the length of each run from its first element on. */
static void put_lengths(cs_test_scan *t) {
    for (size_t i = 0; i < t->num_moved; i++) {
        size_t length = 1;
        if (t->source[i] == CS_UNMOVED)
            continue;
        while (!ends_run(t, t->source[i] + (length - 1) * t->call.rows.columns))
            length++;
        cs_expect_number(t, t->problem->traits.lengths.output, i, length);
    }
}

/* Returns how many elements of a segment are kept. */
static size_t kept_in(const cs_test_scan *t, size_t begin, size_t end) {
    size_t kept = 0;
    for (size_t position = begin; position < end; position++)
        kept += part_of(t, element_in_order(t, 0, position)) == 0;
    return kept;
}

/* Writes where the kept elements of each segment begin, in a partition also where its other elements begin, and the
 * number of segments to the total, unless it is NULL. If segments are given by offsets, the last one in memory has no
 * elements. */
static void put_offsets(cs_test_scan *t, unsigned char *total) {
    const cs_traits *traits = &t->problem->traits;
    const size_t count = t->call.count, segments = cs_test_scan_all_segments(t),
                 numbers = cs_traits_offsets(traits, segments);
    size_t n = 0, place = 0;
    while (traits->reverse && traits->segments.offsets_input && n < cs_traits_offsets(traits, 1) - 1)
        cs_expect_number(t, traits->selection.offsets_output, n++, 0);
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        end = end_of_segment(t, begin);
        const size_t kept = kept_in(t, begin, end);
        cs_expect_number(t, traits->selection.offsets_output, n++, place);
        if (traits->selection.rest)
            cs_expect_number(t, traits->selection.offsets_output, n++, place + kept);
        place += traits->selection.rest ? end - begin : kept;
    }
    while (n < numbers)
        cs_expect_number(t, traits->selection.offsets_output, n++, place);
    if (total)
        memcpy(total + traits->total.type.size, &segments, traits->total.type.size);
}

/* Moves the elements of a row, and writes the size of its first part, or the sizes of three parts, to `total`, unless
 * it is NULL. A partition by segments writes all parts of one segment before the parts of the next segment. */
static void move_row(cs_test_scan *t, size_t row, unsigned char *total) {
    const cs_traits *traits = &t->problem->traits;
    const unsigned parts = traits->selection.three_parts ? 3 : traits->selection.rest ? 2 : 1;
    const size_t length = t->call.rows.length;
    cl_ulong sizes[3] = { 0 };
    size_t moved = 0;
    for (size_t begin = 0, end = length; begin < length; begin = end) {
        if (cs_traits_partitions_segments(traits))
            end = end_of_segment(t, begin);
        for (unsigned part = 0; part < parts; part++) {
            const size_t before = moved;
            moved = move_part(t, row, part, begin, end, moved);
            sizes[part] += moved - before;
        }
    }
    for (unsigned part = 0; total && part < parts && part < traits->total.numbers; part++)
        memcpy(total + part * traits->total.type.size, &sizes[part], traits->total.type.size);
}

/* The totals, if there are any, are the last output: a total of each row. */
static clscan_status expect(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &t->problem->traits;
    const cs_test_scan_output *totals = t->num_outputs > traits->num_out ? &t->outputs[traits->num_out] : NULL;
    const size_t count = t->call.count, rows = cs_traits_selects_rows(traits) ? t->call.lines : 1;
    TRY_ALLOC(t->source = malloc(count * sizeof *t->source));
    for (size_t i = 0; i < count; i++)
        t->source[i] = CS_UNMOVED;
    t->num_moved = count;
    for (size_t row = 0; row < rows; row++)
        move_row(t, row, totals ? t->expected + totals->at + row * totals->sample.size : NULL);
    cs_expect_moved(t);
    if (traits->lengths.output)
        put_lengths(t);
    if (traits->selection.offsets_output)
        put_offsets(t, totals ? t->expected + totals->at : NULL);
done:
    return status;
}

const cs_task_test cs_selection_test = { .why_none = why_none, .fill = fill, .expect = expect };
