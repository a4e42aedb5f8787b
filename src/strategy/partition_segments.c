/* The strategy of a partition by segments, in three launches: the kept elements and the segments of each span are
 * counted, the sizes of the parts of each segment are found, and all elements are moved to their places. */
#include "base/try.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"

enum { COUNT_SPANS, FIND_PARTS, PARTITION_SPANS, LAUNCHES };

/* The workspace has a count for each span and for each segment. There may be as many segments as elements. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    return cs_spans_workspace(shape, count, size) + count * size;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return LAUNCHES;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t span = cs_span_of(shape, submission->count), groups = cs_spans(shape, submission->count);
    for (size_t i = 0; i < LAUNCHES; i++)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, i, groups, CS_ULONG(span), CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_partition_segments = {
    .file = "partition_segments",
    .kernels = { [COUNT_SPANS] = "clscan_reduce_spans",
                 [FIND_PARTS] = "clscan_find_parts",
                 [PARTITION_SPANS] = "clscan_partition_segments" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
