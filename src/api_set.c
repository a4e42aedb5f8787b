/* The exported functions of sets. */
#include "api_check.h"
#include "base/fork.h"
#include "set/set.h"

#include <stdlib.h>

clscan_status clscan_set_create(clscan_device *const *devices, size_t num_devices, const clscan_desc *desc,
                                clscan_set **set) {
    clscan_status status = CLSCAN_OK;
    clscan_desc own;
    NOT_NULL(set);
    *set = NULL;
    NOT_NULL(devices);
    NOT_NULL(desc);
    TRY(cs_fork_check());
    TAKE(own, desc, CS_FIRST_DESC);
    TRY(cs_set_create(devices, num_devices, &own, set));
done:
    return status;
}

void clscan_set_destroy(clscan_set *set) {
    if (set && !cs_forked())
        cs_set_destroy(set);
}

const clscan_plan *clscan_set_plan(const clscan_set *set, size_t part) {
    return set && part < set->num ? set->splits[part]->plan : NULL;
}

clscan_status clscan_set_divide(const clscan_set *set, size_t count, size_t *counts) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(set);
    NOT_NULL(counts);
    for (size_t i = 0; i < set->num; i++)
        counts[i] = cs_set_share(set, count, i);
done:
    return status;
}

/* Checks the fields of a part that no other check reads, and makes a call of its arguments. */
static clscan_status take_part(const clscan_set *set, const clscan_set_part *part, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    clscan_part_info info;
    for (size_t i = 0; i < sizeof part->reserved / sizeof *part->reserved; i++)
        FAIL_IF(part->reserved[i], CLSCAN_ERROR_INVALID_VALUE, "parts.reserved is not zero");
    if (part->info)
        TAKE(info, part->info, CS_FIRST_PART_INFO);
    TRY(cs_take_part_args(&set->splits[0]->plan->traits, part->args, call));
done:
    return status;
}

clscan_status clscan_set_enqueue(clscan_set *set, const clscan_set_part *parts) {
    clscan_status status = CLSCAN_OK;
    cs_call *calls = NULL;
    NOT_NULL(set);
    NOT_NULL(parts);
    TRY(cs_fork_check());
    TRY_ALLOC(calls = malloc(set->num * sizeof *calls));
    for (size_t i = 0; i < set->num; i++)
        TRY(cs_set_named(set, i, take_part(set, &parts[i], &calls[i])));
    TRY(cs_set_enqueue(set, parts, calls));
done:
    free(calls);
    return status;
}

clscan_status clscan_set_execute(clscan_set *set, const clscan_args *args, size_t piece_count) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    NOT_NULL(set);
    TRY(cs_fork_check());
    TRY(cs_take_args(&set->splits[0]->plan->traits, args, &call));
    TRY(cs_set_execute(set, &call, piece_count));
done:
    return status;
}

clscan_status clscan_set_status(clscan_set *set, size_t *part) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(set);
    NOT_NULL(part);
    TRY(cs_set_status(set, part));
done:
    return status;
}
