#include "tuning/choice.h"

#include "base/try.h"
#include "table/table.h"
#include "tuning/sort_shape.h"

/* Returns true if tiles can be in packet rows. Values must fill packets. Contiguous values are loaded as packets.
 * Others are transposed to packets through local memory, but only on GPUs with sub-groups: PoCL's compilers crash on
 * these kernels. Matrix rows are transposed only for a tuning row of the user's own, because that takes longer. */
static bool can_be_in_rows(const cs_request *r, const cs_shape *shape, bool own) {
    const cs_traits *traits = r->traits;
    const bool contiguous = cs_traits_contiguous_values(traits), gpu = r->caps->type & CL_DEVICE_TYPE_GPU;
    const bool transposes = cs_shape_sub_groups(shape, r->caps) && gpu && (own || !traits->has_rows);
    const bool packets = 16 % traits->value.type.size == 0 && (traits->value.type.size < 16 || !traits->value.flagged);
    /* A store function of the user may need the elements that were loaded, and packet rows have room for values
     * only. */
    const bool as_large = traits->value.loaded_bytes == traits->value.type.size;
    return packets && as_large && (contiguous || transposes);
}

/* Returns the bytes of a packet, with a word of head bits if values have flags; 0 if tiles cannot be in packet rows. */
static size_t packet_bytes(const cs_request *r, const cs_shape *shape, bool own) {
    return can_be_in_rows(r, shape, own) ? 16 + (r->traits->value.flagged ? sizeof(cl_ushort) : 0) : 0;
}

/* ------------------------------------------------------------------------------------------ the requested shape */

/* Divides `items` into packet rows. The number of rows in registers stays as it is, if possible; the other rows are in
 * local memory. */
static void divide_items(cs_shape *shape, unsigned items, unsigned packet) {
    unsigned rows = (items + packet - 1) / packet;
    if (shape->private_rows > rows)
        shape->private_rows = rows;
    shape->local_rows = rows - shape->private_rows;
}

static void limit(unsigned *n, unsigned most) {
    if (*n > most)
        *n = most;
}

/* Limits the elements of a work-item in a selection by segments to the bits of a word: cl/tile/selected_segments_tile.h
 * keeps a bit of each. */
static void limit_to_bits(cs_shape *shape) {
    const unsigned rows = 32 / shape->packet;
    limit(&shape->private_rows, rows);
    limit(&shape->local_rows, rows - shape->private_rows);
}

enum { MOST_ELEMENTS = 80 }; /* in the packet rows of a work-item that are in registers */

/* Limits the packet rows in registers. Code for them is unrolled, and compilers crash on too many elements: PoCL 3.1
 * does on 128 in long code. The limits of the device's class hold for tuning rows of the table, but not for the user's
 * own. */
static void limit_rows(cs_shape *shape, const cs_request *r, bool own) {
    const cs_traits *traits = r->traits;
    const cs_limits_row *most = cs_limits_row_of(r->caps, traits->value.type.size);
    const cs_packet_rows flagged = traits->segments.kind == CLSCAN_SEGMENTS_KEYS ? most->by_keys : most->by_flags;
    limit(&shape->private_rows, MOST_ELEMENTS / shape->packet);
    if (own)
        return;
    if (!cs_traits_contiguous_values(traits))
        limit(&shape->private_rows, most->moved);
    if (traits->reverse)
        limit(&shape->private_rows, most->reversed);
    if (traits->writes_anywhere && shape->wg_size >= most->stored_from)
        limit(&shape->private_rows, most->stored);
    if (traits->value.flagged) {
        limit(&shape->private_rows, flagged.registers);
        limit(&shape->local_rows, flagged.local);
    }
    if (traits->selection.offsets_output && shape->packet_bytes)
        limit_to_bits(shape);
}

/* Limits the items of tiles that keep elements in registers until the elements move: resident tiles in blocked
 * arrangement, if a function of the user stores, and tiles of selections in spans or by rows. This limit does not hold
 * for the user's own tuning rows, either. */
static void limit_moved(cs_shape *shape, const cs_request *r, bool own) {
    const cs_traits *traits = r->traits;
    const cs_limits_row *limits = cs_limits_row_of(r->caps, traits->value.type.size);
    const bool in_spans = !shape->packet_bytes && !shape->blocked_element_bytes;
    const bool compacts = in_spans || cs_traits_selects_rows(traits);
    const size_t registers = compacts ? limits->compact_registers : limits->store_registers;
    const size_t bytes =
        traits->value.loaded_bytes > CS_REGISTER_BYTES ? traits->value.loaded_bytes : CS_REGISTER_BYTES;
    const size_t most = registers * CS_REGISTER_BYTES / bytes;
    if ((compacts ? traits->kind == CS_SELECTION : traits->writes_anywhere) && !shape->packet_bytes && !own)
        limit(&shape->items, most > 1 ? (unsigned)most : 1);
}

static void request_items(cs_shape *shape, const cs_request *r, bool own) {
    enum { ROW_BYTES = 4 }; /* the bytes of the elements that table/tuning.def counts */
    limit_rows(shape, r, own);
    if (!shape->packet_bytes)
        shape->private_rows = shape->local_rows = 0;
    if (r->traits->kind != CS_SORT) /* the values of a sort are counts, whose size makes no difference to its tiles */
        shape->items = cs_items_of(shape->items, ROW_BYTES, r->traits->value.type.size);
    limit_moved(shape, r, own);
    if (shape->items < 2) /* with tiles of one element, hierarchical would have as many totals as elements */
        shape->items = 2;
    if (r->desc->tuning.items)
        shape->items = r->desc->tuning.items;
    if (shape->packet_bytes && r->desc->tuning.private_rows) {
        shape->private_rows = r->desc->tuning.private_rows;
        shape->local_rows = r->desc->tuning.local_rows;
    } else if (r->desc->tuning.items && cs_shape_in_rows(shape))
        divide_items(shape, r->desc->tuning.items, shape->packet);
}

size_t cs_units_for(const cs_caps *caps, const clscan_desc *desc) {
    enum { FOR_ANY_DEVICE = 128 };
    return desc->deterministic ? FOR_ANY_DEVICE : caps->compute_units;
}

/* Returns the bytes of an element's flags in a blocked tile: a byte, unless they count heads. */
static size_t bytes_of_flags(const cs_traits *traits) {
    return traits->reduces_segments ? cs_traits_flags_size(traits) : traits->value.flagged;
}

clscan_strategy cs_request_strategy_of_row(const cs_request *r, clscan_strategy strategy) {
    const bool one_launch = r->traits->reduces && strategy == CLSCAN_STRATEGY_LOOKBACK;
    return r->traits->kind == CS_SORT || one_launch ? CLSCAN_STRATEGY_REDUCE_SCAN : strategy;
}

static cs_shape requested_shape(const cs_tuning_row *row, const cs_request *r) {
    const bool own = row->line > 0;
    const cs_strategy_row *strategy = cs_strategy_row_at(cs_request_strategy_of_row(r, row->strategy));
    cs_shape shape = row->shape;
    if (r->traits->kind == CS_SORT)
        cs_set_sort_shape(r->caps, r->traits, row->strategy, &shape);
    if (strategy->single_item) { /* a work-item scans alone, by whatever algorithm */
        shape.group = CLSCAN_GROUP_SEQUENTIAL;
    } else if (r->desc->tuning.group) {
        shape.group = r->desc->tuning.group;
        if (shape.wg_size == 1) /* one work-item would need no algorithm */
            shape.wg_size = CS_SMALL_GROUP;
    }
    if (r->desc->tuning.wg_size)
        shape.wg_size = r->desc->tuning.wg_size;
    if (strategy->in_rows) { /* these strategies always scan by sub-groups */
        shape.group = CLSCAN_GROUP_SUB_GROUP;
        shape.packet_bytes = packet_bytes(r, &shape, own);
        shape.blocked_element_bytes = shape.packet_bytes ? 0 : r->traits->value.type.size + bytes_of_flags(r->traits);
        shape.exchange = cs_traits_contiguous_values(r->traits) ? 0 : 16;
        shape.lists = r->traits->selection.offsets_output ? CS_SEGMENT_LISTS_BYTES : 0;
    }
    shape.single_item = strategy->single_item;
    shape.in_lines = row->strategy == CLSCAN_STRATEGY_COLUMNS;
    shape.columns_by_group = cs_columns_by_group_row_of(r->caps);
    shape.columns_by_item = cs_columns_by_item_row_of(r->caps);
    shape.reduction = cs_reduction_row_of(r->caps);
    shape.packet = cs_packet_of(r->traits->value.type.size);
    shape.sub_groups = r->caps->sub_groups;
    request_items(&shape, r, own);
    shape.groups =
        r->desc->tuning.num_groups ? r->desc->tuning.num_groups : shape.groups * cs_units_for(r->caps, r->desc);
    if (shape.groups > CS_MAX_GROUPS)
        shape.groups = CS_MAX_GROUPS;
    return shape;
}

/* ------------------------------------------------------------------------------------ the limits of the device */

/* Makes each work-item hold fewer elements. Returns false if it cannot hold fewer. Resident tiles shrink by the
 * smallest step, so that they stay as large as possible. In blocked arrangement the items stay odd, which avoids bank
 * conflicts, and in sorts too, whose tiles should be large. Other strategies halve their items. */
static bool hold_fewer(cs_shape *shape) {
    bool in_rows = cs_shape_in_rows(shape);
    unsigned *most = in_rows ? &shape->local_rows : &shape->items;
    if (*most <= (in_rows ? 0 : 1))
        return false;
    const bool by_two = (shape->blocked_element_bytes || shape->sort.passes) && *most > 2;
    *most = in_rows ? *most - 1 : by_two ? *most - 2 : *most / 2;
    return true;
}

/* Returns true if the caller requests how many elements a work-item holds. */
static bool holds_as_requested(const cs_shape *shape, const clscan_tuning *requested) {
    return requested->items || (shape->packet_bytes && requested->private_rows);
}

/* Reduces the numbers that the caller left open, until the device can run the shape or no number can be reduced
 * further. Items are reduced first, unless the number of work-items is at fault whatever they hold. */
static void shrink(cs_shape *shape, const cs_request *r) {
    while (!cs_shape_fits(shape, r->caps, r->traits->value.tile_bytes)) {
        const bool too_wide =
            cs_shape_too_wide(shape, r->caps, r->traits->value.tile_bytes) || cs_shape_fault(shape, r->caps);
        if (!too_wide && !holds_as_requested(shape, &r->desc->tuning) && hold_fewer(shape))
            continue;
        if (r->desc->tuning.wg_size || shape->wg_size == 1)
            return;
        shape->wg_size /= 2;
    }
}

/* Fails if the device cannot run the shape. Strategies of single work-items keep nothing in local memory: for them, its
 * size only indicates the size of the cache, and a shape that the caller chose may exceed it. */
static clscan_status check_fits(const cs_shape *shape, const cs_strategy_row *strategy, const cs_request *r) {
    clscan_status status = CLSCAN_OK;
    const cs_caps *caps = r->caps;
    const cl_ulong stack = cs_shape_stack_bytes(shape, caps, r->traits->value.tile_bytes);
    const char *fault = cs_shape_fault(shape, caps);
    FAIL_IF(shape->wg_size > caps->max_wg_size, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "desc.tuning.wg_size is %u work-items, %s allows %zu", shape->wg_size, caps->name, caps->max_wg_size);
    FAIL_IF(fault, CLSCAN_ERROR_UNSUPPORTED_SHAPE, "desc.tuning.wg_size is %u: driver %s of %s %s", shape->wg_size,
            caps->driver, caps->name, fault);
    FAIL_IF(shape->private_rows > MOST_ELEMENTS / shape->packet, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "desc.tuning.private_rows is %u rows of %u elements; a work-item holds at most %d elements in registers",
            shape->private_rows, shape->packet, MOST_ELEMENTS);
    FAIL_IF(!shape->single_item && cs_shape_local_bytes(shape, r->traits->value.tile_bytes) > caps->local_bytes,
            CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "%s with %u x %u items (desc.tuning.wg_size x desc.tuning.items) of %zu bytes takes %zu bytes of local "
            "memory, %s has %llu",
            cs_group_at(shape->group)->name, shape->wg_size, shape->items, r->traits->value.tile_bytes,
            cs_shape_local_bytes(shape, r->traits->value.tile_bytes), caps->name,
            (unsigned long long)caps->local_bytes);
    FAIL_IF(stack > caps->stack_bytes, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "%s with %u x %u items (desc.tuning.wg_size x desc.tuning.items) of %zu bytes takes up to %llu bytes of "
            "stack, but threads of %s have %zu bytes: raise ulimit -s%s",
            strategy->name, shape->wg_size, shape->items, r->traits->value.tile_bytes, (unsigned long long)stack,
            caps->name, caps->stack_bytes,
            shape->wg_size * shape->items > 1 ? ", or lower desc.tuning.wg_size or desc.tuning.items" : "");
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- the choice */

/* Sets `items` to the elements in all packet rows of a work-item, for descriptions of the plan. */
static void set_items_of_rows(cs_shape *shape) {
    shape->items = (shape->private_rows + shape->local_rows) * shape->packet;
}

clscan_status cs_choose(const cs_request *r, const cs_tuning_row *row, cs_choice *choice) {
    clscan_status status = CLSCAN_OK;
    cs_shape shape = requested_shape(row, r);
    shrink(&shape, r);
    if (cs_shape_in_rows(&shape))
        set_items_of_rows(&shape);
    TRY(check_fits(&shape, cs_strategy_row_at(row->strategy), r));
    shape.tile = cs_shape_tile(&shape);
    shape.two_levels = shape.private_rows + shape.local_rows <= cs_look_back_row_of(r->caps)->levels;
    shape.sub_groups = cs_shape_sub_groups(&shape, r->caps);
    *choice = (cs_choice) { row->strategy, shape, row->limit, *row };
done:
    return status;
}
