#include "problem/task.h"

#include "base/strbuf.h"
#include "base/try.h"
#include "problem/histogram.h"
#include "problem/selection.h"
#include "problem/sort.h"
#include "table/table.h"

/* Adds the names of the strategies that reduce, in the form "a, b and c". */
static void add_names_that_reduce(cs_strbuf *text) {
    const char *separator = "", *last = NULL;
    for (clscan_strategy strategy = CLSCAN_STRATEGY_AUTO + 1; cs_strategy_row_at(strategy); strategy++) {
        const cs_strategy_row *row = cs_strategy_row_at(strategy);
        if (!row->reduces)
            continue;
        if (last) {
            cs_strbuf_add(text, "%s%s", separator, last);
            separator = ", ";
        }
        last = row->name;
    }
    cs_strbuf_add(text, "%s%s", *separator ? " and " : "", last);
}

/* Leaves numbers that are no clscan_strategy to the check of desc.tuning. */
static clscan_status check_reducing_strategy(clscan_strategy strategy) {
    clscan_status status = CLSCAN_OK;
    const cs_strategy_row *row = cs_strategy_row_at(strategy);
    cs_strbuf names = { 0 };
    if (!row || row->reduces)
        goto done;
    add_names_that_reduce(&names);
    TRY_ALLOC(!names.failed);
    FAIL_IF(true, CLSCAN_ERROR_INVALID_DESC,
            "desc.tuning.strategy is %s, but desc.task is CLSCAN_TASK_REDUCE, whose strategies are %s", row->name,
            names.data);
done:
    cs_strbuf_free(&names);
    return status;
}

/* A scan computes the results of segments, so that all strategies of contiguous scans do. */
static clscan_status check_segments(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->layout == CLSCAN_LAYOUT_ROWS, CLSCAN_ERROR_INVALID_DESC,
            "desc.layout is CLSCAN_LAYOUT_ROWS and desc.segments is given, but desc.task is CLSCAN_TASK_REDUCE: a "
            "reduction has one result for each row or one for each segment, not both");
    FAIL_IF(desc->tuning.strategy == CLSCAN_STRATEGY_COLUMNS, CLSCAN_ERROR_INVALID_DESC,
            "desc.tuning.strategy is columns, but desc.task is CLSCAN_TASK_REDUCE with desc.segments, which has no "
            "columns");
    FAIL_IF(desc->segments == CLSCAN_SEGMENTS_OFFSETS && cs_num_arrays(desc->in) == CLSCAN_MAX_ARRAYS,
            CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_OFFSETS beside %d input arrays; a reduction can have %d with it",
            CLSCAN_MAX_ARRAYS, CLSCAN_MAX_ARRAYS - 1);
done:
    return status;
}

static clscan_status check_reduction(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->kind != CLSCAN_KIND_INCLUSIVE, CLSCAN_ERROR_INVALID_DESC,
            "desc.kind is %s, but desc.task is CLSCAN_TASK_REDUCE, whose results include every element",
            clscan_kind_name(desc->kind));
    FAIL_IF(desc->user.store, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.store is \"%s\", but desc.task is CLSCAN_TASK_REDUCE, which has no result for each element",
            desc->user.store);
    TRY(desc->segments ? check_segments(desc) : check_reducing_strategy(desc->tuning.strategy));
done:
    return status;
}

/* A task with kernels of its own has one strategy. */
static clscan_status check_strategy(const clscan_desc *desc, const cs_task_row *row) {
    clscan_status status = CLSCAN_OK;
    const clscan_strategy strategy = desc->tuning.strategy;
    FAIL_IF(row->file && strategy != CLSCAN_STRATEGY_AUTO && strategy != CLSCAN_STRATEGY_REDUCE_SCAN &&
                cs_strategy_name(strategy),
            CLSCAN_ERROR_INVALID_DESC,
            "desc.tuning.strategy is %s, but desc.task is CLSCAN_TASK_%s, whose only strategy is reduce_scan",
            cs_strategy_name(strategy), row->id);
done:
    return status;
}

clscan_status cs_task_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_task_row *row = cs_task_at(desc->task);
    FAIL_IF(!row, CLSCAN_ERROR_INVALID_VALUE, "desc.task is %d, which is not a clscan_task", (int)desc->task);
    FAIL_IF((unsigned)desc->mask > CLSCAN_MASK_BITS, CLSCAN_ERROR_INVALID_VALUE,
            "desc.mask is %d, which is not a clscan_mask", (int)desc->mask);
    FAIL_IF(!row->selects && (desc->user.keep || desc->mask || desc->index.name), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is given, but desc.task is CLSCAN_TASK_%s: it is for selections",
            desc->user.keep ? "user.keep"
            : desc->mask    ? "mask"
                            : "index",
            row->id);
    FAIL_IF(desc->length.name && !row->lengths, CLSCAN_ERROR_INVALID_DESC,
            "desc.length is given, but desc.task is CLSCAN_TASK_%s: it is for CLSCAN_TASK_RUN_LENGTH", row->id);
    TRY(cs_sort_check_bits(desc));
    if (row->selects)
        TRY(row->sorts ? cs_sort_check(desc) : cs_selection_check(desc));
    TRY(check_strategy(desc, row));
    if (row->reduces)
        TRY(check_reduction(desc));
    TRY(cs_task_is_histogram(desc) ? cs_histogram_check(desc) : cs_histogram_refuse_bins(desc));
done:
    return status;
}

bool cs_task_selects(const clscan_desc *desc) {
    return cs_task_at(desc->task)->selects;
}

bool cs_task_reduces_segments(const clscan_desc *desc) {
    return cs_task_at(desc->task)->reduces && desc->segments != CLSCAN_SEGMENTS_NONE;
}

clscan_desc cs_task_scan(const clscan_desc *desc) {
    const cs_task_row *row = cs_task_at(desc->task);
    if (cs_task_is_histogram(desc))
        return cs_histogram_scan(desc);
    return row->sorts ? cs_sort_scan(desc) : row->selects ? cs_selection_scan(desc) : *desc;
}

void cs_task_set_traits(const clscan_desc *desc, cs_traits *traits) {
    const cs_task_row *row = cs_task_at(desc->task);
    traits->task = desc->task;
    traits->selects = row->selects;
    traits->rest = row->rest;
    traits->reduces = row->reduces && !traits->reduces_segments;
    traits->sorts = row->sorts;
    if (traits->reduces_segments && desc->segments == CLSCAN_SEGMENTS_OFFSETS)
        traits->in[traits->offsets_input = traits->num_in++] = traits->key;
    if (traits->reduces_segments && desc->segments == CLSCAN_SEGMENTS_KEYS)
        traits->out[traits->keys_output = traits->num_out++] = traits->key;
    if (row->selects)
        cs_selection_set_traits(desc, traits);
    if (row->sorts)
        cs_sort_set_traits(desc, traits);
    if (cs_task_is_histogram(desc))
        cs_histogram_set_traits(desc, traits);
}
