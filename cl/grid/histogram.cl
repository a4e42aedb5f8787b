/* Histograms. In the first launch, each work-group counts the elements of a span in tables of its own, without atomics
 * between work-groups. The second launch adds the tables. If one work-group counts all elements, it stores the counts
 * itself. If the tables have room for a range of the bins only, each range has a work-group for each span. */
#include "grid/prologue.h"
#include "item/binned.h"
#if CLSCAN_WG_SIZE == 1
#include "item/bin_stream.h"
#else
#include "tile/bin_table.h"
#endif

/* Returns true if there is one span, so that no second launch follows. */
static bool clscan_has_one_span(void) {
    return get_num_groups(0) == CLSCAN_BIN_RANGES;
}

#if CLSCAN_WG_SIZE == 1

CLSCAN_KERNEL void clscan_count_spans(CLSCAN_ARRAYS, ulong span, const global clscan_edge *edges,
                                      global clscan_weight *tables) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong begin = min(get_group_id(0) * span, v.count);
    global clscan_weight *const own = tables + get_group_id(0) * CLSCAN_BIN_COPIES * CLSCAN_BIN_STRIDE;
    clscan_tables_clear(own);
    clscan_count_stream(&v, begin, min(span, v.count - begin), edges, own);
    for (uint bin = 0; bin < CLSCAN_BINS && clscan_has_one_span(); bin++)
        v.out[bin] = (clscan_out)clscan_tables_sum(own, CLSCAN_BIN_COPIES, bin);
}

/* Adds `n` tables. Each work-group adds a range of bins. */
CLSCAN_KERNEL void clscan_add_tables(CLSCAN_ARRAYS, ulong n, const global clscan_weight *tables) {
    const clscan_view v = CLSCAN_VIEW;
    const uint each = (CLSCAN_BINS + get_num_groups(0) - 1) / get_num_groups(0);
    const uint first = min((uint)get_group_id(0) * each, (uint)CLSCAN_BINS);
    const uint last = min(first + each, (uint)CLSCAN_BINS);
    for (uint bin = first; bin < last; bin++)
        v.out[bin] = (clscan_out)clscan_tables_sum(tables, n, bin);
}

#else

CLSCAN_KERNEL void clscan_count_spans(CLSCAN_ARRAYS, ulong span, const global clscan_edge *edges,
                                      global clscan_weight *tables) {
    const clscan_view v = CLSCAN_VIEW;
    const uint first = get_group_id(0) % CLSCAN_BIN_RANGES * CLSCAN_TABLE_BINS;
    const ulong span_index = get_group_id(0) / CLSCAN_BIN_RANGES, begin = min(span_index * span, v.count);
#if CLSCAN_BINS_IN_WORKSPACE
    global clscan_bin_table *const s = (global clscan_bin_table *)(tables + span_index * CLSCAN_BIN_STRIDE);
#else
    local clscan_bin_table table, *const s = &table;
#endif
    clscan_table_clear(s);
    clscan_count_span(&v, begin, min(span, v.count - begin), first, edges, s);
    clscan_table_barrier();
    for (uint i = get_local_id(0); i < CLSCAN_TABLE_BINS && first + i < CLSCAN_BINS; i += CLSCAN_WG_SIZE) {
        const clscan_weight sum = clscan_table_sum(s, i);
        if (clscan_has_one_span())
            v.out[first + i] = (clscan_out)sum;
        else if (!CLSCAN_BINS_IN_WORKSPACE)
            tables[span_index * CLSCAN_BIN_STRIDE + first + i] = sum;
    }
}

#define CLSCAN_BINS_TOGETHER (CLSCAN_WG_SIZE < CLSCAN_BINS_ADDED ? CLSCAN_WG_SIZE : CLSCAN_BINS_ADDED)
#define CLSCAN_BIN_PARTS     (CLSCAN_WG_SIZE / CLSCAN_BINS_TOGETHER)

/* Adds `n` tables. Work-items next to each other add the counters of neighbouring bins. Each bin has CLSCAN_BIN_PARTS
 * work-items, which add parts of the tables. */
CLSCAN_KERNEL void clscan_add_tables(CLSCAN_ARRAYS, ulong n, const global clscan_weight *tables) {
    local clscan_weight sums[CLSCAN_WG_SIZE];
    const clscan_view v = CLSCAN_VIEW;
    const uint k = get_local_id(0), part = k / CLSCAN_BINS_TOGETHER;
    for (ulong first = get_group_id(0) * CLSCAN_BINS_TOGETHER; first < CLSCAN_BINS;
         first += get_num_groups(0) * CLSCAN_BINS_TOGETHER) {
        const ulong bin = first + k % CLSCAN_BINS_TOGETHER;
        clscan_weight sum = 0;
        CLSCAN_UNROLL_BY_8
        for (ulong i = part; i < n; i += CLSCAN_BIN_PARTS)
            sum += bin < CLSCAN_BINS ? tables[i * CLSCAN_BIN_STRIDE + bin] : 0;
        sums[k] = sum;
        clscan_barrier();
        for (uint i = k + CLSCAN_BINS_TOGETHER; i < CLSCAN_WG_SIZE && part == 0; i += CLSCAN_BINS_TOGETHER)
            sum += sums[i];
        if (part == 0 && bin < CLSCAN_BINS)
            v.out[bin] = (clscan_out)sum;
        clscan_barrier();
    }
}

#endif
