#include "base/assert.h"
#include "base/min_max.h"
#include "base/try.h"
#include "enqueue/args_check.h"
#include "host/execute.h"
#include "plan/plan_choice.h"
#include "team/sort.h"

#include <stdlib.h>

/* -------------------------------------------------------------------------------------------------------- checks */

static clscan_status check_memory(const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(call->first_array && call->memory != CS_HOST, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is not in host memory: clscan_team_execute takes the field host of each array, and "
            "clscan_team_enqueue the field buffer",
            call->first_array);
    FAIL_IF(call->workspace, CLSCAN_ERROR_INVALID_VALUE,
            "args.workspace is given, but each device of a team has a workspace of its own");
done:
    return status;
}

static clscan_status check_description(const cs_traits *traits) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(traits->reads_anywhere, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is given, which may read any element, but a device has a piece of the array at a time: "
            "desc.user.map gets one element");
    FAIL_IF(traits->writes_anywhere && !traits->moves, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.store is given, which may write to any place, but a device has a piece of the outputs at a "
            "time");
    FAIL_IF(traits->selection.run_rule && traits->selection.run_segments == CLSCAN_SEGMENTS_BITS,
            CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_BITS, but desc.task is CLSCAN_TASK_%s, for which a device also gets the "
            "element before or after its piece, so that bits would lie in other places: give flags, or use "
            "clscan_team_enqueue",
            cs_task_at(traits->task)->id);
    FAIL_IF(traits->selection.min_run_length, CLSCAN_ERROR_INVALID_DESC,
            "desc.min_run_length is %u, but the length of a run that crosses pieces is not known before the piece in "
            "which it ends: use clscan_team_enqueue, or clscan_stream_execute",
            traits->selection.min_run_length);
done:
    return status;
}

/* Checks the call as if the first device computed it. */
static clscan_status check_arrays(cs_execution *e) {
    clscan_status status = CLSCAN_OK;
    const clscan_plan *plan = e->team->splits[0]->plan;
    cs_byte_ranges in, out;
    cs_findings findings;
    TRY(cs_plan_check_count(plan, e->call->count));
    TRY(cs_args_ranges(plan->device, e->traits, e->call, &in, &out, &findings));
    e->room = findings.capacity;
    e->results = cs_call_held(e->traits, e->call);
done:
    return status;
}

/* -------------------------------------------------------------------------------------------------------- rounds */

enum {
    MOST_BYTES = 16 << 20,      /* of the widest array of a piece, as in streams */
    MOST_SHARED_BYTES = 1 << 20 /* the same on devices that share the memory of the host */
};

/* Bits of a piece begin with a word. */
static size_t whole_words(size_t n) {
    return n / CS_BITS_OF_WORD * CS_BITS_OF_WORD + (n % CS_BITS_OF_WORD > 0 ? CS_BITS_OF_WORD : 0);
}

static clscan_status divide_into_pieces(cs_execution *e, size_t given) {
    clscan_status status = CLSCAN_OK;
    const size_t count = e->call->count, num = e->team->num;
    const bool shared = e->team->splits[0]->plan->device->caps.unified_memory;
    TRY(cs_execution_check_piece(e, given));
    const size_t piece =
        whole_words(cs_execution_piece(e, given, cs_arrays_widest(e->traits), shared ? MOST_SHARED_BYTES : MOST_BYTES));
    e->round = piece * num;
    e->num_rounds = cs_max(1, count / e->round + (count % e->round > 0));
    for (size_t i = 0; i < num; i++)
        TRY(cs_team_named(e->team, i, cs_pipeline_grow(e->traits, &e->team->pipelines[i], piece)));
    TRY_ALLOC(e->summaries = malloc(CS_PIPELINE_SLOTS * num * (size_t)e->team->splits[0]->layout.bytes));
    if (e->traits->histogram.bins)
        TRY_ALLOC(e->counts = calloc(e->traits->histogram.bins, e->traits->out[0].size));
    if (e->traits->lengths.output)
        TRY_ALLOC(e->longer = malloc(num * e->num_rounds * sizeof *e->longer));
done:
    return status;
}

/* Gives all devices the initial value, and clears the output that has one number for all elements. */
static clscan_status prepare_devices(const cs_execution *e) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = e->traits;
    const size_t bytes = traits->value.type.size;
    const cl_uint zero = 0;
    const void *init = e->call->init ? e->call->init : cs_host_cell(&e->call->init_at, bytes);
    for (size_t i = 0; i < e->team->num; i++) {
        const cs_pipeline *pipeline = &e->team->pipelines[i];
        if (init && !traits->moves)
            CL(clEnqueueWriteBuffer(pipeline->queues.compute, pipeline->init, CL_TRUE, 0, bytes, init, 0, NULL, NULL));
        if (pipeline->single)
            CL(clEnqueueFillBuffer(pipeline->queues.compute, pipeline->single, &zero, sizeof zero, 0, sizeof zero, 0,
                                   NULL, NULL));
    }
done:
    return status;
}

/* Returns round i of the order in which they are computed. In reverse, the last round comes first. */
static size_t round_at(const cs_execution *e, size_t i) {
    return e->traits->reverse ? e->num_rounds - 1 - i : i;
}

/* When a round is uploaded, the round before it has not begun, and the one before that is not being downloaded yet. */
CS_ASSERT(CS_PIPELINE_SLOTS >= 3, three_rounds_are_under_way);

/* The uploads of a round are enqueued while the host still has to wait for the round before, so that the devices always
 * have uploads to do. */
static clscan_status compute_rounds(cs_execution *e, const cs_rounds *of_task) {
    clscan_status status = CLSCAN_OK;
    const size_t n = e->num_rounds;
    TRY(cs_execution_send(e, round_at(e, 0)));
    for (size_t i = 0; i <= n; i++) {
        const size_t round = round_at(e, i), before = i > 0 ? round_at(e, i - 1) : 0;
        if (i + 1 < n)
            TRY(cs_execution_send(e, round_at(e, i + 1)));
        if (i > 0)
            TRY(of_task->finish_round(e, before));
        if (i < n)
            TRY(of_task->begin_round(e, round));
        if (i > 0)
            TRY(cs_execution_download(e, before, i < n ? &round : NULL));
    }
    TRY(of_task->complete_results(e));
done:
    return status;
}

static const cs_rounds *const rounds[CS_TASK_KINDS] = { [CS_SCAN] = &cs_rounds_combined,
                                                        [CS_REDUCTION] = &cs_rounds_combined,
                                                        [CS_HISTOGRAM] = &cs_rounds_counted,
                                                        [CS_SELECTION] = &cs_rounds_selected };

static clscan_status divide_and_compute_rounds(cs_execution *e, size_t piece) {
    clscan_status status = CLSCAN_OK;
    TRY(divide_into_pieces(e, piece));
    TRY(prepare_devices(e));
    TRY(compute_rounds(e, rounds[e->traits->kind]));
done:
    return status;
}

/* The lock of the pipelines is held. After this call no command uses the arrays of the caller. */
static clscan_status execute_locked(cs_execution *e, size_t piece) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++)
        TRY(cs_pipeline_open(e->team->splits[i], &e->team->pipelines[i]));
    TRY(e->traits->kind == CS_SORT ? cs_team_sort(e, piece) : divide_and_compute_rounds(e, piece));
done:
    status = cs_execution_finish(e, status);
    free(e->summaries);
    free(e->longer);
    free(e->counts);
    return status;
}

clscan_status cs_team_execute(clscan_team *team, const cs_call *call, size_t piece) {
    clscan_status status = CLSCAN_OK;
    const clscan_plan *plan = team->splits[0]->plan;
    cs_call own = *call;
    cs_execution e = { .team = team, .call = &own, .traits = &plan->traits };
    own.memory = CS_HOST;
    TRY(check_memory(call));
    TRY(check_description(&plan->traits));
    TRY(cs_execute_take_count(&plan->traits, &own));
    if (!cs_plan_has_work(plan, &own))
        goto done;
    TRY(check_arrays(&e));
    pthread_mutex_lock(&team->executing);
    status = execute_locked(&e, piece);
    pthread_mutex_unlock(&team->executing);
done:
    return status;
}
