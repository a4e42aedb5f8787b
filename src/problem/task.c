#include "problem/task.h"

#include "base/try.h"
#include "problem/task_functions.h"
#include "problem/unused_fields.h"

static const cs_task_functions *const functions[] = {
    [CS_SCAN] = &cs_scan_task, [CS_SELECTION] = &cs_selection_task, [CS_REDUCTION] = &cs_reduction_task,
    [CS_SORT] = &cs_sort_task, [CS_HISTOGRAM] = &cs_histogram_task,
};

static const cs_task_functions *functions_of(const clscan_desc *desc) {
    return functions[cs_task_at(desc->task)->kind];
}

clscan_status cs_task_check_enumerator(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!cs_task_at(desc->task), CLSCAN_ERROR_INVALID_VALUE, "desc.task is %d, which is not a clscan_task",
            (int)desc->task);
done:
    return status;
}

clscan_desc cs_task_complete(const clscan_desc *desc) {
    const cs_task_functions *of = functions_of(desc);
    return of->complete ? of->complete(desc) : *desc;
}

/* Fails for an enumerator out of its range. Tasks that combine leave desc.op to the check of operators. */
static clscan_status check_enumerators(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF((unsigned)desc->mask > CLSCAN_MASK_BITS, CLSCAN_ERROR_INVALID_VALUE,
            "desc.mask is %d, which is not a clscan_mask", (int)desc->mask);
    FAIL_IF(!functions_of(desc)->combines && !clscan_op_name(desc->op), CLSCAN_ERROR_INVALID_VALUE,
            "desc.op is %d, which is not a clscan_op", (int)desc->op);
done:
    return status;
}

static clscan_status check_reserved(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < sizeof desc->bins.reserved / sizeof *desc->bins.reserved; i++)
        FAIL_IF(desc->bins.reserved[i], CLSCAN_ERROR_INVALID_DESC, "desc.bins.reserved is not zero");
    for (size_t i = 0; i < sizeof desc->sort.reserved / sizeof *desc->sort.reserved; i++)
        FAIL_IF(desc->sort.reserved[i], CLSCAN_ERROR_INVALID_DESC, "desc.sort.reserved is not zero");
done:
    return status;
}

/* Prints the names of the strategies that a task has of its own, such as "single_group, reduce_scan and lookback". */
static void print_own_strategies(cs_strbuf *text, unsigned own) {
    for (clscan_strategy strategy = CLSCAN_STRATEGY_AUTO; cs_strategy_name(strategy); strategy++) {
        const bool is_last = own >> strategy == 1;
        if (own & 1u << strategy)
            cs_strbuf_add(text, "%s%s", !text->size ? "" : is_last ? " and " : ", ", cs_strategy_name(strategy));
    }
}

static clscan_status check_strategy(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_task_row *row = cs_task_at(desc->task);
    const clscan_strategy strategy = desc->tuning.strategy;
    cs_strbuf names = { 0 };
    if (!cs_strategy_name(strategy) || strategy == CLSCAN_STRATEGY_AUTO || cs_task_has(desc->task, strategy))
        goto done;
    print_own_strategies(&names, row->own);
    TRY_ALLOC(!names.failed);
    FAIL_IF(true, CLSCAN_ERROR_INVALID_DESC, "desc.tuning.strategy is %s, but desc.task is CLSCAN_TASK_%s, whose %s %s",
            cs_strategy_name(strategy), row->id, row->own & (row->own - 1) ? "strategies are" : "only strategy is",
            names.data);
done:
    cs_strbuf_free(&names);
    return status;
}

clscan_status cs_task_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_task_functions *of = functions_of(desc);
    TRY(check_enumerators(desc));
    TRY(check_reserved(desc));
    TRY(cs_unused_fields_check(desc));
    TRY(check_strategy(desc));
    if (of->check)
        TRY(of->check(desc));
done:
    return status;
}

bool cs_task_moves(const clscan_desc *desc) {
    return functions_of(desc)->moves;
}

bool cs_task_combines(const clscan_desc *desc) {
    return functions_of(desc)->combines;
}

const char *cs_task_why_whole(clscan_task task) {
    const cs_task_row *row = cs_task_at(task);
    const cs_task_functions *of = functions[row->kind];
    return of->why_whole ? of->why_whole(row) : NULL;
}

size_t cs_task_segment_results(const clscan_desc *desc) {
    const size_t results[CS_TASK_KINDS] = { [CS_REDUCTION] = 1, [CS_HISTOGRAM] = desc->bins.count };
    return desc->segments ? results[cs_task_at(desc->task)->kind] : 0;
}

clscan_desc cs_task_scan(const clscan_desc *desc) {
    const cs_task_functions *of = functions_of(desc);
    return of->scan ? of->scan(desc) : *desc;
}

/* The keys of runs are elements of in[0], or are computed from such elements, unless args.segments has keys. */
static void set_untyped(const clscan_desc *desc, cs_problem *problem) {
    const bool elements_have_keys = cs_task_at(desc->task)->run_rule && desc->segments != CLSCAN_SEGMENTS_KEYS;
    const char *element = desc->in[0].name ? NULL : "desc.in[0].name",
               *key_in = desc->key_in.name ? NULL : "desc.key_in.name", *key = desc->key.name ? NULL : "desc.key.name";
    problem->untyped.element = element;
    problem->untyped.key_in = elements_have_keys ? element : key_in;
    problem->untyped.key = elements_have_keys && !desc->user.key ? element : key;
}

void cs_task_set_problem(const clscan_desc *desc, cs_problem *problem) {
    const cs_task_functions *of = functions_of(desc);
    problem->user_map = desc->user.map;
    set_untyped(desc, problem);
    problem->traits.task = desc->task;
    problem->traits.kind = cs_task_at(desc->task)->kind;
    problem->traits.moves = of->moves;
    of->set_problem(desc, problem);
}
