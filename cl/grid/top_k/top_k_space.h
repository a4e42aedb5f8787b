/* Definitions that the kernels of a top-k share. In a top-k by rows, each row has its own first k elements, and the
 * wanted elements of all rows follow each other without gaps. Rows are read where they are, with any strides. The
 * workspace begins like the workspace of a sort: with the totals and the counts of the select. The workspace for the
 * sort of the gathered elements follows. Its second buffer has these elements at first. The sort's first pass moves
 * them to the first buffer, and its second pass may then overwrite them. */
#ifndef CLSCAN_TOP_K_SPACE_H
#define CLSCAN_TOP_K_SPACE_H

#include "grid/sort/sort_space.h"
#include "item/line.h"

/* The threshold is the ordered bits of the k-th element's key in the sort. The passes find its digits, from the highest
 * one on. The elements that equal it in the known bits are the candidates. */
typedef struct {
    clscan_sort_bits mask, value; /* the known bits, and their values */
    clscan_value wanted;          /* how many candidates are among the k first: those with the least indices */
    uint passes;                  /* the passes that have found the known bits */
    uint takes_all;               /* all candidates are wanted, so that no further pass is needed. A bool would be
                                     followed by padding, which Intel's compilers keep in memory. */
} clscan_threshold;

/* A row from which elements are selected: where its first element is, how far apart its elements are, its number in the
 * order of the results, and the place of its first wanted element among the wanted ones of all rows. */
typedef struct {
    ulong first, stride, number, place;
} clscan_top_k_row;

/* How many elements before a span are below the threshold, and how many are candidates. */
typedef struct {
    clscan_value below, candidates;
} clscan_top_k_prefix;

/* The counts of the digits of one pass in one row, as the difference of two counts: through the end of the row, and
 * before the row. The counts of digit d are `through[d * through_stride]` and `before[d * before_stride]`. `before` is
 * NULL if nothing was counted before the row. */
typedef struct {
    const global clscan_value *before, *through;
    size_t before_stride, through_stride;
} clscan_top_k_totals;

/* A digit of the threshold: how many candidates have a lower digit, and how many have this one. */
typedef struct {
    uint digit;
    clscan_value before, count;
} clscan_found_digit;

/* Returns how many elements of each row are wanted. Without rows, all elements are one row. */
static ulong clscan_top_k_wanted(const clscan_view *v, uint num_wanted) {
    return min(clscan_line_length(v), (ulong)num_wanted);
}

static ulong clscan_top_k_rows(const clscan_view *v) {
    return CLSCAN_HAS_ROWS ? v->params.num_results : 1;
}

/* Returns how many work-groups share a row, if the work-groups of this launch share rows. */
static uint clscan_top_k_parts(const clscan_view *v) {
    return (uint)(get_num_groups(0) / clscan_top_k_rows(v));
}

/* Returns the number of this work-group's row, if `parts` consecutive work-groups share a row. */
static uint clscan_top_k_row_number(uint parts) {
    return (uint)get_group_id(0) / parts;
}

/* Returns a row of the input. `wanted` elements of each row are wanted. Without rows, all elements are row 0. */
static clscan_top_k_row clscan_top_k_row_of(const clscan_view *v, ulong line, ulong wanted) {
    clscan_top_k_row row = { 0, 1, 0, 0 };
    if (CLSCAN_HAS_ROWS) {
        row.first = clscan_line_in_memory(v, line);
        row.stride = v->params.in_stride;
        row.number = clscan_line_result_at(v, line);
        row.place = row.number * wanted;
    }
    return row;
}

/* Returns a row of gathered elements. */
static clscan_top_k_row clscan_top_k_gathered_row(ulong number, ulong wanted) {
    const clscan_top_k_row row = { number * wanted, 1, number, number * wanted };
    return row;
}

/* Returns where element i of a row is. */
static ulong clscan_top_k_at(clscan_top_k_row row, ulong i) {
    return row.first + i * row.stride;
}

/* Returns the elements of this work-group's part of a row, if a part has `span` elements. They are counted from the
 * beginning of the row. */
static clscan_span clscan_top_k_span(const clscan_view *v, ulong span, uint parts) {
    const ulong length = clscan_line_length(v),
                begin = min((get_group_id(0) - clscan_top_k_row_number(parts) * parts) * span, length);
    const clscan_span own = { begin, min(begin + span, length) };
    return own;
}

/* Returns the totals of a pass that has counted the digits of a single row. `counts` are adjacent. */
static clscan_top_k_totals clscan_top_k_totals_of_row(const global clscan_value *counts) {
    const clscan_top_k_totals totals = { 0, counts, 0, 1 };
    return totals;
}

/* Returns the totals of a pass in a row. The counts of the pass are scanned over the parts of all rows, so the counts
 * of a row are the differences between its first part and the first part of the next row. */
static clscan_top_k_totals clscan_top_k_totals_of(const clscan_sort_space *select_space, uint parts, uint pass) {
    const size_t groups = get_num_groups(0), first = clscan_top_k_row_number(parts) * parts, next = first + parts;
    const global clscan_value *const counts = select_space->counts + pass * CLSCAN_DIGITS * groups;
    clscan_top_k_totals totals = { 0, counts + next, groups, groups };
    if (first > 0)
        totals.before = counts + first;
    if (next == groups) {
        totals.through = select_space->totals + pass * CLSCAN_DIGITS;
        totals.through_stride = 1;
    }
    return totals;
}

static clscan_value clscan_top_k_total(const clscan_top_k_totals *totals, uint digit) {
    const clscan_value through = totals->through[digit * totals->through_stride];
    return totals->before ? through - totals->before[digit * totals->before_stride] : through;
}

/* Returns how many elements before this work-group's part, in the same row, were counted in a row of the counts. */
static clscan_value clscan_top_k_counted_before(const clscan_sort_space *select_space, uint parts, uint counts_row) {
    const uint first = clscan_top_k_row_number(parts) * parts;
    const clscan_value before = *clscan_sort_counter(select_space, counts_row);
    return first > 0 ? before - select_space->counts[(size_t)counts_row * get_num_groups(0) + first] : before;
}

/* Returns the workspace of the sort. The select has `select_spans` spans, and the sort has `spans`. */
static clscan_sort_space clscan_top_k_space(global uchar *work, uint select_spans, uint spans, ulong pitch) {
    return clscan_sort_space_of(clscan_sort_space_of(work, select_spans, 0, 0).buffers, spans, 0, pitch);
}

/* Returns the pass of a sort that has the same digit as pass `select_pass` of the select. */
static uint clscan_top_k_sort_pass(uint select_pass) {
    return CLSCAN_SORT_KEY_PASSES - 1 - select_pass;
}

/* Returns which of the ordered bits are the digit of a pass of the sort. */
static clscan_sort_bits clscan_top_k_mask(uint pass) {
    const clscan_digit_field digit = clscan_digit_field_of(pass);
    return (clscan_sort_bits)digit.mask << digit.shift;
}

/* Returns the ordered bits of an element's key, with 0 in the bits that are not compared. */
static clscan_sort_bits clscan_top_k_bits(clscan_in x) {
    clscan_sort_bits compared = 0;
    CLSCAN_UNROLL
    for (uint p = 0; p < CLSCAN_SORT_KEY_PASSES; p++)
        compared |= clscan_top_k_mask(p);
    return clscan_sort_ordered_bits(CLSCAN_SORT_KEY(x)) & compared;
}

/* Returns the ordered bits of an element's key, with 0 in the bits that are not known of the threshold. */
static clscan_sort_bits clscan_top_k_known_bits(clscan_threshold t, clscan_in x) {
    return clscan_sort_ordered_bits(CLSCAN_SORT_KEY(x)) & t.mask;
}

/* Returns the threshold of a row of `n` elements before the first pass. The first `k` elements are wanted. */
static clscan_threshold clscan_threshold_initial(ulong n, ulong k) {
    const clscan_threshold t = { 0, 0, (clscan_value)k, 0, k == n };
    return t;
}

/* Returns a threshold with one more known digit. */
static clscan_threshold clscan_threshold_narrow(clscan_threshold t, clscan_found_digit found) {
    const uint pass = clscan_top_k_sort_pass(t.passes);
    t.mask |= clscan_top_k_mask(pass);
    t.value |= (clscan_sort_bits)found.digit << clscan_digit_field_of(pass).shift;
    t.wanted -= found.before;
    t.takes_all = t.wanted == found.count;
    t.passes++;
    return t;
}

/* Returns the digit of the threshold that a pass of the sort looks at. */
static uint clscan_top_k_digit(clscan_threshold t, uint pass) {
    return clscan_digit_in(clscan_digit_field_of(pass), t.value);
}

/* Adds an element to a prefix. `known` are the known bits of the element. */
static clscan_top_k_prefix clscan_top_k_prefix_add(clscan_threshold t, clscan_top_k_prefix prefix,
                                                   clscan_sort_bits known) {
    prefix.below += known < t.value;
    prefix.candidates += known == t.value;
    return prefix;
}

/* Returns true if the element that follows a prefix is wanted: it is below the threshold, or one of the first
 * candidates. `known` are the known bits of the element. */
static bool clscan_top_k_is_wanted(clscan_threshold t, clscan_top_k_prefix prefix, clscan_sort_bits known) {
    return known < t.value || (known == t.value && prefix.candidates < t.wanted);
}

/* Returns the place of the next wanted element after a prefix. */
static ulong clscan_top_k_place(clscan_top_k_row row, clscan_threshold t, clscan_top_k_prefix prefix) {
    return row.place + prefix.below + min(prefix.candidates, t.wanted);
}

/* For array k: declare sourcek, from which the elements are gathered, and gatheredk, to which. */
#define CLSCAN_TOP_K_SOURCE(k, type, input, offset)                                                                    \
    const global type *const source##k = input;                                                                        \
    global type *const gathered##k = (global type *)clscan_sort_array(space, CLSCAN_TOP_K_GATHERED, offset);
#define CLSCAN_TOP_K_ARRAY_ENDS(k, type, in, out, offset) CLSCAN_TOP_K_SOURCE(k, type, v->in, offset)
#define CLSCAN_TOP_K_INDEX_ENDS(k, type, out, offset)     CLSCAN_TOP_K_SOURCE(k, type, 0, offset)

/* Moves element `i` of `row` in array k to `place`. */
#define CLSCAN_TOP_K_GATHER_ARRAY(k, type, in, out, offset) gathered##k[place] = source##k[clscan_top_k_at(row, i)];

/* Stores the index or the segment id of element `i` of `row` as the element of array k at `place`. */
#define CLSCAN_TOP_K_GATHER_INDEX(k, type, out, offset)                                                                \
    gathered##k[place] = (k) == CLSCAN_SORT_SEGMENT_IDS ? (type)row.number : (type)(v->params.first_index + i);

#endif
