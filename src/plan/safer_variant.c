#include "plan/safer_variant.h"

#include "base/try.h"
#include "problem/desc.h"
#include "table/table.h"

const char cs_not_compiled[] = "which this driver does not compile",
           cs_does_not_fit[] = "which this driver cannot run in its shape",
           cs_computes_wrongly[] = "which computes wrongly here";

/* Creates a variant by the strategy in its shape of the tuning table. */
static clscan_status create(clscan_device *device, const clscan_desc *desc, clscan_strategy strategy, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    clscan_desc own = *desc;
    own.tuning.strategy = strategy;
    own.tuning.group = CLSCAN_GROUP_AUTO;
    own.tuning.wg_size = own.tuning.items = own.tuning.num_groups = 0;
    const cs_problem problem = cs_desc_problem(&own);
    TRY(cs_tune(&device->tuning, &problem, &own, choices, &n));
    TRY(cs_variant_create(device, &problem, &choices[0], v));
done:
    return status;
}

static clscan_status create_reference(clscan_device *device, const clscan_desc *desc, cs_variant *v) {
    const cs_problem problem = cs_desc_problem(desc);
    return cs_variant_create_reference(device, &problem, v);
}

/* AUTO stands for the reference kernel. */
static clscan_strategy next_of(clscan_strategy strategy) {
    if (strategy == CLSCAN_STRATEGY_SINGLE_GROUP)
        return CLSCAN_STRATEGY_AUTO;
    return strategy == CLSCAN_STRATEGY_REDUCE_SCAN ? CLSCAN_STRATEGY_SINGLE_GROUP : CLSCAN_STRATEGY_REDUCE_SCAN;
}

clscan_status cs_safer_variant_replace(clscan_device *device, const clscan_desc *desc, const char *why, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    cs_variant safer = { 0 };
    for (clscan_strategy next = next_of(v->enumerator); next && !safer.strategy; next = next_of(next)) {
        const bool has_same_kernels = cs_task_at(desc->task)->kind == CS_SORT && next == CLSCAN_STRATEGY_SINGLE_GROUP;
        if (!cs_task_has(desc->task, next) || has_same_kernels)
            continue;
        status = create(device, desc, next, &safer);
        if (status != CLSCAN_OK)
            cs_log_line(&device->log, "plan: no %s: %s", cs_strategy_name(next), cs_message());
        if (status == CLSCAN_ERROR_OUT_OF_MEMORY)
            goto done;
    }
    status = CLSCAN_OK;
    if (!safer.strategy)
        TRY(create_reference(device, desc, &safer));
    cs_log_line(&device->log, "plan: %s takes the place of %s, %s", safer.name, v->name, why);
    safer.replaced = v->replaced ? v->replaced : v->name;
    safer.why = why;
    safer.use = v->use;
    safer.threshold = v->threshold;
    safer.max_count = v->max_count;
    safer.row = v->row;
    cs_variant_store(device, v);
    cs_variant_destroy(device, v);
    *v = safer;
done:
    return status;
}

const char *cs_safer_variant_reason(const clscan_device *device, const char *name, clscan_status status) {
    const char *why = status == CLSCAN_ERROR_UNSUPPORTED_SHAPE                  ? cs_does_not_fit
                      : status == CLSCAN_ERROR_BUILD_FAILURE && !device->strict ? cs_not_compiled
                                                                                : NULL;
    if (why)
        cs_log_line(&device->log, "plan: %s does not %s: %s", name, why == cs_not_compiled ? "compile" : "fit",
                    cs_message());
    return why;
}

/* Returns true if the caller requests a strategy, or some numbers of the shape. */
static bool requests_shape(const clscan_desc *desc) {
    const clscan_tuning *requested = &desc->tuning;
    return requested->strategy || requested->group || requested->wg_size || requested->items || requested->private_rows;
}

clscan_status cs_safer_variant_create(clscan_device *device, const cs_problem *problem, const clscan_desc *desc,
                                      const cs_choice *choice, cs_variant *v) {
    clscan_status status = cs_variant_create(device, problem, choice, v);
    cs_variant reference = { 0 }, lost = cs_variant_of(&device->caps, &problem->traits, choice);
    clscan_desc open = *desc;
    open.tuning.strategy = CLSCAN_STRATEGY_AUTO;
    if (status == CLSCAN_ERROR_UNSUPPORTED_SHAPE && requests_shape(desc))
        goto done;
    const char *why = cs_safer_variant_reason(device, lost.name, status);
    if (!why)
        goto done;
    TRY(create_reference(device, &open, &reference));
    TRY(cs_safer_variant_replace(device, &open, why, &lost));
    *v = lost;
done:
    cs_variant_store(device, &reference);
    cs_variant_destroy(device, &reference);
    return status;
}
