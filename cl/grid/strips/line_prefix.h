/* Look-back over blocks of a strip: for each line by itself, a work-item finds the prefix of a block in the records
 * that the owners of earlier blocks have published (Merrill and Garland, NVR-2016-002). Lanes do not exchange anything.
 * A search that misses an aggregate ends and names the block, which a fallback then reduces: see fall_back.h.
 *
 * The prefix of a block is always the prefix of the block before it, combined with that block's aggregate. A search
 * may begin at any published prefix without changing this association, so results do not depend on timing. */
#ifndef CLSCAN_LINE_PREFIX_H
#define CLSCAN_LINE_PREFIX_H

#include "grid/look_back/fault_injection.h"
#include "grid/look_back/spin_limit.h"
#include "grid/look_back/tile_state.h"
#include "item/line.h"

/* All lines, how they are cut into strips and blocks, and the workspace: a ticket counter, then the aggregates, then
 * the prefixes. Records of neighbouring lines are adjacent. */
typedef struct {
    const clscan_view *view;
    ulong lines;
    uint strip;         /* lines of a strip */
    ulong blocks, rows; /* blocks of a strip, rows of a block */
    clscan_state *counter, *aggregates, *prefixes;
    uint epoch;
} clscan_line_grid;

static clscan_line_grid clscan_line_grid_of(const clscan_view *view, ulong lines, uint strip, ulong blocks, ulong rows,
                                            clscan_state *workspace, uint epoch) {
    clscan_state *const aggregates = workspace + CLSCAN_RECORD;
    clscan_state *const prefixes = aggregates + blocks * lines * CLSCAN_FRAGMENTS;
    const clscan_line_grid grid = { view, lines, strip, blocks, rows, workspace, aggregates, prefixes, epoch };
    return grid;
}

/* The number of records whose loads are issued together. It is smaller for large values, which take more registers. */
#define CLSCAN_LOADS_TOGETHER (sizeof(clscan_t) <= 8 ? CLSCAN_LINE_LOADS : CLSCAN_LINE_LOADS / 2)

CLSCAN_ASSERT(CLSCAN_LINE_RECORD_BYTES(sizeof(clscan_t)) * 8 / CLSCAN_STATE_BITS >= CLSCAN_FRAGMENTS,
              line_record_has_room_for_all_parts);

static clscan_state *clscan_line_aggregate(const clscan_line_grid *grid, ulong line, ulong block) {
    return grid->aggregates + (block * grid->lines + line) * CLSCAN_FRAGMENTS;
}

/* A section is CLSCAN_BLOCKS_PER_PREFIX consecutive blocks. Returns the record for the prefix of a section, from
 * section 1 on. */
static clscan_state *clscan_line_prefix(const clscan_line_grid *grid, ulong line, ulong section) {
    return grid->prefixes + ((section - 1) * grid->lines + line) * CLSCAN_FRAGMENTS;
}

/* Publishes the aggregate of a block. The block's owner calls this before it waits for anything. */
static void clscan_publish_line(const clscan_line_grid *grid, ulong line, ulong block, clscan_t aggregate) {
    clscan_record_store(clscan_line_aggregate(grid, line, block), grid->epoch, aggregate);
}

/* Publishes the aggregate of a block that a search has missed. */
static void clscan_publish_missing_line(const clscan_line_grid *grid, ulong line, ulong block, clscan_t aggregate) {
    clscan_fallback_store(clscan_line_aggregate(grid, line, block), grid->epoch, aggregate);
}

/* Searches backwards from `section` for the nearest section with a published prefix. Returns that section, and its
 * prefix in *prefix. The prefix of section 0 is the initial value, which needs no record. CLSCAN_LOADS_TOGETHER loads
 * are issued together; loads beyond section 1 load section 1 again. */
static ulong clscan_nearest_section(const clscan_line_grid *grid, ulong line, ulong section, clscan_t *prefix) {
    ulong nearest = 0;
    *prefix = clscan_first_prefix(grid->view);
    while (section > 0 && nearest == 0) {
        clscan_t x[CLSCAN_LOADS_TOGETHER];
        bool published[CLSCAN_LOADS_TOGETHER];
        CLSCAN_UNROLL
        for (uint i = 0; i < CLSCAN_LOADS_TOGETHER; i++)
            published[i] =
                clscan_record_load(clscan_line_prefix(grid, line, section > i ? section - i : 1), grid->epoch, &x[i]);
        CLSCAN_UNROLL
        for (uint i = CLSCAN_LOADS_TOGETHER; i-- > 0;)
            if (published[i]) {
                *prefix = x[i];
                nearest = section > i ? section - i : 1;
            }
        section -= min(section, (ulong)CLSCAN_LOADS_TOGETHER);
    }
    return nearest;
}

/* Loads the aggregates of CLSCAN_LOADS_TOGETHER blocks from `first` on. In place of blocks from `end` on, loads block
 * end - 1 again. Loads once, and up to `polls` times more while one is missing. Returns the first missing block, or
 * `end`. */
static ulong clscan_await_line(const clscan_line_grid *grid, ulong line, ulong first, ulong end, uint polls,
                               clscan_t *x) {
    ulong missing = first;
    for (uint poll = 0; poll <= polls && missing < end; poll++) {
        bool loaded[CLSCAN_LOADS_TOGETHER];
        CLSCAN_UNROLL
        for (uint i = 0; i < CLSCAN_LOADS_TOGETHER; i++)
            loaded[i] =
                clscan_record_load(clscan_line_aggregate(grid, line, min(first + i, end - 1)), grid->epoch, &x[i]);
        missing = end;
        CLSCAN_UNROLL
        for (uint i = CLSCAN_LOADS_TOGETHER; i-- > 0;)
            missing = loaded[i] ? missing : min(first + i, end - 1);
    }
    return missing;
}

/* Finds the prefix of a block of a line, whose aggregate is `own`. Returns CLSCAN_NO_TILE, or the first block whose
 * aggregate is missing. With `publishes`, the last block of a section publishes the prefix of the next section. */
static uint clscan_find_line_prefix(const clscan_line_grid *grid, ulong line, ulong block, clscan_t own, bool publishes,
                                    uint polls, clscan_t *prefix) {
    clscan_t x[CLSCAN_LOADS_TOGETHER];
    ulong first =
        clscan_nearest_section(grid, line, block / CLSCAN_BLOCKS_PER_PREFIX, prefix) * CLSCAN_BLOCKS_PER_PREFIX;
    for (; first < block; first += CLSCAN_LOADS_TOGETHER) {
        const ulong missing = clscan_await_line(grid, line, first, block, polls, x);
        if (missing < block)
            return (uint)missing;
        CLSCAN_UNROLL
        for (uint i = 0; i < CLSCAN_LOADS_TOGETHER; i++)
            if (first + i < block)
                *prefix = clscan_combine(*prefix, x[i]);
    }
    if (publishes && (block + 1) % CLSCAN_BLOCKS_PER_PREFIX == 0)
        clscan_record_store(clscan_line_prefix(grid, line, (block + 1) / CLSCAN_BLOCKS_PER_PREFIX), grid->epoch,
                            clscan_combine(*prefix, own));
    return CLSCAN_NO_TILE;
}

#endif
