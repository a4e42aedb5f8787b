/* Strips of lines side by side. A strip is a work-group's from the first row to the last, where there are strips enough
 * for all of them, or where work-groups can't hand words to each other; else it is cut into blocks of rows. The
 * workspace: a ticket counter, and for each line of each block a record for its aggregate and one for its prefix. */
#include "check.h"
#include "strategy.h"

enum { WHOLE, IN_BLOCKS };

/* How the lines are cut. */
typedef struct cut {
    size_t lines, strip;         /* lines of a strip */
    size_t strips, blocks, rows; /* blocks of a strip, rows of a block */
} cut;

enum {
    LANES = 32, /* lines of a strip, and work-items of a line at least: as in cl/tile/columns.h */
    PARTS = 2,
    NARROW = 128,    /* a work-item alone: lines whose rows make up for the way from one to the next, */
    CACHED = 1 << 16 /* and elements that stay in its cache */
};

static size_t divided(size_t n, size_t d) {
    return n ? (n - 1) / d + 1 : 1;
}

/* Lines of a strip, at least as many as of one for a single line. For work-items alone, strips are as many for each of
 * them, if that leaves them wide enough. */
static size_t strip_of(const cs_shape *shape, size_t lines) {
    if (shape->wg_size > 1)
        return shape->wg_size < PARTS * LANES ? shape->wg_size / PARTS : LANES;
    const size_t rounds = divided(divided(lines, shape->items), shape->groups);
    const size_t even = divided(lines, rounds * shape->groups), least = even < NARROW ? NARROW : even;
    return least < shape->items ? least : shape->items;
}

static size_t rows_of(const cs_shape *shape, size_t strip, size_t lines) {
    if (shape->wg_size == 1)
        return CACHED / (lines && lines < strip ? lines : strip);
    return shape->wg_size / strip * shape->items;
}

/* Work-items that a short line has no part for have lines of their own. */
static size_t widened(const cs_shape *shape, size_t strip, size_t length) {
    while (2 * strip <= shape->wg_size && length <= rows_of(shape, 2 * strip, 0))
        strip *= 2;
    return strip;
}

/* Into blocks where even the narrowest strips are too few, and work-groups can hand words to each other. */
static cut cut_of(const cs_run *run, const cs_shape *shape) {
    const size_t length = run->form->batched ? run->range.numbers.length : run->count;
    cut c = { .lines = run->form->batched ? run->count / length : 1, .blocks = 1, .rows = length };
    c.strip = widened(shape, strip_of(shape, c.lines), length);
    c.strips = divided(c.lines, c.strip);
    const size_t rows = rows_of(shape, c.strip, c.lines), blocks = divided(length, rows);
    const bool few = divided(c.lines, strip_of(shape, 1)) < shape->groups;
    if (run->states->epoch > 0 && few && c.lines > 0 && blocks > 1 && blocks <= CS_MAX_TILES / c.strips) {
        c.blocks = blocks;
        c.rows = rows;
    }
    return c;
}

/* A line that is cut is longer than a block, and its last one may be short; there are not strips enough. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    enum { BLOCKS_A_PREFIX = 8 }; /* as in cl/grid/line_prefix.h */
    const size_t strip = strip_of(shape, 1), rows = rows_of(shape, strip, strip), lines = shape->groups * strip;
    const size_t whole = count > rows ? divided(count, rows) : 0, blocks = whole + (whole < lines ? whole : lines);
    const size_t record = (size + 3) / 4 * sizeof(cl_ulong);
    return cs_states_bytes(0, 0, size) + (blocks + blocks / BLOCKS_A_PREFIX) * record;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    const cut c = cut_of(run, shape);
    if (c.blocks == 1)
        return CS_LAUNCH_ON_ELEMENTS(run, WHOLE, c.strips, CS_ULONG(c.lines), CS_UINT((cl_uint)c.strip));
    const cl_uint first_ticket = run->states->tickets;
    run->states->tickets += (cl_uint)(c.strips * c.blocks);
    return CS_LAUNCH_ON_ELEMENTS(run, IN_BLOCKS, c.strips * c.blocks, CS_BUFFER(run->workspace), CS_ULONG(c.lines),
                                 CS_UINT((cl_uint)c.strip), CS_ULONG(c.blocks), CS_ULONG(c.rows),
                                 CS_UINT(run->states->epoch), CS_UINT(first_ticket));
}

const cs_strategy cs_columns = {
    .kernels = { [WHOLE] = "clscan_columns", [IN_BLOCKS] = "clscan_column_blocks" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .tries_states = true,
};
