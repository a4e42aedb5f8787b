/* clscan bench in a child process: measures one scan after the other. */
#include "bench/bench.h"
#include "common/child.h"
#include "common/message.h"
#include "options/device_plan.h"
#include "options/task_table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The device, and the data of the last request. */
typedef struct trials {
    const options *o;
    bench_target target;
    size_t problem, view, size; /* the indices with which the data were made, if there are any */
    bool has_data;
    bench_data data;
} trials;

/* ------------------------------------------------------------------------------------------------- device */

static bool ask_device(bench_device *d, cl_device_id id) {
    char *name = device_text(id, CL_DEVICE_NAME);
    cl_device_type type = 0;
    if (name)
        snprintf(d->name, sizeof d->name, "%s", name);
    free(name);
    if (!name || !device_says(id, CL_DEVICE_TYPE, sizeof type, &type) ||
        !device_says(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof d->threads, &d->threads))
        return false;
    d->is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
    return true;
}

static bool open_device(const options *o, bench_target *target) {
    bench_device *d = &target->about;
    if (target->device)
        return true;
    target->device = open_device_of(o);
    if (!target->device || !ask_device(d, clscan_device_id(target->device)) ||
        !budget_limits_of(target->device, &d->memory))
        return false;
    if (!d->memory.is_host && o->bench.cached_copy)
        return complain("--cached-copy is the host's own copy, on a CPU: %s is none", d->name);
    if (!d->memory.is_host)
        return true;
    if (!(target->copier = host_copy_open(d->threads ? d->threads : 1, o->bench.cached_copy)))
        return false;
    snprintf(d->host_copy, sizeof d->host_copy, "%s", host_copy_how(target->copier));
    return true;
}

static void close_device(bench_target *target) {
    host_copy_close(target->copier);
    clscan_device_destroy(target->device);
}

/* --------------------------------------------------------------------------------------------------- data */

static void drop_data(trials *t) {
    if (t->has_data)
        bench_data_free(&t->data);
    t->has_data = false;
}

static bench_outcome skip(bench_outcome outcome, const oracle_problem *p, const char *why) {
    char name[64];
    oracle_problem_name(p, name, sizeof name);
    say("skipped: %s: %s", name, why);
    return outcome;
}

static bench_outcome make_data(trials *t, const oracle_problem *p, const view *v, const bench_request *request) {
    const bench_device *d = &t->target.about;
    char misfit[VIEW_WHY], why[GENERATED_WHY];
    size_t held = 0;
    snprintf(misfit, sizeof misfit, "the device has no %s", oracle_type_name(p->type));
    if (!oracle_problem_supported(p, clscan_device_id(t->target.device)))
        return skip(BENCH_PROBLEM_SKIPPED, p, misfit);
    if (view_misfits(v, p, t->target.device, misfit))
        return skip(BENCH_VIEW_SKIPPED, p, misfit);
    if (!generated_fits(&v->options, p, request->size, &d->memory, &held, why))
        return say("skipped: %s", why), BENCH_SIZE_SKIPPED;
    t->has_data = bench_data_make(t->o, &v->options, &t->target, p, request->how.count, &t->data);
    return t->has_data ? BENCH_MEASURED : BENCH_ERROR;
}

static bench_outcome prepare(trials *t, const oracle_problem *p, const view *v, const bench_request *request) {
    if (t->has_data && t->problem == request->problem && t->view == request->view && t->size == request->size)
        return BENCH_MEASURED;
    drop_data(t);
    t->problem = request->problem;
    t->view = request->view;
    t->size = request->size;
    return make_data(t, p, v, request);
}

/* --------------------------------------------------------------------------------------- one measurement */

/* Copies the plan's words for its problem, without the count of elements, which follows the last comma. The text of a
 * description is for people and may change. The title is for people, too, and nothing is decided by it. If the text has
 * no such line, the title is empty. */
static void copy_title(const char *text, char *title, size_t size) {
    static const char key[] = "\nproblem ";
    const char *line = strstr(text, key);
    line = line ? line + strlen(key) : "";
    line += strspn(line, " ");
    snprintf(title, size, "%.*s", (int)strcspn(line, "\n"), line);
    char *comma = strrchr(title, ',');
    if (comma)
        *comma = '\0';
}

/* Asks the plan for its problem and strategy, and chooses the clock. A scan's event covers the last command only, so it
 * measures a scan of one launch. */
static bool ask_plan(const trials *t, clscan_plan *plan, bench_point *p) {
    const clscan_args args = task_args(&t->data.generated.task);
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    char *text = describe_scan(plan, &args);
    if (!text)
        return false;
    copy_title(text, p->plan, sizeof p->plan);
    free(text);
    if (clscan_plan_call_info(plan, &args, &info) != CLSCAN_OK)
        return complain_of_library("can't scan so");
    snprintf(p->chosen, sizeof p->chosen, "%s", clscan_strategy_name(info.tuning.strategy));
    p->clock = t->target.about.is_gpu && info.launches == 1 ? RUNNER_EVENT : RUNNER_WALL;
    return true;
}

/* Creates a plan, and asks it how it scans. The question fails if the device lacks the workspace for the count. */
static clscan_status make_plan(const trials *t, const bench_case *how, clscan_plan **plan) {
    clscan_desc desc = t->data.generated.task.desc;
    const clscan_args args = task_args(&t->data.generated.task);
    desc.tuning.strategy = how->strategy;
    desc.tuning.group = how->group;
    options_shape(t->o, &desc);
    desc.max_count = task_max_count(&t->data.generated.task);
    const clscan_status status = clscan_plan_create(t->target.device, &desc, plan);
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    return status == CLSCAN_OK ? clscan_plan_call_info(*plan, &args, &info) : status;
}

static bench_outcome outcome_of(int status) {
    return status == EXIT_OK ? BENCH_MEASURED : status == EXIT_MISMATCH ? BENCH_MISMATCH : BENCH_ERROR;
}

static bench_outcome measure_plan(const trials *t, const view *v, const bench_case *how, clscan_plan *plan,
                                  bench_point *p) {
    const task *scanned = &t->data.generated.task;
    *p = (bench_point) { .problem = scanned->problem,
                         .kind = scanned->desc.kind,
                         .view = *v,
                         .how = *how,
                         .bytes = task_moved(scanned) / 2 };
    if (!ask_plan(t, plan, p))
        return BENCH_ERROR;
    return outcome_of(bench_measure(&t->target, &t->data, plan, t->o->bench.samples, p));
}

/* Measures a case. A shape that the device cannot run, or not on this number of elements, is skipped. */
static bench_outcome run_case(trials *t, const bench_request *request, bench_point *p) {
    oracle_problem problem;
    view v;
    clscan_plan *plan;
    if (!generated_problem_at(request->problem, &problem) || !view_at(t->o, request->view, &v))
        return BENCH_ERROR;
    const bench_outcome prepared = prepare(t, &problem, &v, request);
    if (prepared != BENCH_MEASURED)
        return prepared;
    bench_outcome outcome = BENCH_SKIPPED;
    char doing[TASK_CANNOT_ROOM];
    const clscan_status planned = make_plan(t, &request->how, &plan);
    if (planned == CLSCAN_OK)
        outcome = measure_plan(t, &v, &request->how, plan, p);
    else if (planned == CLSCAN_ERROR_UNSUPPORTED_SHAPE)
        say("skipped: %s", clscan_last_message());
    else
        complain_of_library(task_cannot("plan", t->data.generated.task.desc.task, doing)), outcome = BENCH_ERROR;
    clscan_plan_destroy(plan);
    return outcome;
}

static void serve(void *state, const void *request, void *reply) {
    const bench_request *asked = request;
    bench_reply *answer = reply;
    trials *t = state;
    answer->outcome = BENCH_ERROR;
    if (!open_device(t->o, &t->target))
        return;
    answer->device = t->target.about;
    answer->outcome = asked->open_only ? BENCH_MEASURED : run_case(t, asked, &answer->point);
}

int serve_bench(const options *o, int socket) {
    trials t = { .o = o };
    const int status = child_serve(socket, sizeof(bench_request), sizeof(bench_reply), serve, &t);
    drop_data(&t);
    close_device(&t.target);
    return status;
}
