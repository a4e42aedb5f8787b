#include "tuning/histogram_shape.h"

#include "table/table.h"

/* Returns the greatest power of two, up to `most`, with which n * result <= room. Returns 1 if there is none. */
static unsigned power_that_fits(unsigned most, size_t n, size_t room) {
    unsigned power = 1;
    while (2 * power <= most && 2 * power * n <= room)
        power *= 2;
    return power;
}

/* The tables of work-groups with a single work-item are in the workspace. A counter after the last bin counts the
 * elements that are in no bin. The padding keeps neighbouring tables from beginning at addresses that a CPU takes for
 * the same, whose low 12 bits are equal. */
static cs_bin_tables tables_of_items(const cs_histogram_row *row, const cs_traits *traits) {
    enum { PADDING = 16 };
    const size_t stride = (size_t)traits->histogram.bins + PADDING;
    const unsigned copies = power_that_fits(row->copies, stride * traits->value.type.size, row->table);
    return (cs_bin_tables) { .in_workspace = true,
                             .bins = traits->histogram.bins,
                             .ranges = 1,
                             .copies = copies,
                             .tables = copies,
                             .stride = stride };
}

/* Returns the 32-bit words of a counter. A counter of floating-point weights has one bit for each binary place that a
 * weight can have: a float has 277 places and a double 2098. Some 40 more bits hold overflow, and one word counts
 * infinities and NaN. */
static unsigned counter_words(const cs_traits *traits) {
    enum { OF_FLOATS = 10 + 1, OF_DOUBLES = 67 + 1 };
    const bool wide = traits->value.type.size == sizeof(cl_double);
    if (traits->histogram.floating_counts)
        return wide ? OF_DOUBLES : OF_FLOATS;
    return (unsigned)(traits->value.type.size / sizeof(cl_uint));
}

/* Tables in the workspace, for so many bins that work-groups would read the elements once for each of many ranges. The
 * counters of floating-point weights follow the sums of these weights. */
static cs_bin_tables tables_in_workspace(const cs_traits *traits) {
    const size_t bins = traits->histogram.bins, words = traits->value.type.size / sizeof(cl_uint);
    return (cs_bin_tables) {
        .in_workspace = true,
        .bins = traits->histogram.bins,
        .ranges = 1,
        .copies = 1,
        .tables = 1,
        .counter_words = counter_words(traits),
        .stride = traits->histogram.floating_counts ? bins + bins * counter_words(traits) / words + 1 : bins,
    };
}

/* The tables of work-groups are in local memory. Drivers may need some of that memory themselves. */
static cs_bin_tables tables_of_groups(const cs_caps *caps, const cs_histogram_row *row, const cs_traits *traits) {
    enum { LEAST = 1024 };
    const unsigned copies = traits->segments.kind ? row->copies_of_segments : row->copies;
    const size_t bytes = counter_words(traits) * sizeof(cl_uint);
    const bool is_enough = caps->local_bytes > LEAST + row->reserved;
    const size_t all = is_enough ? (size_t)caps->local_bytes - row->reserved : LEAST;
    const size_t room = (all < row->local ? all : row->local) - (traits->segments.kind ? CS_HEADS_LOCAL_BYTES : 0),
                 in_table = room / bytes < traits->histogram.bins ? room / bytes : traits->histogram.bins;
    const unsigned ranges = (unsigned)((traits->histogram.bins - 1) / in_table) + 1;
    if (ranges > row->ranges)
        return tables_in_workspace(traits);
    return (cs_bin_tables) {
        .bins = (traits->histogram.bins - 1) / ranges + 1,
        .ranges = ranges,
        .copies = ranges > 1 ? 1 : power_that_fits(copies, in_table * bytes, room < row->table ? room : row->table),
        .tables = 1,
        .counter_words = counter_words(traits),
        .stride = traits->histogram.bins,
    };
}

/* Returns the number of work-items for devices and drivers on which the row's number is not possible. */
static unsigned possible_wg_size(const cs_caps *caps, const cs_shape *shape, unsigned wg_size) {
    cs_shape own = *shape;
    own.wg_size = wg_size;
    while (own.wg_size > 1 && (own.wg_size > caps->max_wg_size || cs_shape_fault(&own, caps)))
        own.wg_size /= 2;
    return own.wg_size;
}

/* Returns how many of the work-groups can have tables in one buffer of 256 MiB. OpenCL lets a device limit buffers to a
 * quarter of its memory, so a device with 1 GiB has room for these. */
static size_t groups_with_tables(const cs_shape *shape, bool segments, size_t bytes) {
    enum { MOST = 1 << 28 };
    const size_t tables = segments              ? CS_TABLES_OF_PARTS + shape->bins.tables
                          : shape->bins.of_rows ? shape->bins.copies
                                                : shape->bins.tables;
    const size_t table = tables * shape->bins.stride * bytes, most = MOST / table ? MOST / table : 1;
    return shape->groups < most ? shape->groups : most;
}

void cs_set_histogram_shape(const cs_caps *caps, const cs_traits *traits, const clscan_tuning *requested,
                            const cs_shape *from, cs_shape *shape) {
    const cs_histogram_row *row = cs_histogram_row_of(caps);
    const size_t element = traits->in[0].size, items = from->items * sizeof(cl_uint) / element;
    if (!requested->wg_size)
        shape->wg_size = possible_wg_size(caps, shape, from->wg_size);
    if (!requested->items)
        shape->items = items > 1 ? (unsigned)items : 1;
    shape->tile = (size_t)shape->wg_size * shape->items;
    shape->bins = shape->wg_size == 1 ? tables_of_items(row, traits) : tables_of_groups(caps, row, traits);
    shape->bins.of_rows = traits->has_rows;
    shape->groups = groups_with_tables(shape, traits->segments.kind, traits->value.type.size);
    shape->undivided = requested->num_groups                     ? 0
                       : row->undivided > traits->histogram.bins ? row->undivided
                                                                 : traits->histogram.bins;
}
