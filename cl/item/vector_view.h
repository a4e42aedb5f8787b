/* Vectors of 16 consecutive elements through a view. Contiguous elements are loaded and stored as a vector, others lane
 * by lane. */
#ifndef CLSCAN_ITEM_VECTOR_VIEW_H
#define CLSCAN_ITEM_VECTOR_VIEW_H

#include "item/cache.h"

/* The cursor of a lane of a vector, for CLSCAN_LOAD. A page with functions that need a cursor has no vectors. */
#define CLSCAN_NO_CURSOR 0

#define CLSCAN_VECTORS          4 /* vectors in a chunk: a ulong has a bit for each of its 64 elements */
#define CLSCAN_CHUNK            (CLSCAN_VECTORS * CLSCAN_LANES)
#define CLSCAN_OUT_VECTOR_BYTES sizeof(clscan_out_vector)

#if CLSCAN_LANES

/* Vectors in memory with the alignment of an element. They replace vload16, which PoCL compiles to two loads. */
typedef clscan_in_vector clscan_in_unaligned __attribute__((aligned(sizeof(clscan_in) & -sizeof(clscan_in))));
typedef clscan_out_vector clscan_out_unaligned __attribute__((aligned(sizeof(clscan_out) & -sizeof(clscan_out))));

typedef union {
    clscan_vector vector;
    clscan_value lane[CLSCAN_LANES];
} clscan_lanes;

#define CLSCAN_LANE_NUMBERS ((char16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

#if CLSCAN_REVERSE
#define CLSCAN_IN_ORDER(v) ((v).sfedcba9876543210)
#else
#define CLSCAN_IN_ORDER(v) (v)
#endif

/* ------------------------------------------------------------------------------------------------------- positions */

/* A chunk of elements. */
typedef struct {
    clscan_cursor first;
    bool contiguous; /* in the order of the scan, or in reverse */
    ulong rows;      /* a bit for each first element of a line, in the order of the scan */
    ulong heads;     /* the head bits, if segments are given by bits, in the order of memory */
} clscan_vector_chunk;

#if CLSCAN_HAS_ROWS

/* True if all elements of the scan are contiguous. */
static bool clscan_all_contiguous(const clscan_view *v) {
    const clscan_params *n = &v->params;
    return n->in_stride == 1 && n->out_stride == 1 &&
           (v->length == v->count ||
            (CLSCAN_REVERSE ? clscan_scans_rows_backwards(v) : clscan_matrix_rows_contiguous(v)));
}

/* True if the elements of the chunk that begins at the cursor are contiguous. With segments, the first chunk is not:
 * there may be no key before its first element with which to compare the key. */
static bool clscan_chunk_contiguous(const clscan_view *v, const clscan_cursor *c) {
    const clscan_params *n = &v->params;
    if (CLSCAN_SEGMENTS && clscan_is_first(c))
        return false;
    return clscan_all_contiguous(v) || (n->in_stride == 1 && n->out_stride == 1 && c->k + CLSCAN_CHUNK <= v->length);
}

/* Returns a bit for each element of a chunk that begins a line: the first one, and one every `length` elements. */
static ulong clscan_matrix_row_bits(const clscan_view *v, const clscan_cursor *c) {
    const ulong length = v->length, until = c->k ? length - c->k : 0;
    ulong bits = 1;
    CLSCAN_UNROLL
    for (uint rows = 1; rows < CLSCAN_CHUNK; rows *= 2)
        bits |= length < CLSCAN_CHUNK / rows ? bits << rows * length : 0;
    return until < CLSCAN_CHUNK ? bits << until : 0;
}

#else

static bool clscan_all_contiguous(const clscan_view *v) {
    (void)v;
    return true;
}
static bool clscan_chunk_contiguous(const clscan_view *v, const clscan_cursor *c) {
    (void)v;
    return !CLSCAN_SEGMENTS || !clscan_is_first(c);
}
static ulong clscan_matrix_row_bits(const clscan_view *v, const clscan_cursor *c) {
    (void)v, (void)c;
    return 0;
}

#endif

/* Returns the position in memory of vector n of a contiguous chunk, whose first element is at `at`. */
static ulong clscan_vector_at(ulong at, uint n) {
    return CLSCAN_REVERSE ? at + 1 - (n + 1) * CLSCAN_LANES : at + n * CLSCAN_LANES;
}

/* Returns the head bits of a contiguous chunk, in the order of memory. */
static ulong clscan_head_bits(const clscan_view *v, const clscan_cursor *c) {
    const uint lowest = CLSCAN_REVERSE ? CLSCAN_VECTORS - 1 : 0;
    const ulong at = clscan_vector_at(clscan_in_at(v, c), lowest) + CLSCAN_REVERSE;
    if (!CLSCAN_HEADS_IN_BITS)
        return 0;
    const ulong low = CLSCAN_HEAD_WORD(v->segments, at / 32) | (ulong)CLSCAN_HEAD_WORD(v->segments, at / 32 + 1) << 32;
    const ulong high = CLSCAN_HEAD_WORD(v->segments, (at + 63) / 32);
    return low >> at % 32 | high << 1 << (63 - at % 32);
}

CLSCAN_INLINE clscan_vector_chunk clscan_vector_chunk_at(const clscan_view *v, ulong i) {
    const clscan_cursor c = clscan_cursor_at(v, i);
    const bool contiguous = clscan_chunk_contiguous(v, &c);
    clscan_vector_chunk p = { c, contiguous, clscan_matrix_row_bits(v, &c), contiguous ? clscan_head_bits(v, &c) : 0 };
    return p;
}

/* Returns the number of elements from element i to the first element at which the output is aligned for a vector. */
static ulong clscan_until_aligned(const clscan_view *v, ulong i) {
    const uintptr_t before = (uintptr_t)(v->out + i), reverse_end = (uintptr_t)(v->out + (v->count - i));
    if (CLSCAN_REDUCES_SEGMENTS)
        return 0; /* results of segments are not stored as vectors */
    if (!clscan_all_contiguous(v))
        return 1; /* not 0, that is, never aligned: other rows have other alignments */
    return (CLSCAN_REVERSE ? reverse_end : -before) % CLSCAN_OUT_VECTOR_BYTES / sizeof(clscan_out);
}

/* Prefetches the flags or keys of a later chunk of the scan, or, with `back`, of an earlier chunk. */
static void clscan_heads_prefetch(const clscan_view *v, ulong i, bool back) {
    const clscan_cursor c = clscan_cursor_at(v, i);
    const uintptr_t first = (uintptr_t)(v->segments + clscan_vector_at(clscan_in_at(v, &c), 0));
    if (CLSCAN_HEADS_IN_ARRAY)
        clscan_prefetch(first, CLSCAN_CHUNK * sizeof(clscan_segment), CLSCAN_REVERSE != back);
}

static void clscan_chunk_prefetch(const clscan_view *v, ulong i) {
    const clscan_cursor c = clscan_cursor_at(v, i);
    const uintptr_t first = (uintptr_t)(v->in + clscan_vector_at(clscan_in_at(v, &c), 0));
    clscan_prefetch(first, CLSCAN_CHUNK * sizeof(clscan_in), CLSCAN_REVERSE);
    clscan_heads_prefetch(v, i, false);
}

/* ----------------------------------------------------------------------------------------------------- elements */

CLSCAN_NOINLINE clscan_vector clscan_gather_lanes(const clscan_view *v, ulong i) {
    clscan_lanes x;
    clscan_cursor c = clscan_cursor_at(v, i);
    for (uint lane = 0; lane < CLSCAN_LANES; lane++, clscan_cursor_next(v, &c))
        x.lane[lane] = clscan_load_value(v, &c);
    return x.vector;
}

/* Loads contiguous elements from `at` on, in the order of memory. A load function of the user is called lane by lane,
 * unless the compiler vectorizes the loop. */
CLSCAN_INLINE clscan_vector clscan_load_contiguous(const clscan_view *v, ulong at) {
#if CLSCAN_LOADS_VECTORS
    return CLSCAN_FROM_IN_VECTOR(*(const global clscan_in_unaligned *)(v->in + at));
#else
    clscan_lanes x;
    CLSCAN_VECTORIZE
    for (uint lane = 0; lane < CLSCAN_LANES; lane++)
        x.lane[lane] = CLSCAN_MAPPED(CLSCAN_LOAD(v, at + lane, CLSCAN_NO_CURSOR));
    return x.vector;
#endif
}

CLSCAN_INLINE clscan_vector clscan_vector_load(const clscan_view *v, const clscan_vector_chunk *p, uint n) {
    if (p->contiguous)
        return CLSCAN_IN_ORDER(clscan_load_contiguous(v, clscan_vector_at(clscan_in_at(v, &p->first), n)));
    return clscan_gather_lanes(v, p->first.i + n * CLSCAN_LANES);
}

CLSCAN_NOINLINE void clscan_scatter_lanes(const clscan_view *v, ulong i, clscan_vector x, clscan_vector inclusive,
                                          clscan_vector exclusive) {
    const clscan_lanes element = { x }, with = { inclusive }, before = { exclusive };
    clscan_cursor c = clscan_cursor_at(v, i);
    for (uint lane = 0; lane < CLSCAN_LANES; lane++, clscan_cursor_next(v, &c))
        clscan_store_values(v, &c, clscan_unmapped(v, &c, element.lane[lane]), with.lane[lane], before.lane[lane]);
}

/* Elements and their scans. */
typedef struct {
    clscan_vector x, inclusive, exclusive;
} clscan_scanned;

#ifdef CLSCAN_STORE

/* Returns the loaded elements, contiguous from `at` on, from which x was mapped. */
#ifdef CLSCAN_MAP
typedef struct {
    clscan_loaded lane[CLSCAN_LANES];
} clscan_loaded_lanes;

CLSCAN_INLINE clscan_loaded_lanes clscan_unmapped_contiguous(const clscan_view *v, ulong at, clscan_vector x) {
    clscan_loaded_lanes loaded;
    (void)x;
    CLSCAN_VECTORIZE
    for (uint lane = 0; lane < CLSCAN_LANES; lane++)
        loaded.lane[lane] = CLSCAN_LOAD(v, at + lane, CLSCAN_NO_CURSOR);
    return loaded;
}
#else
typedef clscan_lanes clscan_loaded_lanes;

CLSCAN_INLINE clscan_loaded_lanes clscan_unmapped_contiguous(const clscan_view *v, ulong at, clscan_vector x) {
    const clscan_loaded_lanes loaded = { x };
    (void)v, (void)at;
    return loaded;
}
#endif

/* Calls the user's store function for a vector of contiguous elements. The outputs are `restrict`, so that a compiler
 * can vectorize the loop, with masked stores instead of branches. This is valid by the contract of the store function:
 * outputs lie apart from what other elements are loaded from, and in place the function may see an element of `in`
 * before or after its result is stored. */
CLSCAN_INLINE void clscan_store_contiguous(CLSCAN_STORE_PARAMETERS ulong at, clscan_loaded_lanes element,
                                           clscan_scanned s) {
    const clscan_lanes with = { s.inclusive }, before = { s.exclusive };
    CLSCAN_VECTORIZE
    for (uint lane = 0; lane < CLSCAN_LANES; lane++)
        CLSCAN_STORE_PASSED(at + lane, element.lane[lane], with.lane[lane], before.lane[lane]);
}

#define CLSCAN_STORE_CONTIGUOUS(v, in_at, at, s, store)                                                                \
    clscan_store_contiguous(CLSCAN_STORE_ARRAYS(v) at, clscan_unmapped_contiguous(v, in_at, (s).x), s)

#else

/* Stores the results of a vector by store(vector, address). */
#define CLSCAN_STORE_CONTIGUOUS(v, in_at, at, s, store)                                                                \
    store(CLSCAN_TO_OUT_VECTOR(CLSCAN_EXCLUSIVE ? s.exclusive : s.inclusive), (v)->out + (at))

#endif

#define CLSCAN_STORE_ALIGNED(x, to)     (*(global clscan_out_vector *)(to) = (x))
#define CLSCAN_STORE_UNALIGNED(x, to)   (*(global clscan_out_unaligned *)(to) = (x))
#define CLSCAN_STORE_NONTEMPORAL(x, to) CLSCAN_NONTEMPORAL(x, (global clscan_out_vector *)(to))

#endif

#endif
