/* A sort: a radix sort from the lowest digit to the highest (Knuth, The Art of Computer Programming, volume 3, section
 * 5.2.5). The digits of all passes are counted in each span, and the counts are scanned. Then each pass moves the
 * elements to their places, in one of two ways:
 *
 *   a sweep         One launch, in which tiles exchange their counts through records.
 *   three launches  The digits of each span are counted, the counts are scanned, and the elements are moved. The first
 *                   pass has its counts already.
 *
 * Few elements are sorted by one work-group in one launch, and so are rows that are short or many: a work-group makes
 * all passes of its rows alone. See grid/sort/sort_alone.h.
 *
 * A top-k by segments is a sort from which the first elements of each segment are taken: see grid/sort/sort_top_k.h.
 * The kernels for segment ids and for packed rows are in grid/sort/sort_segments.h and grid/sort/sort_packed.h. */
#include "grid/sort/sort_alone.h"
#if CLSCAN_SORT_SWEEPS
#include "grid/sort/sort_sweep.h"
CLSCAN_ASSERT(sizeof(clscan_state_word) == sizeof(uint), records_are_words_of_32_bits);
#endif

/* Each work-group counts the digits of one span: of all passes if `pass` is 0, else of that pass. */
CLSCAN_KERNEL void clscan_sort_count(CLSCAN_ARRAYS, uint pass, ulong span, uint tiles, ulong pitch,
                                     global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    clscan_sort_count_pass(&v, &space, clscan_sort_inputs(&v), pass, clscan_own_span(v.count, span), &s);
#if CLSCAN_SORT_SWEEPS
    if (pass == 0)
        clscan_sweep_prepare(&space, tiles);
#endif
}

/* Replaces the rows from `begin` up to `end` of the counts by their exclusive prefixes, and stores their totals if
 * `stores_totals` is not 0. */
CLSCAN_KERNEL void clscan_sort_scan(uint stores_totals, uint begin, uint end, uint spans, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_sort_space space = clscan_sort_space_of(work, spans, 0, 0);
    clscan_sort_scan_rows(&space, begin, end, spans, stores_totals != 0, &s);
}

/* Each work-group moves the elements of one span. */
CLSCAN_KERNEL void clscan_sort_move(CLSCAN_ARRAYS, uint pass, ulong span, uint tiles, ulong pitch, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    clscan_sort_move_pass(&v, &space, clscan_sort_inputs(&v), pass, clscan_own_span(v.count, span), &s);
}

/* Each work-group sorts one part after the other alone. A part has `span` elements: all of them, or whole rows. The
 * workspace of a work-group has `bytes` bytes, and arrays of `pitch` elements. */
CLSCAN_KERNEL void clscan_sort_undivided(CLSCAN_ARRAYS, ulong span, ulong pitch, ulong bytes, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work + get_group_id(0) * bytes, 1, 0, pitch);
#if CLSCAN_SEGMENTS
    (void)span;
    clscan_sort_segments_alone(&v, &space, &s);
#else
    CLSCAN_NO_UNROLL
    for (ulong begin = get_group_id(0) * span; begin < v.count; begin += get_num_groups(0) * span)
        clscan_sort_in_buffers(&v, &space, begin, min(span, v.count - begin), &s);
#endif
}

#if CLSCAN_WG_SIZE > 1 && !CLSCAN_SEGMENTS
/* Sorts parts of `span` elements, which fit into a tile, without a workspace. */
CLSCAN_KERNEL void clscan_sort_in_tiles(CLSCAN_ARRAYS, ulong span) {
    local clscan_sort_in_tile_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(0, 1, 0, 0);
    for (ulong begin = get_group_id(0) * span; begin < v.count; begin += get_num_groups(0) * span)
        clscan_sort_in_tile(&v, &space, begin, (uint)min(span, v.count - begin), &s);
}
#endif

#if CLSCAN_SORT_SWEEPS
/* Each work-group moves the elements of one tile. */
CLSCAN_KERNEL void clscan_sort_sweep(CLSCAN_ARRAYS, uint pass, uint spans, uint tiles, ulong pitch,
                                     global uchar *work) {
    local clscan_sweep_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, spans, tiles, pitch);
    const clscan_sort_buffers buffers = clscan_sort_buffers_of(&space, &v, clscan_sort_inputs(&v), pass);
    const uint tile = clscan_sweep_take_tile(&space, pass, tiles, &s);
    clscan_sweep_clear(&space, pass + 1, tile, tiles);
    if (buffers.moves && (ulong)tile * CLSCAN_SORT_TILE < v.count)
        clscan_sweep_tile(&v, &space, buffers, pass, tile, tiles, &s);
}
#endif
