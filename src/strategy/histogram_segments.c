/* The strategy of a histogram by segments, in three launches: the heads of each work-group's span are counted, the
 * segments of each span are counted, and the parts of segments that lie in several spans are added.
 * cl/grid/histogram/segments_space.h has the workspace. */
#include "base/try.h"
#include "strategy/sort_space.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"
#include "tuning/sort_shape.h"

enum { COUNT_HEADS, COUNT_SEGMENTS, JOIN_SEGMENTS, LAUNCHES };

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return LAUNCHES;
}

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const cs_shape s = cs_sort_short_spans(shape, count);
    const size_t tables = CS_TABLES_OF_PARTS + shape->bins.tables, bytes = tables * shape->bins.stride * size;
    return CS_WORKSPACE_ALIGNMENT + cs_spans_workspace(&s, count, sizeof(cl_ulong) + bytes);
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const cs_shape s = cs_sort_short_spans(shape, submission->count); /* heads are counted in 32 bits, like digits */
    const size_t span = cs_span_of(&s, submission->count), spans = cs_spans(&s, submission->count);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_HEADS, spans, CS_ULONG(span), CS_UINT(spans),
                              CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_SEGMENTS, spans * shape->bins.ranges, CS_ULONG(span), CS_UINT(spans),
                              CS_BUFFER(submission->edges), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, JOIN_SEGMENTS, spans, CS_ULONG(span), CS_UINT(spans),
                              CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_histogram_segments = {
    .file = "histogram_segments",
    .kernels = { [COUNT_HEADS] = "clscan_histogram_count_heads",
                 [COUNT_SEGMENTS] = "clscan_histogram_count_segments",
                 [JOIN_SEGMENTS] = "clscan_histogram_join_segments" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
