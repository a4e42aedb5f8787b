/* Scans strips of adjacent lines. If there are strips enough for all work-groups, or if there is no workspace with
 * records, a work-group scans a strip from the first row to the last. Otherwise, strips are cut into blocks of rows,
 * one for each work-group. The workspace then holds a ticket counter, a record for the aggregate of each line of each
 * block, and a record for the line's prefix at every CS_BLOCKS_PER_PREFIX-th block. */
#include "strategy/columns.h"

#include "base/try.h"
#include "strategy/one_pass.h"

enum { WHOLE, IN_BLOCKS };

size_t cs_columns_widest(const cs_shape *shape) {
    return shape->wg_size == 1 ? shape->items : shape->wg_size / shape->columns_by_group->parts;
}

/* Returns the lines in a strip for work-groups of one work-item. All work-groups get the same number of strips, unless
 * strips would then be too narrow to make up for the step from row to row. */
static size_t strip_alone(const cs_shape *shape, size_t lines) {
    const size_t rounds = cs_divided_up(cs_divided_up(lines, shape->items), shape->groups);
    const size_t even = cs_divided_up(lines, rounds * shape->groups), narrowest = shape->columns_by_item->least;
    const size_t least = even < narrowest ? narrowest : even;
    return least < shape->items ? least : shape->items;
}

/* Returns the lines in a strip. Wide strips make memory accesses coalesced. But several strips should remain: blocks
 * wait only for blocks of their own strip, and idle lanes in the last strip, which may be partial, cost less among many
 * strips. */
static size_t strip_of(const cs_shape *shape, size_t lines) {
    const cs_columns_by_group_row *limits = shape->columns_by_group;
    if (shape->wg_size == 1)
        return strip_alone(shape, lines);
    size_t strip = cs_columns_widest(shape) < limits->least ? cs_columns_widest(shape) : limits->least;
    while (2 * strip <= cs_columns_widest(shape) &&
           lines > strip * (strip < limits->coalesced ? limits->narrow : limits->wide))
        strip *= 2;
    return strip;
}

static size_t rows_of(const cs_shape *shape, size_t strip, size_t lines) {
    if (shape->wg_size == 1)
        return shape->columns_by_item->block / (lines && lines < strip ? lines : strip);
    return shape->wg_size / strip * shape->items;
}

/* Widens strips of short lines: if half of the work-items of a line can hold all its rows, the other half gets lines of
 * its own. */
static size_t widened_strip(const cs_shape *shape, size_t strip, size_t length) {
    while (2 * strip <= shape->wg_size && length <= rows_of(shape, 2 * strip, 0))
        strip *= 2;
    return strip;
}

cs_cut cs_columns_cut(const cs_shape *shape, size_t lines, size_t length, bool cuts) {
    cs_cut c = { .lines = lines, .blocks = 1, .rows = length };
    c.strip = widened_strip(shape, strip_of(shape, c.lines), length);
    c.strips = cs_divided_up(c.lines, c.strip);
    const size_t rows = rows_of(shape, c.strip, c.lines), blocks = cs_divided_up(length, rows);
    const bool few = c.strips < shape->groups && c.lines > 0;
    if (cuts && few && blocks > 1 && blocks <= CS_MAX_TILES / c.strips) {
        c.blocks = blocks;
        c.rows = rows;
    }
    return c;
}

static size_t bytes_of(size_t records, size_t size) {
    return cs_states_bytes(0, 0, size) + (records + records / CS_BLOCKS_PER_PREFIX) * CS_LINE_RECORD_BYTES(size);
}

/* Returns an upper bound for all layouts of `count` elements. Lines are cut only if there are fewer strips than
 * work-groups. Each cut line then has one or more whole blocks, and at most one partial block. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t strip = cs_columns_widest(shape), rows = rows_of(shape, strip, strip),
                 lines = (shape->groups - 1) * strip;
    const size_t whole = count > rows && lines > 0 ? cs_divided_up(count, rows) : 0;
    return bytes_of(whole + (whole < lines ? whole : lines), size);
}

static size_t workspace_of_lines(const cs_shape *shape, size_t count, size_t length, size_t size) {
    const cs_cut c = cs_columns_cut(shape, count / length, length, true);
    return c.blocks > 1 ? bytes_of(c.lines * c.blocks, size) : 0;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    const size_t length = submission->traits->has_rows ? submission->kernel_args->params.length : submission->count;
    const cs_cut c = cs_columns_cut(shape, submission->traits->has_rows ? submission->count / length : 1, length,
                                    submission->epochs->epoch > 0);
    if (c.blocks == 1)
        return CS_LAUNCH_ON_ELEMENTS(submission, WHOLE, c.strips, CS_ULONG(c.lines), CS_UINT(c.strip));
    const size_t tiles = c.strips * c.blocks, withheld = cs_one_pass_withheld(submission, tiles);
    const cl_uint first_ticket = submission->epochs->tickets - (cl_uint)withheld;
    submission->epochs->tickets += (cl_uint)(tiles - withheld);
    return CS_LAUNCH_ON_ELEMENTS(submission, IN_BLOCKS, tiles - withheld, CS_BUFFER(submission->workspace),
                                 CS_ULONG(c.lines), CS_UINT(c.strip), CS_ULONG(c.blocks), CS_ULONG(c.rows),
                                 CS_UINT(submission->epochs->epoch), CS_UINT(first_ticket));
}

/* The first tile is the first block of the first strip. */
static bool is_in_first_tile(const cs_shape *shape, size_t count, size_t length, size_t position) {
    const cs_cut c = cs_columns_cut(shape, count / length, length, true);
    return c.blocks > 1 && position / length < c.strip && position % length < c.rows;
}

size_t cs_columns_block(const cs_shape *shape) {
    enum { LINES = 3 * 17 };
    return rows_of(shape, strip_of(shape, LINES), LINES) * LINES;
}

const cs_strategy cs_columns = {
    .file = "columns",
    .kernels = { [WHOLE] = "clscan_columns", [IN_BLOCKS] = "clscan_column_blocks" },
    .workspace = workspace,
    .workspace_of_lines = workspace_of_lines,
    .launches = launches,
    .launch = launch,
    .is_in_first_tile = is_in_first_tile,
    .tries_states = true,
};
