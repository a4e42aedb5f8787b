#include "strategy/one_pass.h"

size_t cs_one_pass_launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

/* The last tile is never withheld, because a launch needs at least one work-group. */
cl_uint cs_one_pass_withheld(const cs_run *run, size_t tiles) {
    return (cl_uint)(run->withheld < tiles ? run->withheld : tiles - 1);
}

bool cs_one_pass_is_in_first_tile(const cs_shape *shape, size_t count, size_t length, size_t position) {
    (void)length;
    return shape->tile < count && position < shape->tile;
}

clscan_status cs_one_pass_launch(cs_run *run, const cs_shape *shape) {
    cl_uint tiles = (cl_uint)cs_shape_tiles(shape, run->count), withheld = cs_one_pass_withheld(run, tiles);
    cl_uint first_ticket = run->states->tickets - withheld;
    run->states->tickets += tiles - withheld;
    return CS_LAUNCH_ON_ELEMENTS(run, 0, tiles - withheld, CS_BUFFER(run->workspace), CS_UINT(tiles),
                                 CS_UINT(run->states->epoch), CS_UINT(first_ticket));
}
