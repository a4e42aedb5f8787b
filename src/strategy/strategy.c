#include "strategy/strategy.h"
#include "base/try.h"
#include "table/table.h"

static const cs_strategy *const strategies[] = {
#define STRATEGY(id, name, ...) [CLSCAN_STRATEGY_##id] = &cs_##name,
#include "table/strategy.def"
#undef STRATEGY
};

const cs_strategy *cs_strategy_at(clscan_strategy strategy) {
    return strategies[strategy];
}

/* The strategies with functions of a task's own, of contiguous elements and of rows; else NULL. */
enum { OF_CONTIGUOUS, OF_ROWS, LAYOUTS };
static const cs_strategy *const own[][sizeof strategies / sizeof *strategies][LAYOUTS] = {
#define NONE
#define OWN(strategy, functions, by_rows)                                                                              \
    [CLSCAN_STRATEGY_##strategy] = { [OF_CONTIGUOUS] = &cs_##functions, [OF_ROWS] = &cs_##by_rows },
#define TASK(id, name, kind, run_rule, lengths, rest, own)                                                             \
    [CLSCAN_TASK_##id] = { [CLSCAN_STRATEGY_AUTO] = { NULL }, own },
#include "table/task.def"
#undef TASK
#undef OWN
#undef NONE
};

/* The strategies with functions of reductions. */
static const cs_strategy *const reductions[sizeof strategies / sizeof *strategies] = {
    [CLSCAN_STRATEGY_SINGLE_GROUP] = &cs_reduce,
    [CLSCAN_STRATEGY_REDUCE_SCAN] = &cs_reduce,
    [CLSCAN_STRATEGY_LOOKBACK] = &cs_reduce_one_launch,
    [CLSCAN_STRATEGY_COLUMNS] = &cs_reduce_columns,
};

const cs_strategy *cs_strategy_for(clscan_strategy strategy, const cs_traits *traits) {
    const cs_strategy *task_strategy = own[traits->task][strategy][traits->has_rows ? OF_ROWS : OF_CONTIGUOUS];
    if (traits->sort.by_comparison)
        return &cs_merge_sort;
    if (traits->sort.top_k_of_segments)
        return &cs_sort_top_k;
    if (traits->histogram.bins && traits->segments.kind)
        return &cs_histogram_segments;
    if (cs_traits_partitions_segments(traits))
        return &cs_partition_segments;
    if (cs_traits_selects_rows(traits) && !traits->value.flagged && strategy == CLSCAN_STRATEGY_REDUCE_SCAN)
        return &cs_select_rows;
    if (task_strategy)
        return task_strategy;
    return traits->reduces ? reductions[strategy] : cs_strategy_at(strategy);
}

clscan_status cs_strategy_check(const cs_strategy *strategy, const cs_caps *caps, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    if (strategy->applicable)
        TRY(strategy->applicable(caps, shape));
done:
    return status;
}
