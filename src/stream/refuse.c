#include "stream/refuse.h"

#include "base/try.h"
#include "problem/task.h"
#include "table/table.h"
#include "table/type_name.h"

static clscan_status refuse_task(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const char *reason = cs_task_why_whole(desc->task);
    FAIL_IF(reason, CLSCAN_ERROR_INVALID_DESC, "desc.task is CLSCAN_TASK_%s, which a stream cannot compute: %s",
            cs_task_at(desc->task)->id, reason);
done:
    return status;
}

/* A stream has a part of the elements only, and does not know how many there will be. */
static clscan_status refuse_order(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    FAIL_IF(desc->reverse, CLSCAN_ERROR_INVALID_DESC,
            "desc.reverse is set, but a stream begins with the first element that is pushed, before the last one is "
            "known");
    FAIL_IF(
        desc->layout != CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_ERROR_INVALID_DESC,
        "desc.layout is CLSCAN_LAYOUT_ROWS, but the elements of a stream have no strides: push contiguous rows with "
        "CLSCAN_SEGMENTS_FLAGS, and set the flag of the first element of each row");
    FAIL_IF(user->load, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is \"%s\", which may read any element, but a stream has a piece of the input only; "
            "desc.user.map gets one element",
            user->load);
    FAIL_IF(user->store, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.store is \"%s\", which may write to any place of the outputs, but a stream has a piece of them "
            "only: write the results to out[], and pull them",
            user->store);
    FAIL_IF(user->with_position, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but the number of elements is not known before the last piece",
            user->with_position);
done:
    return status;
}

/* The host looks for the first segment of each piece. */
static clscan_status refuse_segments(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_task_row *row = cs_task_at(desc->task);
    const char *key = desc->key.name ? desc->key.name : "int";
    FAIL_IF(desc->segments == CLSCAN_SEGMENTS_OFFSETS, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_OFFSETS, but a stream needs to know of each element whether a segment "
            "begins there: push flags, bits or keys");
    FAIL_IF(
        desc->segments == CLSCAN_SEGMENTS_BITS && row->run_rule, CLSCAN_ERROR_INVALID_DESC,
        "desc.segments is CLSCAN_SEGMENTS_BITS, but desc.task is CLSCAN_TASK_%s, for which a stream puts an element "
        "before each piece, so that bits would lie in other places: push flags",
        row->id);
    FAIL_IF(desc->segments && desc->task == CLSCAN_TASK_REDUCE, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_REDUCE: a stream does not continue the "
            "result of a segment that crosses pieces; scan the segments, and take the last result of each",
            cs_segments_at(desc->segments)->id);
    FAIL_IF(desc->segments && desc->task == CLSCAN_TASK_HISTOGRAM, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_HISTOGRAM: a stream does not continue "
            "the counts of a segment that crosses pieces",
            cs_segments_at(desc->segments)->id);
    FAIL_IF(
        desc->segments && row->kind == CS_SELECTION && !row->run_rule, CLSCAN_ERROR_INVALID_DESC,
        "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_%s: the segments of earlier pieces are not "
        "counted; select without segments, and carry along what says to which segment an element belongs",
        cs_segments_at(desc->segments)->id, row->id);
    if (desc->segments != CLSCAN_SEGMENTS_KEYS || desc->task != CLSCAN_TASK_SCAN)
        goto done;
    FAIL_IF(
        desc->user.key, CLSCAN_ERROR_INVALID_DESC,
        "desc.user.key is \"%s\", but the host finds the first new key of each piece, and cannot call it: push flags, "
        "or the computed keys",
        desc->user.key);
    FAIL_IF(desc->user.same_key, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.same_key is \"%s\", but the host finds the first new key of each piece, and cannot call it: "
            "push flags, or keys of a type of OpenCL C",
            desc->user.same_key);
    FAIL_IF(!cs_type_name_parse(key).row, CLSCAN_ERROR_INVALID_DESC,
            "desc.key.name is \"%s\", but the host finds the first new key of each piece, and knows the types of "
            "OpenCL C only: push flags",
            key);
done:
    return status;
}

clscan_status cs_stream_refuse(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    TRY(refuse_task(desc));
    TRY(refuse_order(desc));
    TRY(refuse_segments(desc));
done:
    return status;
}
