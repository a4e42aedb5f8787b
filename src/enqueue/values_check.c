#include "enqueue/values_check.h"

#include "base/try.h"
#include "enqueue/array_check.h"
#include "table/table.h"

clscan_status cs_values_check_segments(const cs_traits *traits, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(call->num_segments && traits->segments.kind != CLSCAN_SEGMENTS_OFFSETS, CLSCAN_ERROR_INVALID_VALUE,
            "args.num_segments is %zu, but desc.segments is not CLSCAN_SEGMENTS_OFFSETS", call->num_segments);
    const bool none = traits->segments.kind == CLSCAN_SEGMENTS_OFFSETS && !call->num_segments && call->count > 0;
    FAIL_IF(none && !call->segments.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.segments and args.num_segments must be given: desc.segments is CLSCAN_SEGMENTS_OFFSETS");
    FAIL_IF(none, CLSCAN_ERROR_INVALID_VALUE,
            "args.num_segments is 0, but args.count is %zu: set it to the number of offsets less one", call->count);
    FAIL_IF(call->num_segments >= CS_REST - 1, CLSCAN_ERROR_INVALID_VALUE,
            "args.num_segments is %zu: no memory holds that many offsets", call->num_segments);
done:
    return status;
}

/* Refuses an initial value and a total in tasks that have none. A partition has a total, but no initial value. */
static clscan_status refuse_unused_cells(const cs_traits *traits, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(traits->init.why_none && (call->init || call->init_at.handle), CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is given, but desc.task is CLSCAN_TASK_%s, %s", call->init ? "init" : "init_at",
            cs_task_at(traits->task)->id, traits->init.why_none);
    FAIL_IF(traits->total.why_none && call->total.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.total is given, but desc.task is CLSCAN_TASK_%s, %s", cs_task_at(traits->task)->id,
            traits->total.why_none);
done:
    return status;
}

/* Refuses arguments that the plan would ignore, since the caller expects an effect. */
static clscan_status refuse_unused_args(const cs_traits *traits, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(call->segments.handle && !traits->segments.kind, CLSCAN_ERROR_INVALID_VALUE,
            "args.segments is given, but desc.segments is CLSCAN_SEGMENTS_NONE");
    FAIL_IF(call->mask.handle, CLSCAN_ERROR_INVALID_VALUE, "args.mask is given, but desc.mask is CLSCAN_MASK_NONE");
    FAIL_IF(call->indices.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.indices is given, but desc.index_type.name is NULL");
    FAIL_IF(call->lengths.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.lengths is given, but desc.task is CLSCAN_TASK_%s: it is for CLSCAN_TASK_RUN_LENGTH",
            cs_task_at(traits->task)->id);
    FAIL_IF(call->keys.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.keys is given, but desc.task is CLSCAN_TASK_%s and desc.segments is CLSCAN_SEGMENTS_%s: it is for "
            "CLSCAN_TASK_REDUCE and CLSCAN_TASK_HISTOGRAM with CLSCAN_SEGMENTS_KEYS",
            cs_task_at(traits->task)->id,
            cs_segments_at(traits->selection.run_rule ? traits->selection.run_segments : traits->segments.kind)->id);
    FAIL_IF(call->offsets.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.offsets is given, but desc.task is CLSCAN_TASK_%s and desc.segments is CLSCAN_SEGMENTS_%s: it is for "
            "CLSCAN_TASK_SELECT and CLSCAN_TASK_PARTITION by segments",
            cs_task_at(traits->task)->id,
            cs_segments_at(traits->selection.run_rule ? traits->selection.run_segments : traits->segments.kind)->id);
    FAIL_IF(call->first_index && !traits->value.accumulates_index && !traits->indices.output,
            CLSCAN_ERROR_INVALID_VALUE,
            traits->moves ? "args.first_index is %llu, but desc.index_type.name is NULL: the plan writes no indices"
                          : "args.first_index is %llu, but the operator has no indices, as argmin and argmax have",
            (unsigned long long)call->first_index);
    for (unsigned i = 1; i < CLSCAN_MAX_ARRAYS; i++) {
        FAIL_IF(call->in[i].handle && i >= traits->num_in, CLSCAN_ERROR_INVALID_VALUE,
                "args.in[%u] is given, but desc.in[%u].name is NULL: nothing reads it", i, i);
        FAIL_IF(call->out[i].handle && i >= traits->num_out, CLSCAN_ERROR_INVALID_VALUE,
                "args.out[%u] is given, but desc.out[%u].name is NULL: nothing writes it", i, i);
    }
done:
    return status;
}

/* Counts, indices and lengths must not wrap. */
static clscan_status check_counts_fit(const cs_traits *traits, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const cl_ulong most = cs_traits_most_count(traits), last = cs_traits_most_index(traits),
                   held = cs_call_held(traits, call);
    FAIL_IF(traits->count.is_signed && held > most, CLSCAN_ERROR_INVALID_VALUE, "args.%s is %lld, which is below zero",
            call->init ? "init" : "init_at",
            traits->count.size == sizeof(cl_int) ? (long long)(cl_int)held : (long long)held);
    FAIL_IF(
        held > most || call->count > most - held, CLSCAN_ERROR_INVALID_VALUE,
        "args.%s is %llu, and args.count is %zu: the total may be more than desc.count_type can count, which is %llu",
        call->init ? "init" : "init_at", (unsigned long long)held, call->count, (unsigned long long)most);
    FAIL_IF(traits->lengths.output && !call->total.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.total is NULL, but desc.task is CLSCAN_TASK_RUN_LENGTH: %s", cs_call_way_to_set(call));
    FAIL_IF(traits->lengths.output && call->count > cs_traits_most_length(traits), CLSCAN_ERROR_INVALID_VALUE,
            "args.count is %zu: a run may be longer than desc.length_type can hold, which is %llu", call->count,
            (unsigned long long)cs_traits_most_length(traits));
    FAIL_IF(
        traits->indices.output && call->count > 0 &&
            (call->first_index > last || call->count - 1 > last - call->first_index),
        CLSCAN_ERROR_INVALID_VALUE,
        "args.first_index is %llu, and args.count is %zu: an index may be more than desc.index_type can hold, which is "
        "%llu",
        (unsigned long long)call->first_index, call->count, (unsigned long long)last);
done:
    return status;
}

clscan_status cs_values_check(const cs_traits *traits, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    TRY(refuse_unused_args(traits, call));
    TRY(refuse_unused_cells(traits, call));
    TRY(check_counts_fit(traits, call));
    TRY(cs_values_check_segments(traits, call));
done:
    return status;
}
