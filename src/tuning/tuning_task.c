#include "tuning/tuning_task.h"

#include "table/table.h"

static int task_of(const cs_traits *traits) {
    if (traits->sort.by_comparison)
        return CS_TUNING_TASK_MERGE_SORT;
    return traits->reduces_segments ? CLSCAN_TASK_SCAN : (int)traits->task;
}

static size_t element_of(const cs_traits *traits) {
    if (traits->kind == CS_SORT)
        return traits->sort.by_comparison ? traits->sort.merge_bytes : traits->sort.staged;
    return traits->kind == CS_SELECTION || traits->kind == CS_HISTOGRAM ? traits->in[0].size : traits->value.type.size;
}

cs_tuning_task cs_tuning_task_of(const cs_traits *traits) {
    const int task = task_of(traits);
    return (cs_tuning_task) { .task = task,
                              .as_scan = cs_tuning_task_as_scan(task) && !traits->reduces,
                              .element = element_of(traits),
                              .value = traits->value.type.size };
}

const char *cs_tuning_task_name(int task) {
    if (task == CS_TUNING_TASK_MERGE_SORT)
        return "merge_sort";
    return task < CS_TUNING_TASK_MERGE_SORT ? cs_task_at((clscan_task)task)->name : NULL;
}

bool cs_tuning_task_as_scan(int task) {
    return task != CS_TUNING_TASK_MERGE_SORT && !cs_task_at((clscan_task)task)->own &&
           cs_task_at((clscan_task)task)->kind != CS_REDUCTION;
}

bool cs_tuning_task_has(int task, clscan_strategy strategy) {
    if (task == CS_TUNING_TASK_MERGE_SORT)
        return strategy == CLSCAN_STRATEGY_REDUCE_SCAN;
    return cs_task_has((clscan_task)task, strategy) &&
           (task != CLSCAN_TASK_REDUCE || cs_strategy_row_at(strategy)->reduces);
}

static cs_tuning_numbers numbers_of_reduction(const cs_caps *caps, clscan_strategy strategy) {
    const cs_reduction_row *row = cs_reduction_row_of(caps);
    if (strategy != CLSCAN_STRATEGY_REDUCE_SCAN || !row->wg_size)
        return (cs_tuning_numbers) { .from = NULL };
    return (cs_tuning_numbers) { &row->is_for, row->wg_size, 0, row->groups };
}

cs_tuning_numbers cs_tuning_numbers_of(const cs_caps *caps, const cs_traits *traits, clscan_strategy strategy) {
    const cs_merge_sort_row *merge_sort = cs_merge_sort_row_of(caps);
    const cs_sort_row *sort = cs_sort_row_of(caps, traits->sort.staged);
    const cs_histogram_row *histogram = cs_histogram_row_of(caps);
    if (traits->sort.by_comparison)
        return (cs_tuning_numbers) { &merge_sort->is_for, merge_sort->wg_size, merge_sort->items, merge_sort->groups };
    if (traits->kind == CS_SORT)
        return (cs_tuning_numbers) { &sort->is_for, sort->wg_size, sort->items, sort->groups };
    if (traits->kind == CS_HISTOGRAM)
        return (cs_tuning_numbers) { &histogram->is_for, histogram->wg_size, histogram->items, histogram->groups };
    return traits->reduces ? numbers_of_reduction(caps, strategy) : (cs_tuning_numbers) { .from = NULL };
}
