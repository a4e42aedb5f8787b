#include "team/pipeline.h"

#include "base/try.h"

static clscan_status create_buffer(const cs_pipeline *pipeline, size_t bytes, cl_mem *buffer) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *buffer = clCreateBuffer(pipeline->queues.device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
done:
    return status;
}

static void release_buffer(cl_mem *buffer) {
    if (*buffer)
        clReleaseMemObject(*buffer);
    *buffer = NULL;
}

/* ------------------------------------------------------------------------------------------------------- slots */

/* In tasks that compare neighbours, an element of a neighbouring piece comes with each piece. */
static clscan_status create_slot(const cs_traits *traits, const cs_pipeline *pipeline, size_t piece,
                                 cs_pipeline_slot *slot) {
    clscan_status status = CLSCAN_OK;
    const size_t n = piece + cs_arrays_front(traits);
    for (unsigned i = 0; i < cs_arrays_num_in(traits); i++)
        TRY(create_buffer(pipeline, cs_arrays_input_count(traits, i, n) * cs_arrays_input_size(traits, i),
                          &slot->in[i]));
    for (unsigned i = 0; i < traits->num_out; i++)
        if (!cs_arrays_is_single(traits, i))
            TRY(create_buffer(pipeline, (traits->line_results ? traits->line_results : n) * traits->out[i].size,
                              &slot->out[i]));
    if (traits->moves)
        TRY(create_buffer(pipeline, traits->total.type.size, &slot->kept));
done:
    return status;
}

static void release_slot(cs_pipeline_slot *slot) {
    for (unsigned i = 0; i < CS_PIPELINE_INPUTS; i++)
        release_buffer(&slot->in[i]);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        release_buffer(&slot->out[i]);
    release_buffer(&slot->kept);
}

static void release_event(cl_event *event) {
    if (*event)
        clReleaseEvent(*event);
    *event = NULL;
}

static void clear_slot(cs_pipeline_slot *slot) {
    release_event(&slot->sent);
    release_event(&slot->known);
    release_event(&slot->computed);
    release_event(&slot->ended);
}

clscan_status cs_pipeline_slot_free(cs_pipeline_slot *slot) {
    clscan_status status = CLSCAN_OK;
    if (slot->ended)
        CL(clWaitForEvents(1, &slot->ended));
    clear_slot(slot);
done:
    return status;
}

/* --------------------------------------------------------------------------------------------------- pipelines */

clscan_status cs_pipeline_grow(const cs_traits *traits, cs_pipeline *pipeline, size_t piece) {
    clscan_status status = CLSCAN_OK;
    if (piece <= pipeline->piece)
        goto done;
    pipeline->piece = 0;
    for (size_t i = 0; i < CS_PIPELINE_SLOTS; i++) {
        release_slot(&pipeline->slots[i]);
        TRY(create_slot(traits, pipeline, piece, &pipeline->slots[i]));
    }
    pipeline->piece = piece;
done:
    return status;
}

clscan_status cs_pipeline_open(const clscan_split *split, cs_pipeline *pipeline) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &split->plan->traits;
    if (pipeline->queues.device)
        goto done;
    TRY(cs_stream_queues_open(&pipeline->queues, split->plan->device));
    TRY(create_buffer(pipeline, cs_split_joined_bytes(split), &pipeline->joined));
    TRY(create_buffer(pipeline, traits->value.type.size, &pipeline->init));
    TRY(create_buffer(pipeline, traits->total.type.size, &pipeline->total));
    if (traits->more_out_is_single)
        TRY(create_buffer(pipeline, traits->out[1].size, &pipeline->single));
done:
    if (status != CLSCAN_OK)
        cs_pipeline_close(pipeline);
    return status;
}

void cs_pipeline_close(cs_pipeline *pipeline) {
    cs_stream_queues_close(&pipeline->queues);
    for (size_t i = 0; i < CS_PIPELINE_SLOTS; i++) {
        clear_slot(&pipeline->slots[i]);
        release_slot(&pipeline->slots[i]);
    }
    release_buffer(&pipeline->joined);
    release_buffer(&pipeline->init);
    release_buffer(&pipeline->total);
    release_buffer(&pipeline->single);
    *pipeline = (cs_pipeline) { .piece = 0 };
}

/* clFinish does not say whether a command has failed, and may fail itself while commands write to the host's arrays. So
 * the last commands of the slots are waited for in any case. */
clscan_status cs_pipeline_finish(cs_pipeline *pipeline) {
    clscan_status status = cs_stream_queues_finish(&pipeline->queues);
    for (size_t i = 0; i < CS_PIPELINE_SLOTS; i++) {
        cs_pipeline_slot *const slot = &pipeline->slots[i];
        const cl_int error = slot->ended ? clWaitForEvents(1, &slot->ended) : CL_SUCCESS;
        if (status == CLSCAN_OK)
            status = cs_check_cl(error, "clWaitForEvents");
        clear_slot(slot);
    }
    return status;
}
