/* The reference kernel: one work-item scans one element after the other, without any exchange between work-items. The
 * self-test compares the other kernels with it (src/self_test/self_test.c). */
#include "grid/prologue.h"
#include "item/line.h"

static clscan_t clscan_reduce_in_order(const clscan_view *v, ulong begin, ulong length) {
    clscan_t sum = clscan_identity();
    CLSCAN_NO_VECTORIZE
    for (ulong k = 0; k < length; k++) {
        const clscan_cursor c = clscan_cursor_at(v, begin + k);
        sum = clscan_combine(sum, clscan_load(v, &c));
    }
    return sum;
}

#ifdef CLSCAN_BINS
#include "grid/histogram/segments_space.h"

static void clscan_reference_clear(global clscan_weight *counts) {
    for (uint bin = 0; counts && bin < CLSCAN_BINS; bin++)
        counts[bin] = 0;
}

/* Counts the element at a cursor, unless `counts` is NULL. */
static void clscan_reference_count(const clscan_view *v, const clscan_cursor *c, const global clscan_edge *edges,
                                   global clscan_weight *counts) {
    const clscan_in x = clscan_load_binned(v, c);
    const uint bin = clscan_bin(x, edges);
    if (counts && bin < CLSCAN_BINS)
        counts[bin] += clscan_weight_of(v, c, x);
}

#if CLSCAN_SEGMENTS

/* Counts the elements of one segment after the other in the output, and stores the keys of segments. */
CLSCAN_KERNEL void clscan_reference(CLSCAN_ARRAYS, const global clscan_edge *edges) {
    const clscan_view v = CLSCAN_VIEW;
    global clscan_weight *counts = 0;
    ulong heads = 0;
    for (ulong i = 0; i < v.count; i++) {
        const clscan_cursor c = clscan_cursor_at(&v, i);
        if (clscan_is_head(&v, &c)) {
            clscan_store_key(&v, &c, heads);
            counts = clscan_segment_counts(&v, i, ++heads);
            clscan_reference_clear(counts);
        }
        clscan_reference_count(&v, &c, edges, counts);
    }
    clscan_store_num_segments(&v, heads);
}

#else

/* Counts one element of a line after the other in the output. */
static void clscan_reference_line(const clscan_view *v, ulong line, const global clscan_edge *edges) {
    global clscan_weight *const counts = (global clscan_weight *)v->out + clscan_line_result_at(v, line) * CLSCAN_BINS;
    clscan_reference_clear(counts);
    for (ulong k = 0; k < clscan_line_length(v); k++) {
        const clscan_cursor c = clscan_line_down(v, clscan_line_at(v, line), k);
        clscan_reference_count(v, &c, edges, counts);
    }
}

CLSCAN_KERNEL void clscan_reference(CLSCAN_ARRAYS, const global clscan_edge *edges) {
    const clscan_view v = CLSCAN_VIEW;
    for (ulong line = 0; line < v.params.num_results; line++)
        clscan_reference_line(&v, line, edges);
}

#endif

#elif CLSCAN_REDUCES
#include "grid/line_result.h"

/* Reduces one line after the other. */
CLSCAN_KERNEL void clscan_reference(CLSCAN_ARRAYS) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong length = clscan_line_length(&v);
    clscan_store_total_of_no_lines(&v);
    for (ulong line = 0; line < v.params.num_results; line++)
        clscan_store_line(&v, line, clscan_reduce_in_order(&v, line * length, length));
}

#else

/* Scans one element after the other. */
static void clscan_scan_in_order(clscan_view *v) {
    clscan_t carry = clscan_first_prefix(v);
    CLSCAN_NO_VECTORIZE
    for (ulong i = 0; i < v->count; i++) {
        const clscan_cursor c = clscan_cursor_at(v, i);
#if defined(CLSCAN_PART_SIZES) && !CLSCAN_SELECTS_SEGMENTS
        if (CLSCAN_POSITION(&c) == 0) { /* each row is a partition by itself */
            CLSCAN_SET_PART_SIZES(*v, clscan_reduce_in_order(v, i, v->length));
            carry = clscan_first_prefix(v);
        }
#endif
        const clscan_t x = clscan_load(v, &c), next = clscan_combine(carry, x);
        clscan_store(v, &c, x, next, carry);
        carry = next;
    }
    clscan_store_total(v, carry);
}

#if CLSCAN_SELECTS_SEGMENTS && defined(CLSCAN_PART_SIZES)
#include "item/segment_parts.h"

/* The workspace has the sizes of the parts of segments. */
CLSCAN_KERNEL void clscan_reference(CLSCAN_ARRAYS, global clscan_total *part_sizes) {
    clscan_view v = CLSCAN_VIEW;
    clscan_t before = clscan_first_prefix(&v);
    for (ulong i = 0; i < v.count; i++) {
        const clscan_cursor c = clscan_cursor_at(&v, i);
        if (clscan_is_head(&v, &c))
            clscan_begin_parts(part_sizes, before, i);
        before = clscan_combine(before, clscan_load(&v, &c));
    }
    clscan_end_parts(part_sizes, before);
    v.CLSCAN_PART_SIZES = part_sizes;
    clscan_scan_in_order(&v);
}

#else

CLSCAN_KERNEL void clscan_reference(CLSCAN_ARRAYS) {
    clscan_view v = CLSCAN_VIEW;
    clscan_scan_in_order(&v);
}

#endif

#endif
