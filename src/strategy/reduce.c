/* Reductions of rows, or of the whole range. Work-groups reduce lines in one launch. If there are few lines, and if
 * they are long, each one is divided into parts, which a second launch combines. */
#include "base/try.h"
#include "strategy/strategy.h"

enum { REDUCE_LINES, COMBINE_PARTS };

/* The division of lines into parts of `span` elements. Each work-group reduces `parts_per_group` parts. */
typedef struct division {
    size_t parts, span, parts_per_group, groups;
} division;

/* Returns the most parts of all lines together. A single line has as many parts as there are work-groups, because its
 * parts are long. */
static size_t most_parts(const cs_shape *shape, size_t lines) {
    return lines == 1 ? shape->groups : shape->reduction->parts * shape->groups;
}

static division division_of(const cs_shape *shape, size_t lines, size_t length) {
    division d = { .parts = 1, .span = length };
    const size_t most = most_parts(shape, lines) / (lines ? lines : 1);
    if (most > 1 && length > shape->undivided / (lines ? lines : 1)) {
        d.span = cs_divided_up(cs_shape_tiles(shape, length), most) * shape->tile;
        d.parts = cs_divided_up(length, d.span);
    }
    d.parts_per_group = d.parts > 1 ? 1 : cs_divided_up(lines, shape->reduction->rounds * shape->groups);
    d.groups = cs_divided_up(lines * d.parts, d.parts_per_group);
    return d;
}

/* A line is divided only if it has several tiles, so there are at most twice as many parts as whole tiles. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t tiles = cs_shape_tiles(shape, count), most = shape->reduction->parts * shape->groups;
    return count <= shape->undivided ? 0 : (2 * tiles < most ? 2 * tiles : most) * size;
}

static size_t workspace_of_lines(const cs_shape *shape, size_t count, size_t length, size_t size) {
    const size_t lines = count / length, parts = division_of(shape, lines, length).parts;
    return parts > 1 ? lines * parts * size : 0;
}

static size_t launches_of_lines(const cs_shape *shape, size_t lines, size_t length, size_t columns) {
    (void)columns;
    return division_of(shape, lines, length).parts > 1 ? 2 : 1;
}

static size_t launches(const cs_shape *shape, size_t count) {
    return launches_of_lines(shape, 1, count, 1);
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t lines = submission->kernel_args->params.num_results, length = cs_submission_line(submission);
    const division d = division_of(shape, lines, length);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, REDUCE_LINES, d.groups, CS_ULONG(d.parts_per_group), CS_ULONG(d.parts),
                              CS_ULONG(d.span), CS_BUFFER(submission->workspace)));
    if (d.parts > 1)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, COMBINE_PARTS, lines, CS_ULONG(d.parts),
                                  CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_reduce = {
    .file = "reduce",
    .kernels = { [REDUCE_LINES] = "clscan_reduce_lines", [COMBINE_PARTS] = "clscan_combine_parts" },
    .workspace = workspace,
    .workspace_of_lines = workspace_of_lines,
    .launches = launches,
    .launches_of_lines = launches_of_lines,
    .launch = launch,
    .visits_many_tiles = true,
};
