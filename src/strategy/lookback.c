/* A tile a work-group, one launch. The workspace: a ticket counter, a record a tile, a record a block of tiles. */
#include "strategy.h"

static size_t tiles_of(const cs_shape *shape, size_t count) {
    return (count - 1) / shape->tile + 1;
}

/* Words of 64 bits, each with 32 bits of an element, or twice as many of 32; see cl/grid/tile_state.h. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t words = (size + 3) / 4, record = words > 4 ? words : 4;
    size_t tiles = tiles_of(shape, count), blocks = tiles / CS_PREFIX_EVERY + 1;
    return (1 + tiles + blocks) * record * sizeof(cl_ulong);
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    const clscan_args *a = &run->args;
    cl_uint tiles = (cl_uint)tiles_of(shape, a->count), first_ticket = run->states->tickets;
    run->states->tickets += tiles;
    return CS_LAUNCH(run, 0, tiles, CS_BUFFER(a->in), CS_ULONG(a->in_offset), CS_BUFFER(a->out),
                     CS_ULONG(a->out_offset), CS_ULONG(a->count), CS_BUFFER(a->workspace), CS_UINT(tiles),
                     CS_UINT(run->states->epoch), CS_UINT(first_ticket));
}

const cs_strategy cs_lookback = {
    .kernels = { "clscan_lookback" },
    .has_states = true,
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
