/* A resident tile for a selection by runs. The value of an element is 1 if the element is
 * kept, else 0 (task/select.h). A lane keeps this bit of each of its elements, and loads only the kept elements again.
 * Neighbouring lanes own neighbouring elements (a striped arrangement). A step of a sub-group is one element of each
 * lane. A ballot gives each lane the number of elements of a step that are kept before its own. If runs are long, few
 * elements are kept, and most steps store nothing. On an H100, unique of 2^28 uints in runs of 1000 took 438 us with
 * ballots and 643 us in packet rows (November 26, 2026). Selections by flags keep more elements, and are faster in
 * packet rows up to 2^24. */
#ifndef CLSCAN_SELECTED_RUN_TILE_H
#define CLSCAN_SELECTED_RUN_TILE_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "sub/sub_group.h"

#define CLSCAN_TILE_STEPS (CLSCAN_RESIDENT_TILE / CLSCAN_WG_SIZE)
#define CLSCAN_KEPT_WORDS ((CLSCAN_TILE_STEPS + 31) / 32)

typedef struct {
    uint kept[CLSCAN_KEPT_WORDS]; /* bit s % 32 of word s / 32: whether this lane's element of step s is kept */
} clscan_resident_private;

typedef uchar clscan_resident_local; /* a placeholder: nothing is in local memory */

/* Returns this lane's element of the first step. */
static clscan_cursor clscan_step_at(const clscan_view *v, uint tile) {
    const uint first = clscan_sub_id() * clscan_sub_size() * CLSCAN_TILE_STEPS + clscan_lane();
    return clscan_cursor_at(v, (ulong)tile * CLSCAN_RESIDENT_TILE + first);
}

/* Returns the number of steps whose bits are in word w. */
static uint clscan_steps_of_word(uint w) {
    return min(CLSCAN_TILE_STEPS - 32 * w, 32u);
}

/* Returns the bits of the next `steps` steps. In a whole tile each place has an element, and no load waits for a
 * branch. */
CLSCAN_INLINE uint clscan_steps_load(const clscan_view *v, clscan_cursor *c, uint steps, bool whole) {
    uint kept = 0;
    CLSCAN_UNROLL
    for (uint k = 0; k < steps; k++, clscan_cursor_skip(v, c, clscan_sub_size()))
        if (whole || c->i < v->count)
            kept |= (uint)(clscan_load_value(v, c) != 0) << k;
    return kept;
}

CLSCAN_INLINE uint clscan_steps_load_all(clscan_resident_private *resident, const clscan_view *v, uint tile,
                                         bool whole) {
    clscan_cursor c = clscan_step_at(v, tile);
    uint sum = 0;
    CLSCAN_UNROLL
    for (uint w = 0; w < CLSCAN_KEPT_WORDS; w++) {
        resident->kept[w] = clscan_steps_load(v, &c, clscan_steps_of_word(w), whole);
        sum += popcount(resident->kept[w]);
    }
    return sum;
}

static clscan_t clscan_resident_load_and_reduce(clscan_resident_private *resident, local clscan_resident_local *s,
                                                const clscan_view *v, uint tile) {
    uint sum;
    (void)s;
    if (clscan_tile_count(v->count, tile) == CLSCAN_RESIDENT_TILE)
        sum = clscan_steps_load_all(resident, v, tile, true);
    else
        sum = clscan_steps_load_all(resident, v, tile, false);
    return clscan_sub_reduce((clscan_t)sum);
}

/* Stores the kept elements of some steps, whose bits are in `kept`. `at` is the index of this lane's element in the
 * first step, and `stride` the distance to the next one. Returns the carry after these steps. The outputs are
 * `restrict`, so that loads of later elements need not wait for stores of earlier ones. */
CLSCAN_INLINE clscan_t clscan_steps_store(CLSCAN_STORE_PARAMETERS ulong at, long stride, uint kept, uint steps,
                                          clscan_t carry) {
    CLSCAN_UNROLL
    for (uint k = 0; k < steps; k++) {
        const bool keep = kept >> k & 1;
        const clscan_lane_set set = clscan_ballot(keep);
        const clscan_t before = clscan_combine(carry, (clscan_t)clscan_lanes_before(set));
        if (keep)
            CLSCAN_STORE_PASSED(at + k * stride, 1, clscan_combine(before, (clscan_t)1), before);
        carry = clscan_combine(carry, (clscan_t)clscan_lanes_in(set));
    }
    return carry;
}

static void clscan_resident_scan_and_store(const clscan_resident_private *resident, local clscan_resident_local *s,
                                           clscan_t carry, const clscan_view *v, uint tile) {
    const long stride = CLSCAN_REVERSE ? -(long)clscan_sub_size() : (long)clscan_sub_size();
    clscan_cursor c = clscan_step_at(v, tile);
    (void)s;
    CLSCAN_UNROLL
    for (uint w = 0; w < CLSCAN_KEPT_WORDS; w++, clscan_cursor_skip(v, &c, 32 * clscan_sub_size()))
        carry = clscan_steps_store(CLSCAN_STORE_ARRAYS(v) clscan_out_at(v, &c), stride, resident->kept[w],
                                   clscan_steps_of_word(w), carry);
}

#endif
