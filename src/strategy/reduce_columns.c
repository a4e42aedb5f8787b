/* Reductions of adjacent lines, in strips as strategy columns scans them. If there are few strips, each one is divided
 * into parts, which a second launch combines. */
#include "base/try.h"
#include "strategy/columns.h"

enum { REDUCE_COLUMNS, COMBINE_PARTS };

/* The strips of all lines, each divided into as many parts as there are blocks. A part has at least as many rows as a
 * block of a scan. */
static cs_cut division_of(const cs_shape *shape, size_t lines, size_t length) {
    cs_cut c = cs_columns_cut(shape, lines, length ? length : 1, true);
    const size_t most = (shape->groups - 1) / c.strips + 1;
    if (c.blocks > most) {
        c.rows *= (c.blocks - 1) / most + 1;
        c.blocks = (length - 1) / c.rows + 1;
    }
    return c;
}

/* Upper bound: fewer than 2 * groups work-groups, each with one part of at most the widest strip. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t most = 2 * shape->groups * cs_columns_widest(shape);
    return (2 * count < most ? 2 * count : most) * size;
}

static size_t workspace_of_lines(const cs_shape *shape, size_t count, size_t length, size_t size) {
    const cs_cut c = division_of(shape, count / length, length);
    return c.blocks > 1 ? c.lines * c.blocks * size : 0;
}

static size_t launches_of_lines(const cs_shape *shape, size_t lines, size_t length, size_t columns) {
    (void)columns;
    return division_of(shape, lines, length).blocks > 1 ? 2 : 1;
}

static size_t launches(const cs_shape *shape, size_t count) {
    return launches_of_lines(shape, 1, count, 1);
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t lines = submission->kernel_args->params.num_results, most = shape->reduction->combining;
    const cs_cut c = division_of(shape, lines, cs_submission_line(submission));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, REDUCE_COLUMNS, c.strips * c.blocks, CS_UINT(c.strip), CS_ULONG(c.blocks),
                              CS_ULONG(c.rows), CS_BUFFER(submission->workspace)));
    if (c.blocks > 1)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, COMBINE_PARTS, lines < most ? lines : most, CS_ULONG(c.blocks),
                                  CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_reduce_columns = {
    .file = "reduce_columns",
    .kernels = { [REDUCE_COLUMNS] = "clscan_reduce_columns", [COMBINE_PARTS] = "clscan_combine_parts" },
    .workspace = workspace,
    .workspace_of_lines = workspace_of_lines,
    .launches = launches,
    .launches_of_lines = launches_of_lines,
    .launch = launch,
};
