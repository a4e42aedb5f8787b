/* The exported functions of teams. */
#include "api_check.h"
#include "base/fork.h"
#include "team/team.h"

#include <stdlib.h>

clscan_status clscan_team_create(clscan_device *const *devices, size_t num_devices, const clscan_desc *desc,
                                 clscan_team **team) {
    clscan_status status = CLSCAN_OK;
    clscan_desc own;
    NOT_NULL(team);
    *team = NULL;
    NOT_NULL(devices);
    NOT_NULL(desc);
    TRY(cs_fork_check());
    TAKE(own, desc, CS_FIRST_DESC);
    TRY(cs_team_create(devices, num_devices, &own, team));
done:
    return status;
}

void clscan_team_destroy(clscan_team *team) {
    if (team && !cs_forked())
        cs_team_destroy(team);
}

const clscan_plan *clscan_team_plan(const clscan_team *team, size_t part) {
    return team && part < team->num ? team->splits[part]->plan : NULL;
}

clscan_status clscan_team_divide(const clscan_team *team, size_t count, size_t *counts) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(team);
    NOT_NULL(counts);
    for (size_t i = 0; i < team->num; i++)
        counts[i] = cs_team_share(team, count, i);
done:
    return status;
}

/* Checks the fields of a part that no other check reads, and makes a call of its arguments. */
static clscan_status take_part(const clscan_team *team, const clscan_team_part *part, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    clscan_part_info info;
    for (size_t i = 0; i < sizeof part->reserved / sizeof *part->reserved; i++)
        FAIL_IF(part->reserved[i], CLSCAN_ERROR_INVALID_VALUE, "parts.reserved is not zero");
    if (part->info)
        TAKE(info, part->info, CS_FIRST_PART_INFO);
    TRY(cs_take_part_args(&team->splits[0]->plan->traits, part->args, call));
done:
    return status;
}

clscan_status clscan_team_enqueue(clscan_team *team, const clscan_team_part *parts) {
    clscan_status status = CLSCAN_OK;
    cs_call *calls = NULL;
    NOT_NULL(team);
    NOT_NULL(parts);
    TRY(cs_fork_check());
    TRY_ALLOC(calls = malloc(team->num * sizeof *calls));
    for (size_t i = 0; i < team->num; i++)
        TRY(cs_team_named(team, i, take_part(team, &parts[i], &calls[i])));
    TRY(cs_team_enqueue(team, parts, calls));
done:
    free(calls);
    return status;
}

clscan_status clscan_team_execute(clscan_team *team, const clscan_args *args, size_t piece_elements) {
    clscan_status status = CLSCAN_OK;
    cs_call call;
    NOT_NULL(team);
    TRY(cs_fork_check());
    TRY(cs_take_args(&team->splits[0]->plan->traits, args, &call));
    TRY(cs_team_execute(team, &call, piece_elements));
done:
    return status;
}

clscan_status clscan_team_status(clscan_team *team, size_t *part) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(team);
    NOT_NULL(part);
    TRY(cs_team_status(team, part));
done:
    return status;
}
