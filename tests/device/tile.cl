/* One tile that need not be full, from a carry: in[0] is the carry, the tile begins at in[1]. */
#include "tile/move.h"
#include "tile/scan.h"

/* Every work-item tells the carry that it was left with. Each step leaves the storage to the next, the first store too:
 * what it stores is overwritten. */
CLSCAN_KERNEL void test_tile_scan(const global clscan_t *in, global clscan_t *out, global clscan_t *carries, ulong left,
                                  uint exclusive) {
    local clscan_tile_storage s;
    clscan_t x[CLSCAN_RUN];
    clscan_tile_load(x, in + 1, left, &s);
    clscan_tile_store(out, x, left, &s);
    carries[get_local_id(0)] = clscan_tile_scan(x, in[0], exclusive, &s);
    clscan_tile_store(out, x, left, &s);
}

/* The sum of the carry and the tile; the tile comes back as it was loaded. */
CLSCAN_KERNEL void test_tile_reduce(const global clscan_t *in, global clscan_t *out, global clscan_t *carries,
                                    ulong left, uint exclusive) {
    local clscan_tile_storage s;
    clscan_t x[CLSCAN_RUN];
    clscan_tile_load(x, in + 1, left, &s);
    carries[get_local_id(0)] = clscan_combine(in[0], clscan_tile_reduce(x, &s));
    clscan_tile_store(out, x, left, &s);
}
