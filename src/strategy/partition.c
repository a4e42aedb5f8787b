/* The strategy of a partition. The first launch counts the kept elements of each span, and the second one moves all
 * elements to their places. */
#include "base/try.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"

enum { COUNT_SPANS, PARTITION_SPANS };

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 2;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t span = cs_span_of(shape, submission->count), groups = cs_spans(shape, submission->count);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_SPANS, groups, CS_ULONG(span), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, PARTITION_SPANS, groups, CS_ULONG(span), CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_partition = {
    .file = "partition",
    .kernels = { [COUNT_SPANS] = "clscan_reduce_spans", [PARTITION_SPANS] = "clscan_partition_spans" },
    .workspace = cs_spans_workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
