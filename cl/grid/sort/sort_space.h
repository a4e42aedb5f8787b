/* The workspace of a sort, and the buffers between which its passes move the elements. The workspace begins at a
 * multiple of CLSCAN_WORKSPACE_ALIGNMENT bytes. It has the following parts, and each part begins at such a multiple:
 *   1. The digits of the first element, one for each pass.
 *   2. A ticket counter for each pass, if passes are sweeps.
 *   3. The total of each digit of each pass: how many elements have this digit.
 *   4. The same counts for each span. A row has the counts of one digit in all spans, and becomes the exclusive
 *      prefixes of these counts.
 *   5. If passes are sweeps: the records of even passes, and the records of odd passes. See grid/sort/digit_records.h.
 *   6. One or two buffers, each with an array for each array that is moved.
 *
 * In a sort by rows or by segments, the id of an element's segment moves with the element, as one more array. Passes by
 * the digits of this id follow the passes by the digits of the key. The workspace then has two buffers. The ids of
 * segments are made in the second buffer, which the first pass does not write. The ids of rows are computed and not
 * stored.
 *
 * Passes whose digit is the same in all elements are left out. The others move the elements from the inputs to the
 * first buffer, then from buffer to buffer, and at last to the outputs. Packed elements begin in the second buffer, and
 * end in a buffer. In place, there are two passes or more: the last one overwrites the inputs, which only the first one
 * reads. */
#ifndef CLSCAN_SORT_SPACE_H
#define CLSCAN_SORT_SPACE_H

#include "grid/prologue.h"
#include "grid/workspace_alignment.h"
#include "item/share.h"
#include "task/sort.h"

typedef struct {
    global uint *first_digits, *tickets;
    global clscan_value *totals, *counts;
    global uint *records;
    global uchar *buffers;
    ulong pitch; /* the padded length of an array in a buffer: a multiple of CLSCAN_WORKSPACE_ALIGNMENT elements */
    ulong begin; /* the first element of the caller's arrays that is sorted: 0, unless work-groups sort alone */
    uint spans;  /* how many spans have counts: one for each work-group, or 1 if a work-group sorts alone */
    uint passes; /* CLSCAN_SORT_PASSES, or fewer if a work-group sorts few rows alone */
} clscan_sort_space;

#define CLSCAN_SORT_COUNTS_ROWS (CLSCAN_SORT_PASSES * CLSCAN_DIGITS)

CLSCAN_ASSERT(CLSCAN_SORT_PASSES * sizeof(uint) <= CLSCAN_WORKSPACE_ALIGNMENT, first_digits_fit);
CLSCAN_ASSERT(CLSCAN_DIGITS % CLSCAN_WORKSPACE_ALIGNMENT == 0, rows_are_aligned);

/* `tiles` is the number of tiles of a sweep, or 0. */
static clscan_sort_space clscan_sort_space_of(global uchar *work, uint spans, uint tiles, ulong pitch) {
    global uchar *begin = clscan_aligned(work);
    clscan_sort_space space;
    space.first_digits = (global uint *)begin;
    space.tickets = (global uint *)(begin + CLSCAN_WORKSPACE_ALIGNMENT);
    space.totals = (global clscan_value *)(begin + 2 * CLSCAN_WORKSPACE_ALIGNMENT);
    space.counts = space.totals + CLSCAN_SORT_COUNTS_ROWS;
    space.records = (global uint *)(space.counts + (size_t)CLSCAN_SORT_COUNTS_ROWS * spans);
    space.buffers = (global uchar *)(space.records + 2 * (size_t)CLSCAN_DIGITS * tiles);
    space.pitch = pitch;
    space.begin = 0;
    space.spans = spans;
    space.passes = CLSCAN_SORT_PASSES;
    return space;
}

/* The buffers between which a pass moves elements: 0, 1, or CLSCAN_CALLER_ARRAYS. */
typedef struct {
    bool moves; /* false: the pass is left out */
    uint from, to;
} clscan_sort_buffers;

/* 1: rows may lie apart, as columns do, and are packed first: see grid/sort/sort_packed.h. A top-k reads such rows
 * where they are, and a top-k by segments has contiguous rows only. */
#ifndef CLSCAN_SORT_PACKS
#define CLSCAN_SORT_PACKS (CLSCAN_HAS_ROWS && !CLSCAN_SORT_TOP_K)
#endif

/* The buffer with the packed elements. Like a top-k's gathered elements, they are in the buffer that the first pass
 * does not write. */
#define CLSCAN_SORT_PACKED 1

/* Returns true if the elements are packed: rows are not contiguous, or do not follow each other. */
static bool clscan_sort_is_packed(const clscan_view *v) {
    return CLSCAN_SORT_PACKS && !CLSCAN_ROWS_ARE_CONTIGUOUS(v->params, v->params.num_results);
}

/* Returns where element i is in an array whose rows have this pitch and this stride. */
static ulong clscan_sort_at(const clscan_view *v, ulong i, ulong pitch, ulong stride) {
    return clscan_sort_is_packed(v) ? clscan_place_in_rows(&v->params, i, pitch, stride) : i;
}

/* Returns the buffer from which the first pass of a sort moves the elements, or CLSCAN_CALLER_ARRAYS. */
static uint clscan_sort_inputs(const clscan_view *v) {
    return clscan_sort_is_packed(v) ? CLSCAN_SORT_PACKED : CLSCAN_CALLER_ARRAYS;
}

/* Returns true if the digit of the pass is not the same in all `n` elements. */
static bool clscan_sort_is_needed(const clscan_sort_space *space, uint pass, ulong n) {
    return (ulong)space->totals[pass * CLSCAN_DIGITS + space->first_digits[pass]] != n;
}

/* Returns how many of the passes before `end` move elements. All needed passes do. At least one pass has to move the
 * elements to the outputs, or two passes if the outputs are the arrays that the first pass reads. If fewer passes are
 * needed, the first ones of the others move elements, too. */
static uint clscan_sort_passes_that_move(const clscan_sort_space *space, const clscan_view *v, uint inputs, uint end) {
    const bool in_place = inputs == CLSCAN_CALLER_ARRAYS && v->params.in_place;
    uint needed = 0, needed_before = 0;
    for (uint p = 0; p < space->passes; p++) {
        const bool is_needed = clscan_sort_is_needed(space, p, v->count);
        needed += is_needed;
        needed_before += is_needed && p < end;
    }
    const uint missing = max(needed, in_place ? 2u : 1u) - needed;
    return needed_before + min(missing, end - needed_before);
}

/* Returns the buffers of a pass. The first pass that moves elements reads the buffer `inputs`, and the last one writes
 * the caller's outputs. The passes between them move the elements from one of the two buffers to the other. In a top-k
 * by segments, and if elements are packed, the last pass writes a buffer, too. */
static clscan_sort_buffers clscan_sort_buffers_of(const clscan_sort_space *space, const clscan_view *v, uint inputs,
                                                  uint pass) {
    const uint before = clscan_sort_passes_that_move(space, v, inputs, pass),
               through = clscan_sort_passes_that_move(space, v, inputs, pass + 1),
               all = clscan_sort_passes_that_move(space, v, inputs, CLSCAN_SORT_PASSES);
    const bool to_buffer = CLSCAN_SORT_TOP_K > 0 || through < all || clscan_sort_is_packed(v);
    const clscan_sort_buffers buffers = { through > before, before > 0 ? (before - 1) % 2 : inputs,
                                          to_buffer ? before % 2 : CLSCAN_CALLER_ARRAYS };
    return buffers;
}

/* Returns the buffer to which the last pass moves the elements, if it does not write the outputs. */
static uint clscan_sort_last_buffer(const clscan_sort_space *space, const clscan_view *v, uint inputs) {
    return (clscan_sort_passes_that_move(space, v, inputs, space->passes) - 1) % 2;
}

/* Returns an array in a buffer, where `offset` is the bytes of an element of all arrays before. */
static global uchar *clscan_sort_array(const clscan_sort_space *space, uint buffer, ulong offset) {
    return space->buffers + space->pitch * (buffer * (ulong)CLSCAN_SORT_BYTES + offset);
}

/* Returns where the segment ids are before the first pass. */
static global clscan_value *clscan_sort_first_segment_ids(const clscan_sort_space *space) {
    return (global clscan_value *)clscan_sort_array(space, 1, CLSCAN_SORT_SEGMENT_IDS_AT);
}

/* The values from which a pass computes digits. */
typedef struct {
    const global clscan_in *elements;
    const global clscan_value *segment_ids; /* ids of segments, or NULL: there are none, or they are computed */
    ulong length, reciprocal;               /* the length of a row, and ULONG_MAX divided by it */
} clscan_sort_source;

static clscan_sort_source clscan_sort_source_of(const clscan_view *v, const clscan_sort_space *space, uint from) {
    const bool callers = from == CLSCAN_CALLER_ARRAYS;
    clscan_sort_source source;
    source.elements = v->in + space->begin;
    source.segment_ids = CLSCAN_SEGMENTS ? clscan_sort_first_segment_ids(space) : 0;
    source.length = v->params.length;
    source.reciprocal = v->params.length_reciprocal;
    if (!callers) {
        source.elements = (const global clscan_in *)clscan_sort_array(space, from, 0);
        source.segment_ids = (const global clscan_value *)clscan_sort_array(space, from, CLSCAN_SORT_SEGMENT_IDS_AT);
    }
    return source;
}

/* Returns the segment id of element i. */
static clscan_value clscan_sort_segment_id(const clscan_sort_source *source, ulong i) {
    return source->segment_ids ? source->segment_ids[i]
                               : (clscan_value)clscan_divide(i, source->length, source->reciprocal).quotient;
}

/* Returns the place of element i in its row. Without rows, all elements are one row. */
static ulong clscan_sort_place_in_row(const clscan_sort_source *source, ulong i) {
    return CLSCAN_HAS_ROWS ? clscan_divide(i, source->length, source->reciprocal).remainder : i;
}

/* Returns true if element i, which is not the first one, is the first of a segment or of a row. Unlike a scan, a sort
 * in reverse has the same segments as another sort. */
static bool clscan_sort_is_head(const clscan_view *v, ulong i) {
    const bool begins_row =
        CLSCAN_HAS_ROWS && clscan_divide(i, v->params.length, v->params.length_reciprocal).remainder == 0;
    return begins_row || CLSCAN_HEAD_AT(v->segments, clscan_sort_at(v, i, v->params.in_pitch, v->params.in_stride),
                                        v->params.in_stride);
}

/* Returns the bits of element i that have its digit of the pass. */
static clscan_sort_bits clscan_sort_bits_at(const clscan_sort_source *source, uint pass, ulong i) {
    if (CLSCAN_SORT_HAS_SEGMENT_IDS && pass >= CLSCAN_SORT_KEY_PASSES)
        return (clscan_sort_bits)clscan_sort_segment_id(source, i);
    return clscan_sort_ordered_bits(CLSCAN_SORT_KEY(source->elements[i]));
}

/* Returns the digit of element i. `digit` is clscan_digit_field_of(pass). */
static uint clscan_sort_digit_at(const clscan_sort_source *source, uint pass, clscan_digit_field digit, ulong i) {
    return clscan_digit_in(digit, clscan_sort_bits_at(source, pass, i));
}

/* Returns which of the spans is this work-group's. */
static uint clscan_sort_own_span(const clscan_sort_space *space) {
    return space->spans > 1 ? (uint)get_group_id(0) : 0;
}

/* Returns the count of a row in the span of this work-group. */
static global clscan_value *clscan_sort_counter(const clscan_sort_space *space, uint counts_row) {
    return space->counts + (size_t)counts_row * space->spans + clscan_sort_own_span(space);
}

/* Macros for CLSCAN_SORT_ARRAYS: cl/README.md, "The arrays of a sort", shows what they expand to.
 *
 * For array k: declare sourcek, from which a pass moves elements, targetk, and limitk, up to which targetk is written.
 * A function that uses these macros has `v`, `space`, `buffers` and `source`. Indices and segment ids have no input of
 * the caller's, and segment ids have no output: their limit is 0. */
#define CLSCAN_SORT_SOURCE(k, type, input, offset)                                                                     \
    const global type *const source##k = buffers.from == CLSCAN_CALLER_ARRAYS                                          \
                                             ? input + space->begin                                                    \
                                             : (const global type *)clscan_sort_array(space, buffers.from, offset);
#define CLSCAN_SORT_TARGET(k, type, output, offset)                                                                    \
    global type *const target##k = buffers.to == CLSCAN_CALLER_ARRAYS                                                  \
                                       ? output + space->begin                                                         \
                                       : (global type *)clscan_sort_array(space, buffers.to, offset);                  \
    const ulong limit##k = clscan_sort_limit(v, space, buffers, k);
#define CLSCAN_SORT_ARRAY_ENDS(k, type, in, out, offset)                                                               \
    CLSCAN_SORT_SOURCE(k, type, v->in, offset)                                                                         \
    CLSCAN_SORT_TARGET(k, type, v->out, offset)
#define CLSCAN_SORT_INDEX_ENDS(k, type, out, offset)                                                                   \
    const global type *const source##k = buffers.from == CLSCAN_CALLER_ARRAYS                                          \
                                             ? 0                                                                       \
                                             : (const global type *)clscan_sort_array(space, buffers.from, offset);    \
    CLSCAN_SORT_TARGET(k, type, ((global type *)v->out), offset)

/* The index, or the segment id, that a pass moves with element i. */
#define CLSCAN_SORT_INDEX(k, type, i)                                                                                  \
    ((k) == CLSCAN_SORT_SEGMENT_IDS ? (type)clscan_sort_segment_id(&source, i)                                         \
     : source##k                    ? source##k[i]                                                                     \
                                    : (type)(v->params.first_index + clscan_sort_place_in_row(&source, i)))

/* Returns up to which place array k is written. Segment ids are moved for further passes by them only. Rows that lie
 * apart may end after as many places as there are elements. */
static ulong clscan_sort_limit(const clscan_view *v, const clscan_sort_space *space, clscan_sort_buffers buffers,
                               uint k) {
    const ulong capacity = v->params.capacity - min((ulong)v->params.capacity, space->begin);
    if (k == CLSCAN_SORT_SEGMENT_IDS && space->passes == CLSCAN_SORT_KEY_PASSES)
        return 0;
    if (buffers.to != CLSCAN_CALLER_ARRAYS)
        return v->count;
    return !(v->params.outputs >> k & 1) ? 0 : clscan_sort_is_packed(v) ? capacity : min(capacity, v->count);
}

/* True if array k is moved. Segment ids are not moved to the outputs, which have none. */
#define CLSCAN_SORT_MOVES(k) ((k) != CLSCAN_SORT_SEGMENT_IDS || limit##k > 0)

#endif
