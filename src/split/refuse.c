#include "split/refuse.h"

#include "base/try.h"
#include "problem/task.h"
#include "table/table.h"

clscan_status cs_split_refuse(const clscan_desc *desc, bool pieces) {
    clscan_status status = CLSCAN_OK;
    const cs_task_row *row = cs_task_at(desc->task);
    const bool sorts = desc->task == CLSCAN_TASK_SORT;
    const char *reason = sorts && pieces ? NULL : cs_task_why_whole(desc->task);
    FAIL_IF(reason, CLSCAN_ERROR_INVALID_DESC, "desc.task is CLSCAN_TASK_%s, which is not computed part by part: %s%s",
            row->id, reason, sorts ? "; clscan_team_execute sorts arrays in host memory" : "");
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
    FAIL_IF(
        desc->segments && row->kind == CS_SELECTION && !row->run_rule, CLSCAN_ERROR_INVALID_DESC,
        "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_%s: the segments of earlier parts are not "
        "counted; select without segments, and carry along what says to which segment an element belongs",
        cs_segments_at(desc->segments)->id, row->id);
    FAIL_IF(desc->segments && sorts, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_SORT: a team sorts the whole array, and "
            "does not sort a segment that crosses pieces by itself",
            cs_segments_at(desc->segments)->id);
    FAIL_IF(sorts && desc->user.load, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is \"%s\", which may read any element, but a team sorts pieces of the array: desc.user.map "
            "computes a key from one element",
            desc->user.load);
    FAIL_IF(desc->user.with_position, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but the kernels of a part do not know how many elements other parts have",
            desc->user.with_position);
done:
    return status;
}
