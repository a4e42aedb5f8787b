#include "support/shape.h"

#include <oracle.h>

size_t shape_width(clscan_group group) {
    return group == CLSCAN_GROUP_BRENT_KUNG || group == CLSCAN_GROUP_BLELLOCH ? 2 : 1;
}

unsigned shape_groups(void) {
    unsigned last = 0;
    while (clscan_group_name((clscan_group)(last + 1)))
        last++;
    return last;
}

unsigned shape_strategies(void) {
    unsigned last = 0;
    while (clscan_strategy_name((clscan_strategy)(last + 1)))
        last++;
    return last;
}

bool shape_has_group(clscan_strategy strategy) {
    switch (strategy) {
    case CLSCAN_STRATEGY_GLOBAL_STEPS:
    case CLSCAN_STRATEGY_LOOKBACK:
    case CLSCAN_STRATEGY_CHAINED:
    case CLSCAN_STRATEGY_SLICES:
    case CLSCAN_STRATEGY_COLUMNS:
        return false;
    default:
        return true;
    }
}

/* A tile in packet rows has whole packets: `items` is rounded up to a multiple of the elements in a packet. */
static size_t tile_in_rows(const clscan_desc *desc) {
    const size_t size =
        desc->value.size ? desc->value.size : clscan_type_size(desc->value.name ? desc->value.name : "int");
    const size_t packet = 16 % size == 0 ? 16 / size : 1; /* elements of other sizes have one in each packet */
    return desc->tuning.wg_size * ((desc->tuning.items + packet - 1) / packet * packet);
}

size_t shape_tile(const clscan_desc *desc) {
    if (desc->tuning.strategy == CLSCAN_STRATEGY_LOOKBACK || desc->tuning.strategy == CLSCAN_STRATEGY_CHAINED)
        return tile_in_rows(desc);
    return (size_t)desc->tuning.wg_size * desc->tuning.items * shape_width(desc->tuning.group);
}

/* Only strategy hierarchical refuses tiles of one element. For strategy slices, `items` is a multiple of 131, so that a
 * slice has several blocks and a remainder. */
void shape_draw(const test_device *d, uint64_t draw, clscan_desc *desc) {
    static const unsigned wg_sizes[] = { 1, 2, 4, 4, 8, 16, 32, 128 };
    static const unsigned items[] = { 1, 1, 2, 3, 5 };
    desc->tuning.wg_size = wg_sizes[oracle_draw(draw, 0) % COUNT(wg_sizes)];
    desc->tuning.items = items[oracle_draw(draw, 1) % COUNT(items)];
    desc->tuning.num_groups = 1 + (unsigned)(oracle_draw(draw, 2) % 7);
    desc->tuning.wg_size = test_device_wg_size(d, desc->tuning.strategy, desc->tuning.wg_size);
    if (desc->tuning.strategy == CLSCAN_STRATEGY_HIERARCHICAL && shape_tile(desc) == 1)
        desc->tuning.items = 2;
    if (desc->tuning.strategy == CLSCAN_STRATEGY_SLICES)
        desc->tuning.items *= 131;
}

void shape_fit(const test_device *d, size_t size, clscan_desc *desc) {
    while (desc->tuning.wg_size > 1 && 2 * desc->tuning.wg_size * size + shape_tile(desc) * size > d->local_bytes)
        desc->tuning.wg_size /= 2;
    desc->tuning.wg_size = test_device_wg_size(d, desc->tuning.strategy, desc->tuning.wg_size);
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
    const size_t tile = shape_tile(desc), span = desc->tuning.num_groups * tile;
    const size_t edges[] = { 0,   3,    desc->tuning.wg_size, tile,      2 * tile,           3 * tile, span, 2 * span,
                             256, 1021, tile * tile,          32 * tile, tile * tile * tile, 96 * tile };
    size_t n = 0;
    for (size_t i = 0; i < COUNT(edges); i++)
        n = add_around(counts, n, limit, edges[i]);
    for (size_t i = 0; i < 3; i++)
        n = add_around(counts, n, limit, oracle_draw(draw, i) % (4 * span));
    return n;
}
