#include "enqueue/plan_describe.h"

#include "base/try.h"
#include "device/probe.h"
#include "enqueue/empty_segments.h"
#include "enqueue/head_bits.h"
#include "enqueue/load_elements.h"
#include "enqueue/run_lengths.h"
#include "enqueue/values_check.h"
#include "plan/plan_choice.h"
#include "plan/strided.h"
#include "table/table.h"

#include <string.h>

const cs_variant *cs_plan_replacement(const clscan_plan *plan, size_t i) {
    for (size_t n = 0; n < plan->num_variants; n++)
        if (plan->variants[n].replaced && i-- == 0)
            return &plan->variants[n];
    return NULL;
}

static clscan_tuning tuning_of(const cs_variant *v) {
    return (clscan_tuning) { .strategy = v->enumerator,
                             .group = v->shape.group,
                             .wg_size = v->shape.wg_size,
                             .items = v->shape.items,
                             .num_groups = (unsigned)v->shape.groups,
                             .private_rows = v->shape.private_rows,
                             .local_rows = v->shape.local_rows };
}

void cs_plan_tuning_row(const clscan_plan *plan, size_t count, cs_strbuf *text) {
    const cs_call call = cs_call_contiguous(count);
    cs_tuning_print(text, &plan->device->caps, &cs_plan_variant(plan, &call, false)->row);
    cs_strbuf_add(text, "\n");
}

/* A variant that was dropped has no program. */
static bool is_new_program(const clscan_plan *plan, size_t n) {
    const cs_program *program = plan->variants[n].program;
    for (size_t before = 0; before < n; before++)
        if (plan->variants[before].program == program)
            return false;
    return program != NULL;
}

clscan_status cs_plan_source(const clscan_plan *plan, size_t i, cs_strbuf *text) {
    for (size_t n = 0; n < plan->num_variants; n++)
        if (is_new_program(plan, n) && i-- == 0)
            return cs_source_flatten(text, &plan->variants[n].program->source, plan->variants[n].program->file);
    return CLSCAN_OK;
}

static size_t launches_of(const clscan_plan *plan, const cs_variant *v, const cs_call *call) {
    return cs_plan_has_work(plan, call) ? cs_plan_launches(plan, v, call) : 0;
}

/* Prints, for example, "2: 41, 42 work-groups". */
static clscan_status add_launches(const clscan_plan *plan, const cs_variant *v, const cs_call *call, cs_strbuf *text) {
    clscan_status status = CLSCAN_OK;
    const size_t n = launches_of(plan, v, call);
    cs_strbuf groups = { 0 };
    cs_epochs epochs = { .epoch = v->has_states };
    cs_kernel_args kernel_args = {
        .params = { .length = call->rows.length, .columns = call->rows.columns, .num_results = call->lines }
    };
    cs_submission submission = { .wg_size = v->shape.wg_size,
                                 .traits = &plan->traits,
                                 .kernel_args = &kernel_args,
                                 .count = call->count,
                                 .packs = cs_plan_packs(plan, call),
                                 .epochs = &epochs,
                                 .dry_run = &groups };
    cs_strbuf_add(text, "launches   %zu", n);
    if (n == 0)
        goto done;
    if (plan->traits.segments.kind == CLSCAN_SEGMENTS_OFFSETS)
        TRY(cs_make_head_bits(&submission, NULL, 0));
    if (plan->traits.loads_first)
        TRY(cs_load_elements(&submission, NULL, 0));
    TRY(v->strategy->launch(&submission, &v->shape));
    TRY(cs_make_run_lengths(&submission));
    TRY(cs_store_empty_segments(&submission));
    TRY_ALLOC(!groups.failed);
    cs_strbuf_add(text, ":%s work-group%s", groups.data + 1, strcmp(groups.data, ", 1") == 0 ? "" : "s");
done:
    cs_strbuf_free(&groups);
    return status;
}

/* Describes the variants for layouts, and the number from which each is used. */
static void print_others(const clscan_plan *plan, cs_strbuf *text) {
    static const char *const from[CS_USES] = {
        [CS_ADJACENT_COLUMNS] = "columns    from %zu on", [CS_CONTIGUOUS_ROWS] = "contiguous from %zu elements on"
    };
    for (size_t i = 0; i < plan->num_variants; i++) {
        const cs_variant *v = &plan->variants[i];
        if (!v->strategy || !from[v->use])
            continue;
        cs_strbuf_add(text, from[v->use], v->threshold);
        cs_strbuf_add(text, ": %s, %u work-item%s of %u items\n", v->name, v->shape.wg_size,
                      v->shape.wg_size == 1 ? "" : "s", v->shape.items);
    }
}

/* Fails for a call that cannot be executed, as far as that is known without arrays. */
static clscan_status check_scan(const clscan_plan *plan, const cs_variant *v, const cs_call *call,
                                cs_workspace_layout *layout) {
    clscan_status status = CLSCAN_OK;
    cs_extents ignored;
    TRY(cs_plan_check_count(plan, call->count));
    TRY(cs_workspace_layout_find(plan, v, call->count, cs_plan_line(plan, call), layout));
    TRY(cs_values_check_segments(&plan->traits, call));
    TRY(cs_strided_extents(&plan->traits, call, &ignored));
done:
    return status;
}

clscan_status cs_plan_call_info(const clscan_plan *plan, const cs_call *call, clscan_call_info *info) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *v = cs_plan_variant(plan, call, false);
    cs_workspace_layout layout;
    TRY(check_scan(plan, v, call, &layout));
    *info = (clscan_call_info) { .tuning = tuning_of(v),
                                 .replaced = v->replaced != NULL,
                                 .launches = launches_of(plan, v, call),
                                 .workspace_bytes = cs_workspace_layout_bytes(&layout) };
done:
    return status;
}

clscan_status cs_plan_describe(const clscan_plan *plan, const cs_call *call, cs_strbuf *text) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *v = cs_plan_variant(plan, call, false);
    const cs_variant *in_place = cs_plan_variant(plan, call, true);
    cs_workspace_layout layout;
    TRY(check_scan(plan, v, call, &layout));
    cs_strbuf_add(text, "device     %s\n", plan->device->caps.name);
    if (plan->device->caps.reassociates)
        cs_strbuf_add(text, "compiler   changes the order of floating-point additions with these build options: "
                            "kept from vectorizing sums\n");
    if (cs_may_reassociate(plan->device->programs.options))
        cs_strbuf_add(text, "compiler   may change the order of floating-point additions: build options allow it\n");
    cs_strbuf_add(text, "problem    %s, %zu element%s\n", plan->title.data, call->count, call->count == 1 ? "" : "s");
    if (plan->max_count)
        cs_strbuf_add(text, "max_count  %zu element%s in a call of this plan\n", plan->max_count,
                      plan->max_count == 1 ? "" : "s");
    if (plan->traits.has_rows)
        cs_strided_print(text, &plan->traits, call);
    cs_variant_print(text, &plan->device->caps, v);
    print_others(plan, text);
    if (in_place != v)
        cs_strbuf_add(text, "in place   %s, %u work-item%s of %u items: the device has no fences between work-groups\n",
                      in_place->name, in_place->shape.wg_size, in_place->shape.wg_size == 1 ? "" : "s",
                      in_place->shape.items);
    TRY(add_launches(plan, v, call, text));
    cs_strbuf_add(text, "\nworkspace  %zu bytes\n", cs_workspace_layout_bytes(&layout));
done:
    return status;
}
