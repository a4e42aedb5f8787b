/* Reduce, then scan, with one span for each work-group. The first launch reduces the spans. The second launch scans
 * each span from the sum of the totals before it. The total of the last span is not needed, so a single span needs no
 * first launch. */
#include "base/try.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"

enum { REDUCE_SPANS, SCAN_SPANS };

static size_t launches(const cs_shape *shape, size_t count) {
    return cs_spans(shape, count) > 1 ? 2 : 1;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    size_t span = cs_span_of(shape, submission->count), groups = cs_spans(shape, submission->count);
    if (groups > 1)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, REDUCE_SPANS, groups - 1, CS_ULONG(span),
                                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, SCAN_SPANS, groups, CS_ULONG(span), CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_reduce_scan = {
    .file = "reduce_scan",
    .kernels = { [REDUCE_SPANS] = "clscan_reduce_spans", [SCAN_SPANS] = "clscan_scan_spans" },
    .workspace = cs_spans_workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
