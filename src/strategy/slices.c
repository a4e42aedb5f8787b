/* One pass by a fixed number of work-groups. Each work-group takes slices by ticket until none is left. The workspace
 * holds a ticket counter, a record for the aggregate of each slice, a record for the prefix before each slice, and one
 * for the prefix after the last slice. */
#include "strategy/one_pass.h"

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t slices = cs_shape_tiles(shape, count);
    return cs_states_bytes(slices, slices + 1, size);
}

/* Each work-item takes tickets until it gets one past the last slice. A launch therefore takes one ticket for each
 * slice and one more for each work-item. */
static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    size_t slices = cs_shape_tiles(shape, submission->count), groups = slices < shape->groups ? slices : shape->groups;
    const cl_uint withheld = cs_one_pass_withheld(submission, slices),
                  first_ticket = submission->epochs->tickets - withheld;
    submission->epochs->tickets += (cl_uint)(slices + groups * shape->wg_size) - withheld;
    return CS_LAUNCH_ON_ELEMENTS(submission, 0, groups, CS_BUFFER(submission->workspace), CS_UINT(slices),
                                 CS_UINT(submission->epochs->epoch), CS_UINT(first_ticket));
}

const cs_strategy cs_slices = {
    .file = "slices",
    .kernels = { "clscan_slices" },
    .workspace = workspace,
    .launches = cs_one_pass_launches,
    .launch = launch,
    .visits_many_tiles = true,
    .is_in_first_tile = cs_one_pass_is_in_first_tile,
};
