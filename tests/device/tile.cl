/* Scans one full or partial tile with a carry-in: in[0] is the carry-in, and the tile begins at in[1]. */
#include "tile/move.h"
#include "tile/scan.h"
#include "tile/store.h"

static clscan_view test_view(const global clscan_t *in, global clscan_t *out, ulong left) {
    clscan_view v = { 0 };
    v.in = in;
    v.out = out - 1;
    v.count = left;
    return v;
}

/* Every work-item stores its carry-out. The tile is scanned twice, as in a span, because each step must leave the local
 * storage free for the next one. */
CLSCAN_KERNEL void test_tile_scan(const global clscan_t *in, global clscan_t *out, global clscan_t *carries,
                                  ulong left) {
    local clscan_tile_storage s;
    const clscan_view v = test_view(in, out, left);
    for (uint round = 0; round < 2; round++) {
        clscan_t x[CLSCAN_RUN], before[CLSCAN_GROUP_WIDTH];
        clscan_tile_load(x, &v, 1, left, &s.elements);
        carries[get_local_id(0)] = clscan_tile_scan(x, before, in[0], &s);
        clscan_tile_store(&v, 1, x, before, left, &s.elements);
    }
}

/* Computes the sum of the carry-in and the tile, and stores the tile unchanged. */
CLSCAN_KERNEL void test_tile_reduce(const global clscan_t *in, global clscan_t *out, global clscan_t *carries,
                                    ulong left) {
    local clscan_tile_storage s;
    const clscan_view v = test_view(in, out, left);
    clscan_t x[CLSCAN_RUN];
    clscan_tile_load(x, &v, 1, left, &s.elements);
    carries[get_local_id(0)] = clscan_combine(in[0], clscan_tile_reduce(x, &s));
    for (uint i = 0; i < CLSCAN_RUN; i++)
        if (get_local_id(0) * CLSCAN_RUN + i < left)
            out[get_local_id(0) * CLSCAN_RUN + i] = x[i];
}
