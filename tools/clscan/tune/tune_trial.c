/* clscan tune in a child process: makes a plan from a row, compares its results with plain C, and times it in turn with
 * another row and a copy. */
#include "common/message.h"
#include "common/statistics.h"
#include "data/generated.h"
#include "options/device_plan.h"
#include "tune/tune.h"
#include <stdio.h>
#include <stdlib.h>

enum { CPU_BYTES = 1 << 26, GPU_BYTES = 1 << 28 };

/* A slot holds a plan for one row. */
typedef struct slot {
    tune_row row;
    clscan_plan *plan; /* NULL: the slot is empty */
} slot;

enum { FIRST, SECOND, COPY, WORKS, SLOTS = COPY };

typedef struct trials {
    const options *o;
    clscan_device *device; /* with the library's own rows */
    oracle_problem problem;
    tune_conditions conditions;
    bool has_data;
    generated data;
    runner runner; /* with the data */
    slot slots[SLOTS];
} trials;

/* ------------------------------------------------------------------------------------------------------ open */

/* Chooses the number of elements: a power of two, which fits into a buffer and into a quarter of the device's memory,
 * and at least TUNE_LEAST_COUNT. Tasks other than scans have a quarter of it, because plain C takes long for sorts. */
static bool choose_count(trials *t) {
    const cl_device_id id = clscan_device_id(t->device);
    cl_device_type type = 0;
    cl_ulong one = 0, all = 0;
    if (!device_says(id, CL_DEVICE_TYPE, sizeof type, &type) ||
        !device_says(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof one, &one) ||
        !device_says(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all))
        return false;
    const cl_ulong most = one < all / 4 ? one : all / 4;
    const size_t share = t->conditions.task == CLSCAN_TASK_SCAN ? 1 : 4;
    size_t bytes = (type & CL_DEVICE_TYPE_GPU ? GPU_BYTES : CPU_BYTES) / share, count = 1;
    while (bytes > most)
        bytes /= 2;
    while (2 * count * t->conditions.size <= bytes)
        count *= 2;
    t->conditions.count = count > TUNE_LEAST_COUNT ? count : TUNE_LEAST_COUNT;
    return true;
}

static void drop_data(trials *t) {
    if (t->has_data) {
        runner_close(&t->runner);
        generated_close(&t->data);
    }
    t->has_data = false;
}

/* Makes data of exactly `count` elements, unless there are such data. */
static bool make_data(trials *t, size_t count) {
    if (t->has_data && t->data.task.in.count == count)
        return true;
    drop_data(t);
    if (!generated_open(&t->o->view, &t->problem, count, 1, GENERATED_FOR_TIMING, &t->data))
        return false;
    t->has_data = generated_runner(&t->data, t->device, false, &t->runner);
    if (!t->has_data)
        generated_close(&t->data);
    return t->has_data;
}

/* Fails for a name that is too long, because a name that is cut off matches no device. */
static bool copy_text(cl_device_id id, cl_device_info what, char text[static sizeof((tune_conditions *)0)->name]) {
    enum { ROOM = sizeof((tune_conditions *)0)->name };
    char *whole = device_text(id, what);
    const bool ok = whole && (snprintf(text, ROOM, "%s", whole) < ROOM || complain("a name is too long: %s", whole));
    free(whole);
    return ok;
}

static bool open_device(trials *t) {
    const clscan_device_options plain = { .kernel_dir = t->o->kernel_dir,
                                          .tuning = "",
                                          .self_test = CLSCAN_SELF_TEST_OFF };
    if (t->device)
        return true;
    if (!tune_find_problem(t->o, &t->problem))
        return false;
    if (clscan_device_open(t->o->device, &plain, &t->device) != CLSCAN_OK)
        return complain_of_library("can't open the device");
    const cl_device_id id = clscan_device_id(t->device);
    if (!copy_text(id, CL_DEVICE_NAME, t->conditions.name) || !copy_text(id, CL_DRIVER_VERSION, t->conditions.driver))
        return false;
    if (!oracle_problem_supported(&t->problem, id))
        return complain("%s has no %s", t->conditions.name, oracle_type_name(t->problem.type));
    t->conditions.task = (clscan_task)t->o->view.task;
    t->conditions.size = oracle_problem_size(&t->problem);
    return choose_count(t) && make_data(t, t->conditions.count);
}

static void close_trials(trials *t) {
    for (int i = 0; i < SLOTS; i++)
        clscan_plan_destroy(t->slots[i].plan);
    drop_data(t);
    clscan_device_destroy(t->device);
}

/* ----------------------------------------------------------------------------------------------------- plans */

/* Prepares the runner to compute the first elements of the data with this plan. */
static runner *prepare(trials *t, clscan_plan *plan, size_t count) {
    t->runner.plan = plan;
    t->runner.args.count = count;
    t->runner.copied_bytes = count * t->conditions.size;
    return &t->runner;
}

static tune_outcome compare(trials *t, const slot *s, const generated_result *r, void *actual) {
    const bool is_read =
        actual ? runner_read(&t->runner, r->array, 0, actual, r->count * r->size) : complain("out of memory");
    if (!is_read)
        return TUNE_FAILED;
    const size_t i = generated_compare(&t->data, r, 0, actual, r->count);
    if (i == r->count)
        return TUNE_OK;
    char *line = tune_row_line(&t->conditions, &s->row);
    complain("mismatch: element %zu of %zu is wrong with the row %s", i, r->count, line ? line : "");
    free(line);
    return TUNE_MISMATCH;
}

/* Compares the results for `count` elements with plain C. */
static tune_outcome judge(trials *t, const slot *s, size_t count) {
    double ignored;
    if (!make_data(t, count))
        return TUNE_FAILED;
    runner *r = prepare(t, s->plan, count);
    tune_outcome outcome =
        runner_copy(r, RUNNER_WALL, &ignored) && runner_scan(r, RUNNER_WALL, &ignored) ? TUNE_OK : TUNE_FAILED;
    for (unsigned i = 0; outcome == TUNE_OK && i < t->data.result_count; i++) {
        const generated_result *result = &t->data.results[i];
        void *actual = malloc(result->count * result->size + 1);
        outcome = compare(t, s, result, actual);
        free(actual);
    }
    return outcome;
}

/* Makes a plan for a row, on a device whose tuning has this row only. */
static tune_outcome make_plan(trials *t, const tune_row *row, clscan_plan **plan) {
    const bool own = row->strategy == CLSCAN_STRATEGY_AUTO;
    char *line = own ? NULL : tune_row_line(&t->conditions, row);
    const clscan_device_options with_row = { .kernel_dir = t->o->kernel_dir,
                                             .tuning = line,
                                             .self_test = CLSCAN_SELF_TEST_OFF };
    const clscan_desc desc = t->data.task.desc;
    clscan_device *device = NULL;
    tune_outcome outcome = TUNE_FAILED;
    *plan = NULL;
    if ((!own && !line) || (!own && clscan_device_create(clscan_device_context(t->device), clscan_device_id(t->device),
                                                         &with_row, &device) != CLSCAN_OK))
        complain_of_library("can't try a row");
    else
        outcome = clscan_plan_create(own ? t->device : device, &desc, plan) == CLSCAN_OK ? TUNE_OK : TUNE_IMPOSSIBLE;
    clscan_device_destroy(device);
    free(line);
    return outcome;
}

static void swap_slots(trials *t) {
    const slot first = t->slots[FIRST];
    t->slots[FIRST] = t->slots[SECOND];
    t->slots[SECOND] = first;
}

static bool holds(const slot *s, const tune_row *row) {
    return s->plan && tune_row_same(&s->row, row);
}

/* Puts a plan for the row into a slot. The results of a new plan are compared with plain C. With `judge_anyway`, the
 * results of a plan that has run before are compared too. */
static tune_outcome fill_slot(trials *t, int which, const tune_row *row, size_t count, bool judge_anyway) {
    slot *s = &t->slots[which];
    if (!holds(s, row) && holds(&t->slots[FIRST + SECOND - which], row))
        swap_slots(t);
    if (holds(s, row) && !judge_anyway)
        return TUNE_OK;
    if (!holds(s, row)) {
        clscan_plan_destroy(s->plan);
        s->row = *row;
        const tune_outcome planned = make_plan(t, row, &s->plan);
        if (planned != TUNE_OK)
            return planned;
    }
    return judge(t, s, count);
}

static tune_outcome fill_slots(trials *t, const tune_request *asked) {
    const tune_outcome first = asked->has_first ? fill_slot(t, FIRST, &asked->first, asked->count, false) : TUNE_OK;
    return first == TUNE_OK ? fill_slot(t, SECOND, &asked->second, asked->count, asked->what == TUNE_TRY) : first;
}

/* ------------------------------------------------------------------------------------------------------ race */

enum { FEWEST = 3, MOST = 25, MOST_CALLS = 100 };
static const double sample_seconds = 2e-3; /* a sample times as many calls as take this time */

static bool time_scans(trials *t, int which, size_t count, unsigned calls, double *seconds) {
    return runner_scan_many(prepare(t, t->slots[which].plan, count), calls, seconds);
}

static unsigned calls_for(double once) {
    const double calls = sample_seconds / once;
    return calls < 1 ? 1 : calls > MOST_CALLS ? MOST_CALLS : (unsigned)calls;
}

/* Times a copy and both scans. Each scan comes first in every other round. */
static bool time_round(trials *t, size_t count, unsigned calls, unsigned n, double seconds[WORKS][MOST]) {
    const int one = n % 2 ? SECOND : FIRST, other = FIRST + SECOND - one;
    return runner_copy(&t->runner, RUNNER_WALL, &seconds[COPY][n]) &&
           time_scans(t, one, count, calls, &seconds[one][n]) && time_scans(t, other, count, calls, &seconds[other][n]);
}

static bool race(trials *t, size_t count, double seconds, tune_times *times) {
    double samples[WORKS][MOST], once;
    const double start = seconds_now();
    unsigned n = 0;
    if (!time_scans(t, FIRST, count, 1, &once) || !time_scans(t, SECOND, count, 1, &once) ||
        !time_scans(t, FIRST, count, 1, &once))
        return false;
    const unsigned calls = calls_for(once);
    for (; n < FEWEST || (n < MOST && seconds_now() - start < seconds); n++)
        if (!time_round(t, count, calls, n, samples))
            return false;
    *times = (tune_times) { timing_of(samples[FIRST], n).median, timing_of(samples[SECOND], n).median,
                            timing_of(samples[COPY], n).median };
    return true;
}

/* -------------------------------------------------------------------------------------------------- requests */

static tune_outcome own_row(trials *t, clscan_strategy strategy, size_t count, tune_row *row) {
    clscan_desc desc = t->data.task.desc;
    clscan_plan *plan = NULL;
    desc.tuning.strategy = strategy;
    if (clscan_plan_create(t->device, &desc, &plan) != CLSCAN_OK)
        return TUNE_IMPOSSIBLE;
    const tune_outcome outcome = tune_row_of_plan(plan, count, row) ? TUNE_OK : TUNE_IMPOSSIBLE;
    clscan_plan_destroy(plan);
    return outcome;
}

/* Tests whether the library accepts every line of the file at `path`. From then on, the library of this process reads
 * that file. */
static tune_outcome accept_file(trials *t, const char *path, char words[static TUNE_WORDS]) {
    clscan_device *device = NULL;
    const bool ok =
        setenv("CLSCAN_TUNING", path, 1) == 0 &&
        clscan_device_create(clscan_device_context(t->device), clscan_device_id(t->device), NULL, &device) == CLSCAN_OK;
    if (!ok)
        snprintf(words, TUNE_WORDS, "%s", clscan_last_message());
    clscan_device_destroy(device);
    return ok ? TUNE_OK : TUNE_IMPOSSIBLE;
}

static tune_outcome run_race(trials *t, const tune_request *asked, tune_times *times) {
    const tune_outcome filled = fill_slots(t, asked);
    if (filled != TUNE_OK)
        return filled;
    if (t->data.task.in.count < asked->count && !make_data(t, asked->count))
        return TUNE_FAILED;
    return race(t, asked->count, asked->seconds, times) ? TUNE_OK : TUNE_FAILED;
}

static tune_outcome answer(trials *t, const tune_request *asked, tune_reply *reply) {
    reply->conditions = t->conditions;
    switch (asked->what) {
    case TUNE_OPEN:
        return TUNE_OK;
    case TUNE_OWN_ROW:
        return own_row(t, asked->second.strategy, asked->count, &reply->row);
    case TUNE_TRY:
        return fill_slots(t, asked);
    case TUNE_RACE:
        return run_race(t, asked, &reply->times);
    case TUNE_ACCEPT:
        return accept_file(t, asked->path, reply->words);
    }
    return TUNE_FAILED;
}

static void serve(void *state, const void *request, void *reply) {
    trials *t = state;
    tune_reply *to = reply;
    to->outcome = open_device(t) ? answer(t, request, to) : TUNE_FAILED;
}

int serve_tune(const options *o, int socket) {
    trials t = { .o = o };
    const int status = child_serve(socket, sizeof(tune_request), sizeof(tune_reply), serve, &t);
    close_trials(&t);
    return status;
}
