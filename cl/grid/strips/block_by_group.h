/* A block of a strip, scanned by a work-group of several work-items: the first work-item of each line finds the prefix
 * of that line. */
#ifndef CLSCAN_BLOCK_BY_GROUP_H
#define CLSCAN_BLOCK_BY_GROUP_H

#include "grid/look_back/fall_back.h"
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
 * also searches the prefix of the line. Returns the block to reduce next: a missing block, the work-group's own, or
 * CLSCAN_NO_TILE. Called by the work-item that has the first part of the line. */
static uint clscan_wanted_block(const clscan_line_grid *grid, const clscan_block *b, ulong line, ulong block,
                                bool fell_back, clscan_t aggregate, local clscan_t *prefix) {
    clscan_t found;
    if (block != b->block) {
        clscan_publish_missing_line(grid, line, block, aggregate);
        return b->block;
    }
    if (b->publishes && !fell_back)
        clscan_publish_line(grid, line, block, aggregate);
    const uint missing =
        clscan_find_line_prefix(grid, line, block, aggregate, b->publishes, clscan_polls(fell_back), &found);
    *prefix = found;
    if (grid->view->params.in_place)
        clscan_fence(); /* records must be visible before the input is overwritten */
    return missing;
}

struct clscan_waiter {
    const clscan_line_grid *grid;
    const clscan_block *b;
    clscan_strip_position position;
    clscan_line_part p;
    clscan_t x[CLSCAN_ITEMS], before, aggregate;
    bool leads; /* whether this work-item finds the prefix of its line */
    local clscan_blocks_storage *s;
};

/* Loads and reduces a block, the own one or a missing one, in the same registers. */
CLSCAN_COLLECTIVE void clscan_reduce_tile(clscan_waiter *w, uint block) {
    w->p = clscan_part_of(w->grid, &w->position, block);
    w->s->totals[get_local_id(0)] = clscan_line_part_load_and_reduce(w->x, w->grid->view, &w->p);
}

/* Returns the block to reduce next, after `block` has been reduced: the first of those that work-items want, or
 * CLSCAN_NO_TILE. The work-item that leads a line wants a block for this line. */
CLSCAN_COLLECTIVE uint clscan_decide_next_block(const clscan_waiter *w, uint block, bool fell_back) {
    local clscan_blocks_storage *const s = w->s;
    const uint me = get_local_id(0);
    if (me == 0)
        s->missing = CLSCAN_NO_TILE;
    clscan_barrier();
    if (w->leads)
        atomic_min(&s->missing, clscan_wanted_block(w->grid, w->b, w->position.line, block, fell_back, w->aggregate,
                                                    s->totals + me));
    clscan_barrier();
    return s->missing;
}

CLSCAN_COLLECTIVE uint clscan_publish_and_search(clscan_waiter *w, uint block, bool fell_back) {
    clscan_barrier();
    w->aggregate = clscan_fold_parts(w->s->totals, w->grid->strip, &w->before);
    return clscan_decide_next_block(w, block, fell_back);
}

/* Scans the work-group's own block. Not CLSCAN_COLLECTIVE: see clscan_one_pass. */
static void clscan_scan_block(const clscan_line_grid *grid, const clscan_block *b, local clscan_blocks_storage *s) {
    const clscan_view *v = grid->view;
    clscan_waiter w;
    w.grid = grid;
    w.b = b;
    w.position = clscan_own_strip_position(grid, b->strip);
    w.leads =
        w.position.part == 0 && w.position.has_line && (clscan_block_begin(grid, b->block) < v->length || b->is_last);
    w.s = s;
    clscan_fall_back(&w, (uint)b->block, (uint)b->block);
    const clscan_t prefix = s->totals[w.position.index];
    clscan_line_part_store(w.x, v, &w.p, w.position.part ? clscan_combine(prefix, w.before) : prefix);
    if (w.position.part == 0 && b->is_last && w.position.line + 1 == grid->lines)
        clscan_store_total(v, clscan_combine(prefix, w.aggregate));
}

#endif
