/* Scans tiles, scans their totals the same way, level by level, and then adds the carries back (Harris, Sengupta and
 * Owens, GPU Gems 3, chapter 39, 2007). */
#include "grid/prologue.h"
#include "tile/move.h"
#include "tile/scan.h"
#include "tile/store.h"

/* Returns the beginning of this work-group's tile in a level of `count` values. */
static ulong clscan_tile_begin(ulong count) {
    return min((ulong)get_group_id(0) * CLSCAN_TILE, count);
}
/* Returns the number of values in this work-group's tile. */
static uint clscan_tile_values(ulong count) {
    return min(count - clscan_tile_begin(count), (ulong)CLSCAN_TILE);
}

/* Scans this work-group's tile, whose runs are x, and stores the scan to `level` and the tile's total to `totals`. */
CLSCAN_COLLECTIVE void clscan_scan_tile(clscan_t *x, global clscan_t *level, ulong count, bool exclusive,
                                        global clscan_t *totals, local clscan_tile_storage *s) {
    clscan_t before[CLSCAN_GROUP_WIDTH];
    const clscan_t total = clscan_tile_scan(x, before, clscan_identity(), s);
    for (uint v = 0; v < CLSCAN_GROUP_WIDTH; v++)
        clscan_item_scan(x + v * CLSCAN_ITEMS, CLSCAN_ITEMS, before[v], exclusive);
    for (uint i = 0; i < CLSCAN_RUN; i++)
        clscan_element_put(&s->elements, get_local_id(0) * CLSCAN_RUN + i, x[i]);
    clscan_barrier();
    for (size_t e = clscan_striped(0); e < clscan_tile_values(count); e += CLSCAN_WG_SIZE)
        level[clscan_tile_begin(count) + e] = clscan_element_get(&s->elements, e);
    if (get_local_id(0) == 0)
        totals[get_group_id(0)] = total;
}

/* Scans the tiles of level 0, the elements. These scans are inclusive. */
CLSCAN_KERNEL void clscan_scan_tiles(CLSCAN_ARRAYS, global clscan_t *level, ulong totals) {
    local clscan_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    clscan_t x[CLSCAN_RUN];
    clscan_tile_load(x, &v, clscan_tile_begin(v.count), clscan_tile_values(v.count), &s.elements);
    clscan_scan_tile(x, level, v.count, false, level + totals, &s);
}

/* Scans one level of totals in place, tile by tile: totals become carries. The totals of these tiles are the next
 * level, at `level` + count. */
CLSCAN_KERNEL void clscan_scan_totals(global clscan_t *levels, ulong level, ulong count) {
    local clscan_tile_storage s;
    global clscan_t *a = levels + level;
    const uint run = get_local_id(0) * CLSCAN_RUN;
    clscan_t x[CLSCAN_RUN];
    for (uint i = 0; i < CLSCAN_RUN; i++)
        x[i] = run + i < clscan_tile_values(count) ? a[clscan_tile_begin(count) + run + i] : clscan_identity();
    clscan_barrier_after_loads();
    clscan_scan_tile(x, a, count, true, a + count, &s);
}

/* Adds the carries of a higher level to the tiles of a level. Tile 0 needs none: work-group g completes tile g + 1. */
CLSCAN_KERNEL void clscan_add_carries(global clscan_t *levels, ulong level, ulong count, ulong carries) {
    const ulong tile = (ulong)get_group_id(0) + 1;
    const clscan_t carry = levels[carries + tile];
    for (uint i = get_local_id(0); i < CLSCAN_TILE; i += CLSCAN_WG_SIZE) {
        const ulong e = tile * CLSCAN_TILE + i;
        if (e < count)
            levels[level + e] = clscan_combine(carry, levels[level + e]);
    }
}

/* Adds the carries of level 1 to the tiles of level 0, and stores the results. */
CLSCAN_KERNEL void clscan_add_back(CLSCAN_ARRAYS, const global clscan_t *level, ulong carries) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong tile = get_group_id(0);
    /* Tile 0 needs no carry. If it is the only tile, level[carries] is still its total. */
    clscan_t carry = clscan_first_prefix(&v);
    if (tile > 0)
        carry = clscan_combine(carry, level[carries + tile]);
    for (uint i = get_local_id(0); i < CLSCAN_TILE; i += CLSCAN_WG_SIZE) {
        const ulong e = tile * CLSCAN_TILE + i;
        if (e >= v.count)
            break;
        const clscan_cursor c = clscan_cursor_at(&v, e);
        const clscan_t inclusive = clscan_combine(carry, level[e]);
        const clscan_t exclusive = i == 0 ? carry : clscan_combine(carry, level[e - 1]);
        clscan_store(&v, &c, clscan_load(&v, &c), inclusive, exclusive);
        if (e + 1 == v.count)
            clscan_store_total(&v, inclusive);
    }
    if (v.count == 0 && get_global_id(0) == 0)
        clscan_store_total(&v, clscan_first_prefix(&v));
}
