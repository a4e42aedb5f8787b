/* As many work-groups as the shape allows take slices by ticket until none is left. The workspace: a ticket counter, a
 * record a slice, and one for the prefix before each and behind the last. */
#include "strategy/one_pass.h"

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t slices = cs_shape_tiles(shape, count);
    return cs_states_bytes(slices, slices + 1, size);
}

/* Each work-item takes tickets until one is past the last slice. */
static clscan_status launch(cs_run *run, const cs_shape *shape) {
    size_t slices = cs_shape_tiles(shape, run->count), groups = slices < shape->groups ? slices : shape->groups;
    const cl_uint withheld = cs_one_pass_withheld(run, slices), first_ticket = run->states->tickets - withheld;
    run->states->tickets += (cl_uint)(slices + groups * shape->wg_size) - withheld;
    return CS_LAUNCH_ON_ELEMENTS(run, 0, groups, CS_BUFFER(run->workspace), CS_UINT((cl_uint)slices),
                                 CS_UINT(run->states->epoch), CS_UINT(first_ticket));
}

const cs_strategy cs_slices = {
    .kernels = { "clscan_slices" },
    .workspace = workspace,
    .launches = cs_one_pass_launches,
    .launch = launch,
    .is_in_first_tile = cs_one_pass_is_in_first_tile,
};
