#include "strategy.h"

static const cs_strategy *const strategies[] = {
    [CLSCAN_SINGLE_GROUP] = &cs_single_group,
    [CLSCAN_GLOBAL_STEPS] = &cs_global_steps,
    [CLSCAN_HIERARCHICAL] = &cs_hierarchical,
    [CLSCAN_REDUCE_SCAN] = &cs_reduce_scan,
};

const cs_strategy *cs_strategy_at(clscan_strategy strategy) {
    return (size_t)strategy < sizeof strategies / sizeof strategies[0] ? strategies[strategy] : NULL;
}

const char *cs_strategy_name(clscan_strategy strategy) {
    if (strategy == CLSCAN_STRATEGY_AUTO)
        return "auto";
    const cs_strategy *row = cs_strategy_at(strategy);
    return row ? row->name : NULL;
}
