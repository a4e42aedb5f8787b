/* The arrays of one scan: which of their elements is the i-th, how it is read, and what is written for it. */
#ifndef CLSCAN_ITEM_VIEW_H
#define CLSCAN_ITEM_VIEW_H

#include "item/division.h"

/* What CLSCAN_SEGMENTS may be: for each element a byte that is not zero where a segment begins, or a bit that is set;
 * or a key, which is not the same as the one before. */
#define CLSCAN_FLAGS 1
#define CLSCAN_BITS  2
#define CLSCAN_KEYS  3
#define CLSCAN_OFFSETS 4 /* bits that have been made of offsets: see grid/before.h */
#define CLSCAN_LENGTHS 5 /* by nothing: they are rows of a length, side by side: see tile/lengths.h */

#if CLSCAN_SEGMENTS == CLSCAN_FLAGS
typedef uchar clscan_segment;
#elif CLSCAN_SEGMENTS == CLSCAN_KEYS
typedef clscan_key clscan_segment;
#else
typedef uint clscan_segment;
#endif

/* As the host fills it in (src/range.h). Everything counts elements. */
typedef struct {
    ulong count; /* how many there are, or at most */
    ulong in_offset, out_offset, more_offset[6];
    ulong in_place;
    ulong init, init_offset;   /* 0: there is none, 1: init_words are it, 2: it is in a buffer */
    ulong total, total_offset; /* whether the total is wanted */
    ulong count_words, count_signed, count_offset; /* of the count in a buffer, in words of 32 bits; 0: there is none */
    ulong segments_offset;
    ulong length, columns;       /* of a row; of a matrix, where they are the rows to scan */
    ulong in_pitch, in_stride;   /* from one row to the next, or from matrix to matrix where they are columns, */
    ulong out_pitch, out_stride; /* and from element to element */
    ulong length_reciprocal, columns_reciprocal; /* ULONG_MAX divided by them */
} clscan_numbers;

typedef struct {
    uint word[CLSCAN_INIT_WORDS];
} clscan_init_words;

/* What every kernel that reads or writes the elements has for parameters, and what it makes of them. */
#define CLSCAN_ARRAYS                                                                                                  \
    const global clscan_in *in, global clscan_out *out, CLSCAN_MORE_PARAMETERS const global clscan_value *init,        \
        const clscan_init_words init_words, global clscan_value *total, const global uint *count,                     \
        const global clscan_segment *segments, const clscan_numbers numbers
#if CLSCAN_MARKED
#define CLSCAN_INITIAL(init, words, numbers) clscan_initial_of(init, &words, numbers)
#else
#define CLSCAN_INITIAL(init, words, numbers) init, words
#endif
#define CLSCAN_VIEW                                                                                                    \
    {                                                                                                                  \
        in + numbers.in_offset, out + numbers.out_offset,                                                              \
            CLSCAN_MORE_PLACES(numbers.more_offset) CLSCAN_INITIAL(init + numbers.init_offset, init_words, &numbers),  \
            total + numbers.total_offset, segments + numbers.segments_offset,                                          \
            clscan_count(count + numbers.count_offset, &numbers), numbers                                              \
    }

typedef struct {
    const global clscan_in *in;
    global clscan_out *out;
    CLSCAN_MORE_MEMBERS
#if CLSCAN_MARKED
    clscan_value initial; /* asked for at every element */
#else
    const global clscan_value *init;
    clscan_init_words init_words;
#endif
    global clscan_value *total;
    const global clscan_segment *segments;
    ulong count;
    clscan_numbers numbers;
} clscan_view;

static ulong clscan_count(const global uint *word, const clscan_numbers *n) {
    if (n->count_words == 0)
        return n->count;
    const ulong low = word[0], high = n->count_words == 2 ? word[1] : 0;
    const bool negative = n->count_signed && (n->count_words == 2 ? high : low) >> 31;
    return negative ? 0 : min(low | high << 32, n->count);
}

/* ------------------------------------------------------------------------------------------ before and behind all */

typedef union {
    uint word[CLSCAN_INIT_WORDS];
    clscan_value x;
} clscan_init_value;

static clscan_value clscan_identity_value(void) {
    clscan_value clscan_e = CLSCAN_IDENTITY;
    return clscan_e;
}

static clscan_value clscan_initial_of(const global clscan_value *init, const clscan_init_words *words,
                                      const clscan_numbers *n) {
    if (n->init == 2)
        return *init;
    if (n->init == 0)
        return clscan_identity_value();
    clscan_init_value from;
    for (uint i = 0; i < CLSCAN_INIT_WORDS; i++)
        from.word[i] = words->word[i];
    return from.x;
}

/* What is before the first element, or before each segment: the initial value, else the identity. */
static clscan_value clscan_initial(const clscan_view *v) {
#if CLSCAN_MARKED
    return v->initial;
#else
    return clscan_initial_of(v->init, &v->init_words, &v->numbers);
#endif
}

#if CLSCAN_MARKED

/* The prefix before element 0. Segments get the initial value when they are stored. */
static clscan_t clscan_start(const clscan_view *v) {
    (void)v;
    return clscan_identity();
}

static clscan_t clscan_after_start(const clscan_view *v, clscan_t x) {
    (void)v;
    return x;
}

/* What the value is from the initial one on. */
static clscan_value clscan_from_initial(const clscan_view *v, clscan_t x) {
    if (!(x.marks & CLSCAN_SOME))
        return clscan_initial(v);
    return v->numbers.init ? clscan_combine_values(clscan_initial(v), x.x) : x.x;
}

#else

static clscan_t clscan_start(const clscan_view *v) {
    return clscan_initial(v);
}

/* Only where something is before it: wide structs of zeros to combine with, NVIDIA's compiler gets wrong. */
static clscan_t clscan_after_start(const clscan_view *v, clscan_t x) {
    if (v->numbers.init)
        x = clscan_combine(clscan_start(v), x);
    return x;
}

static clscan_value clscan_from_initial(const clscan_view *v, clscan_t x) {
    (void)v;
    return x;
}

#endif

/* By one work-item: what is behind the last element. */
static void clscan_put_total(const clscan_view *v, clscan_t carry) {
    if (v->numbers.total)
        *v->total = clscan_from_initial(v, carry);
}

/* --------------------------------------------------------------------------------------------- the i-th element */

/* What is loaded of an element, and what is scanned of that: two things where a function that stores gets the first. */
#ifdef CLSCAN_MAP
typedef clscan_in clscan_loaded;
#define CLSCAN_MAPPED(x) CLSCAN_MAP(x)
#else
typedef clscan_value clscan_loaded;
#define CLSCAN_MAPPED(x) (x)
#endif

/* A place in the order of scanning, and where that is in the arrays. */
#if CLSCAN_BATCHED

typedef struct {
    ulong i, k;            /* the k-th of its row */
    ulong in_row, out_row; /* where the row begins */
} clscan_cursor;

static bool clscan_rows_beside(const clscan_view *v) {
    const clscan_numbers *n = &v->numbers;
    return n->columns == 1 && n->in_stride == 1 && n->out_stride == 1 && n->in_pitch == n->length &&
           n->out_pitch == n->length;
}

/* In reverse, a work-item alone scans the last of them first: all are one walk against the order of memory then. Not
 * where a total is wanted, which is the last row's. */
static bool clscan_rows_turned(const clscan_view *v) {
    const bool alone = CLSCAN_WG_SIZE == 1;
    return CLSCAN_REVERSE && alone && !v->numbers.total && clscan_rows_beside(v);
}

static clscan_cursor clscan_cursor_at(const clscan_view *v, ulong i) {
    const clscan_numbers *n = &v->numbers;
    const clscan_division row = clscan_divide(i, n->length, n->length_reciprocal);
    if (clscan_rows_turned(v)) {
        const ulong begin = v->count - n->length - (i - row.rest);
        clscan_cursor turned = { i, row.rest, begin, begin };
        return turned;
    }
    const clscan_division matrix = clscan_divide(row.quotient, n->columns, n->columns_reciprocal);
    clscan_cursor c = { i, row.rest, matrix.quotient * n->in_pitch + matrix.rest,
                        matrix.quotient * n->out_pitch + matrix.rest };
    return c;
}

static void clscan_cursor_skip(const clscan_view *v, clscan_cursor *c, uint distance) {
    c->i += distance;
    c->k += distance;
    if (c->k >= v->numbers.length)
        *c = clscan_cursor_at(v, c->i);
}

/* To element i, which is the next one. */
static void clscan_cursor_to(const clscan_view *v, clscan_cursor *c, ulong i) {
    (void)i;
    clscan_cursor_skip(v, c, 1);
}

/* Nothing is before it in memory, in the order of scanning: no row before it, or in reverse none behind it. */
static bool clscan_is_first(const clscan_cursor *c) {
    return CLSCAN_REVERSE ? c->k == 0 : c->i == 0;
}

static ulong clscan_in_row(const clscan_view *v, const clscan_cursor *c) {
    return CLSCAN_REVERSE ? v->numbers.length - 1 - c->k : c->k;
}
static ulong clscan_in_at(const clscan_view *v, const clscan_cursor *c) {
    return c->in_row + clscan_in_row(v, c) * v->numbers.in_stride;
}
static ulong clscan_out_at(const clscan_view *v, const clscan_cursor *c) {
    return c->out_row + clscan_in_row(v, c) * v->numbers.out_stride;
}

#else

typedef struct {
    ulong i;
} clscan_cursor;

static clscan_cursor clscan_cursor_at(const clscan_view *v, ulong i) {
    (void)v;
    clscan_cursor c = { i };
    return c;
}

static void clscan_cursor_skip(const clscan_view *v, clscan_cursor *c, uint distance) {
    (void)v;
    c->i += distance;
}

/* A compiler sees that cursors side by side stay so. */
static void clscan_cursor_to(const clscan_view *v, clscan_cursor *c, ulong i) {
    (void)v;
    c->i = i;
}

static bool clscan_is_first(const clscan_cursor *c) {
    return c->i == 0;
}

static ulong clscan_in_at(const clscan_view *v, const clscan_cursor *c) {
    return CLSCAN_REVERSE ? v->count - 1 - c->i : c->i;
}
static ulong clscan_out_at(const clscan_view *v, const clscan_cursor *c) {
    return clscan_in_at(v, c);
}

#endif

static void clscan_cursor_next(const clscan_view *v, clscan_cursor *c) {
    clscan_cursor_skip(v, c, 1);
}

/* Whether a segment begins with the element, in the order of scanning: in reverse, where one begins that has been
 * scanned just before. The very first one always does: no value is before it to be combined. What is read for it is
 * there. */
static bool clscan_begins_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
#if CLSCAN_BATCHED
    const bool first = c->k == 0;
    const ulong step = first ? 0 : v->numbers.in_stride;
    (void)very_first;
#else
    const bool first = false;
    const ulong step = very_first ? 0 : 1;
#endif
    const ulong at = clscan_in_at(v, c), later = CLSCAN_REVERSE ? at + step : at;
    (void)later;
#if CLSCAN_SEGMENTS == CLSCAN_FLAGS
    const bool begins = v->segments[later] != 0;
#elif CLSCAN_SEGMENTS == CLSCAN_BITS || CLSCAN_SEGMENTS == CLSCAN_OFFSETS
    const bool begins = v->segments[later / 32] >> later % 32 & 1;
#elif CLSCAN_SEGMENTS == CLSCAN_KEYS
    const bool begins = !CLSCAN_SAME_KEY(v->segments[later - step], v->segments[later]);
#else
    const bool begins = false;
#endif
    return first || very_first || begins;
}
static bool clscan_begins(const clscan_view *v, const clscan_cursor *c) {
    return clscan_begins_as(v, c, c->i == 0);
}

static clscan_loaded clscan_load_unmapped(const clscan_view *v, const clscan_cursor *c) {
#ifdef CLSCAN_LOAD
    return CLSCAN_LOAD(v, clscan_in_at(v, c));
#else
    return CLSCAN_FROM_IN(v->in[clscan_in_at(v, c)]);
#endif
}

/* What x is mapped from: it is there until it is stored. */
static clscan_loaded clscan_unmapped(const clscan_view *v, const clscan_cursor *c, clscan_value x) {
#ifdef CLSCAN_MAP
    (void)x;
    return clscan_load_unmapped(v, c);
#else
    (void)v, (void)c;
    return x;
#endif
}

static clscan_value clscan_load_value(const clscan_view *v, const clscan_cursor *c) {
    return CLSCAN_MAPPED(clscan_load_unmapped(v, c));
}

static clscan_t clscan_load_as(const clscan_view *v, const clscan_cursor *c, bool very_first) {
#if CLSCAN_MARKED
    const bool begins = clscan_begins_as(v, c, very_first);
    clscan_t x = { clscan_load_value(v, c), begins ? CLSCAN_SOME | CLSCAN_HEAD : CLSCAN_SOME };
    return x;
#else
    (void)very_first;
    return clscan_load_value(v, c);
#endif
}
static clscan_t clscan_load(const clscan_view *v, const clscan_cursor *c) {
    return clscan_load_as(v, c, c->i == 0);
}

static clscan_value clscan_value_of(clscan_t x) {
#if CLSCAN_MARKED
    return x.x;
#else
    return x;
#endif
}

static clscan_value clscan_exclusive_value(const clscan_view *v, clscan_t x, clscan_t exclusive) {
#if CLSCAN_MARKED
    if (x.marks & CLSCAN_HEAD)
        return clscan_initial(v);
#endif
    (void)x;
    return clscan_from_initial(v, exclusive);
}

/* What the scan comes to at the element x, where no function of the user's decides. */
static clscan_value clscan_result(const clscan_view *v, clscan_t x, clscan_t inclusive, clscan_t exclusive) {
    return CLSCAN_EXCLUSIVE ? clscan_exclusive_value(v, x, exclusive) : clscan_from_initial(v, inclusive);
}

#ifndef CLSCAN_STORE
static void clscan_put(const clscan_view *v, const clscan_cursor *c, clscan_value result) {
#ifdef CLSCAN_PUT
    CLSCAN_PUT(v, clscan_out_at(v, c), result);
#else
    v->out[clscan_out_at(v, c)] = CLSCAN_TO_OUT(result);
#endif
}
#endif

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
#ifdef CLSCAN_STORE
    CLSCAN_STORE(v->, clscan_out_at(v, c), x, inclusive, exclusive);
#else
    (void)x;
    clscan_put(v, c, CLSCAN_EXCLUSIVE ? exclusive : inclusive);
#endif
}

/* For the element x, mapped from `loaded`, which is combined to `inclusive`, and what is before it to `exclusive`. */
static void clscan_store_as(const clscan_view *v, const clscan_cursor *c, clscan_loaded loaded, clscan_t x,
                            clscan_t inclusive, clscan_t exclusive) {
    clscan_store_values(v, c, loaded, clscan_from_initial(v, inclusive), clscan_exclusive_value(v, x, exclusive));
}
static void clscan_store(const clscan_view *v, const clscan_cursor *c, clscan_t x, clscan_t inclusive,
                         clscan_t exclusive) {
    clscan_store_as(v, c, clscan_unmapped(v, c, clscan_value_of(x)), x, inclusive, exclusive);
}

#endif
