/* The strategy of a sort by the user's comparison: a stable merge sort. A first launch sorts tiles. Each further launch
 * merges neighbouring runs, which become twice as long. The count on the device may be less than the host's; launches
 * that have nothing left to merge copy the elements then. */
#include "base/try.h"
#include "strategy/sort_space.h"
#include "strategy/strategy.h"
#include "tuning/sort_shape.h"

#include <stdint.h>

enum { SORT_TILES, MERGE_RUNS };

/* The buffers between which a pass moves elements, besides the arrays of the caller. */
enum { BUFFERS = 2 };

/* Returns the number of launches that merge. */
static size_t merges(const cs_shape *shape, size_t count) {
    size_t n = 0;
    for (size_t runs = cs_divided_up(count, cs_shape_tile(shape)); runs > 1; runs = cs_divided_up(runs, 2))
        n++;
    return n;
}

static size_t launches(const cs_shape *shape, size_t count) {
    return 1 + merges(shape, count);
}

/* Returns the bytes of the heads of blocks: two for each run of the first merge. */
static size_t bytes_of_heads(const cs_shape *shape, size_t pitch) {
    const size_t block = shape->wg_size == 1 ? CS_MERGE_INSERTED : cs_shape_tile(shape);
    return shape->sort.merge_segmented ? 2 * sizeof(cl_ulong) * cs_divided_up(pitch, block) : 0;
}

/* cl/grid/merge/merge_space.h says what is in the workspace. No memory holds more bytes than half of SIZE_MAX. A
 * block has two elements at least, so its heads take no more than two elements of 8 bytes. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t bytes = BUFFERS * shape->sort.merge_bytes + shape->sort.merge_carried, most = SIZE_MAX / 2;
    (void)size;
    return count > most / (bytes + sizeof(cl_ulong)) - 2 * CS_WORKSPACE_ALIGNMENT
               ? most
               : CS_WORKSPACE_ALIGNMENT + cs_sort_pitch(count) * bytes + bytes_of_heads(shape, cs_sort_pitch(count));
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t count = submission->count, tile = cs_shape_tile(shape), tiles = cs_divided_up(count, tile);
    const size_t span = cs_divided_up(tiles, shape->groups) * tile, spans = cs_divided_up(count, span);
    const size_t pitch = cs_sort_pitch(count), last = merges(shape, count);
    cl_ulong width = tile;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, SORT_TILES, spans, CS_UINT(last > 0 ? 0 : CS_CALLER_ARRAYS), CS_ULONG(span),
                              CS_ULONG(pitch), CS_BUFFER(submission->workspace)));
    for (size_t i = 1; i <= last; i++, width *= 2)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, MERGE_RUNS, spans, CS_ULONG(width), CS_UINT((i - 1) % BUFFERS),
                                  CS_UINT(i < last ? (cl_uint)i % BUFFERS : CS_CALLER_ARRAYS), CS_ULONG(span),
                                  CS_ULONG(pitch), CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_merge_sort = {
    .file = "merge_sort",
    .kernels = { [SORT_TILES] = "clscan_merge_sort_tiles", [MERGE_RUNS] = "clscan_merge_runs" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
