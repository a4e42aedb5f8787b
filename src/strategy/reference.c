/* The reference kernel, with which the self-test compares the kernels of all strategies. Callers cannot choose it. */
#include "strategy/one_group.h"

/* A histogram takes the edges of its bins. */
static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    if (submission->traits->histogram.bins)
        return CS_LAUNCH_ON_ELEMENTS(submission, 0, 1, CS_BUFFER(submission->edges));
    return cs_one_group_launch(submission, shape);
}

static size_t workspace_of_parts(const cs_shape *shape, size_t count, size_t size) {
    (void)shape;
    return count * size;
}

static clscan_status launch_on_parts(cs_submission *submission, const cs_shape *shape) {
    (void)shape;
    return CS_LAUNCH_ON_ELEMENTS(submission, 0, 1, CS_BUFFER(submission->workspace));
}

const cs_strategy cs_reference_of_parts = {
    .file = "reference",
    .kernels = { "clscan_reference" },
    .workspace = workspace_of_parts,
    .launches = cs_one_group_launches,
    .launch = launch_on_parts,
};

const cs_strategy cs_reference_kernel = {
    .file = "reference",
    .kernels = { "clscan_reference" },
    .workspace = cs_one_group_workspace,
    .launches = cs_one_group_launches,
    .launch = launch,
};
