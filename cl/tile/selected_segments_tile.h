/* A resident tile of a selection by segments. A lane keeps two bits of each of its elements: whether the element is
 * kept, and whether a segment begins with it. Only the kept elements are loaded again. Neighbouring lanes own
 * neighbouring elements (a striped arrangement). A step of a sub-group is one element of each lane. For a batch of
 * steps, ballots list the kept elements and the heads of segments in local memory. Then neighbouring lanes store
 * neighbouring kept elements, and each lane stores where one of the segments begins. On an H200, a selection by flags
 * of 2^28 uints took 823 us in such tiles of 8192 elements, and 1413 us in packet rows. Larger tiles took 889 to 994
 * us, because their elements are no longer in the cache when they are loaded again (November 28, 2026). */
#ifndef CLSCAN_SELECTED_SEGMENTS_TILE_H
#define CLSCAN_SELECTED_SEGMENTS_TILE_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "sub/sub_group.h"

#define CLSCAN_TILE_STEPS  (CLSCAN_RESIDENT_TILE / CLSCAN_WG_SIZE)
#define CLSCAN_BATCH_STEPS 8 /* enough loads are in flight, and few enough for registers */

/* The bits of this lane's elements. Bit k is of step k. */
typedef struct {
    uint kept, heads;
} clscan_resident_private;

/* An element with which a segment begins: its index in the batch, and how many elements of the batch are kept before
 * it. */
typedef struct {
    ushort index, kept_before;
} clscan_listed_head;

/* The lists of a batch. Each sub-group has a part of each list. */
typedef struct {
    ushort kept[CLSCAN_BATCH_STEPS * CLSCAN_WG_SIZE]; /* the indices in the batch of the kept elements */
    clscan_listed_head heads[CLSCAN_BATCH_STEPS * CLSCAN_WG_SIZE];
} clscan_resident_local;
CLSCAN_ASSERT(sizeof(clscan_resident_local) <= CLSCAN_SEGMENT_LISTS_BYTES * CLSCAN_WG_SIZE, lists_have_room);

/* Returns the index of the first element of this sub-group. */
static ulong clscan_steps_begin(uint tile) {
    return (ulong)tile * CLSCAN_RESIDENT_TILE + clscan_sub_id() * clscan_sub_size() * CLSCAN_TILE_STEPS;
}

/* Loads the bits of a batch of `steps` steps. `first` is the index of this lane's first element. In a whole tile each
 * place has an element. */
CLSCAN_INLINE clscan_resident_private clscan_batch_load(const clscan_view *v, ulong first, uint steps, bool whole) {
    clscan_resident_private bits = { 0, 0 };
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_BATCH_STEPS; k++) {
        const clscan_cursor c = clscan_cursor_at(v, first + k * clscan_sub_size());
        if (k < steps && (whole || c.i < v->count)) {
            const clscan_value count = clscan_load_value(v, &c);
            bits.kept |= (uint)count.x << k;
            bits.heads |= (uint)count.y << k;
        }
    }
    return bits;
}

/* Loads the bits of this lane's elements. The batches are not unrolled, so that the kernel takes few registers. */
CLSCAN_INLINE clscan_resident_private clscan_steps_load(const clscan_view *v, uint tile, bool whole) {
    const ulong first = clscan_steps_begin(tile) + clscan_lane();
    clscan_resident_private all = { 0, 0 };
    CLSCAN_NO_UNROLL
    for (uint k = 0; k < CLSCAN_TILE_STEPS; k += CLSCAN_BATCH_STEPS) {
        const uint steps = min(CLSCAN_TILE_STEPS - k, (uint)CLSCAN_BATCH_STEPS);
        const clscan_resident_private batch = clscan_batch_load(v, first + k * clscan_sub_size(), steps, whole);
        all.kept |= batch.kept << k;
        all.heads |= batch.heads << k;
    }
    return all;
}

static clscan_t clscan_resident_load_and_reduce(clscan_resident_private *bits, local clscan_resident_local *s,
                                                const clscan_view *v, uint tile) {
    (void)s;
    if (clscan_tile_count(v->count, tile) == CLSCAN_RESIDENT_TILE)
        *bits = clscan_steps_load(v, tile, true);
    else
        *bits = clscan_steps_load(v, tile, false);
    return clscan_sub_reduce((clscan_t)(popcount(bits->kept), popcount(bits->heads)));
}

/* Lists the kept elements and the heads of a batch, whose bits are the lowest ones. Returns how many there are. */
CLSCAN_INLINE clscan_t clscan_batch_list(clscan_resident_private bits, local ushort *kept_list,
                                         local clscan_listed_head *head_list) {
    uint kept = 0, heads = 0;
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_BATCH_STEPS; k++) {
        const uint index = k * clscan_sub_size() + clscan_lane();
        const bool keep = bits.kept >> k & 1, begins = bits.heads >> k & 1;
        const clscan_lane_set kept_lanes = clscan_ballot(keep), head_lanes = clscan_ballot(begins);
        const uint kept_before = kept + clscan_lanes_before(kept_lanes);
        const clscan_listed_head head = { index, kept_before };
        if (keep)
            kept_list[kept_before] = index;
        if (begins)
            head_list[heads + clscan_lanes_before(head_lanes)] = head;
        kept += clscan_lanes_in(kept_lanes);
        heads += clscan_lanes_in(head_lanes);
    }
    return (clscan_t)(kept, heads);
}

/* Stores the `n` listed elements, before which `carry` elements are kept. The index `at` is that of the first element
 * of the batch. The outputs are `restrict`, so that loads of later elements need not wait for stores of earlier ones.
 */
CLSCAN_INLINE void clscan_batch_store(CLSCAN_STORE_PARAMETERS ulong at, const local ushort *list, uint n,
                                      clscan_t carry) {
    const clscan_t one = (clscan_t)(1, 0);
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_BATCH_STEPS; k++) {
        const uint i = k * clscan_sub_size() + clscan_lane();
        const clscan_t before = clscan_combine(carry, (clscan_t)(i, 0));
        if (i < n)
            CLSCAN_STORE_PASSED(CLSCAN_REVERSE ? at - list[i] : at + list[i], one, clscan_combine(before, one), before);
    }
}

/* Stores where the `n` listed segments begin. */
CLSCAN_INLINE void clscan_batch_begin_segments(const clscan_view *v, ulong first, const local clscan_listed_head *list,
                                               uint n, clscan_t carry) {
    for (uint i = clscan_lane(); i < n; i += clscan_sub_size()) {
        const clscan_cursor c = clscan_cursor_at(v, first + list[i].index);
        clscan_begin_segment(v, &c, clscan_combine(carry, (clscan_t)(list[i].kept_before, i)));
    }
}

static void clscan_resident_scan_and_store(const clscan_resident_private *resident, local clscan_resident_local *s,
                                           clscan_t carry, const clscan_view *v, uint tile) {
    const uint part = clscan_sub_id() * clscan_sub_size() * CLSCAN_BATCH_STEPS;
    local ushort *const kept_list = s->kept + part;
    local clscan_listed_head *const head_list = s->heads + part;
    clscan_resident_private bits = *resident;
    CLSCAN_NO_UNROLL
    for (uint k = 0; k < CLSCAN_TILE_STEPS; k += CLSCAN_BATCH_STEPS) {
        const ulong first = clscan_steps_begin(tile) + k * clscan_sub_size();
        const clscan_cursor c = clscan_cursor_at(v, first);
        const clscan_t listed = clscan_batch_list(bits, kept_list, head_list);
        clscan_sub_barrier();
        clscan_batch_store(CLSCAN_STORE_ARRAYS(v) clscan_out_at(v, &c), kept_list, listed.x, carry);
        clscan_batch_begin_segments(v, first, head_list, listed.y, carry);
        clscan_sub_barrier();
        carry = clscan_combine(carry, listed);
        bits.kept >>= CLSCAN_BATCH_STEPS;
        bits.heads >>= CLSCAN_BATCH_STEPS;
    }
}

#endif
