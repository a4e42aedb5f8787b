/* Reduce, then scan, with one span for each work-group. The first launch reduces the spans. The second launch scans
 * each span from the sum of the totals before it. The total of the last span is not needed, so a single span needs no
 * first launch. */
#include "base/try.h"
#include "strategy/strategy.h"

enum { REDUCE_SPANS, SCAN_SPANS };

/* Returns the elements in a span: whole tiles, enough of them that the shape's number of work-groups is not
 * exceeded. */
static size_t span_of(const cs_shape *shape, size_t count) {
    return ((cs_shape_tiles(shape, count) - 1) / shape->groups + 1) * shape->tile;
}

static size_t spans(const cs_shape *shape, size_t count) {
    return count ? (count - 1) / span_of(shape, count) + 1 : 1;
}

/* Returns the bytes of one total for each span. A smaller count may have more spans than `count` has, so this is the
 * greatest number for all counts up to `count`. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t tiles = cs_shape_tiles(shape, count);
    return (tiles < shape->groups ? tiles : shape->groups) * size;
}

static size_t launches(const cs_shape *shape, size_t count) {
    return spans(shape, count) > 1 ? 2 : 1;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    size_t span = span_of(shape, submission->count), groups = spans(shape, submission->count);
    if (groups > 1)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, REDUCE_SPANS, groups - 1, CS_ULONG(span),
                                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, SCAN_SPANS, groups, CS_ULONG(span), CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_reduce_scan = {
    .kernels = { [REDUCE_SPANS] = "clscan_reduce_spans", [SCAN_SPANS] = "clscan_scan_spans" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
