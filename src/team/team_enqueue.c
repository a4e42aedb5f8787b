#include "base/try.h"
#include "enqueue/args_check.h"
#include "enqueue/queue_check.h"
#include "plan/plan_choice.h"
#include "team/exchange.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- the parts */

/* The parts of one call. */
typedef struct call_parts {
    clscan_team *team;
    const clscan_team_part *given;
    const cs_call *calls;
    cs_part *parts;
    cs_byte_ranges (*ranges)[2]; /* the bytes that each part reads, and those that it writes */
} call_parts;

/* Counts the elements before each part, or says that only the devices know the counts. */
static void count_parts(const call_parts *p) {
    const size_t num = p->team->num;
    const bool reverse = p->team->splits[0]->plan->traits.reverse;
    cl_ulong all = 0;
    bool late = false;
    for (size_t i = 0; i < num; i++) {
        p->parts[i] = (cs_part) { .number = i, .num_parts = num, .elements_before = all };
        all += p->calls[i].count;
        late = late || p->calls[i].count_at.handle;
    }
    for (size_t i = 0; i < num; i++) {
        cs_part *const part = &p->parts[i];
        part->has_elements = all > 0;
        part->has_elements_before =
            (reverse ? all - part->elements_before - p->calls[i].count : part->elements_before) > 0;
        part->counts_late = late;
        part->all_elements = all;
    }
}

/* Without the counts, nobody knows the indices in the whole array when the kernels are enqueued. */
static clscan_status check_counts(const call_parts *p) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &p->team->splits[0]->plan->traits;
    for (size_t i = 0; i < p->team->num; i++)
        FAIL_IF(
            p->calls[i].count_at.handle && (traits->value.accumulates_index || traits->indices.output),
            CLSCAN_ERROR_INVALID_VALUE,
            "args.count_at is given in parts[%zu], but the results have indices in the whole array, which depend on "
            "the counts of the parts before: use a clscan_split for each device",
            i);
done:
    return status;
}

/* Only the host can move elements between parts. */
static clscan_status check_task(const cs_traits *traits) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(traits->kind == CS_SORT, CLSCAN_ERROR_INVALID_DESC,
            "desc.task is CLSCAN_TASK_%s, which moves elements to other parts: a team sorts arrays in host memory, by "
            "clscan_team_execute",
            cs_task_at(traits->task)->id);
done:
    return status;
}

/* Fails if parts have different initial values or first indices: both belong to the whole array. In a selection, each
 * part counts by itself, and only the first index belongs to the whole array. Cells in the memory of devices are not
 * compared. */
static clscan_status check_common(const call_parts *p) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &p->team->splits[0]->plan->traits;
    const cs_call *first = &p->calls[0];
    for (size_t i = 1; i < p->team->num; i++) {
        const cs_call *call = &p->calls[i];
        FAIL_IF(
            call->first_index != first->first_index && (traits->value.accumulates_index || traits->indices.output),
            CLSCAN_ERROR_INVALID_VALUE,
            "args.first_index is %llu in parts[%zu], and %llu in parts[0]: it is the index of the first element of the "
            "whole array, so it has to be the same in all parts",
            (unsigned long long)call->first_index, i, (unsigned long long)first->first_index);
        if (traits->moves)
            continue;
        FAIL_IF((call->init || call->init_at.handle) != (first->init || first->init_at.handle),
                CLSCAN_ERROR_INVALID_VALUE,
                "an initial value is given in parts[%zu] only: it is that of the whole array, so each part needs it",
                first->init || first->init_at.handle ? (size_t)0 : i);
        FAIL_IF(call->init && first->init && memcmp(call->init, first->init, traits->init.type.size),
                CLSCAN_ERROR_INVALID_VALUE,
                "args.init in parts[%zu] differs from that in parts[0]: it is the initial value of the whole array", i);
    }
done:
    return status;
}

/* --------------------------------------------------------------------------------------------------- overlaps */

static clscan_status find_ranges(const call_parts *p, size_t i) {
    clscan_status status = CLSCAN_OK;
    cs_findings findings;
    const clscan_plan *plan = p->team->splits[i]->plan;
    p->ranges[i][0].n = p->ranges[i][1].n = 0;
    if (cs_plan_has_work(plan, &p->calls[i]))
        TRY(cs_args_ranges(plan->device, &plan->traits, &p->calls[i], &p->ranges[i][0], &p->ranges[i][1], &findings));
done:
    return status;
}

static clscan_status check_two(const call_parts *p, size_t writer, size_t other, bool reads) {
    clscan_status status = CLSCAN_OK;
    const cs_byte_ranges *a = &p->ranges[writer][1], *b = &p->ranges[other][!reads];
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            FAIL_IF(cs_byte_ranges_overlap(&a->at[i], &b->at[k]), CLSCAN_ERROR_BUFFER_OVERLAP,
                    "args.%s of parts[%zu], which is written, overlaps args.%s of parts[%zu]", a->name[i], writer,
                    b->name[k], other);
done:
    return status;
}

/* Devices of one context may share buffers, but no part may write what another one reads or writes. */
static clscan_status check_overlaps(const call_parts *p) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < p->team->num; i++)
        TRY(find_ranges(p, i));
    for (size_t i = 0; i < p->team->num; i++)
        for (size_t k = 0; k < p->team->num; k++)
            if (i != k) {
                TRY(check_two(p, i, k, true));
                TRY(check_two(p, i, k, false));
            }
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------ the commands */

/* Nothing has been enqueued before all parts have passed this check. */
static clscan_status check_part(const call_parts *p, size_t i) {
    clscan_status status = CLSCAN_OK;
    clscan_split *const split = p->team->splits[i];
    const clscan_team_part *given = &p->given[i];
    TRY(cs_split_check(split, given->queue, &p->calls[i], &p->parts[i]));
    TRY(cs_wait_list_check(split->plan->device, given->num_events_in_wait_list, given->event_wait_list));
done:
    return status;
}

static clscan_status summarize_part(const call_parts *p, cs_exchange *x, size_t i) {
    clscan_status status = CLSCAN_OK;
    const clscan_team_part *given = &p->given[i];
    const size_t bytes = (size_t)p->team->splits[i]->layout.bytes;
    x->parts[i].info = given->info;
    TRY(cs_split_summarize(p->team->splits[i], given->queue, &p->calls[i], x->summaries + i * bytes, true,
                           given->num_events_in_wait_list, given->event_wait_list, &x->parts[i].summarized));
done:
    return status;
}

/* Stores in *i the part that failed, if any. */
static clscan_status summarize_parts(const call_parts *p, cs_exchange *x, size_t *i) {
    clscan_status status = CLSCAN_OK;
    for (*i = 0; *i < p->team->num; ++*i)
        TRY(cs_team_named(p->team, *i, summarize_part(p, x, *i)));
done:
    cs_exchange_await(x);
    return status;
}

static bool has_runs(const call_parts *p) {
    return p->team->splits[0]->plan->traits.selection.run_rule;
}

/* The part waits for its own summary too, because the queue may be out of order. */
static clscan_status compute_part(const call_parts *p, cs_exchange *x, size_t i, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    const clscan_team_part *given = &p->given[i];
    cs_part *const part = &p->parts[i];
    part->summaries = x->summaries;
    part->lasting = true;
    part->ready = x->parts[i].ready;
    part->run_results = given->info && has_runs(p) ? (cs_run_results *)&given->info->kept : NULL;
    TRY(cs_split_enqueue(p->team->splits[i], given->queue, &p->calls[i], part, 1, &x->parts[i].summarized, event));
    TRY(cs_exchange_follow(x, i, *event));
done:
    return status;
}

/* Hands the events out. They are the caller's from then on. */
static void give_events(const call_parts *p, cl_event *events) {
    for (size_t i = 0; i < p->team->num; i++)
        if (p->given[i].event) {
            *p->given[i].event = events[i];
            events[i] = NULL;
        }
}

/* Releases the events that were not handed out. If the call has failed, the caller may free the memory to which
 * commands of the other parts write: the numbers of results of runs. */
static void release_events(const call_parts *p, bool failed, const cl_event *events) {
    for (size_t i = 0; i < p->team->num; i++) {
        if (events[i] && failed && p->parts[i].run_results)
            clWaitForEvents(1, &events[i]);
        if (events[i])
            clReleaseEvent(events[i]);
    }
}

/* Every command that waits for the summaries is enqueued after all of them were, so that no command waits forever,
 * whatever fails here. */
static clscan_status enqueue_parts(const call_parts *p, cl_event *events) {
    clscan_status status = CLSCAN_OK;
    cs_exchange *x = NULL;
    size_t i = 0;
    TRY(cs_exchange_create(p->team, &x));
    TRY(summarize_parts(p, x, &i));
    for (i = 0; i < p->team->num; i++)
        TRY(cs_team_named(p->team, i, compute_part(p, x, i, &events[i])));
    give_events(p, events);
done:
    if (status != CLSCAN_OK && x) {
        cs_exchange_lose(x, i, p->given[i].queue);
        x = NULL;
    }
    release_events(p, status != CLSCAN_OK, events);
    cs_exchange_give_up(x);
    return status;
}

clscan_status cs_team_enqueue(clscan_team *team, const clscan_team_part *parts, const cs_call *calls) {
    clscan_status status = CLSCAN_OK;
    call_parts p = { .team = team, .given = parts, .calls = calls };
    cl_event *events = NULL;
    TRY(check_task(&team->splits[0]->plan->traits));
    TRY_ALLOC(p.parts = calloc(team->num, sizeof *p.parts));
    TRY_ALLOC(p.ranges = malloc(team->num * sizeof *p.ranges));
    TRY_ALLOC(events = calloc(team->num, sizeof(cl_event)));
    count_parts(&p);
    TRY(check_counts(&p));
    TRY(check_common(&p));
    for (size_t i = 0; i < team->num; i++)
        TRY(cs_team_named(team, i, check_part(&p, i)));
    TRY(check_overlaps(&p));
    TRY(enqueue_parts(&p, events));
done:
    free(events);
    free(p.ranges);
    free(p.parts);
    return status;
}
