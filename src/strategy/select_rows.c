/* The strategy of selections and partitions by rows: a work-group selects from some rows, one after the other. If there
 * are fewer rows than work-groups, and if they are long, each row is divided into parts, and a first launch counts the
 * kept elements of each part. */
#include "base/try.h"
#include "strategy/strategy.h"

enum { COUNT_PARTS, SELECT_ROWS };

/* The division of rows into parts of `span` elements. Each work-group takes `parts_per_group` parts. */
typedef struct division {
    size_t parts, span, parts_per_group, groups;
} division;

static division division_of(const cs_shape *shape, size_t rows, size_t length) {
    division d = { .parts = 1, .span = length };
    const size_t most = rows ? shape->groups / rows : 1;
    if (most > 1 && length > shape->tile) {
        d.span = cs_divided_up(cs_shape_tiles(shape, length), most) * shape->tile;
        d.parts = cs_divided_up(length, d.span);
    }
    d.parts_per_group = cs_divided_up(rows * d.parts, shape->groups);
    d.groups = cs_divided_up(rows * d.parts, d.parts_per_group);
    return d;
}

/* Only divided rows need workspace: one total for each part, and at most one part for each work-group. */
static size_t workspace_of_rows(const cs_shape *shape, size_t count, size_t size) {
    return count > shape->tile ? shape->groups * size : 0;
}

static size_t workspace_of_lines(const cs_shape *shape, size_t count, size_t length, size_t size) {
    const division d = division_of(shape, count / length, length);
    return d.parts > 1 ? count / length * d.parts * size : 0;
}

static size_t launches_of_lines(const cs_shape *shape, size_t lines, size_t length, size_t columns) {
    (void)columns;
    return division_of(shape, lines, length).parts > 1 ? 2 : 1;
}

static size_t launches_of_one_row(const cs_shape *shape, size_t count) {
    return launches_of_lines(shape, 1, count, 1);
}

static clscan_status launch_rows(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t rows = submission->kernel_args->params.num_results, length = cs_submission_line(submission);
    const division d = division_of(shape, rows, length);
    if (d.parts > 1)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_PARTS, d.groups, CS_ULONG(d.parts_per_group), CS_ULONG(d.parts),
                                  CS_ULONG(d.span), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, SELECT_ROWS, d.groups, CS_ULONG(d.parts_per_group), CS_ULONG(d.parts),
                              CS_ULONG(d.span), CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_select_rows = {
    .file = "select_rows",
    .kernels = { [COUNT_PARTS] = "clscan_select_count_parts", [SELECT_ROWS] = "clscan_select_rows" },
    .workspace = workspace_of_rows,
    .workspace_of_lines = workspace_of_lines,
    .launches = launches_of_one_row,
    .launches_of_lines = launches_of_lines,
    .launch = launch_rows,
    .visits_many_tiles = true,
};
