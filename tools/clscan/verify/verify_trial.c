/* clscan verify in a child process: tries one combination after the other. */
#include "verify/verify_trial.h"
#include "common/child.h"
#include "common/message.h"
#include "options/device_plan.h"
#include "options/task_table.h"
#include "verify/laws.h"
#include "verify/verify_data.h"
#include <stdio.h>

/* The device, and the data of the last request. */
typedef struct trials {
    const options *o;
    clscan_device *device;
    budget_limits memory;
    size_t problem, view; /* the indices with which the data were made, if there are any */
    bool has_data;
    verify_data data;
} trials;

/* ------------------------------------------------------------------------------------------ device and data */

static void drop_data(trials *t) {
    if (t->has_data)
        verify_data_free(&t->data);
    t->has_data = false;
}

static void drop_device(trials *t) {
    drop_data(t);
    clscan_device_destroy(t->device);
    t->device = NULL;
}

static bool open_device(trials *t) {
    return t->device || ((t->device = open_device_of(t->o)) && budget_limits_of(t->device, &t->memory));
}

static verify_result skip(const oracle_problem *p, const char *why) {
    char name[64];
    oracle_problem_name(p, name, sizeof name);
    say("skipped: %s: %s", name, why);
    return VERIFY_VIEW_SKIPPED;
}

static verify_result make_data(trials *t, const verify_request *request) {
    char misfit[VIEW_WHY], why[GENERATED_WHY];
    oracle_problem p;
    size_list counts;
    view v;
    if (!generated_problem_at(request->problem, &p) || !view_at(t->o, request->view, &v))
        return VERIFY_BROKEN;
    snprintf(misfit, sizeof misfit, "the device has no %s", oracle_type_name(p.type));
    if (!oracle_problem_supported(&p, clscan_device_id(t->device)) || view_misfits(&v, &p, t->device, misfit))
        return skip(&p, misfit);
    if (!verify_data_choose(t->o, &v, &p, &t->memory, &counts, why))
        return skip(&p, why);
    t->has_data = verify_data_make(&v, &p, &counts, request->seed, &t->data);
    return t->has_data ? VERIFY_PASSED : VERIFY_BROKEN;
}

/* Opens a new device for each problem. Otherwise thousands of compiled programs would stay in memory. */
static verify_result prepare(trials *t, const verify_request *request) {
    if (t->problem != request->problem)
        drop_device(t);
    if (t->view != request->view)
        drop_data(t);
    t->problem = request->problem;
    t->view = request->view;
    if (!open_device(t))
        return VERIFY_BROKEN;
    return t->has_data || request->open_only ? VERIFY_PASSED : make_data(t, request);
}

/* ---------------------------------------------------------------------------------------- one combination */

/* Compares the whole output array, because places between and around the results must not be written. */
static verify_result judge_case(const generated *m, runner *r, char *actual, verify_reply *reply) {
    for (const generated_result *e = m->results; e < m->results + m->result_count; e++) {
        if (!runner_read(r, e->array, 0, actual, e->count * e->size))
            return VERIFY_BROKEN;
        const size_t i = generated_compare(m, e, 0, actual, e->count);
        if (i == e->count)
            continue;
        reply->count = m->task.in.count;
        reply->index = i;
        generated_differs(m, e, i, actual + i * e->size, &reply->words);
        return VERIFY_MISMATCH;
    }
    return VERIFY_PASSED;
}

static verify_result run_case(const trials *t, const generated *m, clscan_plan *plan, verify_reply *reply) {
    double ignored;
    runner at;
    if (!generated_runner(m, t->device, false, &at))
        return VERIFY_BROKEN;
    at.plan = plan;
    at.args.in[0] = t->data.view.options.in_place ? at.args.out[0] : at.args.in[0];
    const verify_result result =
        runner_scan(&at, RUNNER_WALL, &ignored) ? judge_case(m, &at, t->data.result, reply) : VERIFY_BROKEN;
    runner_close(&at);
    return result;
}

/* A shape that the device can't run is skipped, any other failure to plan is an error. */
static verify_result plan_failed(clscan_task kind, clscan_status status) {
    char doing[TASK_CANNOT_ROOM];
    if (status != CLSCAN_ERROR_UNSUPPORTED_SHAPE)
        return complain_of_library(task_cannot("plan", kind, doing)), VERIFY_BROKEN;
    say("skipped: %s", clscan_last_message());
    return VERIFY_SKIPPED;
}

static verify_result run_cases(const trials *t, const combination *c, verify_reply *reply) {
    const generated *cases = t->data.cases[c->kind];
    clscan_desc desc = cases[0].task.desc;
    clscan_plan *plan;
    desc.tuning.strategy = c->strategy;
    desc.tuning.group = c->group;
    options_shape(t->o, &desc);
    const clscan_status status = clscan_plan_create(t->device, &desc, &plan);
    if (status != CLSCAN_OK)
        return plan_failed(desc.task, status);
    verify_result result = VERIFY_PASSED;
    for (size_t i = 0; i < t->data.case_count && result == VERIFY_PASSED; i++)
        result = run_case(t, &cases[i], plan, reply);
    clscan_plan_destroy(plan);
    return result;
}

static void serve(void *state, const void *request, void *reply) {
    const verify_request *asked = request;
    verify_reply *answer = reply;
    trials *t = state;
    answer->result = prepare(t, asked);
    answer->sizes = t->data.case_count;
    if (answer->result == VERIFY_PASSED && !asked->open_only)
        answer->result = run_cases(t, &asked->c, answer);
}

int serve_verify(const options *o, int socket) {
    trials t = { .o = o };
    if (o->laws || has_user_operator(o))
        return laws_serve(o, socket);
    const int status = child_serve(socket, sizeof(verify_request), sizeof(verify_reply), serve, &t);
    drop_device(&t);
    return status;
}
