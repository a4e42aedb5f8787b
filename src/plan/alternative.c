#include "plan/alternative.h"

#include "table/table.h"

/* Sets *v to the variant by which a strategy scans `count` elements. Returns false if the device cannot run it. */
static bool find_variant(const clscan_plan *plan, const cs_traits *traits, clscan_strategy strategy, size_t count,
                         cs_variant *v) {
    const cs_caps *caps = &plan->device->caps;
    const cs_problem problem = { .traits = *traits };
    cs_choice choices[CS_MAX_CHOICES], *choice = choices;
    clscan_desc desc = plan->requested;
    size_t n = 0;
    desc.tuning.strategy = strategy;
    if (cs_tune(&plan->device->tuning, &problem, &desc, choices, &n) != CLSCAN_OK)
        return false;
    while (count > choice->limit)
        choice++;
    if (strategy == CLSCAN_STRATEGY_AUTO) /* the shape that the strategy gets by name */
        return find_variant(plan, traits, choice->strategy, count, v);
    *v = cs_variant_of(caps, traits, choice);
    return cs_strategy_check(v->strategy, caps, &choice->shape) == CLSCAN_OK;
}

/* Returns the traits that the problem has for other strategies. The columns kernel does without flags; other strategies
 * scan columns as rows, whose values have flags. The size of a value with flags is not known here, only a bound. */
static cs_traits traits_of(const clscan_plan *plan) {
    cs_traits traits = plan->traits;
    if (traits.has_rows && !traits.value.flagged && !traits.reduces && !cs_task_at(traits.task)->own) {
        traits.value.flagged = true;
        traits.value.computed_bytes = traits.value.type.size + 2 * CS_MAX_ALIGNMENT;
        traits.value.tile_bytes = traits.value.loaded_bytes > traits.value.computed_bytes ? traits.value.loaded_bytes
                                                                                          : traits.value.computed_bytes;
    }
    return traits;
}

const char *cs_alternative(const clscan_plan *plan, size_t count, cl_ulong room, size_t *bytes) {
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_REDUCE_SCAN,
                                                  CLSCAN_STRATEGY_SINGLE_GROUP };
    const cs_traits traits = traits_of(plan);
    cs_variant v;
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        if (strategies[i] != CLSCAN_STRATEGY_AUTO && !cs_task_has(traits.task, strategies[i]))
            continue;
        if (!find_variant(plan, &traits, strategies[i], count, &v) || !cs_variant_can_number_tiles(&v, count))
            continue;
        *bytes = cs_variant_workspace(&v, count, 0);
        if (*bytes <= room)
            return v.name;
    }
    return NULL;
}
