#include "split/refuse.h"

#include "base/try.h"
#include "table/table.h"

/* Returns why the parts of a task cannot be combined; NULL: they can. */
static const char *reason_of(const clscan_desc *desc, bool pieces) {
    const cs_task_row *row = cs_task_at(desc->task);
    if (row->rest)
        return "elements that are not kept would have to move to other parts";
    if (desc->task == CLSCAN_TASK_SORT && !pieces)
        return "elements would have to move to other parts; clscan_team_execute sorts arrays in host memory";
    return desc->task == CLSCAN_TASK_TOP_K ? "the first elements of all parts would have to be brought together" : NULL;
}

clscan_status cs_split_refuse(const clscan_desc *desc, bool pieces) {
    clscan_status status = CLSCAN_OK;
    const char *reason = reason_of(desc, pieces);
    FAIL_IF(reason, CLSCAN_ERROR_INVALID_DESC, "desc.task is CLSCAN_TASK_%s, which is not computed part by part: %s",
            cs_task_at(desc->task)->id, reason);
    FAIL_IF(desc->layout != CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_ERROR_INVALID_DESC,
            "desc.layout is CLSCAN_LAYOUT_ROWS, but a value is handed on from one part to the next: rows that are "
            "whole in a part need a plan only");
    FAIL_IF(desc->segments == CLSCAN_SEGMENTS_OFFSETS, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_OFFSETS, which count from the beginning of the whole array, but a part "
            "has its own elements only: give flags, bits or keys");
    FAIL_IF(desc->segments && desc->task == CLSCAN_TASK_REDUCE, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_REDUCE: the results of a segment "
            "that crosses parts are not joined; scan the segments, and take the last result of each",
            cs_segments_at(desc->segments)->id);
    FAIL_IF(desc->segments && desc->task == CLSCAN_TASK_HISTOGRAM, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_HISTOGRAM: the counts of a segment "
            "that crosses parts are not joined",
            cs_segments_at(desc->segments)->id);
    FAIL_IF(desc->segments && desc->task == CLSCAN_TASK_SELECT, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_SELECT: the segments of earlier parts "
            "are not counted; select without segments, and "
            "carry along what says to which segment an element belongs",
            cs_segments_at(desc->segments)->id);
    FAIL_IF(desc->segments && desc->task == CLSCAN_TASK_SORT, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_SORT: a team sorts the whole array, and "
            "does not sort a segment that crosses pieces by itself",
            cs_segments_at(desc->segments)->id);
    FAIL_IF(desc->task == CLSCAN_TASK_SORT && desc->user.load, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is \"%s\", which may read any element, but a team sorts pieces of the array: desc.user.map "
            "computes a key from one element",
            desc->user.load);
    FAIL_IF(desc->user.with_position, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but the kernels of a part do not know how many elements other parts have",
            desc->user.with_position);
done:
    return status;
}
