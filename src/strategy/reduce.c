/* Reductions of rows, or of the whole range. Work-groups reduce lines in one launch. If there are few lines, and if
 * they are long, each one is divided into parts. Strategy reduce combines the parts in a second launch. In strategy
 * reduce_one_launch, the work-group that is the last of its line combines them. Both divide lines alike, and so have
 * results with the same bits. */
#include "base/try.h"
#include "strategy/one_pass.h"

enum { REDUCE_LINES, COMBINE_PARTS, REDUCE_ONE_LAUNCH = COMBINE_PARTS };

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

/* Returns an upper bound of the parts of all lines of `count` elements. A line is divided only if it has several tiles,
 * so there are at most twice as many parts as whole tiles. */
static size_t parts_for(const cs_shape *shape, size_t count) {
    const size_t tiles = cs_shape_tiles(shape, count), most = shape->reduction->parts * shape->groups;
    return count <= shape->undivided ? 0 : 2 * tiles < most ? 2 * tiles : most;
}

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    return parts_for(shape, count) * size;
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

/* Returns the number of counters: one for each line that can be divided, and a whole number of cache lines. It does not
 * depend on the call, so that no call has records where another one has counters. */
static size_t counters_of(const cs_shape *shape) {
    enum { OF_CACHE_LINE = 128 / sizeof(cl_uint), LEAST_PARTS = 2 };
    const size_t most = shape->reduction->parts * shape->groups / LEAST_PARTS;
    return cs_divided_up(most, OF_CACHE_LINE) * OF_CACHE_LINE;
}

/* The workspace holds the counters, space for one record that is not used, and a record for each part. */
static size_t bytes_of_records(const cs_shape *shape, size_t parts, size_t size) {
    return parts
               ? counters_of(shape) * sizeof(cl_uint) + cs_states_bytes(0, 0, size) + parts * CS_LINE_RECORD_BYTES(size)
               : 0;
}

static size_t records(const cs_shape *shape, size_t count, size_t size) {
    return bytes_of_records(shape, parts_for(shape, count), size);
}

static size_t records_of_lines(const cs_shape *shape, size_t count, size_t length, size_t size) {
    const size_t lines = count / length, parts = division_of(shape, lines, length).parts;
    return bytes_of_records(shape, parts > 1 ? lines * parts : 0, size);
}

/* In the self-test, the first parts have no work-group. */
static clscan_status launch_once(cs_submission *submission, const cs_shape *shape) {
    const size_t lines = submission->kernel_args->params.num_results, length = cs_submission_line(submission);
    const division d = division_of(shape, lines, length);
    if (d.parts == 1)
        return CS_LAUNCH_ON_ELEMENTS(submission, REDUCE_LINES, d.groups, CS_ULONG(d.parts_per_group), CS_ULONG(d.parts),
                                     CS_ULONG(d.span), CS_BUFFER(NULL));
    return CS_LAUNCH_ON_ELEMENTS(submission, REDUCE_ONE_LAUNCH, d.groups - cs_one_pass_withheld(submission, d.parts),
                                 CS_ULONG(d.parts), CS_ULONG(d.span), CS_BUFFER(submission->workspace),
                                 CS_UINT(counters_of(shape)), CS_UINT(submission->epochs->epoch));
}

/* A fallback reduces the parts of a missing work-group, so every result is stored. */
static bool has_no_first_tile(const cs_shape *shape, size_t count, size_t length, size_t position) {
    (void)shape, (void)count, (void)length, (void)position;
    return false;
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

const cs_strategy cs_reduce_one_launch = {
    .file = "reduce_one_launch",
    .kernels = { [REDUCE_LINES] = "clscan_reduce_lines", [REDUCE_ONE_LAUNCH] = "clscan_reduce_one_launch" },
    .workspace = records,
    .workspace_of_lines = records_of_lines,
    .launches = cs_one_pass_launches,
    .launch = launch_once,
    .is_in_first_tile = has_no_first_tile,
    .visits_many_tiles = true,
    .has_states = true,
};
