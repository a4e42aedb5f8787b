#include "table/table.h"
#include "base/try.h"
#include "strategy/strategy.h"

static const cs_strategy *const strategies[] = {
#define STRATEGY(id, name, ...) [CLSCAN_STRATEGY_##id] = &cs_##name,
#include "table/strategy.def"
#undef STRATEGY
};

const cs_strategy *cs_strategy_at(clscan_strategy strategy) {
    return strategies[strategy];
}

/* The strategies with functions of a task's own; else NULL. */
static const cs_strategy *const own[][sizeof strategies / sizeof *strategies] = {
#define NONE
#define OWN(strategy, functions)                         [CLSCAN_STRATEGY_##strategy] = &cs_##functions,
#define TASK(id, name, kind, of_run, lengths, rest, own) [CLSCAN_TASK_##id] = { [CLSCAN_STRATEGY_AUTO] = NULL, own },
#include "table/task.def"
#undef TASK
#undef OWN
#undef NONE
};

const cs_strategy *cs_strategy_for(clscan_strategy strategy, const cs_traits *traits, const char **file) {
    const bool columns = strategy == CLSCAN_STRATEGY_COLUMNS;
    if (traits->by_comparison) {
        *file = "merge_sort";
        return &cs_merge_sort;
    }
    if (traits->top_k && traits->batched) {
        *file = "top_k";
        return &cs_top_k_by_rows;
    }
    if (own[traits->task][strategy]) {
        *file = cs_task_at(traits->task)->name;
        return own[traits->task][strategy];
    }
    *file = !traits->reduces ? cs_strategy_name(strategy) : columns ? "reduce_columns" : "reduce";
    return !traits->reduces ? cs_strategy_at(strategy) : columns ? &cs_reduce_columns : &cs_reduce;
}

clscan_status cs_strategy_check(const cs_strategy *strategy, const cs_caps *caps, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    if (strategy->applicable)
        TRY(strategy->applicable(caps, shape));
done:
    return status;
}
