#include "tuning/sort_shape.h"

#include "base/min_max.h"

#include <stdint.h>

bool cs_sort_can_sweep(const cs_traits *traits, const clscan_tuning *requested) {
    return !traits->sort.by_comparison && !traits->sort.top_k && requested->wg_size != 1;
}

/* No device without fences of device scope has been measured, so passes are sweeps there only if the caller asks for
 * them. */
clscan_strategy cs_sort_strategy(const cs_caps *caps, const cs_traits *traits, const clscan_tuning *requested) {
    const bool sweeps =
        cs_sort_can_sweep(traits, requested) && caps->has_fence && cs_sort_row_of(caps, traits->sort.staged)->sweeps;
    return sweeps ? CLSCAN_STRATEGY_LOOKBACK : CLSCAN_STRATEGY_REDUCE_SCAN;
}

cs_sort_shape cs_sort_shape_of(const cs_caps *caps, const cs_traits *traits) {
    if (traits->kind != CS_SORT)
        return (cs_sort_shape) { 0 };
    const cs_sort_row *row = cs_sort_row_of(caps, traits->sort.staged);
    return (cs_sort_shape) { .row = row,
                             .top_k_row = cs_top_k_row_of(caps),
                             .by_comparison = traits->sort.by_comparison,
                             .passes = traits->sort.passes,
                             .segment_passes = traits->sort.segment_passes,
                             .counts_heads = traits->segments.kind != CLSCAN_SEGMENTS_NONE,
                             .top_k = traits->sort.top_k,
                             .bytes = traits->sort.bytes,
                             .staged = traits->sort.staged,
                             .early = row->early,
                             .merge_bytes = traits->sort.merge_bytes,
                             .merge_carried = traits->sort.merge_carried,
                             .merge_segmented =
                                 traits->sort.by_comparison && (traits->has_rows || traits->segments.kind) };
}

/* Returns how many elements of a sort by comparison there are for `items` of merge_sort.def, which are elements of 8
 * bytes. An element takes a register at least. */
static unsigned merged_items(const cs_sort_shape *sort, unsigned items) {
    enum { ROW_BYTES = 8 };
    return cs_items_of(items, ROW_BYTES, sort->merge_bytes > CS_REGISTER_BYTES ? sort->merge_bytes : CS_REGISTER_BYTES);
}

void cs_set_sort_shape(const cs_caps *caps, const cs_traits *traits, clscan_strategy strategy, cs_shape *shape) {
    shape->sort = cs_sort_shape_of(caps, traits);
    shape->sort.sweeps = strategy == CLSCAN_STRATEGY_LOOKBACK;
    if (shape->sort.by_comparison)
        shape->items = merged_items(&shape->sort, shape->items);
    if (shape->sort.sweeps && shape->wg_size == 1)
        shape->wg_size = CS_SMALL_GROUP;
}

/* Rows that fit into a tile are always sorted alone. Longer rows are sorted alone if there are so many that no compute
 * unit is idle. */
void cs_sort_choose_alone(clscan_strategy requested, size_t units, cs_shape *shape) {
    const cs_sort_row *row = shape->sort.row;
    const size_t tile = shape->wg_size > 1 ? (size_t)shape->wg_size * shape->items : 0;
    const size_t otherwise = requested == CLSCAN_STRATEGY_SINGLE_GROUP ? SIZE_MAX : 0;
    shape->undivided = requested ? otherwise : row->undivided;
    shape->sort.alone = requested ? otherwise : row->alone > tile ? row->alone : tile;
    shape->sort.least_rows_alone = cs_min(units, shape->groups);
}
