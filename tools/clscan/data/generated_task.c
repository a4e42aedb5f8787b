#include "data/generated_task.h"
#include "common/message.h"
#include "data/generated_elements.h"
#include "data/generated_segments.h"
#include "data/task_plain.h"
#include "options/memory_budget.h"
#include "options/task_table.h"
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- the description */

/* Returns the number of lines (see task_lines), or an estimate if the segments are not generated yet. */
static size_t lines(const view_options *v, const task *t) {
    return t->desc.segments && !t->segments.data ? generated_segments_lines(v, t) : task_lines(t);
}

/* Every task that moves elements may write their indices. A run-length encoding does. */
static void describe_moves(const view_options *v, task *t) {
    const bool lengths = task_has_lengths(t);
    t->desc.index_type.name = v->indices || lengths ? "ulong" : NULL;
    t->second_out_type = ORACLE_ULONG;
    t->second_out_count = !t->desc.index_type.name ? 0 : t->in.count ? t->in.count : 1; /* the array has to be there */
    t->total = task_selects(t);
    if (lengths)
        t->desc.length_type.name = "ulong";
}

static void describe_selection(const view_options *v, task *t) {
    describe_moves(v, t);
    if (task_has_runs(t))
        return;
    t->desc.mask = CLSCAN_MASK_FLAGS;
    t->desc.parts = v->three_way ? 3 : 0;
    t->second = (array) { .type = ORACLE_UCHAR, .size = 1, .count = t->in.count };
    t->offsets_count = t->desc.segments ? budget_plus(budget_times(lines(v, t), task_parts(t)), 1) : 0;
}

static void describe_sort(const view_options *v, task *t) {
    describe_moves(v, t);
    const size_t most = v->k ? budget_times(lines(v, t), v->k) : t->in.count;
    t->desc.sort.k = v->k;
    t->out_count = most < t->in.count ? most : t->in.count;
    t->total = v->k && t->desc.segments;
}

/* The task has so many results for each line. Segments are counted, and have keys. */
static void describe_lines(const view_options *v, size_t results, task *t) {
    const size_t number = lines(v, t);
    t->out_count = budget_times(number, results);
    t->total = t->desc.segments != CLSCAN_SEGMENTS_NONE;
    t->keys_count = t->desc.segments == CLSCAN_SEGMENTS_KEYS ? number : 0;
}

static void describe_histogram(const view_options *v, task *t) {
    t->desc.in[0].name = oracle_type_name(t->in.type);
    t->desc.value.name = "uint";
    t->desc.bins = (clscan_bins) { .count = v->bins, .lower = v->range.lower, .upper = v->range.upper };
    t->out_type = ORACLE_UINT;
    describe_lines(v, v->bins, t);
}

static void describe_reduction(const view_options *v, task *t) {
    describe_lines(v, 1, t);
}

/* The functions that complete the description of a scan for a kind of tasks. NULL: there is nothing to add. */
static void (*const describe[])(const view_options *v, task *t) = {
    [TASK_SCANS] = NULL,
    [TASK_REDUCES] = describe_reduction,
    [TASK_DECIDES] = describe_selection,
    [TASK_FINDS_RUNS] = describe_selection,
    [TASK_SORTS] = describe_sort,
    [TASK_COUNTS] = describe_histogram,
};

void generated_task_describe(const view_options *v, task *t) {
    t->desc.task = (clscan_task)v->task;
    const task_kind kind = task_kind_of(t->desc.task);
    if (describe[kind])
        describe[kind](v, t);
}

/* --------------------------------------------------------------------------------------------------- the inputs */

/* Makes runs, row by row: all but one of so many elements are equal to the element before. */
static void make_runs(uint64_t seed, size_t length, task *t) {
    char *elements = t->in.owned;
    for (size_t i = 1; i < t->in.count; i++)
        if (oracle_draw(seed, i) % length > 0)
            memcpy(elements + task_place_of(t, i) * t->in.size, elements + task_place_of(t, i - 1) * t->in.size,
                   t->in.size);
}

bool generated_task_inputs(const view_options *v, uint64_t seed, task *t) {
    const unsigned parts = v->three_way ? 3 : 2;
    if (task_has_runs(t))
        make_runs(seed, view_segment_length(v), t);
    if (t->desc.mask == CLSCAN_MASK_NONE)
        return true;
    if (!array_allocate(&t->second, ORACLE_UCHAR, 1, t->in.count))
        return false;
    for (size_t i = 0; i < t->in.count; i++)
        ((unsigned char *)t->second.owned)[i] = (unsigned char)(oracle_draw(seed, i) % parts);
    return true;
}

/* -------------------------------------------------------------------------------------------------- the results */

/* Writes the elements in the order `order` to the places of elements `first` and further ones. A top-k writes its
 * elements without gaps. Indices count from the beginning of the row. */
static void move(generated *m, const size_t *order, size_t first, size_t count) {
    const task *t = &m->task;
    const char *in = t->in.data;
    cl_ulong *indices = m->further[RUNNER_SECOND_OUT];
    for (size_t i = 0; i < count; i++) {
        const size_t to = t->desc.task == CLSCAN_TASK_TOP_K ? i : task_place_of(t, first + i);
        memcpy((char *)m->expected + to * t->in.size, in + task_place_of(t, order[i]) * t->in.size, t->in.size);
        if (indices)
            indices[to] = order[i] % task_row_length(t);
    }
}

static bool expect_sorted(generated *m, size_t *order) {
    task *t = &m->task;
    cl_ulong *total = t->total ? generated_expect(m, RUNNER_TOTAL, ORACLE_ULONG, 1) : NULL;
    if (t->total && !total)
        return false;
    if (!task_sort_order(t, order, &t->out_count))
        return complain("out of memory");
    move(m, order, 0, t->out_count);
    if (total)
        *total = t->out_count;
    return true;
}

/* Selects from a row. `numbers` of the sizes that are found become its total. */
static void select_row(generated *m, size_t row, size_t *order, cl_ulong *total, size_t numbers) {
    task *t = &m->task;
    const size_t first = row * task_row_length(t);
    cl_ulong sizes[3], *lengths = m->further[RUNNER_LENGTHS];
    const size_t kept = task_select_order(t, row, order, sizes, m->further[RUNNER_OFFSETS]);
    move(m, order, first, kept);
    for (size_t i = 0; lengths && i < kept; i++)
        lengths[task_place_of(t, first + i)] = task_run_length(t, order[i]);
    if (t->offsets_count)
        sizes[1] = task_lines(t);
    memcpy(total, sizes, numbers * sizeof *total);
    t->out_count += kept;
}

static bool expect_kept(generated *m, size_t *order) {
    task *t = &m->task;
    const size_t totals = task_total_size(t) / sizeof(cl_ulong), rows = task_rows(t),
                 numbers = rows ? totals / rows : 0;
    cl_ulong *total = generated_expect(m, RUNNER_TOTAL, ORACLE_ULONG, totals);
    if (!total || (t->offsets_count && !generated_expect(m, RUNNER_OFFSETS, ORACLE_ULONG, t->offsets_count)) ||
        (task_has_lengths(t) && !generated_expect(m, RUNNER_LENGTHS, ORACLE_ULONG, task_lengths(t))))
        return false;
    t->out_count = 0;
    for (size_t row = 0; row < rows; row++)
        select_row(m, row, order, total + row * numbers, numbers);
    return true;
}

static bool moved_results(generated *m) {
    const task *t = &m->task;
    size_t *order = malloc((t->in.count + 1) * sizeof *order);
    const bool ok = order ? (task_sorts(t) ? expect_sorted : expect_kept)(m, order) : complain("out of memory");
    free(order);
    generated_add_result(m, (generated_result) { RUNNER_OUT, t->in.type, t->in.size, t->in.count, m->expected });
    return ok;
}

/* Adds the number of segments to the results, and the keys of the segments if the task writes keys. */
static bool expect_segments(generated *m) {
    const task *t = &m->task;
    cl_ulong *total = generated_expect(m, RUNNER_TOTAL, ORACLE_ULONG, 1);
    void *keys = t->keys_count ? generated_expect(m, RUNNER_KEYS, t->segments.type, t->keys_count) : NULL;
    if (!total || (t->keys_count && !keys))
        return false;
    *total = task_lines(t);
    if (keys)
        task_segment_keys(t, keys);
    return true;
}

/* The output may have room for more than the results, and its other elements must not change. The result of no elements
 * is not compared. */
static bool reduced_results(generated *m) {
    const task *t = &m->task;
    const size_t places = m->room / task_out_size(t), known = t->in.count > 0 || t->desc.segments ? places : 0;
    if ((t->in.count > 0 && !task_reduce(t, m->expected, NULL)) || (t->desc.segments && !expect_segments(m)))
        return false;
    generated_add_result(m, (generated_result) { RUNNER_OUT, t->out_type, task_out_size(t), known, m->expected });
    return true;
}

static bool counted_results(generated *m) {
    const task *t = &m->task;
    const size_t size = sizeof(cl_uint);
    generated_add_result(m, (generated_result) { RUNNER_OUT, ORACLE_UINT, size, m->room / size, m->expected });
    return task_count_bins(t, m->expected) && (!t->desc.segments || expect_segments(m));
}

bool generated_task_results(generated *m) {
    const task *t = &m->task;
    return t->desc.task == CLSCAN_TASK_REDUCE      ? reduced_results(m)
           : t->desc.task == CLSCAN_TASK_HISTOGRAM ? counted_results(m)
                                                   : moved_results(m);
}
