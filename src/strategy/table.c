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

const cs_strategy *cs_strategy_for(clscan_strategy strategy, const cs_traits *traits, const char **file) {
    const bool columns = strategy == CLSCAN_STRATEGY_COLUMNS;
    if (traits->rest) {
        *file = "partition";
        return &cs_partition;
    }
    if (traits->sorts) {
        *file = "sort";
        return &cs_sort;
    }
    if (traits->bins) {
        *file = "histogram";
        return &cs_count_bins;
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
