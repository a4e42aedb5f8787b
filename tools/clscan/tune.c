/* clscan tune: the shapes for few, for many and for very many elements, and the counts where one gives way to the
 * next. */
#include "tune.h"
#include "job.h"
#include "message.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Counts that stand for all others: the last is larger than the caches of a device. */
enum { FEW, MANY, MOST, STAGES };
static const size_t least_count = 1 << 8, few_count = 1 << 12, many_count = 1 << 20;
enum { CPU_BYTES = 1 << 26, GPU_BYTES = 1 << 28, DEFAULT_BUDGET = 60 };

/* The part of the budget by whose end a stage is over; the largest counts come first, crossovers last. */
static const double part_by[STAGES] = { [MOST] = 0.45, [FEW] = 0.6, [MANY] = 0.85 };

/* ------------------------------------------------------------------------------------------------------ open */

static bool find_problem(const options *o, oracle_problem *p) {
    const clscan_type type = o->type < 0 ? CLSCAN_INT : (clscan_type)o->type;
    const clscan_op op = o->op < 0 ? CLSCAN_ADD : (clscan_op)o->op;
    for (size_t i = 0; oracle_problem_at(i, p); i++)
        if (!p->user && p->type == type && p->op == op)
            return true;
    return complain("no such combination: %s of %s", clscan_op_name(op), clscan_type_name(type));
}

/* A power of two, of no more bytes than a buffer or a quarter of the device's memory; but more than many. */
static bool choose_count(tuner *t) {
    const cl_device_id id = clscan_device_id(t->device);
    cl_device_type type = 0;
    cl_ulong one = 0, all = 0;
    if (!device_says(id, CL_DEVICE_TYPE, sizeof type, &type) ||
        !device_says(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof one, &one) ||
        !device_says(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all))
        return false;
    const cl_ulong most = one < all / 4 ? one : all / 4;
    size_t bytes = type & CL_DEVICE_TYPE_GPU ? GPU_BYTES : CPU_BYTES, count = 1;
    while (bytes > most)
        bytes /= 2;
    while (2 * count * t->size <= bytes)
        count *= 2;
    t->count = count > 2 * many_count ? count : 2 * many_count;
    return true;
}

static bool make_data(tuner *t) {
    const size_t bytes = t->count * t->size;
    t->in = malloc(bytes);
    t->expected = malloc(bytes);
    t->actual = malloc(bytes);
    if (!t->in || !t->expected || !t->actual)
        return complain("out of memory");
    oracle_problem_fill(&t->problem, 1, t->in, t->count);
    oracle_problem_scan(&t->problem, CLSCAN_INCLUSIVE, t->in, t->expected, t->count);
    return rig_open(&t->rig, t->device, CLSCAN_BUFFERS, t->in, bytes, 0, false);
}

static bool open_tuner(tuner *t) {
    const clscan_device_options plain = { .cl_dir = t->o->cl_dir, .tuning = "", .self_test = CLSCAN_SELF_TEST_OFF };
    if (!find_problem(t->o, &t->problem))
        return false;
    if (clscan_device_open(t->o->device, &plain, &t->device) != CLSCAN_OK)
        return complain_of_library("can't open the device");
    t->name = device_text(clscan_device_id(t->device), CL_DEVICE_NAME);
    t->driver = device_text(clscan_device_id(t->device), CL_DRIVER_VERSION);
    if (!t->name || !t->driver)
        return false;
    if (!oracle_problem_supported(&t->problem, clscan_device_id(t->device)))
        return complain("%s has no %s", t->name, clscan_type_name(t->problem.type));
    t->size = oracle_problem_size(&t->problem);
    return choose_count(t) && make_data(t);
}

static void close_tuner(tuner *t) {
    rig_close(&t->rig);
    free(t->in);
    free(t->expected);
    free(t->actual);
    free(t->name);
    free(t->driver);
    clscan_device_destroy(t->device);
}

/* ---------------------------------------------------------------------------------------------------- search */

/* The row gives way to the library's own for as many elements, unless it is faster once more: a search takes the best
 * of many samples, some of which are lucky. */
static bool confirm(tuner *t, size_t count, tune_row *row) {
    const clscan_desc desc = oracle_problem_desc(&t->problem, CLSCAN_INCLUSIVE);
    clscan_plan *before = NULL, *after = tune_plan(t, row, count);
    tune_row own;
    tune_times times;
    if (!t->failed && (!after || clscan_plan_create(t->device, &desc, &before) != CLSCAN_OK))
        t->failed = !complain_of_library("can't measure the gain");
    const bool ok = !t->failed && tune_row_of_plan(before, count, &own) &&
                    tune_race(t, before, after, count, t->budget / 50, &times);
    if (ok) {
        const bool stays = tune_row_same(row, &own) || !tune_is_faster(times.second, times.first);
        say("%zu elements: %.3g ms, by the library's own row %.3g ms%s, a copy %.3g ms", count, 1e3 * times.second,
            1e3 * times.first, stays ? ", which stays" : "", 1e3 * times.copy);
        if (stays)
            *row = own;
        row->own = stays;
    }
    clscan_plan_destroy(before);
    clscan_plan_destroy(after);
    return ok;
}

static bool search_stage(tuner *t, size_t count, int stage, tune_row *row) {
    return tune_search(t, count, stage != FEW, part_by[stage], row) && confirm(t, count, row);
}

static bool search_shapes(tuner *t, tune_row rows[STAGES]) {
    if (!search_stage(t, t->count, MOST, &rows[MOST]) || !search_stage(t, few_count, FEW, &rows[FEW]))
        return false;
    rows[MANY] = rows[MOST];
    return search_stage(t, many_count, MANY, &rows[MANY]);
}

static void search_limits(tuner *t, tune_row rows[STAGES]) {
    rows[FEW].limit = tune_crossover(t, &rows[FEW], &rows[MANY], least_count, many_count);
    rows[MANY].limit =
        tune_row_same(&rows[MANY], &rows[MOST]) ? 0 : tune_crossover(t, &rows[MANY], &rows[MOST], many_count, t->count);
    rows[MOST].limit = SIZE_MAX;
}

static bool print_rows(const tuner *t, const tune_row *rows, size_t count) {
    printf("# %s of %s: %zu shapes tried in %.0f s%s\n", clscan_op_name(t->problem.op),
           clscan_type_name(t->problem.type), t->shapes, seconds_now() - t->begin,
           count ? "" : ", the library's own are as fast");
    for (size_t i = 0; i < count; i++) {
        char *line = tune_row_line(t, &rows[i]);
        if (!line)
            return complain("out of memory");
        fputs(line, stdout);
        free(line);
    }
    return true;
}

static bool tune(tuner *t) {
    tune_row rows[STAGES] = { 0 }, kept[STAGES];
    if (!search_shapes(t, rows))
        return false;
    search_limits(t, rows);
    const size_t count = tune_keep(rows, STAGES, kept);
    return !t->failed && print_rows(t, kept, count) && (!t->o->store || tune_store(t, kept, count));
}

int command_tune(const options *o) {
    tuner *t = calloc(1, sizeof *t);
    if (!t)
        return complain("out of memory"), EXIT_ERROR;
    t->o = o;
    t->begin = seconds_now();
    t->budget = o->budget > 0 ? o->budget : DEFAULT_BUDGET;
    const bool ok = open_tuner(t) && (!o->store || tune_can_store(t)) && tune(t);
    const int status = ok ? EXIT_OK : t->mismatch ? EXIT_MISMATCH : EXIT_ERROR;
    progress_clear();
    close_tuner(t);
    free(t);
    return status;
}
