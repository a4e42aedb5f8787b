/* Histograms: each line, which is a row or the whole range, has one. In the first launch, work-groups count the
 * elements of units in tables of their own, without atomics between work-groups. A unit is a part of a line, or the
 * same part of several lines. Long lines have several parts, whose tables the second launch adds. If lines have one
 * part, the first launch stores the counts itself. In a table, a bin has several counters (Gomez-Luna,
 * Gonzalez-Linares, Benavides and Guil, "An optimized approach to histogram computation on GPU", Machine Vision and
 * Applications 24(5), 2013). */

/* here, because a program has a file at the place of its first include only */
#include "grid/histogram/histogram_space.h"
#include "grid/prologue.h"
#if CLSCAN_WG_SIZE == 1
#include "grid/histogram/histogram_by_item.h"
#else
#include "grid/histogram/histogram_by_group.h"
#endif

/* Each work-group counts `units_per_group` units. A unit has `span` elements of each of `lines` lines, which have
 * `parts` parts. */
CLSCAN_KERNEL void clscan_histogram_count_units(CLSCAN_ARRAYS, ulong units_per_group, uint lines, ulong parts,
                                                ulong span, const global clscan_edge *edges,
                                                global clscan_weight *tables) {
    local clscan_histogram_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_bin_division division = { lines, parts, span };
    clscan_histogram_count(&v, &division, units_per_group, edges, tables, &s);
}

/* Adds the tables of the parts of each line. */
CLSCAN_KERNEL void clscan_histogram_add_tables(CLSCAN_ARRAYS, uint lines, ulong parts,
                                               const global clscan_weight *tables) {
    local clscan_histogram_add_storage s;
    const clscan_view v = CLSCAN_VIEW;
    clscan_histogram_add(&v, lines, parts, tables, &s);
}
