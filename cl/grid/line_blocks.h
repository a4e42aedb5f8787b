/* A work-group scans a block of a strip: some rows of adjacent lines. */
#ifndef CLSCAN_LINE_BLOCKS_H
#define CLSCAN_LINE_BLOCKS_H

#include "grid/line_prefix.h"

/* A block of a strip. `publishes` is false if a test withholds the records of the block. `is_last` is true if the block
 * has the last row; without rows, block 0 is the last one. */
typedef struct {
    ulong strip, block;
    bool publishes, is_last;
} clscan_block;

typedef struct {
    clscan_t totals[CLSCAN_WG_SIZE];
    uint ticket;
    uint missing; /* the first block whose aggregate any line misses, or the work-group's own block */
} clscan_blocks_storage;

/* clscan_block_begin and clscan_block_end return the range of a block's rows. */
static ulong clscan_block_begin(const clscan_field *f, ulong block) {
    return min(block * f->rows, f->view->length);
}
static ulong clscan_block_end(const clscan_field *f, ulong block) {
    return min(clscan_block_begin(f, block) + f->rows, f->view->length);
}

/* Takes a number in the order in which work-groups begin. Numbers count the first blocks of all strips, then the second
 * blocks of all strips, and so on, so that the owners of earlier blocks of a strip have begun. */
static ulong clscan_take_number(const clscan_field *f, ulong strips, uint first_ticket, local uint *ticket) {
    const uint tiles = f->blocks * strips;
    (void)first_ticket, (void)ticket;
#if CLSCAN_TICKETS
    if (get_local_id(0) == 0)
        *ticket = clscan_ticket(f->counter) - first_ticket;
    clscan_barrier();
    return CLSCAN_TILE_ORDER(*ticket, tiles);
#else
    return CLSCAN_TILE_ORDER((uint)get_group_id(0), tiles);
#endif
}

static clscan_block clscan_take_block(const clscan_field *f, uint first_ticket, local uint *ticket) {
    const uint strips = (f->lines + f->strip - 1) / f->strip;
    const uint tile = clscan_take_number(f, strips, first_ticket, ticket), block = tile / strips;
    const ulong length = f->view->length;
    clscan_block b = { tile - block * strips, block, CLSCAN_PUBLISHER(tile) == 0,
                       block == (length ? (length - 1) / f->rows : 0) };
    return b;
}

#if CLSCAN_WG_SIZE == 1

/* Returns the lines from `line` on that are adjacent, in the rows of a block. `past` is the end of the strip. */
static clscan_strip clscan_strip_of(const clscan_field *f, ulong line, ulong past, ulong block) {
    const clscan_view *v = f->view;
    clscan_strip s = { clscan_line_at(v, line), clscan_adjacent_lines(v, line, past - line),
                       clscan_block_begin(f, block), clscan_block_end(f, block) };
    return s;
}

/* The fallback: reduces a block that one of these lines misses, and publishes the aggregates of all of the lines. */
CLSCAN_CALLED void clscan_reduce_missing(const clscan_field *f, ulong line, ulong past, ulong block) {
    clscan_line_sums sums;
    const clscan_strip s = clscan_strip_of(f, line, past, block);
    clscan_strip_reduce(f->view, &s, &sums);
    for (uint w = 0; w < s.width; w++)
        clscan_publish_missing_line(f, line + w, block, clscan_line_sum(&sums, w));
}

static clscan_t clscan_find_prefix(const clscan_field *f, const clscan_block *b, ulong line, ulong past, uint w,
                                   clscan_t own) {
    ulong missing;
    clscan_t prefix = clscan_find_line_prefix(f, line + w, b->block, own, b->publishes, CLSCAN_SPIN_LIMIT, &missing);
    while (missing < b->block) {
        clscan_reduce_missing(f, line, past, missing);
        prefix = clscan_find_line_prefix(f, line + w, b->block, own, b->publishes, 0, &missing);
    }
    return prefix;
}

/* Publishes the aggregates of `width` lines from `line` on, and replaces each one in `sums` by the line's prefix. */
static void clscan_find_prefixes(const clscan_field *f, const clscan_block *b, ulong line, ulong past, uint width,
                                 clscan_line_sums *sums) {
    for (uint w = 0; w < width && b->publishes; w++)
        clscan_publish_line(f, line + w, b->block, clscan_line_sum(sums, w));
    for (uint w = 0; w < width; w++)
        clscan_line_sum_set(sums, w, clscan_find_prefix(f, b, line, past, w, clscan_line_sum(sums, w)));
    if (f->view->numbers.in_place)
        clscan_fence(); /* records must be visible before the input is overwritten */
}

static void clscan_scan_block(const clscan_field *f, const clscan_block *b, local clscan_blocks_storage *storage) {
    const clscan_view *v = f->view;
    clscan_line_sums sums;
    ulong line = b->strip * f->strip;
    const ulong past = min(line + f->strip, f->lines);
    (void)storage;
    while (line < past) {
        const clscan_strip s = clscan_strip_of(f, line, past, b->block);
        clscan_strip_reduce(v, &s, &sums);
        clscan_find_prefixes(f, b, line, past, s.width, &sums);
        clscan_strip_scan(v, &s, &sums, clscan_passes_cache(v));
        line += s.width;
        if (line == f->lines && b->is_last)
            clscan_put_total(v, clscan_line_sum(&sums, s.width - 1));
    }
}

#else

/* The position of a work-item in a strip: it scans one part of one line. */
typedef struct {
    ulong line;
    uint index, part; /* the index of the line in the strip, and of the part in the line */
    bool has_line;
    clscan_cursor top;
} clscan_place_in_strip;

static clscan_place_in_strip clscan_own_place(const clscan_field *f, ulong strip) {
    const uint me = get_local_id(0), index = me % f->strip;
    const ulong line = strip * f->strip + index;
    const bool has_line = line < f->lines;
    clscan_place_in_strip p = { line, index, me / f->strip, has_line, clscan_line_at(f->view, has_line ? line : 0) };
    return p;
}

/* Returns this work-item's rows of a block. */
static clscan_line_part clscan_part_of(const clscan_field *f, const clscan_place_in_strip *p, ulong block) {
    const ulong begin = clscan_block_begin(f, block) + p->part * CLSCAN_ITEMS;
    return clscan_line_part_of(f->view, p->top, begin, p->has_line ? clscan_block_end(f, block) : 0);
}

/* Publishes the `aggregate` of a line in `block`, which has just been reduced. If the block is the work-group's own,
 * also searches the prefix of the line. Returns the block to reduce next: a missing block, or the work-group's own.
 * Called by the work-item that has the first part of the line. */
static uint clscan_next_block(const clscan_field *f, const clscan_block *b, ulong line, ulong block, bool fell_back,
                              clscan_t aggregate, local clscan_t *prefix) {
    ulong missing;
    if (block != b->block) {
        clscan_publish_missing_line(f, line, block, aggregate);
        return b->block;
    }
    if (b->publishes && !fell_back)
        clscan_publish_line(f, line, block, aggregate);
    *prefix =
        clscan_find_line_prefix(f, line, block, aggregate, b->publishes, fell_back ? 0 : CLSCAN_SPIN_LIMIT, &missing);
    if (f->view->numbers.in_place)
        clscan_fence(); /* records must be visible before the input is overwritten */
    return missing;
}

/* Scans the work-group's own block. A fallback reduces a missing block in the same registers; then the own block is
 * loaded again. */
static void clscan_scan_block(const clscan_field *f, const clscan_block *b, local clscan_blocks_storage *s) {
    const clscan_view *v = f->view;
    const uint me = get_local_id(0), own = b->block;
    const clscan_place_in_strip place = clscan_own_place(f, b->strip);
    const bool leads = place.part == 0 && place.has_line && (clscan_block_begin(f, own) < v->length || b->is_last);
    clscan_line_part p;
    clscan_t x[CLSCAN_ITEMS], before, aggregate;
    uint block, next = own;
    bool fell_back = false;
    do {
        block = next;
        fell_back = fell_back || block != own;
        p = clscan_part_of(f, &place, block);
        s->totals[me] = clscan_line_part_load(x, v, &p);
        if (block != own)
            clscan_fence(); /* all elements must have been read before the record is loaded again */
        clscan_barrier();
        aggregate = clscan_fold_parts(s->totals, f->strip, &before);
        if (me == 0)
            s->missing = own;
        clscan_barrier();
        if (leads) {
            const uint wanted = clscan_next_block(f, b, place.line, block, fell_back, aggregate, s->totals + me);
            atomic_min(&s->missing, wanted);
        }
        clscan_barrier();
        next = s->missing;
    } while (block != own || next != own);
    const clscan_t prefix = s->totals[place.index];
    clscan_line_part_store(x, v, &p, place.part ? clscan_combine(prefix, before) : prefix);
    if (place.part == 0 && b->is_last && place.line + 1 == f->lines)
        clscan_put_total(v, clscan_combine(prefix, aggregate));
}

#endif

#endif
