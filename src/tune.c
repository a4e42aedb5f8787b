#include "tune.h"

#include "check.h"
#include "table.h"

#include <stdint.h>

enum { MAX_GROUPS = 4096 }; /* of reduce_scan, where each reduces the totals of all before it */

typedef enum device_class { DEVICE_ANY, DEVICE_GPU, DEVICE_NVIDIA, DEVICE_CPU, DEVICE_ATOMIC_CPU } device_class;

typedef struct tuning_row {
    device_class device;
    size_t limit;
    clscan_strategy strategy;
    cs_shape shape; /* groups: a compute unit */
} tuning_row;

#define ALL SIZE_MAX
static const tuning_row tuning[] = {
#define TUNING(device, limit, strategy, group, wg_size, items, private_rows, local_rows, groups)                       \
    { DEVICE_##device,                                                                                                 \
      limit,                                                                                                           \
      CLSCAN_##strategy,                                                                                               \
      { CLSCAN_##group, wg_size, items, private_rows, local_rows, CS_NO_SUB_GROUPS, 0, groups } },
#include "table/tuning.def"
#undef TUNING
};
enum { NUM_ROWS = sizeof tuning / sizeof tuning[0] };

/* Work-items alone have no shape of a group to wish for. */
static bool streams(const cs_caps *caps, const clscan_desc *desc) {
    return caps->state_bits > 0 && !desc->group && !desc->wg_size && !desc->items;
}

static bool matches(device_class device, const cs_caps *caps, const clscan_desc *desc) {
    switch (device) {
    case DEVICE_GPU:
        return caps->type & CL_DEVICE_TYPE_GPU;
    case DEVICE_CPU:
        return caps->type & CL_DEVICE_TYPE_CPU;
    case DEVICE_ATOMIC_CPU:
        return caps->type & CL_DEVICE_TYPE_CPU && streams(caps, desc);
    case DEVICE_NVIDIA:
        return caps->sub_groups == CS_PTX;
    default:
        return true;
    }
}

static device_class class_of(const cs_caps *caps, const clscan_desc *desc) {
    device_class class = DEVICE_ANY;
    for (size_t i = 0; i < NUM_ROWS; i++)
        if (matches(tuning[i].device, caps, desc))
            class = tuning[i].device;
    return class;
}

/* The shape for a strategy that was asked for: of the device's own block if it is there, else of any that matches. */
static const tuning_row *row_for(const cs_caps *caps, const clscan_desc *desc) {
    const tuning_row *row = NULL, *of_class = NULL;
    for (size_t i = 0; i < NUM_ROWS; i++) {
        if (!matches(tuning[i].device, caps, desc))
            continue;
        of_class = &tuning[i];
        if (tuning[i].strategy == desc->strategy)
            row = &tuning[i];
    }
    return row ? row : of_class;
}

unsigned cs_packet_of(size_t element) {
    return element <= 16 && 16 % element == 0 ? (unsigned)(16 / element) : 1;
}

static bool in_rows(const cs_shape *shape) {
    return shape->private_rows > 0;
}

static size_t tile_of(const cs_shape *shape, size_t element) {
    if (in_rows(shape))
        return (size_t)shape->wg_size * (shape->private_rows + shape->local_rows) * cs_packet_of(element);
    return (size_t)shape->wg_size * shape->items * cs_group_at(shape->group)->width;
}

/* Sub-groups must divide a work-group: NVIDIA's have 32 work-items, no others more than 64. */
static cs_sub_groups sub_groups_of(cs_sub_groups device, unsigned wg_size) {
    return wg_size >= (device == CS_PTX ? 32 : 64) ? device : CS_NO_SUB_GROUPS;
}

/* Those of others than NVIDIA may be as small as one work-item. */
static size_t most_sub_groups(const cs_shape *shape) {
    return sub_groups_of(shape->sub_groups, shape->wg_size) == CS_PTX ? shape->wg_size / 32 : shape->wg_size;
}

/* A storage of none has the size of one. */
static unsigned rows_in_local_memory(const cs_shape *shape) {
    return shape->local_rows ? shape->local_rows : 1;
}

/* Kernels keep a tile or the group's values in local memory, or some rows, a carry for each sub-group and a ticket. */
size_t cs_shape_local_bytes(const cs_shape *shape, size_t element) {
    enum { TICKET = 128, REGISTER = 4 }; /* as much as the most aligned type pads it to */
    size_t values = (size_t)shape->wg_size * cs_group_at(shape->group)->local;
    size_t tile = tile_of(shape, element);
    if (in_rows(shape))
        return (size_t)shape->wg_size * rows_in_local_memory(shape) * cs_packet_of(element) * element +
               most_sub_groups(shape) * (element < REGISTER ? REGISTER : element) + TICKET;
    return (tile > values ? tile : values) * element;
}

static bool breaks(const cs_shape *shape, const cs_caps *caps) {
    return shape->wg_size == 2 && caps->breaks_pairs;
}

static bool fits(const cs_shape *shape, const cs_caps *caps, size_t element) {
    return !breaks(shape, caps) && shape->wg_size <= caps->max_wg_size &&
           cs_shape_local_bytes(shape, element) <= caps->local_bytes;
}

/* Halves the elements that each work-item holds; false when there is nothing left to halve. */
static bool halve_items(cs_shape *shape) {
    unsigned *most = in_rows(shape) ? &shape->local_rows : &shape->items;
    if (*most <= (in_rows(shape) ? 0 : 1))
        return false;
    *most /= 2;
    return true;
}

/* Halves what the caller left open, items first, until the device can run it or nothing is left to halve. */
static void shrink(cs_shape *shape, const clscan_desc *desc, const cs_caps *caps, size_t element) {
    while (!fits(shape, caps, element)) {
        bool too_wide = shape->wg_size > caps->max_wg_size;
        if (!too_wide && !desc->items && halve_items(shape))
            continue;
        if (desc->wg_size || shape->wg_size == 1)
            return;
        shape->wg_size /= 2;
    }
}

static unsigned scaled(unsigned n, size_t unit, size_t element) {
    size_t m = n * unit / element;
    return n && !m ? 1 : (unsigned)m;
}

static void wish_items(cs_shape *shape, const clscan_desc *desc, size_t element) {
    unsigned packet = cs_packet_of(element);
    shape->private_rows = scaled(shape->private_rows, 16, packet * element);
    shape->local_rows = scaled(shape->local_rows, 16, packet * element);
    shape->items = scaled(shape->items, 4, element);
    if (shape->items < 2) /* a tile of one element would leave hierarchical as many totals as elements */
        shape->items = 2;
    if (desc->items)
        shape->items = desc->items;
    if (!desc->items || !in_rows(shape))
        return;
    unsigned rows = (desc->items + packet - 1) / packet;
    if (shape->private_rows > rows)
        shape->private_rows = rows;
    shape->local_rows = rows - shape->private_rows;
}

/* Compute units to choose work-groups for, where their number shows in how results are associated. */
static size_t units_of(const cs_caps *caps, const clscan_desc *desc) {
    enum { ENOUGH_FOR_ANY = 128 };
    return desc->deterministic ? ENOUGH_FOR_ANY : caps->compute_units;
}

static cs_shape wished_shape(const tuning_row *row, const clscan_desc *desc, const cs_caps *caps, size_t element) {
    cs_shape shape = row->shape;
    if (desc->group && row->strategy != CLSCAN_SLICES) { /* whose work-items are alone */
        shape.group = desc->group;
        if (shape.wg_size == 1) /* who names an algorithm wants to see it at work */
            shape.wg_size = tuning[0].shape.wg_size;
    }
    if (desc->wg_size)
        shape.wg_size = desc->wg_size;
    shape.sub_groups = caps->sub_groups;
    wish_items(&shape, desc, element);
    shape.groups = desc->groups ? desc->groups : shape.groups * units_of(caps, desc);
    if (shape.groups > MAX_GROUPS)
        shape.groups = MAX_GROUPS;
    return shape;
}

/* Rows are scanned by sub-groups, whatever was wished; for people, in items. */
static void tell_rows(cs_shape *shape, size_t element) {
    shape->group = CLSCAN_SUB_GROUP;
    shape->items = (shape->private_rows + shape->local_rows) * cs_packet_of(element);
}

static clscan_status choose(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc,
                            const tuning_row *row, cs_choice *choice) {
    clscan_status status = CLSCAN_OK;
    cs_shape shape = wished_shape(row, desc, caps, problem->size);
    shrink(&shape, desc, caps, problem->size);
    if (in_rows(&shape))
        tell_rows(&shape, problem->size);
    FAIL_IF(shape.wg_size > caps->max_wg_size, CLSCAN_UNSUPPORTED_SHAPE, "desc.wg_size is %u work-items, %s allows %zu",
            shape.wg_size, caps->name, caps->max_wg_size);
    FAIL_IF(breaks(&shape, caps), CLSCAN_UNSUPPORTED_SHAPE,
            "desc.wg_size is 2: driver %s of %s miscompiles work-groups of two work-items; 1 and 4 are safe",
            caps->driver, caps->name);
    FAIL_IF(!fits(&shape, caps, problem->size), CLSCAN_UNSUPPORTED_SHAPE,
            "%s with %u work-items of %u items of %zu bytes takes %zu bytes of local memory, %s has %llu",
            cs_group_at(shape.group)->name, shape.wg_size, shape.items, problem->size,
            cs_shape_local_bytes(&shape, problem->size), caps->name, (unsigned long long)caps->local_bytes);
    shape.tile = tile_of(&shape, problem->size);
    shape.sub_groups = sub_groups_of(caps->sub_groups, shape.wg_size);
    *choice = (cs_choice) { row->strategy, shape, row->limit };
done:
    return status;
}

/* All rows of the device's block, but those that are only for the asking. */
static clscan_status choose_all(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc,
                                cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < NUM_ROWS && *n < CS_MAX_CHOICES; i++)
        if (tuning[i].device == class_of(caps, desc) && tuning[i].limit > 0) {
            TRY(choose(caps, problem, desc, &tuning[i], &choices[*n]));
            ++*n;
        }
done:
    return status;
}

clscan_status cs_tune(const cs_caps *caps, const cs_problem *problem, const clscan_desc *desc,
                      cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    clscan_status status = CLSCAN_OK;
    *n = 0;
    if (desc->strategy == CLSCAN_STRATEGY_AUTO) {
        TRY(choose_all(caps, problem, desc, choices, n));
    } else {
        TRY(choose(caps, problem, desc, row_for(caps, desc), &choices[0]));
        choices[0].strategy = desc->strategy;
        choices[0].limit = SIZE_MAX;
        *n = 1;
    }
done:
    return status;
}
