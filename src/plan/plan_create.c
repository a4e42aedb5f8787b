#include "plan/plan.h"

#include "base/try.h"
#include "page/user_source.h"
#include "plan/edge_buffer.h"
#include "plan/safer_variant.h"
#include "plan/type_size.h"
#include "problem/desc.h"
#include "table/type_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static clscan_status check_type(const cs_caps *caps, const cs_problem *problem) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(problem->needs_half && !caps->has_half, CLSCAN_ERROR_UNSUPPORTED_TYPE, "%s has no half (cl_khr_fp16)",
            caps->name);
    FAIL_IF(problem->needs_double && !caps->has_double, CLSCAN_ERROR_UNSUPPORTED_TYPE, "%s has no double (cl_khr_fp64)",
            caps->name);
done:
    return status;
}

/* A safer variant would be made of the description, so a plan with another problem does without. */
static clscan_status create_variant(const clscan_plan *plan, const cs_problem *problem, const clscan_desc *desc,
                                    const cs_choice *choice, cs_variant *v) {
    return plan->change ? cs_variant_create(plan->device, problem, choice, v)
                        : cs_safer_variant_create(plan->device, problem, desc, choice, v);
}

/* Creates the variants by count, which cover all counts. Leaves room for one variant of each other use. */
static clscan_status create_by_count(clscan_plan *plan, const cs_problem *problem, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    TRY(cs_tune(&plan->device->tuning, problem, desc, choices, &n));
    TRY_ALLOC(plan->variants = calloc(n + CS_USES - 1, sizeof *plan->variants));
    for (size_t i = 0; i < n; i++, plan->num_variants++) {
        TRY(create_variant(plan, problem, desc, &choices[i], &plan->variants[i]));
        plan->variants[i].threshold = i > 0 ? choices[i - 1].limit + 1 : 0;
    }
done:
    return status;
}

/* Finds the choice for the greatest counts, as if desc->max_count were 0. */
static clscan_status choose_last(const clscan_plan *plan, const cs_problem *problem, const clscan_desc *desc,
                                 cs_choice *last) {
    clscan_status status = CLSCAN_OK;
    cs_choice choices[CS_MAX_CHOICES];
    clscan_desc own = *desc;
    size_t n = 0;
    own.max_count = 0;
    TRY(cs_tune(&plan->device->tuning, problem, &own, choices, &n));
    *last = choices[n - 1];
done:
    return status;
}

/* -------------------------------------------------------------------------------- variants of other uses */

/* If the caller chose no strategy and no shape, matrices with enough adjacent columns use the columns kernel. It scans
 * columns one by one, and results of segments are counted over all of them. */
static bool wants_columns(const clscan_plan *plan, const clscan_desc *desc) {
    return !cs_task_at(plan->traits.task)->own && desc->layout == CLSCAN_LAYOUT_ROWS &&
           !plan->traits.segments.results && !desc->tuning.strategy && !desc->tuning.group && !desc->tuning.wg_size &&
           !desc->tuning.items;
}

static void choose_columns(clscan_desc *desc) {
    desc->tuning.strategy = CLSCAN_STRATEGY_COLUMNS;
}

static size_t least_columns(const clscan_plan *plan, const clscan_desc *desc, const cs_shape *shape) {
    (void)plan, (void)desc;
    return shape->wg_size == 1 ? shape->columns_by_item->from : shape->columns_by_group->from;
}

/* On a GPU, contiguous rows are scanned as segments of one length, in packet rows, where an element's position in its
 * row is not known. Rows with segments of their own have bits, flags or keys already. */
static bool wants_contiguous_rows(const clscan_plan *plan, const clscan_desc *desc) {
    return plan->traits.has_rows && !cs_task_at(plan->traits.task)->own && !plan->traits.reduces &&
           !cs_traits_selects_rows(&plan->traits) && !plan->traits.segments.kind && !desc->user.with_position &&
           plan->device->caps.type & CL_DEVICE_TYPE_GPU;
}

static void scan_as_segments(cs_traits *traits) {
    traits->has_rows = false;
    traits->segments.kind = (clscan_segments)CS_SEGMENTS_ROWS;
}

/* Contiguous rows are scanned as segments from this number of elements on: one large tile for each compute unit, or any
 * number if the caller chose the strategy. */
static size_t least_elements(const clscan_plan *plan, const clscan_desc *desc, const cs_shape *shape) {
    return desc->tuning.strategy ? 0 : cs_units_for(&plan->device->caps, desc) * shape->tile;
}

/* Without fences between work-groups, strategies with records cannot work in place. No reduction does. */
static bool wants_in_place(const clscan_plan *plan, const clscan_desc *desc) {
    bool has_states = false;
    (void)desc;
    for (size_t i = 0; i < plan->num_variants; i++)
        has_states = has_states || (plan->variants[i].use == CS_BY_COUNT && plan->variants[i].has_states);
    return has_states && !plan->device->caps.has_fence && !plan->traits.reduces;
}

static void choose_two_launches(clscan_desc *desc) {
    desc->tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    desc->tuning.group = CLSCAN_GROUP_AUTO;
    desc->tuning.wg_size = desc->tuning.items = desc->tuning.num_groups = 0;
}

/* How a plan gets the variant of a use other than by count. Functions may be NULL: then nothing is changed, or the
 * variant is for any number of columns or elements. */
typedef struct use_row {
    cs_use use;
    bool optional; /* if the driver does not compile the kernels, the plan has no such variant, not a safer one */
    bool in_rows;  /* the variant is only possible in packet rows */
    /* Returns true if a plan of this description has the variant. */
    bool (*is_wanted)(const clscan_plan *plan, const clscan_desc *desc);
    void (*choose)(clscan_desc *desc); /* changes the description for the variant */
    void (*change)(cs_traits *traits); /* changes the traits for the variant */
    /* Returns the smallest number of columns or elements that the variant scans. */
    size_t (*threshold)(const clscan_plan *plan, const clscan_desc *desc, const cs_shape *shape);
} use_row;

static const use_row other_uses[] = {
    { CS_ADJACENT_COLUMNS, true, false, wants_columns, choose_columns, NULL, least_columns },
    { CS_CONTIGUOUS_ROWS, true, true, wants_contiguous_rows, NULL, scan_as_segments, least_elements },
    { CS_IN_PLACE, false, false, wants_in_place, choose_two_launches, NULL, NULL },
};

void cs_plan_drop(clscan_plan *plan, cs_variant *v, const char *why) {
    static const char *const names[CS_USES] = {
        [CS_ADJACENT_COLUMNS] = "columns", [CS_CONTIGUOUS_ROWS] = "contiguous rows"
    };
    const cs_use use = v->use;
    cs_log_line(&plan->device->log, "plan: a scan of rows takes the place of %s, %s", names[use], why);
    cs_variant_store(plan->device, v);
    cs_variant_destroy(plan->device, v);
    *v = (cs_variant) { .use = use, .name = "rows", .replaced = names[use], .why = why };
}

/* The variants by count have compiled already. If a kernel does not compile here, the driver is at fault, and not the
 * user's text. */
static clscan_status create_optional(clscan_plan *plan, const cs_problem *problem, const cs_choice *choice,
                                     const use_row *row, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    const clscan_status created = cs_variant_create(plan->device, problem, choice, v);
    const char *why = cs_safer_variant_reason(plan->device, cs_strategy_name(choice->strategy), created);
    v->use = row->use;
    if (why)
        cs_plan_drop(plan, v, why);
    else
        TRY(created);
done:
    return status;
}

static clscan_status create_for_use(clscan_plan *plan, const clscan_desc *desc, const use_row *row) {
    clscan_status status = CLSCAN_OK;
    cs_choice choice;
    clscan_desc own = *desc;
    cs_variant *v = &plan->variants[plan->num_variants];
    if (!row->is_wanted(plan, desc))
        goto done;
    if (row->choose)
        row->choose(&own);
    cs_problem problem = cs_desc_problem(&own);
    if (plan->change)
        plan->change(&problem);
    if (row->change)
        row->change(&problem.traits);
    TRY(choose_last(plan, &problem, &own, &choice));
    if (row->in_rows && !cs_shape_in_rows(&choice.shape))
        goto done;
    const size_t threshold = row->threshold ? row->threshold(plan, desc, &choice.shape) : 0;
    if (desc->max_count && desc->max_count < threshold)
        goto done;
    own.tuning.strategy = CLSCAN_STRATEGY_AUTO; /* the caller did not choose the strategy of this variant */
    TRY(row->optional ? create_optional(plan, &problem, &choice, row, v)
                      : create_variant(plan, &problem, &own, &choice, v));
    v->use = row->use;
    v->threshold = threshold;
    plan->num_variants++;
done:
    return status;
}

/* Returns the description of the variants by count. On CPUs, selections by rows go from row to row, unless the caller
 * chose a strategy: the scan of all rows took 3 to 5 times as long (PoCL, 2 cores, rows of 16 to 2^22 ints, November
 * 27, 2026).
 */
static clscan_desc desc_by_count(const clscan_device *device, const clscan_desc *desc) {
    clscan_desc own = *desc;
    const bool selects_rows =
        cs_task_at(desc->task)->kind == CS_SELECTION && desc->layout == CLSCAN_LAYOUT_ROWS && !desc->tuning.group;
    if (selects_rows && !desc->tuning.strategy && !(device->caps.type & CL_DEVICE_TYPE_GPU))
        own.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    return own;
}

static clscan_status create_variants(clscan_plan *plan, const cs_problem *problem, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_desc by_count = desc_by_count(plan->device, desc);
    TRY(create_by_count(plan, problem, &by_count));
    for (size_t i = 0; i < sizeof other_uses / sizeof *other_uses; i++)
        TRY(create_for_use(plan, desc, &other_uses[i]));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- the plan */

static void narrate_variant(const clscan_plan *plan, const cs_variant *v) {
    static const char *const when[CS_USES] = { [CS_BY_COUNT] = ", up to %zu elements",
                                               [CS_ADJACENT_COLUMNS] = ", from %zu columns on",
                                               [CS_CONTIGUOUS_ROWS] = ", contiguous rows, from %zu elements on",
                                               [CS_IN_PLACE] = ", in place" };
    const cs_shape *shape = &v->shape;
    char text[80] = "";
    if (v->use != CS_BY_COUNT || v->max_count < SIZE_MAX)
        snprintf(text, sizeof text, when[v->use], v->use == CS_BY_COUNT ? v->max_count : v->threshold);
    if (v->strategy)
        cs_log_line(&plan->device->log, "plan: %s%s: %s, %s, %u work-item%s of %u items, tile %zu", plan->title.data,
                    text, v->name, cs_group_at(shape->group)->name, shape->wg_size, shape->wg_size == 1 ? "" : "s",
                    shape->items, shape->tile);
}

void cs_pools_init(cs_pools *pools) {
    *pools = (cs_pools) { .workspaces = NULL };
    pthread_mutex_init(&pools->mutex, NULL);
}

void cs_pools_destroy(cs_pools *pools) {
    cs_workspace_destroy(pools->workspaces);
    cs_workspace_destroy(pools->scratch);
    pthread_mutex_destroy(&pools->mutex);
}

clscan_status cs_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **plan) {
    return cs_plan_create_changed(device, desc, NULL, plan);
}

clscan_status cs_plan_create_changed(clscan_device *device, const clscan_desc *desc, cs_change_problem change,
                                     clscan_plan **out) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *plan = NULL;
    TRY(cs_desc_check(desc));
    TRY(cs_user_source_check_desc(desc));
    const clscan_desc by_count = desc_by_count(device, desc);
    cs_problem problem = cs_desc_problem(&by_count);
    if (change)
        change(&problem);
    TRY(check_type(&device->caps, &problem));
    TRY_ALLOC(plan = calloc(1, sizeof *plan));
    cs_device_retain(device);
    plan->device = device;
    plan->references = 1;
    plan->traits = problem.traits;
    plan->change = change;
    plan->max_count = desc->max_count;
    plan->requested = (clscan_desc) { .tuning = desc->tuning, .deterministic = desc->deterministic };
    cs_pools_init(&plan->pools);
    cs_problem_print(&plan->title, &problem);
    cs_strbuf_add(&plan->title, "%s", desc->deterministic ? ", deterministic" : "");
    TRY_ALLOC(!plan->title.failed);
    TRY(cs_edge_buffer_create(device->context, &problem, &plan->edges));
    TRY(cs_type_size_explain(device, &problem, create_variants(plan, &problem, desc)));
    for (size_t i = 0; i < plan->num_variants; i++)
        narrate_variant(plan, &plan->variants[i]);
    *out = plan;
    plan = NULL;
done:
    cs_plan_release(plan);
    return status;
}

void cs_plan_retain(clscan_plan *plan) {
    pthread_mutex_lock(&plan->pools.mutex);
    plan->references++;
    pthread_mutex_unlock(&plan->pools.mutex);
}

static void destroy(clscan_plan *plan) {
    for (size_t i = 0; i < plan->num_variants; i++)
        cs_variant_destroy(plan->device, &plan->variants[i]);
    free(plan->variants);
    cs_pools_destroy(&plan->pools);
    if (plan->edges)
        clReleaseMemObject(plan->edges);
    if (plan->host_queue)
        clReleaseCommandQueue(plan->host_queue);
    cs_strbuf_free(&plan->title);
    cs_device_release(plan->device);
    free(plan);
}

void cs_plan_release(clscan_plan *plan) {
    if (!plan)
        return;
    pthread_mutex_lock(&plan->pools.mutex);
    const size_t left = --plan->references;
    pthread_mutex_unlock(&plan->pools.mutex);
    if (left == 0)
        destroy(plan);
}
