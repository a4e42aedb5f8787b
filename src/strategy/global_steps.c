/* The first launch gathers the elements into the workspace. ceil(log2 n) launches then make one step each, from one
 * half of the workspace to the other. The last launch scatters the results to the output. */
#include "base/try.h"
#include "strategy/strategy.h"

enum { GATHER, STEP, SCATTER };

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    (void)shape;
    return 2 * count * size;
}

static size_t steps_of(size_t count) {
    size_t steps = 0;
    while (count > 0 && (count - 1) >> steps)
        steps++;
    return steps;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape;
    return steps_of(count) + 2;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    size_t groups = submission->count ? (submission->count - 1) / shape->wg_size + 1 : 1;
    size_t from = 0, to = submission->count;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, GATHER, groups, CS_BUFFER(submission->workspace)));
    for (size_t step = 0; step < steps_of(submission->count); step++) {
        TRY(CS_LAUNCH(submission, STEP, groups, CS_BUFFER(submission->workspace), CS_ULONG(from), CS_ULONG(to),
                      CS_ULONG(submission->count), CS_ULONG((cl_ulong)1 << step)));
        from = submission->count - from;
        to = submission->count - to;
    }
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, SCATTER, groups, CS_BUFFER(submission->workspace), CS_ULONG(from)));
done:
    return status;
}

const cs_strategy cs_global_steps = {
    .file = "global_steps",
    .kernels = { [GATHER] = "clscan_gather", [STEP] = "clscan_step", [SCATTER] = "clscan_scatter" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
