#include "plan/plan_choice.h"

#include "base/checked_math.h"
#include "base/try.h"
#include "plan/alternative.h"
#include "plan/strided.h"

#include <stdint.h>

static clscan_status check_bytes_fit(const clscan_plan *plan, size_t count) {
    clscan_status status = CLSCAN_OK;
    size_t bytes;
    FAIL_IF(!cs_checked_multiply(count, 4 * plan->traits.value.computed_bytes, &bytes), CLSCAN_ERROR_INVALID_VALUE,
            "count is %zu: no memory holds that many elements of %zu bytes", count, plan->traits.value.type.size);
done:
    return status;
}

clscan_status cs_plan_check_count(const clscan_plan *plan, size_t count) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(plan->max_count && count > plan->max_count, CLSCAN_ERROR_INVALID_VALUE,
            "the scan has %zu elements, but desc.max_count of its plan is %zu", count, plan->max_count);
    const cl_ulong most = cs_traits_most_count(&plan->traits);
    FAIL_IF(count > most && plan->traits.reduces_segments, CLSCAN_ERROR_INVALID_VALUE,
            "args.count is %zu: a reduction by segments has %llu elements at most, or more if desc.count_type.name is "
            "\"ulong\"",
            count, (unsigned long long)most);
    FAIL_IF(count > most, CLSCAN_ERROR_INVALID_VALUE, "args.count is %zu, which is more than desc.%s can count: %llu",
            count, most == plan->traits.histogram.most_counted ? "value" : "count", (unsigned long long)most);
    TRY(check_bytes_fit(plan, count));
done:
    return status;
}

/* A fallback reads input that the tile's owner may be overwriting in place. Only a fence orders the two. The results of
 * a reduction lie apart from its input. */
static bool can_run(const clscan_plan *plan, const cs_variant *v, bool in_place) {
    return plan->device->caps.has_fence || !v->has_states || !in_place || plan->traits.reduces;
}

/* A reduction of many short rows would leave most work-items of a work-group idle, if each row had a work-group. The
 * kernel for columns gives a work-group many rows. */
static bool has_short_rows(const clscan_plan *plan, const cs_variant *v, const cs_call *call) {
    return plan->traits.reduces && v->shape.wg_size > 1 && call->lines >= v->shape.groups &&
           call->rows.length < v->shape.tile / v->shape.reduction->shorter;
}

static bool has_columns(const clscan_plan *plan, const cs_variant *v, const cs_call *call, bool in_place) {
    (void)in_place;
    return call->rows.columns >= v->threshold || has_short_rows(plan, v, call);
}

/* A reverse scan of all rows as one array ends at the first row, but args.total is the last row's. */
static bool has_contiguous_rows(const clscan_plan *plan, const cs_variant *v, const cs_call *call, bool in_place) {
    return call->count >= v->threshold && !(plan->traits.reverse && call->total.handle) && cs_strided_is_dense(call) &&
           can_run(plan, v, in_place);
}

static bool has_count(const cs_variant *v, size_t count) {
    return v->use == CS_BY_COUNT && v->threshold <= count && count <= v->max_count;
}

static bool has_right_count(const clscan_plan *plan, const cs_variant *v, const cs_call *call, bool in_place) {
    return has_count(v, call->count) && can_run(plan, v, in_place);
}

static bool is_in_place(const clscan_plan *plan, const cs_variant *v, const cs_call *call, bool in_place) {
    (void)plan, (void)v, (void)call;
    return in_place;
}

/* The uses in the order of preference, each with the condition under which a variant of this use scans. One of them
 * applies to every call: a plan with variants by count that cannot run in place has a variant for use in place. */
static const struct {
    cs_use use;
    bool (*applies)(const clscan_plan *plan, const cs_variant *v, const cs_call *call, bool in_place);
} uses[CS_USES] = {
    { CS_ADJACENT_COLUMNS, has_columns },
    { CS_CONTIGUOUS_ROWS, has_contiguous_rows },
    { CS_BY_COUNT, has_right_count },
    { CS_IN_PLACE, is_in_place },
};

const cs_variant *cs_plan_variant(const clscan_plan *plan, const cs_call *call, bool in_place) {
    for (size_t u = 0; u < CS_USES; u++)
        for (const cs_variant *v = plan->variants; v < plan->variants + plan->num_variants; v++)
            if (v->use == uses[u].use && v->strategy && uses[u].applies(plan, v, call, in_place))
                return v;
    return NULL;
}

static const cs_variant *variant_for(const clscan_plan *plan, size_t count) {
    const cs_variant *v = plan->variants;
    while (!has_count(v, count))
        v++;
    return v;
}

static size_t round_up(size_t bytes, size_t multiple) {
    return (bytes + multiple - 1) / multiple * multiple;
}

cs_prologue_places cs_workspace_layout_places(const cs_workspace_layout *layout, size_t bytes) {
    const size_t head_bits = round_up(bytes, CS_PROLOGUE_ALIGNMENT),
                 after_bits = layout->head_bits ? head_bits + layout->head_bits : bytes,
                 loaded = layout->loaded ? round_up(after_bits, layout->element) : after_bits;
    const size_t end = layout->loaded ? round_up(loaded + layout->loaded, CS_PROLOGUE_ALIGNMENT) : after_bits;
    return (cs_prologue_places) { .head_bits = head_bits, .loaded = loaded, .end = end };
}

size_t cs_workspace_layout_bytes(const cs_workspace_layout *layout) {
    return cs_workspace_layout_places(layout, layout->strategy).end;
}

/* Returns the bytes of `count` loaded elements, or of one if there are none. Saturates at SIZE_MAX / 4, so that adding
 * the strategy's bytes cannot overflow. */
static size_t bytes_of_loaded(size_t count, size_t element) {
    const size_t most = SIZE_MAX / 4;
    return count > most / element ? most : (count > 0 ? count : 1) * element;
}

static cs_workspace_layout layout_of(const clscan_plan *plan, const cs_variant *v, size_t count, size_t length) {
    const cs_traits *traits = &plan->traits;
    const size_t element = traits->loads_first ? traits->in[0].size : 1;
    return (cs_workspace_layout) { .strategy = cs_variant_workspace(v, count, length),
                                   .head_bits = traits->segments.kind == CLSCAN_SEGMENTS_OFFSETS
                                                    ? (count / 32 + 1) * sizeof(cl_uint)
                                                    : 0,
                                   .loaded = traits->loads_first ? bytes_of_loaded(count, element) : 0,
                                   .element = element };
}

/* Returns the most bytes that the arrays of the prologue take in the workspace of any strategy. */
static size_t most_of_prologue(const cs_workspace_layout *layout) {
    const size_t bytes = cs_workspace_layout_places(layout, 0).end,
                 padding = 2 * CS_PROLOGUE_ALIGNMENT + layout->element;
    return bytes ? bytes + padding : 0;
}

/* Fails if the workspace is larger than the device's largest buffer, whether the plan or the caller allocates it. */
static clscan_status check_room(const clscan_plan *plan, const cs_variant *v, size_t count,
                                const cs_workspace_layout *layout) {
    clscan_status status = CLSCAN_OK;
    const cs_caps *caps = &plan->device->caps;
    const cl_ulong most = caps->max_alloc;
    if (cs_workspace_layout_bytes(layout) <= most)
        goto done;
    cs_workspace_layout layout_of_other = *layout;
    const size_t prologue = most_of_prologue(layout);
    const char *other =
        prologue <= most ? cs_alternative(plan, count, most - prologue, &layout_of_other.strategy) : NULL;
    FAIL_IF(other, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "count is %zu: strategy %s takes %zu bytes of workspace, a buffer of %s has %llu at most; strategy %s "
            "takes %zu",
            count, v->name, cs_workspace_layout_bytes(layout), caps->name, (unsigned long long)most, other,
            cs_workspace_layout_bytes(&layout_of_other));
    FAIL_IF(true, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "count is %zu: strategy %s takes %zu bytes of workspace, including %zu for head bits made of offsets and "
            "%zu for loaded elements; a buffer of %s has %llu at most, which is not enough for any strategy",
            count, v->name, cs_workspace_layout_bytes(layout), layout->head_bits, layout->loaded, caps->name,
            (unsigned long long)most);
done:
    return status;
}

clscan_status cs_workspace_layout_find(const clscan_plan *plan, const cs_variant *v, size_t count, size_t length,
                                       cs_workspace_layout *layout) {
    clscan_status status = CLSCAN_OK;
    TRY(check_bytes_fit(plan, count));
    FAIL_IF(!cs_variant_can_number_tiles(v, count), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "count is %zu: that is %zu tiles of %zu elements; strategy %s can have at most %zu", count,
            cs_shape_tiles(&v->shape, count), v->shape.tile, v->name, CS_MAX_TILES);
    *layout = layout_of(plan, v, count, length);
    TRY(check_room(plan, v, count, layout));
done:
    return status;
}

size_t cs_plan_line(const clscan_plan *plan, const cs_call *call) {
    return plan->traits.has_rows ? call->rows.length : call->count;
}

/* Raises *bytes to the bytes that a variant needs, if these are more. */
static clscan_status raise_to_variant(const clscan_plan *plan, const cs_variant *v, size_t count, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    cs_workspace_layout layout;
    TRY(cs_workspace_layout_find(plan, v, count, 0, &layout));
    *bytes = cs_workspace_layout_bytes(&layout) > *bytes ? cs_workspace_layout_bytes(&layout) : *bytes;
done:
    return status;
}

/* Returns whether a variant can scan `count` elements on this device. */
static bool has_room(const clscan_plan *plan, const cs_variant *v, size_t count) {
    const cs_workspace_layout layout = layout_of(plan, v, count, 0);
    return cs_variant_can_number_tiles(v, count) && cs_workspace_layout_bytes(&layout) <= plan->device->caps.max_alloc;
}

bool cs_plan_has_room(const clscan_plan *plan, size_t count) {
    return has_room(plan, variant_for(plan, count), count);
}

/* Another variant may scan fewer elements, and need more workspace for its smaller tiles. The same holds for the
 * variants for adjacent columns and for contiguous rows. Variants that cannot scan this many elements do not count. */
clscan_status cs_plan_workspace_bytes(const clscan_plan *plan, size_t count, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *last = variant_for(plan, count);
    size_t most = 0;
    TRY(cs_plan_check_count(plan, count));
    TRY(raise_to_variant(plan, last, count, &most));
    for (const cs_variant *v = plan->variants; v < plan->variants + plan->num_variants; v++)
        if (v->use == CS_BY_COUNT && v->max_count < count)
            TRY(raise_to_variant(plan, v, v->max_count, &most));
        else if (v->use != CS_BY_COUNT && v->strategy && has_room(plan, v, count))
            TRY(raise_to_variant(plan, v, count, &most));
    *bytes = most;
done:
    return status;
}

bool cs_plan_has_work(const clscan_plan *plan, const cs_call *call) {
    return call->total.handle || cs_call_has_results(&plan->traits, call);
}

bool cs_plan_packs(const clscan_plan *plan, const cs_call *call) {
    return cs_traits_packs_rows(&plan->traits) && !CS_ROWS_ARE_CONTIGUOUS(call->rows, call->lines);
}

size_t cs_plan_launches(const clscan_plan *plan, const cs_variant *v, const cs_call *call) {
    const cs_strategy *strategy = v->strategy;
    const size_t length = call->count ? cs_plan_line(plan, call) : 0;
    const size_t launches = strategy->launches_of_lines
                                ? strategy->launches_of_lines(&v->shape, call->lines, length, call->rows.columns)
                                : strategy->launches(&v->shape, call->count);
    /* A sort of one launch packs rows in it. */
    const bool packs = launches > 1 && cs_plan_packs(plan, call);
    return launches + (plan->traits.segments.kind == CLSCAN_SEGMENTS_OFFSETS) + plan->traits.loads_first +
           (plan->traits.lengths.output > 0) + (plan->traits.segments.offsets_input > 0) + 2 * (size_t)packs;
}
