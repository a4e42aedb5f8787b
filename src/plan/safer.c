#include "plan/safer.h"

#include "base/try.h"
#include "problem/desc.h"
#include "table/table.h"

const char cs_not_compiled[] = "which this driver does not compile",
           cs_computes_wrongly[] = "which computes wrongly here";

/* In the shape that the table has for the strategy. */
static clscan_status create(clscan_device *device, const clscan_desc *desc, clscan_strategy strategy, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    clscan_desc own = *desc;
    own.strategy = strategy;
    own.group = CLSCAN_GROUP_AUTO;
    own.wg_size = own.items = own.groups = 0;
    const cs_problem problem = cs_desc_problem(&own);
    TRY(cs_tune(&device->tuning, &problem, &own, choices, &n));
    TRY(cs_variant_create(device, &problem, &choices[0], v));
done:
    return status;
}

static clscan_status create_plain(clscan_device *device, const clscan_desc *desc, cs_variant *v) {
    const cs_problem problem = cs_desc_problem(desc);
    return cs_variant_create_plain(device, &problem, v);
}

/* The automatic one stands for the plain kernel. */
static clscan_strategy next_of(const cs_strategy *strategy) {
    if (strategy == &cs_single_group)
        return CLSCAN_STRATEGY_AUTO;
    return strategy == &cs_reduce_scan ? CLSCAN_SINGLE_GROUP : CLSCAN_REDUCE_SCAN;
}

clscan_status cs_safer_replace(clscan_device *device, const clscan_desc *desc, const char *why, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    cs_variant safer = { 0 };
    clscan_strategy next = next_of(v->strategy);
    for (; next && !safer.strategy; next = next_of(cs_strategy_at(next))) {
        status = create(device, desc, next, &safer);
        if (status != CLSCAN_OK)
            cs_log_line(&device->log, "plan: no %s: %s", cs_strategy_name(next), cs_message());
        if (status == CLSCAN_OUT_OF_MEMORY)
            goto done;
    }
    status = CLSCAN_OK;
    if (!safer.strategy)
        TRY(create_plain(device, desc, &safer));
    cs_log_line(&device->log, "plan: %s takes the place of %s, %s", safer.name, v->name, why);
    safer.replaced = v->replaced ? v->replaced : v->name;
    safer.why = why;
    safer.limit = v->limit;
    safer.row = v->row;
    cs_variant_destroy(device, v);
    *v = safer;
done:
    return status;
}

bool cs_safer_does_without(const clscan_device *device, const char *name, clscan_status status) {
    const bool without = status == CLSCAN_BUILD_FAILURE && !device->strict;
    if (without)
        cs_log_line(&device->log, "plan: %s does not compile: %s", name, cs_message());
    return without;
}

clscan_status cs_safer_create(clscan_device *device, const cs_problem *problem, const clscan_desc *desc,
                              const cs_choice *choice, cs_variant *v) {
    clscan_status status = cs_variant_create(device, problem, choice, v);
    cs_variant plain = { 0 }, lost = { .name = cs_strategy_name(choice->strategy),
                                       .strategy = cs_strategy_at(choice->strategy),
                                       .limit = choice->limit,
                                       .row = choice->row };
    clscan_desc open = *desc;
    open.strategy = CLSCAN_STRATEGY_AUTO;
    if (!cs_safer_does_without(device, lost.name, status))
        goto done;
    TRY(create_plain(device, &open, &plain));
    TRY(cs_safer_replace(device, &open, cs_not_compiled, &lost));
    *v = lost;
done:
    cs_variant_destroy(device, &plain);
    return status;
}
