#include "strategy.h"

static const cs_strategy *const strategies[] = {
#define STRATEGY(id, name) [CLSCAN_##id] = &cs_##name,
#include "table/strategy.def"
#undef STRATEGY
};

const cs_strategy *cs_strategy_at(clscan_strategy strategy) {
    return strategies[strategy];
}
