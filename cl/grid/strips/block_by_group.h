/* A block of a strip, scanned by a work-group of several work-items: the first work-item of each line finds the prefix
 * of that line. */
#ifndef CLSCAN_BLOCK_BY_GROUP_H
#define CLSCAN_BLOCK_BY_GROUP_H

#include "grid/strips/line_blocks.h"
#include "tile/columns.h"

/* The position of a work-item in a strip: it scans one part of one line. */
typedef struct {
    ulong line;
    uint index, part; /* the index of the line in the strip, and of the part in the line */
    bool has_line;
    clscan_cursor top;
} clscan_strip_position;

static clscan_strip_position clscan_own_strip_position(const clscan_line_grid *grid, ulong strip) {
    const uint me = get_local_id(0), index = me % grid->strip;
    const ulong line = strip * grid->strip + index;
    const bool has_line = line < grid->lines;
    clscan_strip_position p = { line, index, me / grid->strip, has_line,
                                clscan_line_at(grid->view, has_line ? line : 0) };
    return p;
}

/* Returns this work-item's rows of a block. */
static clscan_line_part clscan_part_of(const clscan_line_grid *grid, const clscan_strip_position *p, ulong block) {
    const ulong begin = clscan_block_begin(grid, block) + p->part * CLSCAN_ITEMS;
    return clscan_line_part_of(grid->view, p->top, begin, p->has_line ? clscan_block_end(grid, block) : 0);
}

/* Publishes the `aggregate` of a line in `block`, which has just been reduced. If the block is the work-group's own,
 * also searches the prefix of the line. Returns the block to reduce next: a missing block, or the work-group's own.
 * Called by the work-item that has the first part of the line. */
static uint clscan_wanted_block(const clscan_line_grid *grid, const clscan_block *b, ulong line, ulong block,
                                bool fell_back, clscan_t aggregate, local clscan_t *prefix) {
    clscan_t found;
    if (block != b->block) {
        clscan_publish_missing_line(grid, line, block, aggregate);
        return b->block;
    }
    if (b->publishes && !fell_back)
        clscan_publish_line(grid, line, block, aggregate);
    const ulong missing =
        clscan_find_line_prefix(grid, line, block, aggregate, b->publishes, fell_back ? 0 : CLSCAN_SPIN_LIMIT, &found);
    *prefix = found;
    if (grid->view->params.in_place)
        clscan_fence(); /* records must be visible before the input is overwritten */
    return missing;
}

/* Returns the block to reduce next, after `block` has been reduced: the first of those that work-items want, or the
 * work-group's own if none is missing. The work-item that `leads` a line wants a block for this line. */
CLSCAN_COLLECTIVE uint clscan_decide_next_block(const clscan_line_grid *grid, const clscan_block *b, ulong line,
                                                bool leads, uint block, bool fell_back, clscan_t aggregate,
                                                local clscan_blocks_storage *s) {
    const uint me = get_local_id(0);
    if (me == 0)
        s->missing = b->block;
    clscan_barrier();
    if (leads)
        atomic_min(&s->missing, clscan_wanted_block(grid, b, line, block, fell_back, aggregate, s->totals + me));
    clscan_barrier();
    return s->missing;
}

/* Scans the work-group's own block. A fallback reduces a missing block in the same registers; then the own block is
 * loaded again. Not CLSCAN_COLLECTIVE: see clscan_one_pass. */
static void clscan_scan_block(const clscan_line_grid *grid, const clscan_block *b, local clscan_blocks_storage *s) {
    const clscan_view *v = grid->view;
    const uint me = get_local_id(0), own = b->block;
    const clscan_strip_position position = clscan_own_strip_position(grid, b->strip);
    const bool leads =
        position.part == 0 && position.has_line && (clscan_block_begin(grid, own) < v->length || b->is_last);
    clscan_line_part p;
    clscan_t x[CLSCAN_ITEMS], before, aggregate;
    uint block, next = own;
    bool fell_back = false;
    do {
        block = next;
        fell_back = fell_back || block != own;
        if (block != own)
            CLSCAN_DELAY_FALLBACK();
        p = clscan_part_of(grid, &position, block);
        s->totals[me] = clscan_line_part_load_and_reduce(x, v, &p);
        if (block != own)
            clscan_fence(); /* all elements must have been read before the record is loaded again */
        clscan_barrier();
        aggregate = clscan_fold_parts(s->totals, grid->strip, &before);
        next = clscan_decide_next_block(grid, b, position.line, leads, block, fell_back, aggregate, s);
    } while (block != own || next != own);
    const clscan_t prefix = s->totals[position.index];
    clscan_line_part_store(x, v, &p, position.part ? clscan_combine(prefix, before) : prefix);
    if (position.part == 0 && b->is_last && position.line + 1 == grid->lines)
        clscan_put_total(v, clscan_combine(prefix, aggregate));
}

#endif
