/* Strips of lines side by side. A strip is a work-group's from the first row to the last, where there are strips enough
 * for all of them, or where work-groups can't hand words to each other; else it is cut into blocks of rows. The
 * workspace: a ticket counter, and for each line of each block a record for its aggregate and one for its prefix. */
#include "base/try.h"
#include "strategy/one_pass.h"

enum { WHOLE, IN_BLOCKS };

/* How the lines are cut. */
typedef struct cut {
    size_t lines, strip;         /* lines of a strip */
    size_t strips, blocks, rows; /* blocks of a strip, rows of a block */
} cut;

enum {
    LANES = 32,      /* lines of a strip that a GPU reads at once, where there are so many */
    PARTS = 2,       /* work-items of a line, at least */
    NARROW = 128,    /* a work-item alone: lines whose rows make up for the way from one to the next, */
    CACHED = 1 << 16 /* and elements that stay in its cache */
};

static size_t divided(size_t n, size_t d) {
    return n ? (n - 1) / d + 1 : 1;
}

static size_t widest(const cs_shape *shape) {
    return shape->wg_size == 1 ? shape->items : shape->wg_size / PARTS;
}

/* Work-items alone: as many strips for each of them, if that leaves them wide enough. */
static size_t strip_alone(const cs_shape *shape, size_t lines) {
    const size_t rounds = divided(divided(lines, shape->items), shape->groups);
    const size_t even = divided(lines, rounds * shape->groups), least = even < NARROW ? NARROW : even;
    return least < shape->items ? least : shape->items;
}

/* As wide as can be, for the sake of the memory: but some strips side by side, whose blocks wait for their own strip's
 * alone, and no lanes of the last one that would be missed. */
static size_t strip_of(const cs_shape *shape, size_t lines) {
    enum { FEWEST = 8, BESIDE = 8, FULL = 32 };
    if (shape->wg_size == 1)
        return strip_alone(shape, lines);
    size_t strip = widest(shape) < FEWEST ? widest(shape) : FEWEST;
    while (2 * strip <= widest(shape) && lines > strip * (strip < LANES ? BESIDE : FULL))
        strip *= 2;
    return strip;
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

/* Into blocks where strips are too few, and work-groups can hand words to each other. */
static cut cut_of(const cs_shape *shape, size_t lines, size_t length, bool have_states) {
    cut c = { .lines = lines, .blocks = 1, .rows = length };
    c.strip = widened(shape, strip_of(shape, c.lines), length);
    c.strips = divided(c.lines, c.strip);
    const size_t rows = rows_of(shape, c.strip, c.lines), blocks = divided(length, rows);
    const bool few = c.strips < shape->groups && c.lines > 0;
    if (have_states && few && blocks > 1 && blocks <= CS_MAX_TILES / c.strips) {
        c.blocks = blocks;
        c.rows = rows;
    }
    return c;
}

static size_t bytes_of(size_t records, size_t size) {
    return cs_states_bytes(0, 0, size) + (records + records / CS_BLOCKS_A_PREFIX) * CS_LINE_RECORD_BYTES(size);
}

/* A line that is cut is longer than a block, and its last one may be short; there are not strips enough. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t strip = widest(shape), rows = rows_of(shape, strip, strip), lines = (shape->groups - 1) * strip;
    const size_t whole = count > rows && lines > 0 ? divided(count, rows) : 0;
    return bytes_of(whole + (whole < lines ? whole : lines), size);
}

static size_t workspace_of_lines(const cs_shape *shape, size_t count, size_t length, size_t size) {
    const cut c = cut_of(shape, count / length, length, true);
    return c.blocks > 1 ? bytes_of(c.lines * c.blocks, size) : 0;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    const size_t length = run->traits->batched ? run->kernel_args.numbers.length : run->count;
    const cut c = cut_of(shape, run->traits->batched ? run->count / length : 1, length, run->states->epoch > 0);
    if (c.blocks == 1)
        return CS_LAUNCH_ON_ELEMENTS(run, WHOLE, c.strips, CS_ULONG(c.lines), CS_UINT((cl_uint)c.strip));
    const size_t tiles = c.strips * c.blocks, withheld = cs_one_pass_withheld(run, tiles);
    const cl_uint first_ticket = run->states->tickets - (cl_uint)withheld;
    run->states->tickets += (cl_uint)(tiles - withheld);
    return CS_LAUNCH_ON_ELEMENTS(run, IN_BLOCKS, tiles - withheld, CS_BUFFER(run->workspace), CS_ULONG(c.lines),
                                 CS_UINT((cl_uint)c.strip), CS_ULONG(c.blocks), CS_ULONG(c.rows),
                                 CS_UINT(run->states->epoch), CS_UINT(first_ticket));
}

/* The first tile is the first block of the first strip. */
static bool is_in_first_tile(const cs_shape *shape, size_t count, size_t length, size_t position) {
    const cut c = cut_of(shape, count / length, length, true);
    return c.blocks > 1 && position / length < c.strip && position % length < c.rows;
}

size_t cs_columns_block(const cs_shape *shape) {
    enum { LINES = 3 * 17 };
    return rows_of(shape, strip_of(shape, LINES), LINES) * LINES;
}

const cs_strategy cs_columns = {
    .kernels = { [WHOLE] = "clscan_columns", [IN_BLOCKS] = "clscan_column_blocks" },
    .workspace = workspace,
    .workspace_of_lines = workspace_of_lines,
    .launches = launches,
    .launch = launch,
    .is_in_first_tile = is_in_first_tile,
    .tries_states = true,
};
