#include "tune.h"

#include "check.h"
#include "table.h"

#include <stdint.h>

enum { MAX_GROUPS = 4096 }; /* of reduce_scan, where each reduces the totals of all before it */

typedef struct tuning_row {
    cl_device_type device;
    cs_shape shape; /* groups: a compute unit */
    size_t single_group_limit;
} tuning_row;

#define DEVICE_ANY CL_DEVICE_TYPE_ALL
#define DEVICE_GPU CL_DEVICE_TYPE_GPU
#define DEVICE_CPU CL_DEVICE_TYPE_CPU

static const tuning_row tuning[] = {
#define TUNING(device, group, wg_size, items, groups, limit)                                                           \
    { DEVICE_##device, { CLSCAN_##group, wg_size, items, 0, groups }, limit },
#include "table/tuning.def"
#undef TUNING
};

static const tuning_row *row_for(const cs_caps *caps) {
    const tuning_row *row = &tuning[0];
    for (size_t i = 1; i < sizeof tuning / sizeof tuning[0]; i++)
        if (tuning[i].device & caps->type)
            row = &tuning[i];
    return row;
}

static size_t tile_of(const cs_shape *shape) {
    return (size_t)shape->wg_size * shape->items * cs_group_at(shape->group)->width;
}

/* The kernels keep either a tile or the group's values in local memory. */
static size_t local_bytes(const cs_shape *shape, size_t element) {
    size_t values = (size_t)shape->wg_size * cs_group_at(shape->group)->local;
    return (tile_of(shape) > values ? tile_of(shape) : values) * element;
}

static bool fits(const cs_shape *shape, const cs_caps *caps, size_t element) {
    return shape->wg_size <= caps->max_wg_size && local_bytes(shape, element) <= caps->local_bytes;
}

/* Halves what the caller left open, items first, until the device can run it or nothing is left to halve. */
static void shrink(cs_shape *shape, const clscan_desc *desc, const cs_caps *caps, size_t element) {
    while (!fits(shape, caps, element)) {
        bool wide = shape->wg_size > caps->max_wg_size;
        if (!wide && !desc->items && shape->items > 1)
            shape->items /= 2;
        else if (!desc->wg_size && shape->wg_size > 1)
            shape->wg_size /= 2;
        else if (!desc->items && shape->items > 1)
            shape->items /= 2;
        else
            return;
    }
}

static unsigned scaled_items(unsigned items, size_t element) {
    size_t scaled = items * 4 / element;
    return scaled ? (unsigned)scaled : 1;
}

static cs_shape wished_shape(const tuning_row *row, const clscan_desc *desc, size_t element) {
    cs_shape shape = row->shape;
    if (desc->group) {
        shape.group = desc->group;
        if (shape.wg_size == 1) /* who names an algorithm wants to see it at work */
            shape.wg_size = tuning[0].shape.wg_size;
    }
    shape.items = desc->items ? desc->items : scaled_items(shape.items, element);
    if (desc->wg_size)
        shape.wg_size = desc->wg_size;
    return shape;
}

static clscan_status choose_shape(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc,
                                  cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const tuning_row *row = row_for(caps);
    *shape = wished_shape(row, desc, problem->size);
    shrink(shape, desc, caps, problem->size);
    FAIL_IF(shape->wg_size > caps->max_wg_size, CLSCAN_UNSUPPORTED_SHAPE,
            "desc.wg_size is %u work-items, %s allows %zu", shape->wg_size, caps->name, caps->max_wg_size);
    FAIL_IF(!fits(shape, caps, problem->size), CLSCAN_UNSUPPORTED_SHAPE,
            "%s with %u work-items of %u items of %zu bytes takes %zu bytes of local memory, %s has %llu",
            cs_group_at(shape->group)->name, shape->wg_size, shape->items, problem->size,
            local_bytes(shape, problem->size), caps->name, (unsigned long long)caps->local_bytes);
    shape->tile = tile_of(shape);
    shape->groups = desc->groups ? desc->groups : row->shape.groups * caps->compute_units;
    if (shape->groups > MAX_GROUPS)
        shape->groups = MAX_GROUPS;
done:
    return status;
}

clscan_status cs_tune(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc,
                      cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    clscan_status status = CLSCAN_OK;
    cs_shape shape;
    TRY(choose_shape(caps, problem, desc, &shape));
    *n = 0;
    if (desc->strategy == CLSCAN_STRATEGY_AUTO) {
        choices[(*n)++] = (cs_choice) { CLSCAN_SINGLE_GROUP, shape, row_for(caps)->single_group_limit };
        choices[(*n)++] = (cs_choice) { CLSCAN_REDUCE_SCAN, shape, SIZE_MAX };
    } else {
        choices[(*n)++] = (cs_choice) { desc->strategy, shape, SIZE_MAX };
    }
done:
    return status;
}
