#include "plan.h"

#include "args.h"
#include "check.h"
#include "desc.h"
#include "table.h"

#include <stdint.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------- making one */

static clscan_status check_type(const cs_caps *caps, const cs_problem *problem) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(problem->needs_half && !caps->has_half, CLSCAN_UNSUPPORTED_TYPE, "%s has no half (cl_khr_fp16)",
            caps->name);
    FAIL_IF(problem->needs_double && !caps->has_double, CLSCAN_UNSUPPORTED_TYPE, "%s has no double (cl_khr_fp64)",
            caps->name);
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
        TRY(cs_variant_create(plan->device, problem, &choices[i], &plan->variants[i]));
done:
    return status;
}

static void narrate(const clscan_plan *plan) {
    for (size_t i = 0; i < plan->num_variants; i++) {
        const cs_variant *v = &plan->variants[i];
        cs_log_line(&plan->device->log, "plan: %s, up to %zu: %s, %s, %u work-items of %u items, tile %zu",
                    plan->title.data, v->limit, v->name, cs_group_at(v->shape.group)->name, v->shape.wg_size,
                    v->shape.items, v->shape.tile);
    }
}

clscan_status cs_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **out) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *plan = NULL;
    TRY(cs_desc_check(desc));
    const cs_problem problem = cs_desc_problem(desc);
    TRY(check_type(&device->caps, &problem));
    TRY_ALLOC(plan = calloc(1, sizeof *plan));
    cs_device_retain(device);
    plan->device = device;
    plan->size = problem.size;
    plan->alignment = problem.alignment;
    pthread_mutex_init(&plan->mutex, NULL);
    cs_problem_print(&plan->title, &problem);
    TRY_ALLOC(!plan->title.failed);
    TRY(create_variants(plan, &problem, desc));
    narrate(plan);
    *out = plan;
    plan = NULL;
done:
    cs_plan_destroy(plan);
    return status;
}

void cs_plan_destroy(clscan_plan *plan) {
    if (!plan)
        return;
    for (size_t i = 0; i < plan->num_variants; i++)
        cs_variant_destroy(&plan->variants[i]);
    free(plan->variants);
    cs_workspace_destroy(plan->workspaces);
    if (plan->host_queue)
        clReleaseCommandQueue(plan->host_queue);
    pthread_mutex_destroy(&plan->mutex);
    cs_text_free(&plan->title);
    cs_device_release(plan->device);
    free(plan);
}

/* ------------------------------------------------------------------------------------------------- asking one */

static const cs_variant *variant_for(const clscan_plan *plan, size_t count) {
    const cs_variant *v = plan->variants;
    while (count > v->limit)
        v++;
    return v;
}

clscan_status cs_plan_workspace_bytes(const clscan_plan *plan, size_t count, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *v = variant_for(plan, count);
    FAIL_IF(count > SIZE_MAX / 4 / plan->size, CLSCAN_INVALID_VALUE,
            "count is %zu: no memory holds that many elements of %zu bytes", count, plan->size);
    FAIL_IF(v->has_states && count > 0 && cs_shape_tiles(&v->shape, count) > CS_MAX_TILES, CLSCAN_UNSUPPORTED_SHAPE,
            "count is %zu: in tiles of %zu elements that is %zu of them, strategy %s has numbers for %zu", count,
            v->shape.tile, cs_shape_tiles(&v->shape, count), v->name, CS_MAX_TILES);
    *bytes = count ? v->strategy->workspace(&v->shape, count, plan->size) : 0;
done:
    return status;
}

clscan_status cs_plan_describe(const clscan_plan *plan, size_t count, cs_text *text) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *v = variant_for(plan, count);
    const cs_shape *s = &v->shape;
    size_t workspace = 0;
    TRY(cs_plan_workspace_bytes(plan, count, &workspace));
    cs_text_add(text, "device     %s\n", plan->device->caps.name);
    cs_text_add(text, "problem    %s, %zu element%s\n", plan->title.data, count, count == 1 ? "" : "s");
    cs_text_add(text, "strategy   %s", v->name);
    if (v->limit < SIZE_MAX)
        cs_text_add(text, " (up to %zu elements)", v->limit);
    cs_text_add(text, "\ngroup      %s, %u work-item%s of %u x %u items: tiles of %zu elements\n",
                cs_group_at(s->group)->name, s->wg_size, s->wg_size == 1 ? "" : "s", cs_group_at(s->group)->width,
                s->items, s->tile);
    cs_text_add(text, "tuning     ");
    cs_tuning_print(text, v->row);
    cs_text_add(text, "\nlaunches   %zu\n", count ? v->strategy->launches(s, count) : 0);
    cs_text_add(text, "workspace  %zu bytes\n", workspace);
done:
    return status;
}

/* ---------------------------------------------------------------------------------------------- enqueuing one */

/* The lock is held: the kernels' arguments and the pool are the plan's. */
static clscan_status launch_all(clscan_plan *plan, const cs_variant *v, cs_run *run, size_t workspace,
                                cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_workspace *own = NULL;
    cs_states brought = { 0 }; /* a workspace of the caller's may hold anything */
    if (workspace > 0 && !run->args.workspace) {
        TRY(cs_workspace_take(&plan->workspaces, plan->device->context, run->queue, run->in_order, workspace, &own));
        run->args.workspace = own->mem;
    }
    run->want_event = own || event;
    run->states = own ? &own->states : &brought;
    if (v->has_states)
        status = cs_begin_epoch(run, own ? own->bytes : workspace);
    if (status == CLSCAN_OK)
        status = v->strategy->launch(run, &v->shape);
    if (own && status != CLSCAN_OK)
        own->states = (cs_states) { 0 }; /* what has been launched is unknown: zeroed before it is used again */
    if (own && run->started)
        cs_workspace_give(own, run->queue, run->in_order, status == CLSCAN_OK ? run->previous : NULL);
    TRY(status);
    if (event) {
        *event = run->previous;
        run->previous = NULL;
    }
done:
    if (run->previous)
        clReleaseEvent(run->previous);
    return status;
}

static clscan_status enqueue_nothing(cl_command_queue queue, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    CL(clEnqueueMarkerWithWaitList(queue, num_wait, wait, event));
done:
    return status;
}

clscan_status cs_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const clscan_args *args, cl_uint num_wait,
                              const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    bool in_order = false;
    size_t workspace = 0;
    TRY(cs_args_check_queue(plan->device, queue, &in_order));
    TRY(cs_args_check_wait_list(plan->device, num_wait, wait));
    if (args->count == 0)
        return enqueue_nothing(queue, num_wait, wait, event);
    TRY(cs_plan_workspace_bytes(plan, args->count, &workspace));
    TRY(cs_args_check_buffers(plan->device, args, plan->size, workspace));
    const cs_variant *v = variant_for(plan, args->count);
    cs_run run = { .queue = queue,
                   .in_order = in_order && num_wait == 0,
                   .kernels = v->kernels,
                   .wg_size = v->shape.wg_size,
                   .args = *args,
                   .num_wait = num_wait,
                   .wait = wait,
                   .launches = v->strategy->launches(&v->shape, args->count),
                   .log = &plan->device->log };
    pthread_mutex_lock(&plan->mutex);
    status = launch_all(plan, v, &run, workspace, event);
    pthread_mutex_unlock(&plan->mutex);
done:
    return status;
}
