#include "strategy/one_pass.h"

size_t cs_one_pass_launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

/* The last tile is never withheld, because a launch needs at least one work-group. */
cl_uint cs_one_pass_withheld(const cs_submission *submission, size_t tiles) {
    return (cl_uint)(submission->withheld < tiles ? submission->withheld : tiles - 1);
}

bool cs_one_pass_is_in_first_tile(const cs_shape *shape, size_t count, size_t length, size_t position) {
    (void)length;
    return shape->tile < count && position < shape->tile;
}

clscan_status cs_one_pass_launch(cs_submission *submission, const cs_shape *shape) {
    cl_uint tiles = (cl_uint)cs_shape_tiles(shape, submission->count),
            withheld = cs_one_pass_withheld(submission, tiles);
    cl_uint first_ticket = submission->epochs->tickets - withheld;
    submission->epochs->tickets += tiles - withheld;
    return CS_LAUNCH_ON_ELEMENTS(submission, 0, tiles - withheld, CS_BUFFER(submission->workspace), CS_UINT(tiles),
                                 CS_UINT(submission->epochs->epoch), CS_UINT(first_ticket));
}
