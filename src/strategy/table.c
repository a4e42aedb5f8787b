#include "table/table.h"
#include "base/try.h"
#include "strategy/strategy.h"

static const cs_strategy *const strategies[] = {
#define STRATEGY(id, name, has_states, in_rows, single_item) [CLSCAN_STRATEGY_##id] = &cs_##name,
#include "table/strategy.def"
#undef STRATEGY
};

const cs_strategy *cs_strategy_at(clscan_strategy strategy) {
    return strategies[strategy];
}

clscan_status cs_strategy_check(clscan_strategy strategy, const cs_caps *caps, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const cs_strategy *s = cs_strategy_at(strategy);
    if (s->applicable)
        TRY(s->applicable(caps, shape));
done:
    return status;
}
