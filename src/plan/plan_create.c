#include "plan/plan.h"

#include "base/try.h"
#include "opencl/driver_fault.h"
#include "plan/safer.h"
#include "plan/user_source.h"
#include "problem/desc.h"
#include "table/type_name.h"

#include <stdio.h>
#include <stdlib.h>

static clscan_status check_type(const cs_caps *caps, const cs_problem *problem) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(problem->needs_half && !caps->has_half, CLSCAN_ERROR_UNSUPPORTED_TYPE, "%s has no half (cl_khr_fp16)",
            caps->name);
    FAIL_IF(problem->needs_double && !caps->has_double, CLSCAN_ERROR_UNSUPPORTED_TYPE, "%s has no double (cl_khr_fp64)",
            caps->name);
done:
    return status;
}

/* Before a kernel is compiled: what is refused here may crash the compiler. */
static clscan_status check_driver(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->tuning.strategy == CLSCAN_STRATEGY_COLUMNS && cs_driver_has(caps->faults, CS_FAULT_COLUMNS),
            CLSCAN_ERROR_UNSUPPORTED_SHAPE, "desc.tuning.strategy is columns: driver %s of %s %s", caps->driver,
            caps->name, cs_driver_fault_text(CS_FAULT_COLUMNS));
    FAIL_IF((!cs_value_type(desc).row || problem->traits.place) && cs_driver_has(caps->faults, CS_FAULT_STRUCTS),
            CLSCAN_ERROR_UNSUPPORTED_TYPE, "%s over %s: driver %s of %s %s", problem->op_name, problem->type,
            caps->driver, caps->name, cs_driver_fault_text(CS_FAULT_STRUCTS));
done:
    return status;
}

static clscan_status create_variants(clscan_plan *plan, const cs_problem *problem, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    TRY(cs_tune(&plan->device->tuning, problem, desc, choices, &n));
    TRY_ALLOC(plan->variants = calloc(n, sizeof *plan->variants));
    for (size_t i = 0; i < n; i++, plan->num_variants++)
        TRY(cs_safer_create(plan->device, problem, desc, &choices[i], &plan->variants[i]));
done:
    return status;
}

/* The one for the most elements. */
static clscan_status choose_last(const clscan_plan *plan, const cs_problem *problem, const clscan_desc *desc,
                                 cs_choice *last) {
    clscan_status status = CLSCAN_OK;
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    TRY(cs_tune(&plan->device->tuning, problem, desc, choices, &n));
    *last = choices[n - 1];
done:
    return status;
}

void cs_plan_drop_special(clscan_plan *plan, size_t which, const char *why) {
    static const char *const names[CS_LAYOUTS] = {
        [CS_COLUMNS_BESIDE] = "columns", [CS_DENSE_ROWS] = "rows side by side"
    };
    cs_variant *v = &plan->special[which];
    cs_log_line(&plan->device->log, "plan: a scan of rows takes the place of %s, %s", names[which], why);
    cs_variant_destroy(plan->device, v);
    *v = (cs_variant) { .name = "rows", .replaced = names[which], .why = why };
}

/* The variants for all rows compile already: what does not compile here is the driver's fault, not the text's. */
static clscan_status create_special(clscan_plan *plan, const cs_problem *problem, const cs_choice *choice,
                                    size_t which) {
    clscan_status status = CLSCAN_OK;
    const clscan_status created = cs_variant_create(plan->device, problem, choice, &plan->special[which]);
    const char *why = cs_safer_does_without(plan->device, cs_strategy_name(choice->strategy), created);
    if (why)
        cs_plan_drop_special(plan, which, why);
    else
        TRY(created);
done:
    return status;
}

/* If the caller chose no strategy and no shape, matrices with enough adjacent columns use the columns kernel; see
 * table/columns.def. */
static clscan_status create_columns(clscan_plan *plan, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    cs_choice choice;
    clscan_desc own = *desc;
    if (desc->layout != CLSCAN_LAYOUT_ROWS || desc->tuning.strategy || desc->tuning.group || desc->tuning.wg_size ||
        desc->tuning.items || cs_driver_has(plan->device->caps.faults, CS_FAULT_COLUMNS))
        goto done;
    own.tuning.strategy = CLSCAN_STRATEGY_COLUMNS;
    const cs_problem problem = cs_desc_problem(&own);
    TRY(choose_last(plan, &problem, &own, &choice));
    const cs_columns_limits *limits = choice.shape.columns;
    plan->columns_from = choice.shape.wg_size == 1 ? limits->alone_from : limits->from;
    TRY(create_special(plan, &problem, &choice, CS_COLUMNS_BESIDE));
done:
    return status;
}

/* On a GPU, rows that lie side by side are scanned as segments of one length, which its sub-groups hold as they lie:
 * from a large tile a compute unit on, or by whatever strategy the caller names. Segments within rows are told by bits,
 * flags or keys already. */
static clscan_status create_dense(clscan_plan *plan, const cs_problem *rows, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    cs_choice choice;
    cs_problem problem = *rows;
    const cs_caps *caps = &plan->device->caps;
    if (!rows->traits.batched || rows->traits.segments || !(caps->type & CL_DEVICE_TYPE_GPU))
        goto done;
    problem.traits.batched = false;
    problem.traits.segments = (clscan_segments)CS_LENGTHS;
    TRY(choose_last(plan, &problem, desc, &choice));
    if (!cs_shape_in_rows(&choice.shape))
        goto done;
    plan->dense_from = desc->tuning.strategy ? 0 : cs_units_for(caps, desc) * choice.shape.tile;
    TRY(create_special(plan, &problem, &choice, CS_DENSE_ROWS));
done:
    return status;
}

/* Without fences between work-groups, the strategies of one pass can't work in place: there, scans in two launches take
 * their place, in the shape that the table has for them. */
static clscan_status create_in_place(clscan_plan *plan, const cs_problem *problem, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    cs_choice choice;
    clscan_desc own = *desc;
    bool needed = false;
    for (size_t i = 0; i < plan->num_variants; i++)
        needed = needed || plan->variants[i].has_states;
    if (!needed || plan->device->caps.has_fence)
        goto done;
    own.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    own.tuning.group = CLSCAN_GROUP_AUTO;
    own.tuning.wg_size = own.tuning.items = own.tuning.groups = 0;
    TRY(choose_last(plan, problem, &own, &choice));
    own.tuning.strategy = CLSCAN_STRATEGY_AUTO;
    TRY(cs_safer_create(plan->device, problem, &own, &choice, &plan->special[CS_IN_PLACE]));
done:
    return status;
}

static void narrate_variant(const clscan_plan *plan, const cs_variant *v, const char *when) {
    const cs_shape *s = &v->shape;
    if (v->strategy)
        cs_log_line(&plan->device->log, "plan: %s%s: %s, %s, %u work-item%s of %u items, tile %zu", plan->title.data,
                    when, v->name, cs_group_at(s->group)->name, s->wg_size, s->wg_size == 1 ? "" : "s", s->items,
                    s->tile);
}

static void narrate(const clscan_plan *plan) {
    char when[80];
    for (size_t i = 0; i < plan->num_variants; i++) {
        const size_t limit = plan->variants[i].limit;
        snprintf(when, sizeof when, ", up to %zu elements", limit);
        narrate_variant(plan, &plan->variants[i], limit < SIZE_MAX ? when : "");
    }
    snprintf(when, sizeof when, ", from %u columns on", plan->columns_from);
    narrate_variant(plan, &plan->special[CS_COLUMNS_BESIDE], when);
    snprintf(when, sizeof when, ", rows side by side, from %zu on", plan->dense_from);
    narrate_variant(plan, &plan->special[CS_DENSE_ROWS], when);
    narrate_variant(plan, &plan->special[CS_IN_PLACE], ", in place");
}

clscan_status cs_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **out) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *plan = NULL;
    TRY(cs_desc_check(desc));
    TRY(cs_user_source_check_desc(desc));
    const cs_problem problem = cs_desc_problem(desc);
    TRY(check_type(&device->caps, &problem));
    TRY(check_driver(&device->caps, &problem, desc));
    TRY_ALLOC(plan = calloc(1, sizeof *plan));
    cs_device_retain(device);
    plan->device = device;
    plan->traits = problem.traits;
    plan->how = (clscan_desc) { .tuning = desc->tuning, .deterministic = desc->deterministic };
    pthread_mutex_init(&plan->mutex, NULL);
    cs_problem_print(&plan->title, &problem);
    cs_strbuf_add(&plan->title, "%s", desc->deterministic ? ", deterministic" : "");
    TRY_ALLOC(!plan->title.failed);
    TRY(create_variants(plan, &problem, desc));
    TRY(create_columns(plan, desc));
    TRY(create_dense(plan, &problem, desc));
    TRY(create_in_place(plan, &problem, desc));
    narrate(plan);
    *out = plan;
    plan = NULL;
done:
    cs_plan_destroy(plan);
    return status;
}

void cs_plan_save(clscan_plan *plan, bool at_its_end) {
    for (size_t i = 0; i < plan->num_variants; i++)
        cs_program_save(&plan->device->programs, plan->variants[i].program, at_its_end);
    for (size_t i = 0; i < CS_SPECIAL; i++)
        if (plan->special[i].program)
            cs_program_save(&plan->device->programs, plan->special[i].program, at_its_end);
}

void cs_plan_destroy(clscan_plan *plan) {
    if (!plan)
        return;
    cs_plan_save(plan, true);
    for (size_t i = 0; i < plan->num_variants; i++)
        cs_variant_destroy(plan->device, &plan->variants[i]);
    for (size_t i = 0; i < CS_SPECIAL; i++)
        cs_variant_destroy(plan->device, &plan->special[i]);
    free(plan->variants);
    cs_workspace_destroy(plan->workspaces);
    cs_workspace_destroy(plan->scratch);
    if (plan->host_queue)
        clReleaseCommandQueue(plan->host_queue);
    pthread_mutex_destroy(&plan->mutex);
    cs_strbuf_free(&plan->title);
    cs_device_release(plan->device);
    free(plan);
}
