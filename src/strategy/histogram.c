/* The strategy of a histogram. The first launch counts the elements of each span in tables of its own, and the second
 * one adds the tables. Few elements are counted by one work-group, which stores the counts itself. */
#include "base/try.h"
#include "strategy/strategy.h"

enum { COUNT_SPANS, ADD_TABLES };

/* Returns the elements of a span: whole tiles, and at least shape->undivided elements, which one work-group counts
 * alone. */
static size_t span_of(const cs_shape *shape, size_t count) {
    const size_t each = cs_divided_up(count, shape->groups), least = shape->undivided;
    return cs_divided_up(each > least ? each : least, shape->tile) * shape->tile;
}

static size_t spans_of(const cs_shape *shape, size_t count) {
    return cs_divided_up(count, span_of(shape, count));
}

/* Returns the most spans of up to `count` elements. A smaller count may have more spans than a greater one. */
static size_t most_spans(const cs_shape *shape, size_t count) {
    const size_t most = cs_divided_up(count, span_of(shape, 0));
    return most < shape->groups ? most : shape->groups;
}

/* A lone work-group that counts in local memory needs no workspace. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t spans = most_spans(shape, count);
    return spans == 1 && !shape->bins.in_workspace ? 0 : spans * shape->bins.tables * shape->bins.stride * size;
}

static size_t launches(const cs_shape *shape, size_t count) {
    return spans_of(shape, count) > 1 ? 2 : 1;
}

/* Returns the work-groups that add tables. Each adds the counts of CS_BINS_ADDED bins, or of several times as many. */
static size_t adding_groups(const cs_shape *shape) {
    const size_t groups = cs_divided_up((size_t)shape->bins.bins * shape->bins.ranges, CS_BINS_ADDED);
    return groups < CS_MAX_GROUPS ? groups : CS_MAX_GROUPS;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t spans = spans_of(shape, submission->count);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_SPANS, spans * shape->bins.ranges,
                              CS_ULONG(span_of(shape, submission->count)), CS_BUFFER(submission->edges),
                              CS_BUFFER(submission->workspace)));
    if (spans > 1)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, ADD_TABLES, adding_groups(shape), CS_ULONG(spans * shape->bins.tables),
                                  CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_histogram = {
    .kernels = { [COUNT_SPANS] = "clscan_count_spans", [ADD_TABLES] = "clscan_add_tables" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
