#include "tuning/shape.h"

#include "base/min_max.h"
#include "opencl/driver_fault.h"
#include "problem/sort.h"
#include "table/table.h"

unsigned cs_packet_of(size_t element) {
    return element <= 16 && 16 % element == 0 ? (unsigned)(16 / element) : 1;
}

unsigned cs_items_of(unsigned n, size_t unit, size_t element) {
    const size_t m = n * unit / element;
    return n && !m ? 1 : (unsigned)m;
}

bool cs_shape_in_rows(const cs_shape *shape) {
    return shape->private_rows > 0;
}

size_t cs_shape_tile(const cs_shape *shape) {
    if (cs_shape_in_rows(shape))
        return (size_t)shape->wg_size * (shape->private_rows + shape->local_rows) * shape->packet;
    if (shape->sort.by_comparison) /* no group algorithm is used */
        return (size_t)shape->items * (shape->wg_size == 1 ? CS_MERGE_TILE_PER_ITEM : shape->wg_size);
    return (size_t)shape->wg_size * shape->items * cs_group_at(shape->group)->width;
}

size_t cs_shape_tiles(const cs_shape *shape, size_t count) {
    return count ? (count - 1) / shape->tile + 1 : 1;
}

/* The least and greatest number of work-items in a sub-group. NVIDIA's have 32, AMD's have 32 or 64, and the largest of
 * the others are Qualcomm's with 128. */
static const struct {
    unsigned least, most;
} sizes[] = { [CS_NO_SUB_GROUPS] = { 1, 1 }, [CS_PTX] = { 32, 32 }, [CS_KHR] = { 1, 128 },
              [CS_INTEL] = { 1, 128 },       [CS_AMD] = { 32, 64 }, [CS_UNIFORM] = { 1, 128 } };

/* A work-group that is smaller than the largest possible sub-group may not consist of whole sub-groups, and uses
 * none. */
cs_sub_groups cs_shape_sub_groups(const cs_shape *shape, const cs_caps *caps) {
    return shape->wg_size >= sizes[caps->sub_groups].most ? caps->sub_groups : CS_NO_SUB_GROUPS;
}

static size_t most_sub_groups(const cs_shape *shape) {
    const bool whole = shape->wg_size >= sizes[shape->sub_groups].most;
    return whole ? shape->wg_size / sizes[shape->sub_groups].least : shape->wg_size;
}

enum { TICKET = 128 }; /* the most bytes of a ticket and similar variables, with padding for the most aligned type */

/* Returns the bytes of local memory that a resident tile needs besides its elements: a carry for each sub-group, which
 * takes at least a register, and a ticket. */
static size_t bytes_of_carries(const cs_shape *shape, size_t element) {
    return most_sub_groups(shape) * (element < CS_REGISTER_BYTES ? CS_REGISTER_BYTES : element) + TICKET;
}

/* Returns the bytes of local memory for the lists of cl/tile/selected_segments_tile.h, which asserts them. */
static size_t bytes_of_lists(const cs_shape *shape) {
    return shape->wg_size * shape->lists;
}

/* Returns the bytes of local memory for the packet rows of a tile. An array of no rows has room for one, because arrays
 * in OpenCL C cannot be empty. */
static size_t bytes_in_rows(const cs_shape *shape) {
    return shape->wg_size * ((shape->local_rows ? shape->local_rows : 1) * shape->packet_bytes + shape->exchange);
}

/* Returns the bytes of local memory in which the digits of a tile are ranked, without the values of the work-group's
 * algorithm: on NVIDIA, a counter of 4 bytes for each digit of each sub-group, for ballots. Elsewhere 16 counters of 2
 * bytes for each work-item and 4 bytes for each element, which is more than ballots need. The host does not know
 * whether AMD's compiler has ballots, so it reckons with the larger of the two. */
static size_t bytes_of_ranking(const cs_shape *shape) {
    enum { BALLOT_COUNTER = 4, ROUND_VALUES = 16, ROUND_COUNTER = 2, ENTRY = 4 };
    return shape->sub_groups == CS_PTX ? most_sub_groups(shape) * CS_DIGITS * BALLOT_COUNTER
                                       : shape->wg_size * ((size_t)ROUND_VALUES * ROUND_COUNTER + shape->items * ENTRY);
}

/* The most counters of a work-group for all passes that are counted together. They take 16 KiB, half of the local
 * memory that a device of OpenCL 1.2 has at least, so that no class of devices needs a number of its own. sort.def has
 * the counters for each digit. No other number was measured. */
enum { ALL_COUNTERS = 4096 };

unsigned cs_shape_sort_counters(const cs_shape *shape) {
    if (!shape->sort.passes)
        return 1;
    const cs_sort_row *row = shape->sort.row;
    const unsigned fitting = ALL_COUNTERS / (CS_DIGITS * shape->sort.passes), most = row->counters;
    return fitting > most ? most : fitting > 0 ? fitting : 1;
}

/* Returns the bytes of local memory for the elements of a sort in a tile: either the bits of keys that are compared,
 * with the memory of the ranking or the order of the elements, or an array of elements. `ranking` is the bytes for the
 * ranking. cl/grid/sort/sort_in_tile.h declares them. */
static size_t bytes_in_tile(const cs_shape *shape, size_t ranking) {
    enum { PLACE = 2 };
    const size_t tile = (size_t)shape->wg_size * shape->items,
                 key = (shape->sort.passes - shape->sort.segment_passes) * CS_DIGIT_BITS > 32 ? 8 : 4,
                 ordered = tile * key + cs_max(ranking, tile * PLACE) + 8;
    return cs_max(ordered, tile * shape->sort.staged + 32);
}

/* Returns the bytes of local memory for a sort: two places, a range of ranks, and counts in each pass for each digit; a
 * digit for each element; and either the memory of the ranking or the elements. A sweep has another count for each
 * digit. cl/grid/sort/sort_by_group.h and cl/grid/sort/sort_sweep.h declare them, and assert that they are no more than
 * these bytes. */
static size_t bytes_of_sort(const cs_shape *shape, size_t element) {
    enum { RANGE = 2 * 4, COUNT = 4, DIGIT = 1, PADDING = 64 };
    const size_t tile = (size_t)shape->wg_size * shape->items, staged = tile * shape->sort.staged;
    const size_t values = (size_t)shape->wg_size * cs_group_at(shape->group)->local * element;
    const size_t ranking = bytes_of_ranking(shape) + values;
    const size_t all =
        CS_DIGITS * (2 * element + RANGE) + tile * DIGIT + (ranking > staged ? ranking : staged) + PADDING;
    const size_t counts = (size_t)CS_DIGITS * COUNT * shape->sort.passes * cs_shape_sort_counters(shape);
    const size_t in_tile = CS_DIGITS * RANGE + bytes_in_tile(shape, ranking) + PADDING;
    const size_t sweep_bytes = shape->sort.sweeps ? (size_t)CS_DIGITS * COUNT + PADDING : 0;
    return cs_max(cs_max(all, counts) + sweep_bytes, in_tile);
}

/* Returns the bytes of local memory for a sort by comparison: the elements of a tile with their indices, two heads for
 * each work-item if there are segments, and two splits. cl/grid/merge/merge_by_group.h declares them, and asserts that
 * they are no more than these bytes. */
static size_t bytes_of_merge(const cs_shape *shape) {
    enum { HEADS = 2 * 4, SPLITS = 2 * 8, PADDING = 192 };
    const size_t heads = shape->sort.merge_segmented ? HEADS : 0;
    return shape->wg_size * (shape->items * shape->sort.merge_bytes + heads) + SPLITS + PADDING;
}

/* Strategies without resident tiles use the same storage for the elements of the tile and for the values of the
 * work-group's algorithm. Strategy columns keeps a value for each work-item and a ticket, if that is more. */
size_t cs_shape_local_bytes(const cs_shape *shape, size_t element) {
    size_t tile = cs_shape_tile(shape), values = (size_t)shape->wg_size * cs_group_at(shape->group)->local;
    if (shape->sort.passes && shape->wg_size > 1)
        return bytes_of_sort(shape, element);
    if (shape->sort.by_comparison && shape->wg_size > 1)
        return bytes_of_merge(shape);
    if (cs_shape_in_rows(shape))
        return cs_max(bytes_in_rows(shape), bytes_of_lists(shape)) + bytes_of_carries(shape, element);
    if (shape->blocked_element_bytes)
        return cs_max(tile * shape->blocked_element_bytes, bytes_of_lists(shape)) + bytes_of_carries(shape, element);
    const size_t group = (tile > values ? tile : values) * element, lines = shape->wg_size * element + TICKET;
    return shape->in_lines && shape->wg_size > 1 && lines > group ? lines : group;
}

const char *cs_shape_fault(const cs_shape *shape, const cs_caps *caps) {
    if (shape->wg_size > 1 && cs_driver_has(caps->faults, CS_FAULT_WIDE_GROUPS))
        return cs_driver_fault_text(CS_FAULT_WIDE_GROUPS);
    if (shape->wg_size > 1 && shape->single_item && cs_driver_has(caps->faults, CS_FAULT_WIDE_SLICES))
        return cs_driver_fault_text(CS_FAULT_WIDE_SLICES);
    return NULL;
}

/* Returns the most bytes of stack that private variables take on a CPU, else 0. A CPU driver runs a work-group in one
 * thread, whose stack holds the private variables of all work-items: up to 66 values each, and indices and pointers. */
static cl_ulong bytes_of_values(const cs_shape *shape, const cs_caps *caps, size_t element) {
    enum { VALUES = 72, OTHERS = 768 }; /* sizes as PoCL 3.1 allocates them, rounded up */
    return caps->type == CL_DEVICE_TYPE_CPU ? shape->wg_size * ((cl_ulong)VALUES * element + OTHERS) : 0;
}

/* Returns the bytes of the totals of runs that strategy slices keeps of two slices. Slices with too many runs keep
 * none; see cl/grid/slices.cl. */
static cl_ulong bytes_kept(const cs_shape *shape, size_t element) {
    const cl_ulong runs = CS_INTERLEAVED_RUNS(element);
    const cl_ulong kept = (cs_shape_tile(shape) / (runs * CS_INTERLEAVED_LENGTH) + 1) * runs * element;
    return shape->wg_size == 1 && kept <= CS_MOST_TOTALS_BYTES ? 2 * kept : 0;
}

cl_ulong cs_shape_stack_bytes(const cs_shape *shape, const cs_caps *caps, size_t element) {
    const cl_ulong values = bytes_of_values(shape, caps, element);
    const cl_ulong tile = (cl_ulong)cs_shape_tile(shape) * element;
    return values ? values + (shape->single_item ? bytes_kept(shape, element) : tile) : 0;
}

bool cs_shape_too_wide(const cs_shape *shape, const cs_caps *caps, size_t element) {
    return shape->wg_size > caps->max_wg_size || bytes_of_values(shape, caps, element) > caps->stack_bytes;
}

static bool has_too_large_tiles(const cs_shape *shape) {
    return shape->sort.passes && (size_t)shape->wg_size * shape->items > CS_MOST_SORT_TILE;
}

bool cs_shape_fits(const cs_shape *shape, const cs_caps *caps, size_t element) {
    return !has_too_large_tiles(shape) && !cs_shape_fault(shape, caps) && !cs_shape_too_wide(shape, caps, element) &&
           cs_shape_stack_bytes(shape, caps, element) <= caps->stack_bytes &&
           cs_shape_local_bytes(shape, element) <= caps->local_bytes;
}
