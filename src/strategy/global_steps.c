/* ceil(log2 n) launches, ping-pong between the two halves of the workspace; the last writes the output. There are two
 * at least, so that none reads and writes the output at once when it is the input too. */
#include "check.h"
#include "strategy.h"

enum { FIRST_STEP, STEP };

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    (void)shape;
    return 2 * count * size;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape;
    size_t steps = 2;
    while ((count - 1) >> steps)
        steps++;
    return steps;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const clscan_args *a = &run->args;
    size_t steps = run->launches, groups = (a->count - 1) / shape->wg_size + 1;
    size_t from = 0, to = a->count;
    TRY(CS_LAUNCH(run, FIRST_STEP, groups, CS_BUFFER(a->in), CS_ULONG(a->in_offset), CS_BUFFER(a->workspace),
                  CS_ULONG(from), CS_ULONG(a->count)));
    for (size_t step = 1; step < steps; step++) {
        bool last = step == steps - 1;
        TRY(CS_LAUNCH(run, STEP, groups, CS_BUFFER(a->workspace), CS_ULONG(from),
                      CS_BUFFER(last ? a->out : a->workspace), CS_ULONG(last ? a->out_offset : to), CS_ULONG(a->count),
                      CS_ULONG((cl_ulong)1 << step)));
        from = a->count - from;
        to = a->count - to;
    }
done:
    return status;
}

const cs_strategy cs_global_steps = {
    .kernels = { [FIRST_STEP] = "clscan_first_step", [STEP] = "clscan_step" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
