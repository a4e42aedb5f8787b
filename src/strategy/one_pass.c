#include "strategy/one_pass.h"

size_t cs_one_pass_launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

clscan_status cs_one_pass_launch(cs_run *run, const cs_shape *shape) {
    const clscan_args *a = &run->args;
    cl_uint tiles = (cl_uint)cs_shape_tiles(shape, a->count), first_ticket = run->states->tickets;
    run->states->tickets += tiles;
    return CS_LAUNCH(run, 0, tiles, CS_BUFFER(a->in), CS_ULONG(a->in_offset), CS_BUFFER(a->out),
                     CS_ULONG(a->out_offset), CS_ULONG(a->count), CS_BUFFER(a->workspace), CS_UINT(tiles),
                     CS_UINT(run->states->epoch), CS_UINT(first_ticket));
}
