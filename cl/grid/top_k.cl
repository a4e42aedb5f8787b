/* The first elements of a sort, without the sort of all: a radix select (Alabi, Blanchard, Gordon and Steinbach, "Fast
 * k-selection algorithms for graphics processing units", ACM Journal of Experimental Algorithmics 17, 2012). Passes
 * find the digits of the threshold, from the highest to the lowest. Each pass counts the next digits of the elements
 * that equal the threshold in all higher digits. Then the wanted elements are gathered in their order, and only the
 * gathered elements are sorted. By rows, a work-group selects whole rows, or several work-groups share each row if
 * there are few long ones. The gathered elements are then sorted by rows. */
#define CLSCAN_SORT_PACKS 0
#include "grid/sort/sort_pass.h"
#include "grid/top_k/top_k_space.h"

#if CLSCAN_WG_SIZE == 1
#include "grid/top_k/top_k_by_item.h"
#else
#include "grid/top_k/top_k_by_group.h"
#endif

/* Returns the threshold of this work-group's row after `select_pass` passes. `select_space` has their counts.
 * `parts` work-groups share a row. */
CLSCAN_COLLECTIVE clscan_threshold clscan_top_k_threshold(const clscan_view *v, const clscan_sort_space *select_space,
                                                          uint parts, uint select_pass, uint num_wanted,
                                                          local clscan_top_k_storage *s) {
    clscan_threshold t = clscan_threshold_initial(clscan_line_length(v), clscan_top_k_wanted(v, num_wanted));
    while (t.passes < select_pass && !t.takes_all) {
        const clscan_top_k_totals totals =
            clscan_top_k_totals_of(select_space, parts, clscan_top_k_sort_pass(t.passes));
        t = clscan_threshold_narrow(t, clscan_top_k_find(totals, t.wanted, s));
    }
    return t;
}

/* Each work-group counts the digits of one part of a row, for pass `select_pass` of the select. */
CLSCAN_KERNEL void clscan_top_k_count(CLSCAN_ARRAYS, uint select_pass, uint num_wanted, ulong span,
                                      global uchar *work) {
    local clscan_top_k_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space select_space = clscan_sort_space_of(work, get_num_groups(0), 0, 0);
    const uint parts = clscan_top_k_parts(&v);
    const clscan_threshold t = clscan_top_k_threshold(&v, &select_space, parts, select_pass, num_wanted, &s);
    const clscan_span own = clscan_top_k_span(&v, span, parts);
    const clscan_top_k_row row =
        clscan_top_k_row_of(&v, clscan_top_k_row_number(parts), clscan_top_k_wanted(&v, num_wanted));
    const uint pass = clscan_top_k_sort_pass(select_pass);
    clscan_top_k_count_span(v.in, row, t, pass, own.begin, t.takes_all ? own.begin : own.end,
                            clscan_sort_counter(&select_space, pass * CLSCAN_DIGITS), get_num_groups(0), &s);
}

/* Replaces the rows from `begin` up to `end` of the counts of the select by their exclusive prefixes, and stores their
 * totals. */
CLSCAN_KERNEL void clscan_top_k_scan(uint begin, uint end, uint select_spans, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_sort_space select_space = clscan_sort_space_of(work, select_spans, 0, 0);
    clscan_sort_scan_rows(&select_space, begin, end, select_spans, true, &s);
}

/* Each work-group gathers the wanted elements of one part of a row. */
CLSCAN_KERNEL void clscan_top_k_gather(CLSCAN_ARRAYS, uint num_wanted, ulong span, uint spans, ulong pitch,
                                       global uchar *work) {
    local clscan_top_k_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space select_space = clscan_sort_space_of(work, get_num_groups(0), 0, 0),
                            sort_space = clscan_top_k_space(work, get_num_groups(0), spans, pitch);
    const uint parts = clscan_top_k_parts(&v);
    const clscan_threshold t = clscan_top_k_threshold(&v, &select_space, parts, CLSCAN_SORT_KEY_PASSES, num_wanted, &s);
    const clscan_span own = clscan_top_k_span(&v, span, parts);
    const clscan_top_k_row row =
        clscan_top_k_row_of(&v, clscan_top_k_row_number(parts), clscan_top_k_wanted(&v, num_wanted));
    const clscan_top_k_prefix prefix = clscan_top_k_prefix_of(&select_space, t, parts, own.begin, &s);
    clscan_top_k_gather_span(&v, &sort_space, row, t, prefix, own.begin, own.end, &s);
}

#if CLSCAN_HAS_ROWS
/* Each work-group selects the wanted elements of one row after the other, and gathers them. It counts the digits of a
 * pass of the select in counters of its own. */
CLSCAN_KERNEL void clscan_top_k_select_rows(CLSCAN_ARRAYS, uint num_wanted, uint spans, ulong pitch,
                                            global uchar *work) {
    local clscan_top_k_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space select_space = clscan_sort_space_of(work, get_num_groups(0), 0, 0),
                            sort_space = clscan_top_k_space(work, get_num_groups(0), spans, pitch);
    global clscan_value *const counts = select_space.counts + get_group_id(0) * CLSCAN_DIGITS;
    const ulong length = clscan_line_length(&v), wanted = clscan_top_k_wanted(&v, num_wanted);
    const clscan_top_k_prefix none = { 0, 0 };
    const clscan_top_k_totals totals = clscan_top_k_totals_of_row(counts);
    for (ulong line = get_group_id(0); line < clscan_top_k_rows(&v); line += get_num_groups(0)) {
        const clscan_top_k_row row = clscan_top_k_row_of(&v, line, wanted);
        clscan_threshold t = clscan_threshold_initial(length, wanted);
        while (t.passes < CLSCAN_SORT_KEY_PASSES && !t.takes_all) {
            clscan_top_k_count_span(v.in, row, t, clscan_top_k_sort_pass(t.passes), 0, length, counts, 1, &s);
            clscan_barrier_after_stores(); /* every work-item reads the counts */
            t = clscan_threshold_narrow(t, clscan_top_k_find(totals, t.wanted, &s));
        }
        clscan_top_k_gather_span(&v, &sort_space, row, t, none, 0, length, &s);
    }
}
#endif

/* Each work-group counts the digits of one span of the gathered elements, as clscan_sort_count does. */
CLSCAN_KERNEL void clscan_top_k_sort_count(CLSCAN_ARRAYS, uint pass, uint num_wanted, ulong span, uint select_spans,
                                           ulong pitch, global uchar *work) {
    local clscan_sort_storage s;
    clscan_view v = CLSCAN_VIEW;
    v.count = clscan_top_k_rows(&v) * clscan_top_k_wanted(&v, num_wanted);
    const clscan_sort_space space = clscan_top_k_space(work, select_spans, get_num_groups(0), pitch);
    clscan_sort_count_pass(&v, &space, CLSCAN_TOP_K_GATHERED, pass, clscan_own_span(v.count, span), &s);
}

/* Scans the rows from `begin` up to `end` of the counts of the sort, as clscan_sort_scan does. */
CLSCAN_KERNEL void clscan_top_k_sort_scan(uint stores_totals, uint begin, uint end, uint select_spans, uint spans,
                                          global uchar *work) {
    local clscan_sort_storage s;
    const clscan_sort_space space = clscan_top_k_space(work, select_spans, spans, 0);
    clscan_sort_scan_rows(&space, begin, end, spans, stores_totals != 0, &s);
}

/* Each work-group moves the gathered elements of one span, as clscan_sort_move does. */
CLSCAN_KERNEL void clscan_top_k_sort_move(CLSCAN_ARRAYS, uint pass, uint num_wanted, ulong span, uint select_spans,
                                          ulong pitch, global uchar *work) {
    local clscan_sort_storage s;
    clscan_view v = CLSCAN_VIEW;
    v.count = clscan_top_k_rows(&v) * clscan_top_k_wanted(&v, num_wanted);
    const clscan_sort_space space = clscan_top_k_space(work, select_spans, get_num_groups(0), pitch);
    clscan_sort_move_pass(&v, &space, CLSCAN_TOP_K_GATHERED, pass, clscan_own_span(v.count, span), &s);
}

/* Write element i of `row` in array k to its place. Elements that were not gathered have no indices yet. */
#define CLSCAN_TOP_K_STORE_ARRAY(k, type, in, out, offset)                                                             \
    if (place < limit##k)                                                                                              \
        target##k[place] = source##k[clscan_top_k_at(row, i)];
#define CLSCAN_TOP_K_STORE_INDEX(k, type, out, offset)                                                                 \
    if (place < limit##k)                                                                                              \
        target##k[place] = source##k ? source##k[clscan_top_k_at(row, i)] : (type)(v->params.first_index + i);

/* Writes the wanted elements of short rows to their places, by comparison counting (Knuth, The Art of Computer
 * Programming, volume 3, section 5.2, algorithm C): each work-item compares its element with all others of the row, and
 * counts those that come before it. The elements are those that have been gathered, or the input if no row has more of
 * them. */
CLSCAN_KERNEL void clscan_top_k_rank(CLSCAN_ARRAYS, uint num_wanted, uint from, uint select_spans, ulong pitch,
                                     global uchar *work) {
    clscan_view ranked = CLSCAN_VIEW;
    const ulong wanted = clscan_top_k_wanted(&ranked, num_wanted), rows = clscan_top_k_rows(&ranked);
    const ulong length = from == CLSCAN_CALLER_ARRAYS ? clscan_line_length(&ranked) : wanted;
    ranked.count = rows * wanted;
    const clscan_view *const v = &ranked;
    const clscan_sort_space sort_space = clscan_top_k_space(work, select_spans, 1, pitch), *const space = &sort_space;
    const clscan_sort_buffers buffers = { true, from, CLSCAN_CALLER_ARRAYS };
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    for (ulong n = get_global_id(0); n < rows * length; n += get_global_size(0)) {
        const ulong line = CLSCAN_HAS_ROWS ? n / length : 0, i = n - line * length;
        const clscan_top_k_row row = from == CLSCAN_CALLER_ARRAYS ? clscan_top_k_row_of(v, line, wanted)
                                                                  : clscan_top_k_gathered_row(line, wanted);
        const clscan_sort_bits own = clscan_top_k_bits(source0[clscan_top_k_at(row, i)]);
        uint rank = 0;
        for (ulong j = 0; j < i; j++)
            rank += clscan_top_k_bits(source0[clscan_top_k_at(row, j)]) <= own;
        for (ulong j = i + 1; j < length; j++)
            rank += clscan_top_k_bits(source0[clscan_top_k_at(row, j)]) < own;
        const ulong place = row.place + rank;
        if (rank < wanted) {
            CLSCAN_SORT_ARRAYS(CLSCAN_TOP_K_STORE_ARRAY, CLSCAN_TOP_K_STORE_INDEX)
        }
    }
}
