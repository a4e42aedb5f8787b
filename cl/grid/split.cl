/* Arrays that are split into parts, for tasks that find no runs: grid/split_runs.cl is for the others. The members of
 * every summary (grid/summary.h) are followed by:
 *   the sum      The combination of the elements of the part, without an initial value. With segments, a value with the
 *                flag CLSCAN_HEAD if a segment begins in the part.
 *   the edges    With keys, the first and the last one of the part in memory. With flags and bits, the first one says
 *                whether a segment begins with the first element in memory.
 * Both kernels have one work-item. */
#include "grid/prologue.h"
#include "grid/summary.h"

#if CLSCAN_CONTINUES
typedef clscan_t clscan_part_sum;
#else
typedef clscan_value clscan_part_sum;
#endif

/* Stores the edges of a part that has elements. */
static void clscan_store_edges(const clscan_view *v, const clscan_summary_layout *at, global uchar *summary) {
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_KEYS
    *(global clscan_key *)(summary + at->first) = v->segments[0];
    *(global clscan_key *)(summary + at->last) = v->segments[v->count - 1];
#else
    (void)v;
    *(global uint *)(summary + at->first) = CLSCAN_HEAD_AT(v->segments, 0, 0);
#endif
}

CLSCAN_KERNEL void clscan_summarize(CLSCAN_ARRAYS, ulong number, clscan_summary_layout at,
                                    const global clscan_part_sum *sum, global uchar *summary) {
    const clscan_view v = CLSCAN_VIEW;
    clscan_begin_summary(number, v.count, summary);
    *(global clscan_part_sum *)(summary + at.sum) = *sum;
    if (CLSCAN_CONTINUES && v.count > 0)
        clscan_store_edges(&v, &at, summary);
}

/* Returns true if a segment begins between two parts. `a` lies before `b` in memory. */
static bool clscan_segment_between(const clscan_summary_layout *at, const global uchar *a, const global uchar *b) {
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_KEYS
    return !CLSCAN_SAME_KEY(*(const global clscan_key *)(a + at->last), *(const global clscan_key *)(b + at->first));
#else
    (void)a;
    return *(const global uint *)(b + at->first) != 0;
#endif
}

/* Returns true if a segment begins with the part `next`. `before` is the last part with elements before it, in the
 * order of the scan; NULL: there is none. */
static bool clscan_part_begins(const clscan_summary_layout *at, const global uchar *before, const global uchar *next) {
    if (!CLSCAN_CONTINUES || !before || clscan_summary_count(next) == 0)
        return true;
    return CLSCAN_REVERSE ? clscan_segment_between(at, next, before) : clscan_segment_between(at, before, next);
}

static clscan_t clscan_sum_from_value(clscan_value x) {
#if CLSCAN_FLAGGED
    const clscan_t with_flag = { x, CLSCAN_VALID };
    return with_flag;
#else
    return x;
#endif
}

/* Turns an index in a part into an index in the array. `before` elements lie before the part in memory. */
static clscan_value clscan_index_in_array(clscan_value x, ulong before) {
#if CLSCAN_ACCUMULATES_INDEX
    if (x.index != ULONG_MAX)
        x.index += before;
#endif
    (void)before;
    return x;
}

/* Returns the sum of a part that has elements. */
static clscan_t clscan_part_sum_of(const global clscan_part_sum *sum, ulong before, bool begins) {
#if CLSCAN_CONTINUES
    const clscan_t found = *sum;
    const clscan_t x = { clscan_index_in_array(found.x, before), begins ? found.flags | CLSCAN_HEAD : found.flags };
    return x;
#else
    (void)begins;
    return clscan_sum_from_value(clscan_index_in_array(*sum, before));
#endif
}

/* Stores the start cell of a part. Without segments, it has the carry-in. With segments, it has the initial value, then
 * the carry-in, and whether a segment begins with the part. */
static void clscan_store_start_cell(const clscan_view *v, clscan_t carry, bool begins, global uchar *start) {
#if CLSCAN_CONTINUES
    *(global clscan_value *)start = clscan_initial_value(v);
    *(global clscan_t *)(start + CLSCAN_CARRY_AT) = carry;
    *(global uint *)(start + CLSCAN_BEGINS_AT) = begins;
#else
    (void)v, (void)begins;
    *(global clscan_value *)start = clscan_value_of(carry);
#endif
}

/* Copies the edges of a part, from one summary to another. */
static void clscan_copy_edges(const clscan_summary_layout *at, const global uchar *from, global uchar *to) {
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_KEYS
    *(global clscan_key *)(to + at->first) = *(const global clscan_key *)(from + at->first);
    *(global clscan_key *)(to + at->last) = *(const global clscan_key *)(from + at->last);
#else
    *(global uint *)(to + at->first) = *(const global uint *)(from + at->first);
#endif
}

/* Stores the combination of all parts so far as the sum of a summary, with the edges of `last`, the last part that has
 * elements. NULL: there is none. */
static void clscan_store_joined(const clscan_summary_layout *at, clscan_t all, const global uchar *last,
                                global uchar *joined) {
#if CLSCAN_CONTINUES
    *(global clscan_t *)(joined + at->sum) = all;
    if (last && last != joined)
        clscan_copy_edges(at, last, joined);
#else
    (void)last;
    *(global clscan_value *)(joined + at->sum) = clscan_value_of(all);
#endif
}

static clscan_t clscan_joined_sum(const clscan_summary_layout *at, const global uchar *joined) {
#if CLSCAN_CONTINUES
    return *(const global clscan_t *)(joined + at->sum);
#else
    return clscan_sum_from_value(*(const global clscan_value *)(joined + at->sum));
#endif
}

/* Combines the summaries of `num` parts in the order of the scan. Stores the start cell of part `part` in `start`. If
 * `part` is `num`, its carry-in is the combination of all parts. The total is the total of the whole array. `joined`
 * receives the combination of all parts, for a later call with the parts that follow. If `follows` is set, `joined` has
 * the result of an earlier call, with the initial value if segments do not restart it, and these parts follow. */
CLSCAN_KERNEL void clscan_combine_summaries(CLSCAN_ARRAYS, clscan_summary_layout at, const global uchar *summaries,
                                            ulong num, ulong part, global uchar *start, ulong follows,
                                            global uchar *joined) {
    const clscan_view v = CLSCAN_VIEW;
    const global uchar *before = follows ? joined : 0;
    const bool has_init = !CLSCAN_CONTINUES && v.params.init;
    clscan_t all = clscan_identity();
    bool any = follows || has_init;
    ulong elements = 0;
    for (ulong i = 0; i < num && CLSCAN_REVERSE; i++)
        elements += clscan_summary_count(summaries + i * at.bytes);
    if (any)
        all = follows ? clscan_joined_sum(&at, joined) : clscan_sum_from_value(clscan_initial_value(&v));
    CLSCAN_NO_VECTORIZE
    for (ulong i = 0; i < num; i++) {
        const ulong k = CLSCAN_REVERSE ? num - 1 - i : i;
        const global uchar *const next = summaries + k * at.bytes;
        const ulong count = clscan_summary_count(next);
        const bool begins = clscan_part_begins(&at, before, next);
        elements -= CLSCAN_REVERSE ? count : 0;
        if (k == part)
            clscan_store_start_cell(&v, all, begins, start);
        if (count > 0) {
            const clscan_t x = clscan_part_sum_of((const global clscan_part_sum *)(next + at.sum), elements, begins);
            all = any ? clscan_combine(all, x) : x;
            any = true;
            before = next;
        }
        elements += CLSCAN_REVERSE ? 0 : count;
    }
    if (part == num)
        clscan_store_start_cell(&v, all, true, start);
    if (v.params.total) /* `all` has the initial value already, unless segments may begin in the parts */
        *(global clscan_value *)v.total = any && !CLSCAN_CONTINUES ? clscan_value_of(all) : clscan_result_of(&v, all);
    clscan_store_joined(&at, all, before, joined);
}
