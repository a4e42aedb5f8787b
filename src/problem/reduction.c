#include "base/strbuf.h"
#include "base/try.h"
#include "problem/scan.h"
#include "problem/segment_results.h"
#include "problem/task_functions.h"

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

/* Leaves numbers that are not a clscan_strategy to the check of desc.tuning. */
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

/* A segmented scan computes these results, so every strategy but COLUMNS is possible. */
static clscan_status check_segments(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->tuning.strategy == CLSCAN_STRATEGY_COLUMNS, CLSCAN_ERROR_INVALID_DESC,
            "desc.tuning.strategy is columns, but desc.task is CLSCAN_TASK_REDUCE with desc.segments: results of "
            "segments are counted over all rows, and columns are scanned one by one");
    TRY(cs_segment_results_check(desc));
done:
    return status;
}

static clscan_status check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    TRY(desc->segments ? check_segments(desc) : check_reducing_strategy(desc->tuning.strategy));
done:
    return status;
}

static void set_problem(const clscan_desc *desc, cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    (void)desc;
    problem->print = cs_scan_print;
    traits->reduces = !traits->reduces_segments;
    traits->line_results = traits->reduces;
    cs_segment_results_set(problem);
}

const cs_task_functions cs_reduction_task = { .check = check, .set_problem = set_problem, .combines = true };
