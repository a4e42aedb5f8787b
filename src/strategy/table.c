#include "table.h"
#include "check.h"
#include "strategy.h"

static const cs_strategy *const strategies[] = {
#define STRATEGY(id, name, has_states, in_rows, alone) [CLSCAN_##id] = &cs_##name,
#include "table/strategy.def"
#undef STRATEGY
};

const cs_strategy *cs_strategy_at(clscan_strategy strategy) {
    return strategies[strategy];
}

clscan_status cs_strategy_check(clscan_strategy strategy, const cs_caps *caps, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const cs_strategy *s = cs_strategy_at(strategy);
    FAIL_IF(cs_strategy_row_at(strategy)->has_states && caps->state_bits == 0, CLSCAN_UNSUPPORTED_SHAPE,
            "strategy %s needs atomics and fences across work-groups (OpenCL 2.0, or their features of 3.0), which %s "
            "lacks",
            cs_strategy_name(strategy), caps->name);
    if (s->applicable)
        TRY(s->applicable(caps, shape));
done:
    return status;
}
