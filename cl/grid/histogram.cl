/* Histograms. In the first launch, each work-group counts the elements of a span in tables of its own, without atomics
 * between work-groups. The second launch adds the tables. If one work-group counts all elements, it stores the counts
 * itself. In a table, a bin has several counters (Gomez-Luna, Gonzalez-Linares, Benavides and Guil, "An optimized
 * approach to histogram computation on GPU", Machine Vision and Applications 24(5), 2013). */
#include "grid/prologue.h"
#include "item/binned.h" /* here, because a program has a file at the place of its first include only */
#if CLSCAN_WG_SIZE == 1
#include "grid/histogram_by_item.h"
#else
#include "grid/histogram_by_group.h"
#endif

/* Counts the elements of a span. */
CLSCAN_KERNEL void clscan_count_spans(CLSCAN_ARRAYS, ulong span, const global clscan_edge *edges,
                                      global clscan_weight *tables) {
    local clscan_histogram_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const bool is_only_span = get_num_groups(0) == CLSCAN_BIN_RANGES; /* so that no second launch follows */
    clscan_histogram_count(&v, span, is_only_span, edges, tables, &s);
}

/* Adds `n` tables. */
CLSCAN_KERNEL void clscan_add_tables(CLSCAN_ARRAYS, ulong n, const global clscan_weight *tables) {
    local clscan_added_storage s;
    const clscan_view v = CLSCAN_VIEW;
    clscan_histogram_add(&v, n, tables, &s);
}
