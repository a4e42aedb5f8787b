/* A block of a strip, scanned by a work-group of one work-item: it finds the prefixes of all lines of the block, one
 * after the other, before it scans the block. */
#ifndef CLSCAN_BLOCK_BY_ITEM_H
#define CLSCAN_BLOCK_BY_ITEM_H

#include "grid/look_back/fall_back.h"
#include "grid/strips/line_blocks.h"
#include "item/strip.h"

/* Returns the lines from `line` on that are adjacent, in the rows of a block. `line_end` is the end of the strip. */
static clscan_strip clscan_strip_of(const clscan_line_grid *grid, ulong line, ulong line_end, ulong block) {
    const clscan_view *v = grid->view;
    clscan_strip s = { clscan_line_at(v, line), clscan_adjacent_lines(v, line, line_end - line),
                       clscan_block_begin(grid, block), clscan_block_end(grid, block) };
    return s;
}

/* Reduces a block that one of these lines misses, and publishes the aggregates of all of the lines. */
CLSCAN_NOINLINE void clscan_reduce_missing(const clscan_line_grid *grid, ulong line, ulong line_end, ulong block) {
    clscan_line_sums sums;
    const clscan_strip s = clscan_strip_of(grid, line, line_end, block);
    clscan_strip_reduce(grid->view, &s, &sums);
    for (uint w = 0; w < s.width; w++)
        clscan_publish_missing_line(grid, line + w, block, clscan_line_sum(&sums, w));
}

/* A search for the prefix of line `line` + `index` in the block of the work-item. `own` is the aggregate of the line in
 * this block. */
struct clscan_waiter {
    const clscan_line_grid *grid;
    const clscan_block *b;
    ulong line, line_end; /* adjacent lines */
    uint index;
    clscan_t own, prefix;
};

/* Also publishes the aggregates, because there is one for each line. */
CLSCAN_COLLECTIVE void clscan_reduce_tile(clscan_waiter *w, uint block) {
    clscan_reduce_missing(w->grid, w->line, w->line_end, block);
}

CLSCAN_COLLECTIVE uint clscan_publish_and_search(clscan_waiter *w, uint block, bool fell_back) {
    (void)block;
    return clscan_find_line_prefix(w->grid, w->line + w->index, w->b->block, w->own, w->b->publishes,
                                   clscan_polls(fell_back), &w->prefix);
}

static clscan_t clscan_find_prefix(const clscan_line_grid *grid, const clscan_block *b, ulong line, ulong line_end,
                                   uint index, clscan_t own) {
    clscan_waiter w;
    w.grid = grid;
    w.b = b;
    w.line = line;
    w.line_end = line_end;
    w.index = index;
    w.own = own;
    const uint missing = clscan_publish_and_search(&w, (uint)b->block, false);
    if (missing != CLSCAN_NO_TILE)
        clscan_fall_back(&w, CLSCAN_NO_TILE, missing);
    return w.prefix;
}

/* Publishes the aggregates of `width` lines from `line` on, and replaces each one in `sums` by the line's prefix. */
static void clscan_find_prefixes(const clscan_line_grid *grid, const clscan_block *b, ulong line, ulong line_end,
                                 uint width, clscan_line_sums *sums) {
    for (uint w = 0; w < width && b->publishes; w++)
        clscan_publish_line(grid, line + w, b->block, clscan_line_sum(sums, w));
    for (uint w = 0; w < width; w++)
        clscan_line_sum_set(sums, w, clscan_find_prefix(grid, b, line, line_end, w, clscan_line_sum(sums, w)));
    if (grid->view->params.in_place)
        clscan_fence(); /* records must be visible before the input is overwritten */
}

static void clscan_scan_block(const clscan_line_grid *grid, const clscan_block *b,
                              local clscan_blocks_storage *storage) {
    const clscan_view *v = grid->view;
    clscan_line_sums sums;
    ulong line = b->strip * grid->strip;
    const ulong line_end = min(line + grid->strip, grid->lines);
    (void)storage;
    while (line < line_end) {
        const clscan_strip s = clscan_strip_of(grid, line, line_end, b->block);
        clscan_strip_reduce(v, &s, &sums);
        clscan_find_prefixes(grid, b, line, line_end, s.width, &sums);
        clscan_strip_scan(v, &s, &sums, clscan_bypasses_cache(v));
        line += s.width;
        if (line == grid->lines && b->is_last)
            clscan_store_total(v, clscan_line_sum(&sums, s.width - 1));
    }
}

#endif
