#include "support/shape.h"

#include <oracle.h>

size_t shape_width(clscan_group group) {
    return group == CLSCAN_BRENT_KUNG || group == CLSCAN_BLELLOCH ? 2 : 1;
}

bool shape_has_group(clscan_strategy strategy) {
    return strategy != CLSCAN_GLOBAL_STEPS && strategy < CLSCAN_LOOKBACK;
}

/* A tile in packet rows has whole packets: `items` is rounded up to a multiple of the elements in a packet. */
static size_t tile_in_rows(const clscan_desc *desc) {
    const size_t size = desc->type == CLSCAN_USER ? desc->user.size : clscan_type_size(desc->type);
    const size_t packet = 16 % size == 0 ? 16 / size : 1; /* other sizes have one element a packet */
    return desc->wg_size * ((desc->items + packet - 1) / packet * packet);
}

size_t shape_tile(const clscan_desc *desc) {
    if (desc->strategy == CLSCAN_LOOKBACK || desc->strategy == CLSCAN_CHAINED)
        return tile_in_rows(desc);
    return (size_t)desc->wg_size * desc->items * shape_width(desc->group);
}

/* Only strategy hierarchical refuses tiles of one element. For strategy slices, `items` is a multiple of 131, so that a
 * slice has several blocks and a remainder. */
void shape_draw(const dut *d, uint64_t draw, clscan_desc *desc) {
    static const unsigned wg_sizes[] = { 1, 2, 4, 4, 8, 16, 32, 128 };
    static const unsigned items[] = { 1, 1, 2, 3, 5 };
    desc->wg_size = wg_sizes[oracle_draw(draw, 0) % COUNT(wg_sizes)];
    desc->items = items[oracle_draw(draw, 1) % COUNT(items)];
    desc->groups = 1 + (unsigned)(oracle_draw(draw, 2) % 7);
    desc->wg_size = dut_wg_size(d, desc->strategy, desc->wg_size);
    if (desc->strategy == CLSCAN_HIERARCHICAL && shape_tile(desc) == 1)
        desc->items = 2;
    if (desc->strategy == CLSCAN_SLICES)
        desc->items *= 131;
}

void shape_fit(const dut *d, size_t size, clscan_desc *desc) {
    while (desc->wg_size > 1 && 2 * desc->wg_size * size + shape_tile(desc) * size > d->local_bytes)
        desc->wg_size /= 2;
    desc->wg_size = dut_wg_size(d, desc->strategy, desc->wg_size);
}

static bool is_in(const size_t *counts, size_t n, size_t count) {
    for (size_t i = 0; i < n; i++)
        if (counts[i] == count)
            return true;
    return false;
}

/* Appends x - 1, x and x + 1 to `counts`, except numbers above `limit` and numbers that are already there. Returns the
 * new length. */
static size_t add_around(size_t *counts, size_t n, size_t limit, size_t x) {
    for (size_t count = x ? x - 1 : 0; count <= x + 1; count++)
        if (count <= limit && n < SHAPE_MAX_COUNTS && !is_in(counts, n, count))
            counts[n++] = count;
    return n;
}

size_t shape_counts(const clscan_desc *desc, size_t limit, uint64_t draw, size_t counts[SHAPE_MAX_COUNTS]) {
    const size_t tile = shape_tile(desc), span = desc->groups * tile;
    const size_t edges[] = { 0,        3,   desc->wg_size, tile,        2 * tile,  3 * tile,           span,
                             2 * span, 256, 1021,          tile * tile, 32 * tile, tile * tile * tile, 96 * tile };
    size_t n = 0;
    for (size_t i = 0; i < COUNT(edges); i++)
        n = add_around(counts, n, limit, edges[i]);
    for (size_t i = 0; i < 3; i++)
        n = add_around(counts, n, limit, oracle_draw(draw, i) % (4 * span));
    return n;
}
