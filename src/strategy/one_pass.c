#include "strategy/one_pass.h"

size_t cs_one_pass_launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

clscan_status cs_one_pass_launch(cs_run *run, const cs_shape *shape) {
    cl_uint tiles = (cl_uint)cs_shape_tiles(shape, run->count), first_ticket = run->states->tickets;
    run->states->tickets += tiles;
    return CS_LAUNCH_ON_ELEMENTS(run, 0, tiles, CS_BUFFER(run->workspace), CS_UINT(tiles), CS_UINT(run->states->epoch),
                                 CS_UINT(first_ticket));
}
