/* Histograms in rounds. The host adds the counts of all pieces in the order of the array, so that sums of
 * floating-point weights have the same bits on every run. */
#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "set/execution.h"

#include <string.h>

static size_t bytes_of(const cs_execution *e) {
    return e->traits->histogram.bins * e->traits->out[0].size;
}

static char *counts_of(const cs_execution *e, size_t round, size_t part) {
    return cs_execution_summaries(e, round) + part * e->set->splits[0]->layout.bytes;
}

/* Counts a piece, and reads its counts. */
static clscan_status count(const cs_execution *e, size_t round, size_t i) {
    clscan_status status = CLSCAN_OK;
    const cs_lane *lane = &e->set->lanes[i];
    cs_lane_slot *const slot = cs_execution_slot(e, round, i);
    cl_event computed = NULL;
    const cs_call call = cs_execution_call(e, round, i);
    TRY(cs_plan_enqueue(e->set->splits[i]->plan, lane->queues.compute, &call, 1, &slot->sent, &computed));
    CL(clFlush(lane->queues.compute));
    CL(clEnqueueReadBuffer(lane->queues.down, slot->out[0], CL_FALSE, 0, bytes_of(e), counts_of(e, round, i), 1,
                           &computed, &slot->known));
    CL(clFlush(lane->queues.down));
done:
    if (computed)
        clReleaseEvent(computed);
    return status;
}

static clscan_status begin(cs_execution *e, size_t round) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->set->num; i++)
        TRY(count(e, round, i));
done:
    return status;
}

/* Defines a function that adds `n` numbers of a type to others. Unsigned integers wrap, and a signed sum has the bits
 * of the unsigned one. */
#define ADDS(type)                                                                                                     \
    static void add_##type(char *sums, const char *counts, size_t n) {                                                 \
        for (size_t i = 0; i < n; i++) {                                                                               \
            type sum, more;                                                                                            \
            memcpy(&sum, sums + i * sizeof sum, sizeof sum);                                                           \
            memcpy(&more, counts + i * sizeof more, sizeof more);                                                      \
            sum += more;                                                                                               \
            memcpy(sums + i * sizeof sum, &sum, sizeof sum);                                                           \
        }                                                                                                              \
    }
ADDS(cl_uint)
ADDS(cl_ulong)
ADDS(cl_float)
ADDS(cl_double)

static clscan_status finish(cs_execution *e, size_t round) {
    static void (*const adds[2][2])(char *, const char *, size_t) = { { add_cl_uint, add_cl_ulong },
                                                                      { add_cl_float, add_cl_double } };
    clscan_status status = CLSCAN_OK;
    const bool wide = e->traits->out[0].size == sizeof(cl_ulong);
    for (size_t i = 0; i < e->set->num; i++) {
        CL(clWaitForEvents(1, &cs_execution_slot(e, round, i)->known));
        adds[e->traits->histogram.floating_counts][wide](e->counts, counts_of(e, round, i), e->traits->histogram.bins);
    }
done:
    return status;
}

static clscan_status end(cs_execution *e) {
    memcpy(cs_arrays_element(&e->call->out[0], 0, e->traits->out[0].size), e->counts, bytes_of(e));
    return CLSCAN_OK;
}

const cs_rounds cs_rounds_counted = { begin, finish, end };
