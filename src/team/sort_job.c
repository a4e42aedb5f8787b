#include "team/sort.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"

static clscan_status upload_spans(cl_command_queue up, cl_mem to, const char *from, size_t size,
                                  const cs_sort_job *job) {
    clscan_status status = CLSCAN_OK;
    size_t at = 0;
    for (const cs_span *span = job->spans; span < job->spans + job->num_spans; span++) {
        const size_t bytes = (span->end - span->begin) * size;
        if (bytes > 0)
            CL(clEnqueueWriteBuffer(up, to, CL_FALSE, at, bytes, from + span->begin * size, 0, NULL, NULL));
        at += bytes;
    }
done:
    return status;
}

static size_t elements_of(const cs_sort_job *job) {
    size_t n = 0;
    for (size_t i = 0; i < job->num_spans; i++)
        n += job->spans[i].end - job->spans[i].begin;
    return n;
}

clscan_status cs_sort_start(const cs_sorting *sort, const cs_sort_job *job) {
    clscan_status status = CLSCAN_OK;
    cs_pipeline *const pipeline = &sort->e->team->pipelines[job->device];
    cs_pipeline_slot *const slot = &pipeline->slots[job->slot];
    const cs_traits *traits = &job->plan->traits;
    cs_call call = cs_call_contiguous(elements_of(job));
    TRY(cs_pipeline_slot_free(slot));
    if (call.count == 0)
        goto done;
    for (unsigned i = 0; i < traits->num_in; i++) {
        TRY(upload_spans(pipeline->queues.up, slot->in[i], job->in[i], traits->in[i].size, job));
        call.in[i].handle = slot->in[i];
    }
    for (unsigned i = 0; i < traits->num_out; i++)
        call.out[i].handle = job->out[i];
    call.memory = CS_BUFFERS;
    call.first_index = job->first_index;
    CL(clEnqueueMarkerWithWaitList(pipeline->queues.up, 0, NULL, &slot->sent));
    CL(clFlush(pipeline->queues.up));
    TRY(cs_plan_enqueue(job->plan, pipeline->queues.compute, &call, 1, &slot->sent, &slot->computed));
    CL(clFlush(pipeline->queues.compute));
done:
    return status;
}

clscan_status cs_sort_fetch(const cs_sorting *sort, const cs_sort_job *job) {
    clscan_status status = CLSCAN_OK;
    cs_pipeline *const pipeline = &sort->e->team->pipelines[job->device];
    cs_pipeline_slot *const slot = &pipeline->slots[job->slot];
    const cs_traits *traits = &job->plan->traits;
    if (!slot->computed)
        goto done;
    for (unsigned i = 0; i < traits->num_out; i++)
        if (job->to[i])
            CL(clEnqueueReadBuffer(pipeline->queues.down, job->out[i], CL_FALSE, 0, job->results * traits->out[i].size,
                                   job->to[i], 1, &slot->computed, NULL));
    CL(clEnqueueMarkerWithWaitList(pipeline->queues.down, 1, &slot->computed, &slot->ended));
    CL(clFlush(pipeline->queues.down));
done:
    return status;
}
