/* The arrays of one scan as parameters of a kernel, the initial value, and the total. */
#ifndef CLSCAN_ITEM_ARRAYS_H
#define CLSCAN_ITEM_ARRAYS_H

#include "item/division.h"

/* The array that gives the heads of segments. CLSCAN_HEAD_AT(segments, at, stride) is true if a segment of the caller's
 * layout begins with the element at `at`; a key is compared with the key `stride` elements before. CLSCAN_HEAD_WORD is
 * a word of head bits. */
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_FLAGS
typedef uchar clscan_segment;
#define CLSCAN_HEAD_AT(segments, at, stride) ((segments)[at] != 0)
#elif CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_KEYS
typedef clscan_key clscan_segment;
#define CLSCAN_HEAD_AT(segments, at, stride) (!CLSCAN_SAME_KEY((segments)[(at) - (stride)], (segments)[at]))
#elif CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_BITS || CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS
typedef uint clscan_segment;
#define CLSCAN_HEAD_AT(segments, at, stride) ((segments)[(at) / 32] >> (at) % 32 & 1)
#define CLSCAN_HEAD_WORD(segments, i)        ((segments)[i])
#else
typedef uint clscan_segment;
#define CLSCAN_HEAD_AT(segments, at, stride) false
#endif

/* True if the array has an entry of its own for each element. */
#define CLSCAN_HEADS_IN_ARRAY (CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_FLAGS || CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_KEYS)
#ifdef CLSCAN_HEAD_WORD
#define CLSCAN_HEADS_IN_BITS 1
#else
#define CLSCAN_HEADS_IN_BITS          0
#define CLSCAN_HEAD_WORD(segments, i) 0
#endif

/* The parameters of a scan, as the host fills them in (src/strategy/kernel_args.h). Offsets, counts, lengths, pitches
 * and strides are in elements of their arrays. */
typedef struct {
    /* The number of elements, or its upper bound if the count lies in a buffer. */
    ulong count;
    ulong in_offset[CLSCAN_MAX_ARRAYS], out_offset[CLSCAN_MAX_ARRAYS];
    /* The room of the outputs: in a selection or a sort, in elements; in a selection by rows, of a row; where segments
     * have results, in segments. */
    ulong capacity;
    ulong in_place;
    /* init: 0 if there is no initial value, 1 if the parameter init_words holds it, 2 if it lies in a buffer. */
    ulong init, init_offset;
    /* total: not 0 if the total is stored. */
    ulong total, total_offset;
    /* The count in a buffer. count_words: its 32-bit words, or 0 if the count is not in a buffer. */
    ulong count_words, count_signed, count_offset;
    ulong segments_offset;
    /* The length of a line, and the number of adjacent lines in a matrix. If lines are rows, each is a matrix alone. */
    ulong length, columns;
    /* The pitch is the distance from one matrix to the next, the stride from one element of a line to the next. */
    ulong in_pitch, in_stride;
    ulong out_pitch, out_stride;
    /* In a selection by rows, the totals of lines lie total_stride apart in a matrix, and total_pitch apart from one
     * matrix to the next. */
    ulong total_pitch, total_stride;
    /* ULONG_MAX / length and ULONG_MAX / columns. */
    ulong length_reciprocal, columns_reciprocal;
    /* The index of the first element, for operators whose results are indices. */
    ulong first_index;
    /* The number of lines of a reduction, or if segments are given by offsets, of segments. Results of lines lie
     * out_stride apart in a matrix, and out_pitch apart from one matrix to the next. */
    ulong num_results;
    /* The greatest number of keys of segments that may be stored, or of numbers that say where segments begin; 0 if
     * the caller does not want them. */
    ulong segment_room;
    /* Bit i: output i is given. Sorts, and selections with indices, do not need the first output. */
    ulong outputs;
} clscan_params;

CLSCAN_ASSERT(sizeof(clscan_params) == CLSCAN_PARAMS_BYTES, params_are_those_of_the_host);

typedef struct {
    uint word[CLSCAN_INIT_WORDS];
} clscan_init_words;

/* The initial value as the caller gives it. In a selection by segments, it is a number of kept elements, and the scan
 * begins with the pair of this number and 0 segments. The pair begins with the number, so that a copy of the pair can
 * be read as the number. */
#if CLSCAN_SELECTS_SEGMENTS
typedef clscan_total clscan_init;
#define CLSCAN_VALUE_OF_INIT(n) (clscan_value)(n, 0)
#else
typedef clscan_value clscan_init;
#define CLSCAN_VALUE_OF_INIT(x) (x)
#endif

/* The initial value in a view. CLSCAN_INITIAL_MEMBERS are the members, CLSCAN_INITIAL is their initializer. For flagged
 * values, the view loads the initial value, because every element needs it. clscan_combine_runs of grid/split_runs.cl
 * stores edge_elements and later_elements; both are 0 without an initial value. */
#if CLSCAN_CONTINUES && CLSCAN_SELECTS
#define CLSCAN_INITIAL_MEMBERS                                                                                         \
    const global clscan_init *init;                                                                                    \
    clscan_init_words init_words;                                                                                      \
    ulong edge_elements, later_elements;
#define CLSCAN_INITIAL(init, words, params)                                                                            \
    init, words, clscan_runs_of_part_member(init, 0, params), clscan_runs_of_part_member(init, 1, params)
#elif CLSCAN_CONTINUES
#define CLSCAN_INITIAL_MEMBERS                                                                                         \
    clscan_value initial;                                                                                              \
    const global uchar *start; /* the start cell, which clscan_combine_summaries of grid/split.cl stores */
#define CLSCAN_INITIAL(init, words, params) clscan_initial_of(init, &words, params), (const global uchar *)(init)
#elif CLSCAN_FLAGGED
#define CLSCAN_INITIAL_MEMBERS              clscan_value initial;
#define CLSCAN_INITIAL(init, words, params) clscan_initial_of(init, &words, params)
#else
#define CLSCAN_INITIAL_MEMBERS                                                                                         \
    const global clscan_init *init;                                                                                    \
    clscan_init_words init_words;
#define CLSCAN_INITIAL(init, words, params) init, words
#endif

/* Two numbers about other parts of the array, for a selection of runs. In a whole array, both are 0.
 *   edge_elements   How many elements at the edge of the part belong to a run whose result is in another part; 1 if
 *                   lengths of runs are not stored.
 *   later_elements  How many elements of later parts belong to the last run of the part, if its result is in this
 *                   part. */
#if CLSCAN_CONTINUES && CLSCAN_SELECTS
#define CLSCAN_OTHER_PARTS(v) (v)->edge_elements, (v)->later_elements
#else
#define CLSCAN_OTHER_PARTS(v) 0, 0
#endif

/* CLSCAN_ARRAYS are the parameters of every kernel that reads or writes elements. CLSCAN_VIEW is the initializer of the
 * view that the kernel makes of these parameters. */
#define CLSCAN_ARRAYS                                                                                                  \
    const global clscan_in *in, global clscan_out *out, CLSCAN_MORE_PARAMETERS const global clscan_init *init,         \
        const clscan_init_words init_words, global clscan_total *total, const global uint *count,                      \
        const global clscan_segment *segments, const clscan_params params
#define CLSCAN_VIEW                                                                                                    \
    {                                                                                                                  \
        in + params.in_offset[0], out + params.out_offset[0],                                                          \
            CLSCAN_MORE_INITIALIZERS(params) CLSCAN_INITIAL(init + params.init_offset, init_words, &params),           \
            total + params.total_offset, segments + params.segments_offset,                                            \
            clscan_count(count + params.count_offset, &params), clscan_length(count + params.count_offset, &params),   \
            params                                                                                                     \
    }

typedef struct {
    const global clscan_in *in;
    global clscan_out *out;
    CLSCAN_MORE_MEMBERS
    CLSCAN_INITIAL_MEMBERS
    global clscan_total *total;
    const global clscan_segment *segments;
    ulong count, length;
    clscan_params params;
} clscan_view;

static ulong clscan_count(const global uint *word, const clscan_params *n) {
    if (n->count_words == 0)
        return n->count;
    const ulong low = word[0], high = n->count_words == 2 ? word[1] : 0;
    const bool negative = n->count_signed && (n->count_words == 2 ? high : low) >> 31;
    return negative ? 0 : min(low | high << 32, n->count);
}

/* Returns the length of a line. If the count lies in a buffer, there is only one line, and its length is the count. */
static ulong clscan_length(const global uint *word, const clscan_params *n) {
    return CLSCAN_HAS_ROWS && n->count_words == 0 ? n->length : clscan_count(word, n);
}

/* Returns where element i, counted row by row, is in an array whose rows have this pitch and this stride. */
static ulong clscan_place_in_rows(const clscan_params *n, ulong i, ulong pitch, ulong stride) {
    const clscan_division row = clscan_divide(i, n->length, n->length_reciprocal);
    const clscan_division matrix = clscan_divide(row.quotient, n->columns, n->columns_reciprocal);
    return matrix.quotient * pitch + matrix.remainder + row.remainder * stride;
}

/* ------------------------------------------------------------------------------------ the initial value */

typedef union {
    uint word[CLSCAN_INIT_WORDS];
    clscan_init x;
} clscan_init_value;

static clscan_value clscan_identity_value(void) {
    clscan_value clscan_e = CLSCAN_IDENTITY;
    return clscan_e;
}

/* The loop is not conditional: PoCL 7.1 does not compile a loop in a branch if the result is a struct that one
 * work-item uses (tests/driver_faults/pocl_loop_in_branch.c). */
static clscan_value clscan_initial_of(const global clscan_init *init, const clscan_init_words *words,
                                      const clscan_params *n) {
    clscan_init_value from;
    CLSCAN_UNROLL
    for (uint i = 0; i < CLSCAN_INIT_WORDS; i++)
        from.word[i] = words->word[i];
    if (n->init == 2)
        return CLSCAN_VALUE_OF_INIT(*init);
    return n->init == 0 ? clscan_identity_value() : CLSCAN_VALUE_OF_INIT(from.x);
}

#if CLSCAN_CONTINUES && CLSCAN_SELECTS
/* Returns member i of clscan_runs_of_part (grid/split_runs.cl). */
static ulong clscan_runs_of_part_member(const global clscan_init *init, uint i, const clscan_params *n) {
    return n->init == 2 ? ((const global ulong *)((const global uchar *)init + CLSCAN_RUNS_AT))[i] : 0;
}
#endif

/* Results are stored as they are, unless the page says otherwise. */
#ifndef CLSCAN_STORE_RESULT
#define CLSCAN_STORE_RESULT(v, at, result) (v)->out[at] = CLSCAN_TO_OUT(result)
#endif

#endif
