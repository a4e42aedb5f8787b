/* A block of a strip: some rows of lines side by side, a work-group's. */
#ifndef CLSCAN_LINE_BLOCKS_H
#define CLSCAN_LINE_BLOCKS_H

#include "grid/line_prefix.h"

/* Which block of which strip, and its rows. */
typedef struct {
    ulong strip, block, begin, end;
    bool publishes, is_last; /* it has the last row, or would have it */
} clscan_block;

typedef struct {
    clscan_t totals[CLSCAN_WG_SIZE];
    uint ticket;
} clscan_blocks_storage;

/* The first blocks of all strips, then the second ones: in the order in which work-groups come. */
static ulong clscan_take_number(const clscan_field *f, ulong strips, uint first_ticket, local uint *ticket) {
    const uint tiles = f->blocks * strips;
    (void)first_ticket, (void)ticket;
#if CLSCAN_STATE_BITS && CLSCAN_TICKETS
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
    const ulong length = f->view->length, begin = min(block * f->rows, length);
    clscan_block b = { tile - block * strips,
                       block,
                       begin,
                       min(begin + f->rows, length),
                       CLSCAN_PUBLISHER(tile) == 0,
                       block == (length ? (length - 1) / f->rows : 0) };
    return b;
}

#if CLSCAN_WG_SIZE == 1

/* From the aggregates of lines side by side to their prefixes. */
static void clscan_find_prefixes(const clscan_field *f, const clscan_block *b, ulong line, uint width,
                                 clscan_line_sums *sums) {
    for (uint w = 0; w < width && b->publishes; w++)
        clscan_publish_line(f, line + w, b->block, clscan_line_sum(sums, w));
    for (uint w = 0; w < width; w++)
        clscan_line_sum_set(sums, w,
                            clscan_find_line_prefix(f, clscan_line_at(f->view, line + w), line + w, b->block,
                                                    clscan_line_sum(sums, w), b->publishes));
    if (f->view->numbers.in_place)
        clscan_fence(); /* what is published is out before the input is overwritten */
}

static void clscan_scan_block(const clscan_field *f, const clscan_block *b, local clscan_blocks_storage *storage) {
    const clscan_view *v = f->view;
    clscan_line_sums sums;
    ulong line = b->strip * f->strip;
    const ulong past = min(line + f->strip, f->lines);
    (void)storage;
    while (line < past) {
        const clscan_strip s = { clscan_line_at(v, line), clscan_lines_beside(v, line, past - line), b->begin, b->end };
        for (uint w = 0; w < s.width; w++)
            clscan_line_sum_set(&sums, w, clscan_identity());
        clscan_strip_reduce(v, &s, &sums);
        clscan_find_prefixes(f, b, line, s.width, &sums);
        clscan_strip_scan(v, &s, &sums, clscan_passes_cache(v));
        line += s.width;
        if (line == f->lines && b->is_last)
            clscan_put_total(v, clscan_line_sum(&sums, s.width - 1));
    }
}

#else

/* From the aggregate of a line to its prefix, by the work-item that has its first part. */
static clscan_t clscan_find_prefix(const clscan_field *f, const clscan_block *b, clscan_cursor top, ulong line,
                                   clscan_t aggregate) {
    if (b->publishes)
        clscan_publish_line(f, line, b->block, aggregate);
    const clscan_t prefix = clscan_find_line_prefix(f, top, line, b->block, aggregate, b->publishes);
    if (f->view->numbers.in_place)
        clscan_fence(); /* what is published is out before the input is overwritten */
    return prefix;
}

static void clscan_scan_block(const clscan_field *f, const clscan_block *b, local clscan_blocks_storage *s) {
    const clscan_view *v = f->view;
    const uint me = get_local_id(0), lane = me % f->strip, part = me / f->strip;
    const ulong line = b->strip * f->strip + lane;
    const bool has_line = line < f->lines;
    const clscan_cursor top = clscan_line_at(v, has_line ? line : 0);
    const clscan_line_part p = clscan_line_part_of(v, top, b->begin + part * CLSCAN_ITEMS, has_line ? b->end : 0);
    clscan_t x[CLSCAN_ITEMS], before;
    s->totals[me] = clscan_line_part_load(x, v, &p);
    clscan_barrier();
    const clscan_t aggregate = clscan_fold_parts(s->totals, f->strip, &before);
    clscan_barrier();
    if (part == 0 && has_line && (b->begin < b->end || b->is_last))
        s->totals[lane] = clscan_find_prefix(f, b, top, line, aggregate);
    clscan_barrier();
    const clscan_t prefix = s->totals[lane];
    clscan_line_part_store(x, v, &p, part ? clscan_combine(prefix, before) : prefix);
    if (part == 0 && b->is_last && line + 1 == f->lines)
        clscan_put_total(v, clscan_combine(prefix, aggregate));
}

#endif

#endif
