#include "team/exchange.h"

#include "base/struct_version.h"
#include "base/try.h"

#include <stdlib.h>

static cl_context context_of(const clscan_team *team, size_t part) {
    return team->splits[part]->plan->device->context;
}

static void destroy_exchange(cs_exchange *x) {
    for (size_t i = 0; i < x->team->num; i++) {
        if (x->parts[i].summarized)
            clReleaseEvent(x->parts[i].summarized);
        if (x->parts[i].ready)
            clReleaseEvent(x->parts[i].ready);
    }
    pthread_mutex_destroy(&x->mutex);
    free(x->summaries);
    free(x);
}

/* The team may be destroyed as soon as it has no exchange, so this function accesses the team last. */
void cs_exchange_give_up(cs_exchange *x) {
    if (!x)
        return;
    clscan_team *const team = x->team;
    pthread_mutex_lock(&x->mutex);
    const size_t users = --x->users;
    pthread_mutex_unlock(&x->mutex);
    if (users > 0)
        return;
    destroy_exchange(x);
    pthread_mutex_lock(&team->mutex);
    team->exchanges--;
    pthread_cond_broadcast(&team->idle);
    pthread_mutex_unlock(&team->mutex);
}

static void add_user(cs_exchange *x) {
    pthread_mutex_lock(&x->mutex);
    x->users++;
    pthread_mutex_unlock(&x->mutex);
}

clscan_status cs_exchange_create(clscan_team *team, cs_exchange **exchange) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    cs_exchange *x = calloc(1, sizeof *x + team->num * sizeof *x->parts);
    TRY_ALLOC(x);
    x->team = team;
    x->users = 1;
    pthread_mutex_init(&x->mutex, NULL);
    pthread_mutex_lock(&team->mutex);
    team->exchanges++;
    pthread_mutex_unlock(&team->mutex);
    TRY_ALLOC(x->summaries = malloc(team->num * (size_t)team->splits[0]->layout.bytes));
    for (size_t i = 0; i < team->num; i++) {
        x->parts[i].exchange = x;
        x->parts[i].number = i;
        x->parts[i].ready = clCreateUserEvent(context_of(team, i), &error);
        TRY(cs_check_cl(error, "clCreateUserEvent"));
    }
    *exchange = x;
    x = NULL;
done:
    cs_exchange_give_up(x);
    return status;
}

/* ------------------------------------------------------------------------------------ the worker, and callbacks */

/* Keeps the first failure of the team. A command that waited for one that failed has failed only because of that. */
static void note_failure(clscan_team *team, size_t part, cl_int error) {
    pthread_mutex_lock(&team->mutex);
    if (team->error == CL_SUCCESS || team->error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        team->error = error;
        team->failed = part;
    }
    pthread_mutex_unlock(&team->mutex);
}

static void store_part_info(cs_exchange *x, size_t part) {
    const clscan_split *split = x->team->splits[part];
    const cs_summaries all = { &split->layout, x->team->num, x->summaries };
    const clscan_part_info info = cs_summaries_info(&all, &split->plan->traits, part);
    pthread_mutex_lock(&x->mutex);
    if (x->parts[part].info) /* its size has been checked */
        (void)cs_struct_version_give(x->parts[part].info, &info, sizeof info, CS_FIRST_PART_INFO, "info");
    pthread_mutex_unlock(&x->mutex);
}

/* Lets the devices go on: with the summaries, or with an error. */
static void set_user_events(cs_exchange *x, cl_int error) {
    for (size_t i = 0; i < x->team->num; i++) {
        if (error == CL_SUCCESS)
            store_part_info(x, i);
        clSetUserEventStatus(x->parts[i].ready, error == CL_SUCCESS ? CL_COMPLETE : error);
    }
}

/* Waits until a command has ended. Returns CL_SUCCESS, or its error. */
static cl_int wait_for_command(cl_event event) {
    cl_int error = CL_SUCCESS, end = CL_QUEUED;
    while (error == CL_SUCCESS && end > CL_COMPLETE) {
        const cl_int waited = clWaitForEvents(1, &event);
        error = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof end, &end, NULL);
        if (error == CL_SUCCESS && end > CL_COMPLETE)
            error = waited; /* of a command that has ended, its own status says more */
    }
    return error == CL_SUCCESS ? end : error;
}

/* Waits for the summaries that were enqueued, and returns the first failure. */
static cl_int wait_for_summaries(const cs_exchange *x) {
    cl_int first = CL_SUCCESS;
    for (size_t i = 0; i < x->team->num && x->parts[i].summarized; i++) {
        const cl_int error = wait_for_command(x->parts[i].summarized);
        if (error != CL_SUCCESS)
            note_failure(x->team, i, error);
        first = first == CL_SUCCESS ? error : first;
    }
    return first;
}

static void wait_and_set_user_events(void *exchange) {
    cs_exchange *const x = exchange;
    const cl_int error = wait_for_summaries(x);
    if (x->parts[x->team->num - 1].summarized)
        set_user_events(x, error);
    cs_exchange_give_up(x);
}

static void CL_CALLBACK results_ended(cl_event event, cl_int status, void *user) {
    const cs_exchange_part *part = user;
    cs_exchange *const x = part->exchange;
    (void)event;
    if (status < 0)
        note_failure(x->team, part->number, status);
    cs_exchange_give_up(x);
}

/* -------------------------------------------------------------------------------------------- the calling function */

void cs_exchange_await(cs_exchange *x) {
    add_user(x);
    x->wait = (cs_job) { .run = wait_and_set_user_events, .user = x };
    cs_worker_add(&x->team->worker, &x->wait);
}

clscan_status cs_exchange_follow(cs_exchange *x, size_t part, cl_event event) {
    clscan_status status = CLSCAN_OK;
    add_user(x);
    CL(clSetEventCallback(event, CL_COMPLETE, results_ended, &x->parts[part]));
done:
    if (status != CLSCAN_OK)
        cs_exchange_give_up(x);
    return status;
}

void cs_exchange_lose(cs_exchange *x, size_t part, cl_command_queue queue) {
    clscan_team *const team = x->team;
    pthread_mutex_lock(&x->mutex);
    for (size_t i = 0; i < team->num; i++)
        x->parts[i].info = NULL;
    pthread_mutex_unlock(&x->mutex);
    clRetainCommandQueue(queue);
    x->parts[part].lost = queue;
    pthread_mutex_lock(&team->mutex);
    x->next_lost = team->lost;
    team->lost = x;
    pthread_mutex_unlock(&team->mutex);
}

void cs_exchange_end_lost(clscan_team *team) {
    while (team->lost) {
        cs_exchange *const x = team->lost;
        team->lost = x->next_lost;
        for (size_t i = 0; i < team->num; i++)
            if (x->parts[i].lost) {
                clFinish(x->parts[i].lost);
                clReleaseCommandQueue(x->parts[i].lost);
            }
        cs_exchange_give_up(x);
    }
}
