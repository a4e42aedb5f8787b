/* Scan tiles, scan their totals the same way, add back (Harris, Sengupta and Owens, GPU Gems 3, chapter 39, 2007). */
#include "tile/move.h"
#include "tile/scan.h"

static void clscan_scan_tile(const global clscan_t *in, global clscan_t *out, ulong count, bool exclusive,
                             global clscan_t *totals, local clscan_tile_storage *s) {
    ulong begin = (ulong)get_group_id(0) * CLSCAN_TILE;
    clscan_t x[CLSCAN_RUN];
    clscan_tile_load(x, in + begin, count - begin, s);
    clscan_t total = clscan_tile_scan(x, clscan_identity(), exclusive, s);
    clscan_tile_store(out + begin, x, count - begin, s);
    if (get_local_id(0) == 0)
        totals[get_group_id(0)] = total;
}

CLSCAN_KERNEL void clscan_scan_tiles(const global clscan_t *in, ulong in_offset, global clscan_t *out, ulong out_offset,
                                     ulong count, global clscan_t *totals) {
    local clscan_tile_storage s;
    clscan_scan_tile(in + in_offset, out + out_offset, count, CLSCAN_EXCLUSIVE, totals, &s);
}

/* One level up: the totals at `level` become carries, in place; their own totals go to `level` + count. */
CLSCAN_KERNEL void clscan_scan_totals(global clscan_t *totals, ulong level, ulong count) {
    local clscan_tile_storage s;
    global clscan_t *a = totals + level;
    clscan_scan_tile(a, a, count, true, a + count, &s);
}

/* Tile 0 needs no carry: work-group g completes tile g + 1. */
CLSCAN_KERNEL void clscan_add_back(global clscan_t *out, ulong out_offset, ulong count, const global clscan_t *carries,
                                   ulong level) {
    ulong tile = (ulong)get_group_id(0) + 1;
    clscan_t carry = carries[level + tile];
    for (uint i = get_local_id(0); i < CLSCAN_TILE; i += CLSCAN_WG_SIZE) {
        ulong e = tile * CLSCAN_TILE + i;
        if (e < count)
            out[out_offset + e] = clscan_combine(carry, out[out_offset + e]);
    }
}
