/* Lines that are scanned each by itself, neighbours side by side: columns. A work-group has a strip of them, from the
 * first row to the last, or a block of it. */
#include "grid/before.h"
#include "grid/line_prefix.h"

/* Which block of which strip: those of all strips first that are nearest to the begin. */
typedef struct {
    ulong strip, block, begin, end; /* its rows */
    bool publishes;
} clscan_block;

/* Where work-groups wait for each other, in the order in which they come. */
static ulong clscan_take_tile(const clscan_field *f, ulong strips, uint first_ticket, local uint *ticket) {
    ulong tile = get_group_id(0);
    (void)first_ticket, (void)ticket;
#if CLSCAN_STATE_BITS && CLSCAN_TICKETS
    if (get_local_id(0) == 0 && f->blocks > 1)
        *ticket = clscan_ticket(f->counter) - first_ticket;
    clscan_barrier();
    tile = f->blocks > 1 ? *ticket : tile;
#endif
    return f->blocks > 1 ? CLSCAN_TILE_ORDER((uint)tile, (uint)(f->blocks * strips)) : tile;
}

static clscan_block clscan_take_block(const clscan_field *f, uint first_ticket, local uint *ticket) {
    const ulong strips = max(1ul, (f->lines + f->strip - 1) / f->strip);
    const ulong tile = clscan_take_tile(f, strips, first_ticket, ticket), block = tile / strips;
    const ulong length = clscan_line_length(f->view), begin = min(block * f->rows, length);
    clscan_block b = { tile - block * strips, block, begin, min(begin + f->rows, length),
                       CLSCAN_PUBLISHER((uint)tile) == 0 };
    return b;
}

/* Whether it has the last row, or would have it. */
static bool clscan_is_last(const clscan_field *f, const clscan_block *b) {
    const ulong length = clscan_line_length(f->view);
    return b->block == (length ? (length - 1) / f->rows : 0);
}

#if CLSCAN_WG_SIZE == 1

typedef struct {
    uint ticket;
} clscan_columns_storage;

/* From the aggregates of lines side by side to their prefixes. */
static void clscan_find_prefixes(const clscan_field *f, const clscan_block *b, ulong line, uint width, clscan_t *x) {
#if CLSCAN_STATE_BITS
    for (uint w = 0; w < width && b->publishes; w++)
        clscan_publish_line(f, line + w, b->block, x[w]);
    for (uint w = 0; w < width; w++)
        x[w] = clscan_find_line_prefix(f, line + w, b->block, x[w], b->publishes);
    if (f->view->numbers.in_place)
        clscan_fence(); /* what is published is out before the input is overwritten */
#endif
}

static void clscan_columns_scan(const clscan_field *f, const clscan_block *b, local clscan_columns_storage *storage) {
    const clscan_view *v = f->view;
    (void)storage;
    const clscan_t first = f->blocks > 1 ? clscan_identity() : clscan_start(v);
    clscan_t carry[CLSCAN_STRIP];
    ulong line = b->strip * f->strip;
    const ulong end = min(line + f->strip, f->lines);
    while (line < end) {
        const clscan_strip s = { clscan_line_at(v, line), clscan_lines_beside(v, line, end - line), b->begin, b->end };
        for (uint w = 0; w < s.width; w++)
            carry[w] = first;
        if (f->blocks > 1) {
            clscan_strip_reduce(v, &s, carry);
            clscan_find_prefixes(f, b, line, s.width, carry);
        }
        clscan_strip_scan(v, &s, carry, clscan_passes_cache(v));
        line += s.width;
        if (line == f->lines && clscan_is_last(f, b))
            clscan_put_total(v, carry[s.width - 1]);
    }
}

#else

typedef struct {
    clscan_t totals[CLSCAN_WG_SIZE];
    uint ticket;
} clscan_columns_storage;

/* Which line of the strip a work-item has, and which part of it. */
static uint clscan_own_line(const clscan_field *f) {
    return get_local_id(0) & ((uint)f->strip - 1);
}
static uint clscan_own_part(const clscan_field *f) {
    return get_local_id(0) / (uint)f->strip;
}

/* What is before the work-item's own part of a line in the totals, and behind all its parts. */
static clscan_t clscan_fold_parts(const clscan_field *f, const local clscan_t *totals, clscan_t *before) {
    const uint line = clscan_own_line(f), own = clscan_own_part(f);
    clscan_t sum = totals[line];
    *before = clscan_identity();
    for (uint i = line + (uint)f->strip, part = 1; i < CLSCAN_WG_SIZE; i += (uint)f->strip, part++) {
        *before = part == own ? sum : *before;
        sum = clscan_combine(sum, totals[i]);
    }
    return sum;
}

/* From the aggregate of a line to its prefix, by the work-item that has its first part. */
static clscan_t clscan_find_prefix(const clscan_field *f, const clscan_block *b, ulong line, clscan_t aggregate) {
#if CLSCAN_STATE_BITS
    if (b->publishes)
        clscan_publish_line(f, line, b->block, aggregate);
    aggregate = clscan_find_line_prefix(f, line, b->block, aggregate, b->publishes);
    if (f->view->numbers.in_place)
        clscan_fence(); /* what is published is out before the input is overwritten */
#endif
    return aggregate;
}

/* A line that is one block is walked down, as many rows at a time as its work-items hold. */
static void clscan_columns_scan(const clscan_field *f, const clscan_block *b, local clscan_columns_storage *s) {
    const clscan_view *v = f->view;
    const uint part = clscan_own_part(f), rows = CLSCAN_WG_SIZE / (uint)f->strip * CLSCAN_ITEMS;
    const ulong line = b->strip * f->strip + clscan_own_line(f);
    const bool has_line = line < f->lines, is_last = clscan_is_last(f, b);
    const clscan_cursor top = clscan_line_at(v, has_line ? line : 0);
    clscan_t carry = clscan_start(v);
    for (ulong row = b->begin; row < b->begin + f->rows; row += rows) {
        clscan_t x[CLSCAN_ITEMS], before;
        const clscan_line_part p = clscan_line_part_of(top, row + part * CLSCAN_ITEMS, has_line ? b->end : 0);
        s->totals[get_local_id(0)] = clscan_line_part_load(x, v, &p);
        clscan_barrier();
        const clscan_t aggregate = clscan_fold_parts(f, s->totals, &before);
        clscan_barrier();
        if (f->blocks > 1 && part == 0 && has_line && (b->begin < b->end || is_last))
            s->totals[get_local_id(0)] = clscan_find_prefix(f, b, line, aggregate);
        clscan_barrier();
        if (f->blocks > 1)
            carry = s->totals[clscan_own_line(f)]; /* which is all: there is one round */
        clscan_line_part_store(x, v, &p, part ? clscan_combine(carry, before) : carry);
        carry = clscan_combine(carry, aggregate);
    }
    if (part == 0 && is_last && line + 1 == f->lines)
        clscan_put_total(v, carry);
}

#endif

CLSCAN_HOLDING_KERNEL void clscan_columns(CLSCAN_ARRAYS, clscan_state *workspace, ulong lines, ulong strip,
                                          ulong blocks, ulong rows, uint epoch, uint first_ticket) {
    local clscan_columns_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    const clscan_field field = clscan_field_of(&view, lines, strip, blocks, rows, workspace, epoch);
    const clscan_block block = clscan_take_block(&field, first_ticket, &storage.ticket);
    if (lines == 0 && get_global_id(0) == 0)
        clscan_put_total(&view, clscan_start(&view));
    clscan_columns_scan(&field, &block, &storage);
}
