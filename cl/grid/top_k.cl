/* The first elements of a sort, without the sort of all: a radix select (Alabi, Blanchard, Gordon and Steinbach, "Fast
 * k-selection algorithms for graphics processing units", ACM Journal of Experimental Algorithmics 17, 2012). From the
 * highest digit to the lowest, a pass counts the digits of the elements whose higher digits are those of the threshold,
 * and so finds the next digit of the threshold. Then the wanted elements are gathered in their order, and only these
 * are sorted. */
#include "grid/sort_pass.h"
#include "grid/top_k_space.h"

#if CLSCAN_WG_SIZE == 1
#include "grid/top_k_by_item.h"
#else
#include "grid/top_k_by_group.h"
#endif

/* Returns how many elements are wanted. */
static ulong clscan_top_k_wanted(const clscan_view *v, uint k) {
    return min(v->count, (ulong)k);
}

/* Each work-group counts the digits of one span, for pass number `done` of the select. */
CLSCAN_KERNEL void clscan_top_k_count(CLSCAN_ARRAYS, uint done, uint k, ulong span, global uchar *work) {
    local clscan_top_k_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), 0, 0);
    const clscan_threshold t = clscan_top_k_threshold(&space, done, v.count, clscan_top_k_wanted(&v, k), &s);
    const ulong begin = min(get_group_id(0) * span, v.count), end = min(begin + span, v.count);
    clscan_top_k_count_span(v.in, t, clscan_top_k_pass(done), begin, t.all ? begin : end, &space, &s);
}

/* Replaces rows `first` to `last` - 1 of the counts by their exclusive prefixes. If `stores` is not 0, their totals are
 * stored. The counts are those of the select, or of a pass of the sort. */
CLSCAN_KERNEL void clscan_top_k_scan(uint first, uint last, uint select_spans, uint spans, uint stores,
                                     global uchar *work) {
    local clscan_sort_storage s;
    const clscan_sort_space space =
        spans > 0 ? clscan_top_k_space(work, select_spans, spans, 0) : clscan_sort_space_of(work, select_spans, 0, 0);
    const uint length = spans > 0 ? spans : select_spans;
    for (uint row = first + get_group_id(0); row < last; row += get_num_groups(0)) {
        const clscan_value total = clscan_sort_scan_row(space.counts + (size_t)row * length, length, &s);
        if (stores && get_local_id(0) == 0)
            space.totals[row] = total;
    }
}

/* Each work-group gathers the wanted elements of one span. */
CLSCAN_KERNEL void clscan_top_k_gather(CLSCAN_ARRAYS, uint k, ulong span, uint spans, ulong room, global uchar *work) {
    local clscan_top_k_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space counted = clscan_sort_space_of(work, get_num_groups(0), 0, 0),
                            space = clscan_top_k_space(work, get_num_groups(0), spans, room);
    const clscan_threshold t =
        clscan_top_k_threshold(&counted, CLSCAN_SORT_PASSES, v.count, clscan_top_k_wanted(&v, k), &s);
    const ulong begin = min(get_group_id(0) * span, v.count), end = min(begin + span, v.count);
    const clscan_top_k_prefix prefix = clscan_top_k_prefix_of(&counted, t, begin, &s);
    clscan_top_k_gather_span(&v, &space, t, prefix, begin, end, &s);
}

/* Each work-group counts the digits of one span of the gathered elements, as clscan_sort_count does. */
CLSCAN_KERNEL void clscan_top_k_sort_count(CLSCAN_ARRAYS, uint pass, uint k, ulong span, uint select_spans, ulong room,
                                           global uchar *work) {
    local clscan_sort_storage s;
    clscan_view v = CLSCAN_VIEW;
    v.count = clscan_top_k_wanted(&v, k);
    const clscan_sort_space space = clscan_top_k_space(work, select_spans, get_num_groups(0), room);
    clscan_sort_count_pass(&v, &space, CLSCAN_TOP_K_GATHERED, pass, span, &s);
}

/* Each work-group moves the gathered elements of one span, as clscan_sort_move does. */
CLSCAN_KERNEL void clscan_top_k_sort_move(CLSCAN_ARRAYS, uint pass, uint k, ulong span, uint select_spans, ulong room,
                                          global uchar *work) {
    local clscan_sort_storage s;
    clscan_view v = CLSCAN_VIEW;
    v.count = clscan_top_k_wanted(&v, k);
    const clscan_sort_space space = clscan_top_k_space(work, select_spans, get_num_groups(0), room);
    clscan_sort_move_pass(&v, &space, CLSCAN_TOP_K_GATHERED, pass, span, &s);
}

/* Writes an element of array k to the place `rank`. */
#define CLSCAN_TOP_K_PUT_RANKED(k)                                                                                     \
    if (rank < limit##k)                                                                                               \
        to##k[rank] = from##k[i];
#define CLSCAN_TOP_K_PUT_ARRAY(k, type, in, out, offset) CLSCAN_TOP_K_PUT_RANKED(k)
#define CLSCAN_TOP_K_PUT_INDEX(k, type, out, offset)     CLSCAN_TOP_K_PUT_RANKED(k)

/* Writes few gathered elements to their places. Each work-item compares its element with all others. */
CLSCAN_KERNEL void clscan_top_k_rank(CLSCAN_ARRAYS, uint k, uint select_spans, ulong room, global uchar *work) {
    clscan_view wanted = CLSCAN_VIEW;
    wanted.count = clscan_top_k_wanted(&wanted, k);
    const clscan_view *const v = &wanted;
    const clscan_sort_space all = clscan_top_k_space(work, select_spans, 1, room), *const space = &all;
    const clscan_sort_route route = { true, CLSCAN_TOP_K_GATHERED, CLSCAN_CALLER_ARRAYS };
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    for (uint i = (uint)get_global_id(0); i < v->count; i += (uint)get_global_size(0)) {
        const clscan_sort_bits own = clscan_top_k_bits(from0[i]);
        uint rank = 0;
        for (uint j = 0; j < i; j++)
            rank += clscan_top_k_bits(from0[j]) <= own;
        for (uint j = i + 1; j < v->count; j++)
            rank += clscan_top_k_bits(from0[j]) < own;
        CLSCAN_SORT_ARRAYS(CLSCAN_TOP_K_PUT_ARRAY, CLSCAN_TOP_K_PUT_INDEX)
    }
}
