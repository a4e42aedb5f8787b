#include "tuning/class_tables.h"

#include <limits.h>

#define NONE UINT_MAX
#define ANY  0

#define ROW_AS(class, other) { .is_for = { cs_class_##class, cs_class_##other, ANY, #class } },

/* The last row of each table matches every device and every size. */
static const cs_limits_row limits[] = {
#define LIMITS(device, bytes, reversed_, moved_, stored_, stored_from_, flags, flags_local, keys, keys_local,          \
               store_registers_, compact_registers_)                                                                   \
    { .is_for = { cs_class_##device, NULL, bytes, #device },                                                           \
      .reversed = reversed_,                                                                                           \
      .moved = moved_,                                                                                                 \
      .stored = stored_,                                                                                               \
      .stored_from = stored_from_,                                                                                     \
      .by_flags = { flags, flags_local },                                                                              \
      .by_keys = { keys, keys_local },                                                                                 \
      .store_registers = store_registers_,                                                                             \
      .compact_registers = compact_registers_ },
#define LIMITS_AS ROW_AS
#include "table/limits.def"
};

static const cs_columns_by_group_row columns_by_group[] = {
#define COLUMNS_BY_GROUP(device, ...) { { cs_class_##device, NULL, ANY, #device }, __VA_ARGS__ },
#define COLUMNS_BY_GROUP_AS           ROW_AS
#include "table/columns_by_group.def"
};

static const cs_columns_by_item_row columns_by_item[] = {
#define COLUMNS_BY_ITEM(device, ...) { { cs_class_##device, NULL, ANY, #device }, __VA_ARGS__ },
#define COLUMNS_BY_ITEM_AS           ROW_AS
#include "table/columns_by_item.def"
};

static const cs_look_back_row look_back[] = {
#define LOOK_BACK(device, ...) { { cs_class_##device, NULL, ANY, #device }, __VA_ARGS__ },
#define LOOK_BACK_AS           ROW_AS
#include "table/look_back.def"
};

static const cs_reduction_row reduction[] = {
#define REDUCTION(device, parts_, rounds_, undivided_, combining_, shorter_, wg_size_, groups_, one_launch_)           \
    { .is_for = { cs_class_##device, NULL, ANY, #device },                                                             \
      .parts = parts_,                                                                                                 \
      .rounds = rounds_,                                                                                               \
      .undivided = undivided_,                                                                                         \
      .combining = combining_,                                                                                         \
      .shorter = shorter_,                                                                                             \
      .wg_size = wg_size_,                                                                                             \
      .groups = groups_,                                                                                               \
      .one_launch = one_launch_ },
#define REDUCTION_AS ROW_AS
#include "table/reduction.def"
};

static const cs_histogram_row histogram[] = {
#define HISTOGRAM(device, wg_size_, items_, groups_, copies_, segments_, table_, undivided_, local_, reserved_,        \
                  ranges_)                                                                                             \
    { .is_for = { cs_class_##device, NULL, ANY, #device },                                                             \
      .wg_size = wg_size_,                                                                                             \
      .items = items_,                                                                                                 \
      .groups = groups_,                                                                                               \
      .copies = copies_,                                                                                               \
      .copies_of_segments = segments_,                                                                                 \
      .table = table_,                                                                                                 \
      .undivided = undivided_,                                                                                         \
      .local = local_,                                                                                                 \
      .reserved = reserved_,                                                                                           \
      .ranges = ranges_ },
#define HISTOGRAM_AS ROW_AS
#include "table/histogram.def"
};

static const cs_sort_row sort[] = {
#define SORT(device, bytes, wg_size_, items_, groups_, counters_, undivided_, alone_, early_, sweeps_)                 \
    { .is_for = { cs_class_##device, NULL, bytes, #device },                                                           \
      .wg_size = wg_size_,                                                                                             \
      .items = items_,                                                                                                 \
      .groups = groups_,                                                                                               \
      .counters = counters_,                                                                                           \
      .undivided = undivided_,                                                                                         \
      .alone = alone_,                                                                                                 \
      .early = early_,                                                                                                 \
      .sweeps = sweeps_ },
#define SORT_AS ROW_AS
#include "table/sort.def"
};

static const cs_top_k_row top_k[] = {
#define TOP_K(device, ranked_, ranked_by_item_, ranked_of_row_, ranked_of_row_by_item_, short_row_,                    \
              short_row_by_item_, undivided_)                                                                          \
    { .is_for = { cs_class_##device, NULL, ANY, #device },                                                             \
      .ranked = ranked_,                                                                                               \
      .ranked_by_item = ranked_by_item_,                                                                               \
      .ranked_of_row = ranked_of_row_,                                                                                 \
      .ranked_of_row_by_item = ranked_of_row_by_item_,                                                                 \
      .short_row = short_row_,                                                                                         \
      .short_row_by_item = short_row_by_item_,                                                                         \
      .undivided = undivided_ },
#define TOP_K_AS ROW_AS
#include "table/top_k.def"
};

static const cs_merge_sort_row merge_sort[] = {
#define MERGE_SORT(device, ...) { { cs_class_##device, NULL, ANY, #device }, __VA_ARGS__ },
#define MERGE_SORT_AS           ROW_AS
#include "table/merge_sort.def"
};

static const cs_cache_row cache[] = {
#define CACHE(device, ...) { { cs_class_##device, NULL, ANY, #device }, __VA_ARGS__ },
#define CACHE_AS           ROW_AS
#include "table/cache.def"
};

/* Returns the first row of `class`, or of any class of the device if `class` is NULL. `size` is the bytes of a row. */
static const cs_class_row *first_row(const void *table, size_t size, cs_device_class *class, const cs_caps *caps,
                                     size_t element) {
    const char *at = table;
    const cs_class_row *row = table;
    while ((class ? row->matches != class : !row->matches(caps)) || (row->element != ANY && row->element != element))
        row = (const void *)(at += size);
    return row;
}

static const void *row_of(const void *table, size_t size, const cs_caps *caps, size_t element) {
    const cs_class_row *row = first_row(table, size, NULL, caps, element);
    return row->as ? first_row(table, size, row->as, caps, element) : row;
}

const cs_limits_row *cs_limits_row_of(const cs_caps *caps, size_t element) {
    return row_of(limits, sizeof *limits, caps, element);
}

const cs_columns_by_group_row *cs_columns_by_group_row_of(const cs_caps *caps) {
    return row_of(columns_by_group, sizeof *columns_by_group, caps, ANY);
}

const cs_columns_by_item_row *cs_columns_by_item_row_of(const cs_caps *caps) {
    return row_of(columns_by_item, sizeof *columns_by_item, caps, ANY);
}

const cs_look_back_row *cs_look_back_row_of(const cs_caps *caps) {
    return row_of(look_back, sizeof *look_back, caps, ANY);
}

const cs_reduction_row *cs_reduction_row_of(const cs_caps *caps) {
    return row_of(reduction, sizeof *reduction, caps, ANY);
}

const cs_histogram_row *cs_histogram_row_of(const cs_caps *caps) {
    return row_of(histogram, sizeof *histogram, caps, ANY);
}

const cs_sort_row *cs_sort_row_of(const cs_caps *caps, size_t element) {
    return row_of(sort, sizeof *sort, caps, element);
}

const cs_top_k_row *cs_top_k_row_of(const cs_caps *caps) {
    return row_of(top_k, sizeof *top_k, caps, ANY);
}

const cs_merge_sort_row *cs_merge_sort_row_of(const cs_caps *caps) {
    return row_of(merge_sort, sizeof *merge_sort, caps, ANY);
}

const cs_cache_row *cs_cache_row_of(const cs_caps *caps) {
    return row_of(cache, sizeof *cache, caps, ANY);
}
