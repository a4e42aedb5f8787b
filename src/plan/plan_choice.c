#include "plan/plan_choice.h"

#include "base/try.h"
#include "plan/alternative.h"
#include "plan/strided.h"

#include <stdint.h>

static const cs_variant *variant_for(const clscan_plan *plan, size_t count) {
    const cs_variant *v = plan->variants;
    while (count > v->limit)
        v++;
    return v;
}

/* In reverse, the last row to be scanned is then the first one, whose total is not that of all. */
static bool can_be_dense(const clscan_plan *plan, const cs_call *call) {
    return plan->special[CS_DENSE_ROWS].strategy && call->count >= plan->dense_from &&
           !(plan->traits.reverse && call->total.handle) && cs_strided_is_dense(call);
}

/* A fallback reads input that its owner may be overwriting, in place: only a fence tells the two apart. */
static bool can_run(const clscan_plan *plan, const cs_variant *v, bool in_place) {
    return plan->device->caps.has_fence || !v->has_states || !in_place;
}

const cs_variant *cs_plan_variant(const clscan_plan *plan, const cs_call *call, bool in_place) {
    const cs_variant *columns = &plan->special[CS_COLUMNS_BESIDE], *dense = &plan->special[CS_DENSE_ROWS];
    const cs_variant *any = variant_for(plan, call->count), *other = &plan->special[CS_IN_PLACE];
    if (columns->strategy && call->rows.columns >= plan->columns_from)
        return columns;
    if (can_be_dense(plan, call) && can_run(plan, dense, in_place))
        return dense;
    return can_run(plan, any, in_place) || !other->strategy ? any : other;
}

enum { LINE = 128 }; /* bytes; head bits begin at a multiple */

size_t cs_needs_head_bits_at(size_t bytes) {
    return (bytes + LINE - 1) / LINE * LINE;
}

size_t cs_needs_bytes(const cs_needs *n) {
    return n->head_bits ? cs_needs_head_bits_at(n->strategy) + n->head_bits : n->strategy;
}

static cs_needs needs_of(const clscan_plan *plan, const cs_variant *v, size_t count, size_t length) {
    return (cs_needs) { cs_variant_workspace(v, count, length),
                        plan->traits.segments == CLSCAN_SEGMENTS_OFFSETS ? (count / 32 + 1) * sizeof(cl_uint) : 0 };
}

/* Returns the bytes that a strategy may take beside the head bits, so that all fit into `most`. */
static cl_ulong room_beside(size_t head_bits, cl_ulong most) {
    return head_bits ? (most - head_bits) / LINE * LINE : most;
}

/* Fails where the workspace is larger than a buffer of the device may be, whoever would allocate it. */
static clscan_status check_room(const clscan_plan *plan, const cs_variant *v, size_t count, const cs_needs *n) {
    clscan_status status = CLSCAN_OK;
    const cs_caps *caps = &plan->device->caps;
    const cl_ulong most = caps->max_alloc;
    if (cs_needs_bytes(n) <= most)
        goto done;
    size_t bytes = 0;
    const char *other =
        n->head_bits <= most ? cs_alternative(plan, count, room_beside(n->head_bits, most), &bytes) : NULL;
    FAIL_IF(other, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "count is %zu: strategy %s takes %zu bytes of workspace, a buffer of %s has %llu at most; strategy %s "
            "takes %zu",
            count, v->name, cs_needs_bytes(n), caps->name, (unsigned long long)most, other,
            cs_needs_bytes(&(cs_needs) { bytes, n->head_bits }));
    FAIL_IF(true, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "count is %zu: strategy %s takes %zu bytes of workspace, of which head bits made of offsets are %zu; a "
            "buffer of %s has %llu at most, which is not enough for any strategy",
            count, v->name, cs_needs_bytes(n), n->head_bits, caps->name, (unsigned long long)most);
done:
    return status;
}

clscan_status cs_needs_find(const clscan_plan *plan, const cs_variant *v, size_t count, size_t length, cs_needs *n) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(count > SIZE_MAX / 4 / plan->traits.computed, CLSCAN_ERROR_INVALID_VALUE,
            "count is %zu: no memory holds that many elements of %zu bytes", count, plan->traits.value.size);
    FAIL_IF(!cs_variant_has_numbers(v, count), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "count is %zu: in tiles of %zu elements that is %zu of them, strategy %s has numbers for %zu", count,
            v->shape.tile, cs_shape_tiles(&v->shape, count), v->name, CS_MAX_TILES);
    *n = needs_of(plan, v, count, length);
    TRY(check_room(plan, v, count, n));
done:
    return status;
}

size_t cs_plan_line(const clscan_plan *plan, const cs_call *call) {
    return plan->traits.batched ? call->rows.length : call->count;
}

/* The bytes that a variant needs, where they are more than *bytes. */
static clscan_status add_needs(const clscan_plan *plan, const cs_variant *v, size_t count, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    cs_needs n;
    TRY(cs_needs_find(plan, v, count, 0, &n));
    *bytes = cs_needs_bytes(&n) > *bytes ? cs_needs_bytes(&n) : *bytes;
done:
    return status;
}

/* Returns whether a variant can scan `count` elements on this device. */
static bool has_room(const clscan_plan *plan, const cs_variant *v, size_t count) {
    const cs_needs n = needs_of(plan, v, count, 0);
    return cs_variant_has_numbers(v, count) && cs_needs_bytes(&n) <= plan->device->caps.max_alloc;
}

bool cs_plan_has_room(const clscan_plan *plan, size_t count) {
    return has_room(plan, variant_for(plan, count), count);
}

/* Fewer elements may be scanned by another variant, whose smaller tiles need more workspace. So may adjacent columns
 * and dense rows. Variants that cannot scan this many elements do not count. */
clscan_status cs_plan_workspace_bytes(const clscan_plan *plan, size_t count, size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *last = variant_for(plan, count);
    size_t most = 0;
    TRY(add_needs(plan, last, count, &most));
    for (const cs_variant *v = plan->variants; v != last; v++)
        TRY(add_needs(plan, v, v->limit, &most));
    for (size_t i = 0; i < CS_SPECIAL; i++)
        if (plan->special[i].strategy && has_room(plan, &plan->special[i], count))
            TRY(add_needs(plan, &plan->special[i], count, &most));
    *bytes = most;
done:
    return status;
}

size_t cs_plan_launches(const clscan_plan *plan, const cs_variant *v, size_t count) {
    return v->strategy->launches(&v->shape, count) + (plan->traits.segments == CLSCAN_SEGMENTS_OFFSETS);
}
