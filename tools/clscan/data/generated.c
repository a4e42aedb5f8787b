#include "data/generated.h"
#include "common/message.h"
#include "data/generated_functions.h"
#include "data/generated_second.h"
#include "data/generated_segments.h"
#include "data/generated_task.h"
#include "data/members.h"
#include "options/memory_budget.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool generated_problem_at(size_t index, oracle_problem *p) {
    size_t elements = 0;
    if (oracle_problem_at(index, p))
        return true;
    while (oracle_problem_at(elements, p))
        elements++;
    return oracle_accumulator_at(index - elements, p);
}

void generated_view(const view_options *v, task *t) {
    const oracle_type type = t->problem.type;
    const size_t count = t->in.count;
    t->components = v->components;
    task_set_types(t, v->in_type < 0 ? type : (oracle_type)v->in_type,
                   v->out_type < 0 ? type : (oracle_type)v->out_type);
    t->desc.reverse = v->reverse;
    t->total = v->has_total;
    t->most = v->counted ? budget_plus(count, count / 8 + 1) : 0;
    t->stride = v->stride;
    t->pitch = v->pitch;
    t->offset = v->offset;
    if (v->rows || v->columns || v->stride)
        t->desc.layout = CLSCAN_LAYOUT_ROWS;
    t->length = v->rows ? v->rows : v->columns;
    t->columns = v->columns ? count / v->columns : 0;
    generated_segments_most(v, t);
    generated_second_describe(t);
    generated_task_describe(v, t);
}

static task described(const view_options *v, const oracle_problem *p, size_t count) {
    const clscan_desc desc = oracle_problem_desc(p, v->exclusive ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE);
    task t = task_of(&desc, p, (array) { .type = p->type, .size = oracle_problem_size(p), .count = count });
    generated_view(v, &t);
    return t;
}

/* Returns the bytes of the output array: enough for the results, and for a copy that moves as much as the scan. */
static size_t room_for(const task *t) {
    const size_t size = t->in.size > task_out_size(t) ? t->in.size : task_out_size(t);
    const size_t places = budget_times(task_places(t), size), moved = task_moved(t) / 2;
    const size_t results = budget_times(t->out_count, task_out_size(t)), most = results > places ? results : places;
    const size_t room = moved > most ? moved : most;
    return room ? room : size;
}

/* Returns the bytes of the arrays that the task writes besides the output and the second output. */
static size_t further_room(const task *t) {
    const size_t numbers = budget_times(budget_plus(task_lengths(t), t->offsets_count), sizeof(cl_ulong));
    const size_t total = t->total ? task_total_size(t) : 0;
    return budget_plus(budget_plus(numbers, total), budget_times(t->keys_count, t->segments.size));
}

bool generated_fits(const view_options *v, const oracle_problem *p, size_t count, const budget_limits *limits,
                    size_t *held, char why[static GENERATED_WHY]) {
    const size_t whole = view_count(v, count);
    char missing[BUDGET_WHY];
    const task t = described(v, p, whole);
    const size_t segments = budget_times(t.segments.count, t.segments.size);
    const size_t besides = budget_plus(budget_plus(segments, generated_second_room(&t)), further_room(&t));
    if (count > 0 && whole == 0)
        snprintf(missing, sizeof missing, "are less than a row of %zu", view_length(v));
    else if (budget_suffices(limits, room_for(&t), besides, held, missing))
        return true;
    snprintf(why, GENERATED_WHY, "%zu elements %s", count, missing);
    return false;
}

/* The number of elements that are generated before the first one. Their scan becomes the initial value. */
enum { BEFORE = 63 };

static bool make_arrays(generated *m) {
    task *t = &m->task;
    m->room = room_for(t);
    t->in.owned = malloc(m->room);
    t->in.data = t->in.owned;
    m->expected = malloc(m->room + BEFORE * t->in.size);
    if (!t->in.owned || !m->expected)
        return complain("out of memory for %zu bytes", m->room);
    return !t->second_out_count || generated_expect(m, RUNNER_SECOND_OUT, t->second_out_type, t->second_out_count);
}

/* ------------------------------------------------------------------------------------------------- initial value */

/* Returns true if the initial value is the scan of the BEFORE elements before the first one. Operators that round, and
 * operators whose test data makes sense only as a sequence, need such an initial value. */
static bool init_leads(const task *t) {
    return t->problem.user || !oracle_is_exact(t->problem.type, t->problem.op);
}

static void set_init(generated *m, void *before) {
    task *t = &m->task, first = *t;
    const bool leads = init_leads(t);
    first.desc = oracle_problem_desc(&t->problem, CLSCAN_KIND_INCLUSIVE);
    first.desc.value = t->desc.value;
    first.in.data = leads ? before : t->in.data;
    first.in.count = leads ? BEFORE : 1;
    first.length = first.columns = first.stride = first.pitch = first.offset = first.most = 0;
    first.segments = (array) { .count = 0 };
    first.out_type = t->problem.type;
    first.total = true;
    task_scan(&first, before, m->init);
    t->init = m->init;
}

/* ----------------------------------------------------------------------------------------------------- all */

/* Generates all arrays and the expected results. m->expected holds the generated elements first, and the results in the
 * end. */
static bool make(const view_options *v, uint64_t seed, generated_for purpose, generated *m) {
    task *t = &m->task;
    if (!generated_segments(v, seed + 1, t))
        return false;
    generated_task_describe(v, t);
    if (!make_arrays(m) || !generated_second(seed, t))
        return false;
    const size_t before = v->has_init && init_leads(t) ? BEFORE : 0;
    if (!generated_elements(t, seed, purpose, m->expected, before + t->in.count))
        return false;
    generated_lay_out(t, (char *)m->expected + before * t->in.size, t->in.size, t->in.owned, m->room);
    if (v->has_init)
        set_init(m, m->expected);
    if (!generated_task_inputs(v, seed + 2, t))
        return false;
    memcpy(m->expected, t->in.data, m->room);
    if (t->desc.task != CLSCAN_TASK_SCAN)
        return generated_task_results(m);
    if (v->compact)
        generated_compact(t, m->expected, m->expected_total);
    else if (oracle_accumulator_knows(&t->problem))
        generated_second_scan(t, m->expected, m->further[RUNNER_SECOND_OUT]);
    else
        task_scan(t, m->expected, m->expected_total);
    return true;
}

/* Adds the output and the total of a scan. The second output is among the results already, and so are all results of
 * other tasks. */
static void add_results_of_scan(generated *m) {
    const task *t = &m->task;
    if (t->desc.task != CLSCAN_TASK_SCAN)
        return;
    generated_add_result(m,
                         (generated_result) { RUNNER_OUT, t->out_type, task_out_size(t), task_places(t), m->expected });
    if (t->total)
        generated_add_result(m, (generated_result) { RUNNER_TOTAL, t->problem.type, t->size, 1, m->expected_total });
}

bool generated_open(const view_options *v, const oracle_problem *p, size_t count, uint64_t seed, generated_for purpose,
                    generated *m) {
    *m = (generated) { .task = described(v, p, count), .memory = (memory_kind)v->memory };
    const bool ok = (!v->transform || generated_transforms(&m->task.desc, m->source, sizeof m->source)) &&
                    (!v->compact || generated_compaction(&m->task, m->source, sizeof m->source)) &&
                    make(v, seed, purpose, m);
    if (ok)
        add_results_of_scan(m);
    else
        generated_close(m);
    return ok;
}

void generated_close(generated *m) {
    array_free(&m->task.in);
    array_free(&m->task.segments);
    array_free(&m->task.second);
    free(m->expected);
    generated_free_further(m);
    m->expected = NULL;
}

bool generated_runner(const generated *m, clscan_device *device, bool profiled, runner *r) {
    double ignored;
    if (!runner_open(r, device, m->memory, m->task.in.data, m->room, 0, profiled))
        return false;
    const bool ok = runner_add(r, &m->task) && runner_copy(r, RUNNER_WALL, &ignored);
    if (!ok)
        runner_close(r);
    return ok;
}

/* ------------------------------------------------------------------------------------------------- judge */

/* Compares vectors of three components, whose fourth component is padding with any contents. */
static size_t compare_threes(const generated_result *r, const char *expected, const char *actual, size_t count) {
    size_t i = 0;
    while (i < count && oracle_compare(r->type, expected + i * r->size, actual + i * r->size, 3) == 3)
        i++;
    return i;
}

size_t generated_compare(const generated *m, const generated_result *r, size_t first, const void *actual,
                         size_t count) {
    const char *expected = (const char *)r->expected + first * r->size;
    const unsigned components = m->task.components ? m->task.components : 1;
    if (r->array != RUNNER_OUT && m->task.desc.task != CLSCAN_TASK_SCAN) /* counts and indices are scalars */
        return first + oracle_compare(r->type, expected, actual, count);
    if (r->type == ORACLE_USER)
        return first + oracle_problem_compare(&m->task.problem, expected, actual, count);
    if (oracle_accumulator_is_rounded(&m->task.problem))
        return first + oracle_accumulator_compare(&m->task.problem, r->type, expected, actual, count);
    return first + (components == 3 ? compare_threes(r, expected, actual, count)
                                    : oracle_compare(r->type, expected, actual, count * components) / components);
}

static void print(const generated *m, const generated_result *r, const void *element,
                  char text[static GENERATED_TEXT]) {
    const unsigned components = m->task.components && r->array == RUNNER_OUT ? m->task.components : 1;
    const members numbers = members_of_numbers(r->type, components);
    if (r->type == ORACLE_USER)
        oracle_problem_print(&m->task.problem, element, text, GENERATED_TEXT);
    else
        members_print(&numbers, element, text, GENERATED_TEXT);
}

void generated_differs(const generated *m, const generated_result *r, size_t index, const void *actual,
                       generated_difference *words) {
    static const char *const names[RUNNER_ARRAYS] = {
        [RUNNER_OUT] = "output", [RUNNER_LENGTHS] = "lengths", [RUNNER_OFFSETS] = "offsets",
        [RUNNER_KEYS] = "keys",  [RUNNER_TOTAL] = "total",
    };
    const char *of_second = m->task.desc.task == CLSCAN_TASK_SCAN ? "second output" : "indices";
    const char *name = r->array == RUNNER_SECOND_OUT ? of_second : names[r->array];
    if (r->count == 1 && r->array == RUNNER_TOTAL)
        snprintf(words->where, sizeof words->where, "the %s", name);
    else
        snprintf(words->where, sizeof words->where, "place %zu of the %s", index, name);
    print(m, r, (const char *)r->expected + index * r->size, words->expected);
    print(m, r, actual, words->actual);
}
