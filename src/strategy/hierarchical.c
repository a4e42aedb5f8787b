/* Levels: level 0 is the data, level k + 1 has one total for each tile of level k, up to a level of one tile. The
 * workspace holds levels 1, 2, ... one after the other; the total of the last tile ends it. */
#include "check.h"
#include "strategy.h"

enum { SCAN_TILES, SCAN_TOTALS, ADD_BACK };

static clscan_status applicable(const cs_caps *caps, const cs_shape *shape) {
    (void)caps;
    if (shape->tile > 1)
        return CLSCAN_OK;
    return cs_fail(CLSCAN_UNSUPPORTED_SHAPE,
                   "hierarchical needs tiles of 2 elements or more, %u work-item of %u item "
                   "makes %zu: its levels would never end",
                   shape->wg_size, shape->items, shape->tile);
}

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t elements = 1;
    for (size_t tiles = cs_shape_tiles(shape, count); tiles > 1; tiles = cs_shape_tiles(shape, tiles))
        elements += tiles;
    return elements * size;
}

static size_t launches(const cs_shape *shape, size_t count) {
    size_t n = 1;
    for (size_t tiles = cs_shape_tiles(shape, count); tiles > 1; tiles = cs_shape_tiles(shape, tiles))
        n += 2;
    return n;
}

/* Turns the `tiles` totals at `level` into carries: scans them tile by tile, their totals the same way, adds back. */
static clscan_status scan_totals(cs_run *run, const cs_shape *shape, size_t level, size_t count) {
    clscan_status status = CLSCAN_OK;
    cl_mem totals = run->args.workspace;
    size_t tiles = cs_shape_tiles(shape, count);
    TRY(CS_LAUNCH(run, SCAN_TOTALS, tiles, CS_BUFFER(totals), CS_ULONG(level), CS_ULONG(count)));
    if (tiles > 1) {
        TRY(scan_totals(run, shape, level + count, tiles));
        TRY(CS_LAUNCH(run, ADD_BACK, tiles - 1, CS_BUFFER(totals), CS_ULONG(level), CS_ULONG(count), CS_BUFFER(totals),
                      CS_ULONG(level + count)));
    }
done:
    return status;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const clscan_args *a = &run->args;
    size_t tiles = cs_shape_tiles(shape, a->count);
    TRY(CS_LAUNCH(run, SCAN_TILES, tiles, CS_BUFFER(a->in), CS_ULONG(a->in_offset), CS_BUFFER(a->out),
                  CS_ULONG(a->out_offset), CS_ULONG(a->count), CS_BUFFER(a->workspace)));
    if (tiles > 1) {
        TRY(scan_totals(run, shape, 0, tiles));
        TRY(CS_LAUNCH(run, ADD_BACK, tiles - 1, CS_BUFFER(a->out), CS_ULONG(a->out_offset), CS_ULONG(a->count),
                      CS_BUFFER(a->workspace), CS_ULONG(0)));
    }
done:
    return status;
}

const cs_strategy cs_hierarchical = {
    .kernels = { [SCAN_TILES] = "clscan_scan_tiles",
                 [SCAN_TOTALS] = "clscan_scan_totals",
                 [ADD_BACK] = "clscan_add_back" },
    .applicable = applicable,
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
