/* One work-group, one launch: no other work-group to agree with. */
#include "strategy.h"

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    (void)shape, (void)count, (void)size;
    return 0;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    (void)shape;
    const clscan_args *a = &run->args;
    return CS_LAUNCH(run, 0, 1, CS_BUFFER(a->in), CS_ULONG(a->in_offset), CS_BUFFER(a->out), CS_ULONG(a->out_offset),
                     CS_ULONG(a->count));
}

const cs_strategy cs_single_group = {
    .kernels = { "clscan_single_group" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
