/* clscan bench: which scans are measured. */
#include "bench.h"
#include "job.h"
#include "message.h"
#include "option_values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const options *o;
    bench_device d;
    size_list sizes;
    size_t done, total; /* measurements */
    bench_point *points;
    size_t point_count;
} run;

/* ---------------------------------------------------------------------------------------- what is asked for */

/* An empty list holds its first enumerator, which is the default. */
static bool in_list(unsigned list, int index) {
    return list ? (list >> index & 1) != 0 : index == 0;
}

/* A user operator on a built-in type has no name here. */
static bool wanted_problem(const options *o, const oracle_problem *p) {
    const bool op = p->user ? p->type == CLSCAN_USER : in_list(o->bench.ops, (int)p->op);
    return op && in_list(o->bench.types, (int)p->type);
}

/* The `index`th of strategy and group; false past the last. */
static bool case_at(const options *o, size_t index, bench_case *how) {
    for (int s = 0; names_of_strategies(s); s++)
        for (int g = 0; names_of_groups(g); g++)
            if (in_list(o->bench.strategies, s) && in_list(o->bench.groups, g) && index-- == 0) {
                how->strategy = (clscan_strategy)s;
                how->group = (clscan_group)g;
                return true;
            }
    return false;
}

static size_t count_problems(const options *o, size_t *largest_element) {
    oracle_problem p;
    size_t count = 0;
    *largest_element = 0;
    for (size_t i = 0; made_problem_at(i, &p); i++)
        if (wanted_problem(o, &p)) {
            const size_t size = oracle_problem_size(&p);
            count++;
            *largest_element = size > *largest_element ? size : *largest_element;
        }
    return count;
}

/* ------------------------------------------------------------------------------------------------- device */

static bool open_device(const options *o, bench_device *d) {
    cl_device_type type = 0;
    *d = (bench_device) { .device = job_device(o) };
    if (!d->device)
        return false;
    const cl_device_id id = clscan_device_id(d->device);
    if (!(d->name = device_text(id, CL_DEVICE_NAME)) || !device_says(id, CL_DEVICE_TYPE, sizeof type, &type) ||
        !device_says(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof d->threads, &d->threads) ||
        !room_limits_of(d->device, &d->memory))
        return false;
    d->is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
    if (!d->memory.is_host && o->bench.cached_copy)
        return complain("--cached-copy is the host's own copy, on a CPU: %s is none", d->name);
    return !d->memory.is_host || (d->copier = host_copy_open(d->threads ? d->threads : 1, o->bench.cached_copy));
}

static void close_device(bench_device *d) {
    host_copy_close(d->copier);
    free(d->name);
    clscan_device_destroy(d->device);
}

/* As a plain scan. */
static bool fits(const bench_device *d, size_t size, size_t count, char why[static ROOM_WHY]) {
    size_t held = 0;
    return room_suffices(&d->memory, room_times(size, count), 0, &held, why);
}

/* As many as take a minute or two: larger ones only where the device is fast. */
static bool choose_sizes(run *r, size_t element) {
    char why[ROOM_WHY] = "";
    if (r->o->made.sizes.count == 0) {
        size_list all;
        size_list_parse("size", r->d.is_gpu ? "2^10..2^28*4" : "2^10..2^26*4", 1, &all);
        for (size_t i = 0; i < all.count; i++)
            if (fits(&r->d, element, all.values[i], why))
                r->sizes.values[r->sizes.count++] = all.values[i];
        return r->sizes.count > 0 || complain("%zu elements of %zu bytes %s", all.values[0], element, why);
    }
    r->sizes = r->o->made.sizes;
    for (size_t i = 0; i < r->sizes.count; i++)
        if (!fits(&r->d, element, r->sizes.values[i], why))
            return complain("--size: %zu elements of %zu bytes %s", r->sizes.values[i], element, why);
    return true;
}

/* --------------------------------------------------------------------------------------- one measurement */

/* The text behind `key` at the begin of a line, up to one of `end`; "" when there is none. */
static void described(const char *text, const char *key, const char *end, char *value, size_t size) {
    const char *line = strstr(text, key);
    line = line ? line + strlen(key) : "";
    line += strspn(line, " ");
    snprintf(value, size, "%.*s", (int)strcspn(line, end), line);
}

/* The count comes behind it. */
static size_t end_of_title(const char *problem) {
    const char *comma = strrchr(problem, ',');
    return comma ? (size_t)(comma - problem) : strlen(problem);
}

/* What automatic comes to, and whether an event spans it: that of a scan is its last command's. */
static bool ask_plan(const run *r, const task *t, clscan_plan *plan, bench_point *p) {
    char launches[32];
    const clscan_args args = task_args(t);
    char *text = job_describe(plan, &args);
    if (!text)
        return false;
    described(text, "\nproblem ", "\n", p->plan, sizeof p->plan);
    p->plan[end_of_title(p->plan)] = '\0';
    described(text, "\nstrategy ", " \n", p->chosen, sizeof p->chosen);
    described(text, "\nlaunches ", " :\n", launches, sizeof launches);
    p->clock = r->d.is_gpu && strcmp(launches, "1") == 0 ? RIG_EVENT : RIG_WALL;
    free(text);
    return true;
}

/* The plan is also asked whether it can scan so many elements: the device may lack the workspace. */
static clscan_status make_plan(const run *r, const bench_data *data, const bench_case *how, clscan_plan **plan) {
    clscan_desc desc = data->made.task.desc;
    const clscan_args args = task_args(&data->made.task);
    desc.strategy = how->strategy;
    desc.group = how->group;
    options_shape(r->o, &desc);
    const clscan_status status = clscan_plan_create(r->d.device, &desc, plan);
    return status == CLSCAN_OK ? clscan_plan_describe_args(*plan, &args, NULL, 0, NULL) : status;
}

static int measure_plan(run *r, const view *v, const bench_data *data, clscan_plan *plan, const bench_case *how) {
    bench_point *p = &r->points[r->point_count];
    *p = (bench_point) { .problem = data->made.task.problem,
                         .kind = data->made.task.desc.kind,
                         .view = *v,
                         .how = *how,
                         .bytes = task_moved(&data->made.task) / 2 };
    if (!ask_plan(r, &data->made.task, plan, p))
        return EXIT_ERROR;
    const int status = bench_measure(&r->d, data, plan, r->o->bench.samples, p);
    if (status != EXIT_OK)
        return status;
    const bool first = r->point_count++ == 0;
    progress_clear();
    bench_report(r->o, &r->d, p, first, first || !bench_same_problem(&p[-1], p));
    return EXIT_OK;
}

/* A shape that the device can't run, or not on so many elements, is skipped. */
static int run_case(run *r, const view *v, const bench_data *data, const bench_case *how) {
    clscan_plan *plan;
    char name[64];
    int status = EXIT_OK;
    oracle_problem_name(&data->made.task.problem, name, sizeof name);
    progress(r->done++, r->total, name);
    const clscan_status planned = make_plan(r, data, how, &plan);
    if (planned == CLSCAN_OK)
        status = measure_plan(r, v, data, plan, how);
    else if (planned == CLSCAN_UNSUPPORTED_SHAPE)
        say("skipped: %s", clscan_last_message());
    else
        complain_of_library("can't plan the scan"), status = EXIT_ERROR;
    clscan_plan_destroy(plan);
    return status;
}

/* ---------------------------------------------------------------------------------------------- all of them */

static int run_size(run *r, const oracle_problem *p, const view *v, size_t size) {
    bench_case how = { .count = view_count(&v->options, size) };
    bench_data data;
    int status = EXIT_OK;
    size_t held = 0;
    char why[MADE_WHY];
    if (!made_fits(&v->options, p, size, &r->d.memory, &held, why))
        return say("skipped: %s", why), EXIT_OK;
    if (!bench_data_make(r->o, &v->options, &r->d, p, how.count, &data))
        return EXIT_ERROR;
    for (size_t k = 0; status == EXIT_OK && case_at(r->o, k, &how); k++)
        status = run_case(r, v, &data, &how);
    bench_data_free(&data);
    return status;
}

static int run_problem(run *r, const oracle_problem *p) {
    view v;
    char name[64], why[VIEW_WHY];
    int status = EXIT_OK;
    oracle_problem_name(p, name, sizeof name);
    if (!oracle_problem_supported(p, clscan_device_id(r->d.device)))
        return say("skipped: %s: the device has no %s", name, clscan_type_name(p->type)), EXIT_OK;
    for (size_t k = 0; status == EXIT_OK && view_at(r->o, k, &v); k++) {
        const bool misfits = view_misfits(&v, p, r->d.device, why);
        if (misfits)
            say("skipped: %s: %s", name, why);
        for (size_t i = 0; !misfits && status == EXIT_OK && i < r->sizes.count; i++)
            status = run_size(r, p, &v, r->sizes.values[i]);
    }
    return status;
}

static int run_all(run *r) {
    oracle_problem p;
    int status = EXIT_OK;
    for (size_t i = 0; status == EXIT_OK && made_problem_at(i, &p); i++)
        if (wanted_problem(r->o, &p))
            status = run_problem(r, &p);
    progress_clear();
    if (status == EXIT_OK && r->point_count == 0)
        return complain("nothing was measured"), EXIT_ERROR;
    if (status == EXIT_OK && r->o->bench.plot && !bench_plot(r->o->bench.plot, r->d.name, r->points, r->point_count))
        return EXIT_ERROR;
    return status;
}

static int run_on_device(run *r, size_t problems, size_t element) {
    bench_case ignored;
    view ignored_too;
    size_t cases = 0, views = 0;
    if (!choose_sizes(r, element))
        return EXIT_ERROR;
    while (case_at(r->o, cases, &ignored))
        cases++;
    while (view_at(r->o, views, &ignored_too))
        views++;
    r->total = problems * views * cases * r->sizes.count;
    r->points = calloc(r->total, sizeof *r->points);
    if (!r->points)
        return complain("out of memory"), EXIT_ERROR;
    const int status = run_all(r);
    free(r->points);
    return status;
}

int command_bench(const options *o) {
    run r = { .o = o };
    size_t element;
    if (o->bench.first_call)
        return bench_first_call(o);
    const size_t problems = count_problems(o, &element);
    if (problems == 0)
        return complain("no such combination: is the operator defined on the type?"), EXIT_ERROR;
    if (o->bench.plot && !bench_can_plot(o->bench.plot))
        return EXIT_ERROR;
    const int status = open_device(o, &r.d) ? run_on_device(&r, problems, element) : EXIT_ERROR;
    close_device(&r.d);
    return status;
}
