/* Scans in levels. Level 0 is the elements, and level k + 1 has one total for each tile of level k. The top level is
 * one tile. The workspace holds levels 0, 1, 2, ... one after the other, and then the total of the top level. */
#include "base/try.h"
#include "strategy/strategy.h"

enum { SCAN_TILES, SCAN_TOTALS, ADD_CARRIES, ADD_BACK };

static clscan_status applicable(const cs_caps *caps, const cs_shape *shape) {
    (void)caps;
    if (shape->tile > 1)
        return CLSCAN_OK;
    return cs_fail(
        CLSCAN_ERROR_UNSUPPORTED_SHAPE,
        "hierarchical needs tiles of 2 elements or more, but %u work-item of %u item makes a tile of %zu: each "
        "level would be as long as the one below it",
        shape->wg_size, shape->items, shape->tile);
}

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t elements = count + 1;
    for (size_t tiles = cs_shape_tiles(shape, count); tiles > 1; tiles = cs_shape_tiles(shape, tiles))
        elements += tiles;
    return elements * size;
}

/* Counts SCAN_TILES and ADD_BACK, which every scan launches, and SCAN_TOTALS and ADD_CARRIES for each level of totals.
 * The top level needs no ADD_CARRIES. */
static size_t launches(const cs_shape *shape, size_t count) {
    size_t n = 2;
    for (size_t tiles = cs_shape_tiles(shape, count); tiles > 1; tiles = cs_shape_tiles(shape, tiles))
        n += cs_shape_tiles(shape, tiles) > 1 ? 2 : 1;
    return n;
}

/* Turns the `count` totals at `level` into carries: scans each tile of totals, turns the totals of these tiles into
 * carries in the same way, and adds them. `level` is the index of the first total in the workspace. */
static clscan_status scan_totals(cs_submission *submission, const cs_shape *shape, size_t level, size_t count) {
    clscan_status status = CLSCAN_OK;
    size_t tiles = cs_shape_tiles(shape, count), above = level + count;
    TRY(CS_LAUNCH(submission, SCAN_TOTALS, tiles, CS_BUFFER(submission->workspace), CS_ULONG(level), CS_ULONG(count)));
    if (tiles > 1) {
        TRY(scan_totals(submission, shape, above, tiles));
        TRY(CS_LAUNCH(submission, ADD_CARRIES, tiles - 1, CS_BUFFER(submission->workspace), CS_ULONG(level),
                      CS_ULONG(count), CS_ULONG(above)));
    }
done:
    return status;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    size_t tiles = cs_shape_tiles(shape, submission->count), totals = submission->count;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, SCAN_TILES, tiles, CS_BUFFER(submission->workspace), CS_ULONG(totals)));
    if (tiles > 1)
        TRY(scan_totals(submission, shape, totals, tiles));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, ADD_BACK, tiles, CS_BUFFER(submission->workspace), CS_ULONG(totals)));
done:
    return status;
}

const cs_strategy cs_hierarchical = {
    .file = "hierarchical",
    .kernels = { [SCAN_TILES] = "clscan_scan_tiles",
                 [SCAN_TOTALS] = "clscan_scan_totals",
                 [ADD_CARRIES] = "clscan_add_carries",
                 [ADD_BACK] = "clscan_add_back" },
    .applicable = applicable,
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
