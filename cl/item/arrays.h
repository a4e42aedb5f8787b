/* The arrays of one scan as kernels get them, and what is before and behind all of their elements. */
#ifndef CLSCAN_ITEM_ARRAYS_H
#define CLSCAN_ITEM_ARRAYS_H

#include "item/division.h"

#if CLSCAN_SEGMENTS == CLSCAN_FLAGS
typedef uchar clscan_segment;
#elif CLSCAN_SEGMENTS == CLSCAN_KEYS
typedef clscan_key clscan_segment;
#else
typedef uint clscan_segment;
#endif

/* As the host fills it in (src/strategy/kernel_args.h). Everything counts elements. */
typedef struct {
    ulong count; /* how many there are, or at most */
    ulong in_offset, out_offset, more_offset[6];
    ulong in_place;
    ulong init, init_offset;                       /* 0: there is none, 1: init_words are it, 2: it is in a buffer */
    ulong total, total_offset;                     /* whether the total is wanted */
    ulong count_words, count_signed, count_offset; /* of the count in a buffer, in words of 32 bits; 0: there is none */
    ulong segments_offset;
    ulong length, columns;       /* of a row; of a matrix, where they are the rows to scan */
    ulong in_pitch, in_stride;   /* from one row to the next, or from matrix to matrix where they are columns, */
    ulong out_pitch, out_stride; /* and from element to element */
    ulong length_reciprocal, columns_reciprocal; /* ULONG_MAX divided by them */
    ulong first_index;                           /* of the first element, for operators that know where elements are */
} clscan_numbers;

CLSCAN_ASSERT(sizeof(clscan_numbers) == CLSCAN_NUMBERS_BYTES, numbers_are_those_of_the_host);

typedef struct {
    uint word[CLSCAN_INIT_WORDS];
} clscan_init_words;

/* What every kernel that reads or writes the elements has for parameters, and what it makes of them. */
#define CLSCAN_ARRAYS                                                                                                  \
    const global clscan_in *in, global clscan_out *out, CLSCAN_MORE_PARAMETERS const global clscan_value *init,        \
        const clscan_init_words init_words, global clscan_value *total, const global uint *count,                      \
        const global clscan_segment *segments, const clscan_numbers numbers
#if CLSCAN_FLAGGED
#define CLSCAN_INITIAL(init, words, numbers) clscan_initial_of(init, &words, numbers)
#else
#define CLSCAN_INITIAL(init, words, numbers) init, words
#endif
#define CLSCAN_VIEW                                                                                                    \
    {                                                                                                                  \
        in + numbers.in_offset, out + numbers.out_offset,                                                              \
            CLSCAN_MORE_PLACES(numbers.more_offset) CLSCAN_INITIAL(init + numbers.init_offset, init_words, &numbers),  \
            total + numbers.total_offset, segments + numbers.segments_offset,                                          \
            clscan_count(count + numbers.count_offset, &numbers),                                                      \
            clscan_length(count + numbers.count_offset, &numbers), numbers                                             \
    }

typedef struct {
    const global clscan_in *in;
    global clscan_out *out;
    CLSCAN_MORE_MEMBERS
#if CLSCAN_FLAGGED
    clscan_value initial; /* asked for at every element */
#else
    const global clscan_value *init;
    clscan_init_words init_words;
#endif
    global clscan_value *total;
    const global clscan_segment *segments;
    ulong count, length;
    clscan_numbers numbers;
} clscan_view;

static ulong clscan_count(const global uint *word, const clscan_numbers *n) {
    if (n->count_words == 0)
        return n->count;
    const ulong low = word[0], high = n->count_words == 2 ? word[1] : 0;
    const bool negative = n->count_signed && (n->count_words == 2 ? high : low) >> 31;
    return negative ? 0 : min(low | high << 32, n->count);
}

/* Of a row. One that is as long as a buffer says is alone. */
static ulong clscan_length(const global uint *word, const clscan_numbers *n) {
    return CLSCAN_BATCHED && n->count_words == 0 ? n->length : clscan_count(word, n);
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
#if CLSCAN_FLAGGED
    return v->initial;
#else
    return clscan_initial_of(v->init, &v->init_words, &v->numbers);
#endif
}

#if CLSCAN_FLAGGED

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
    if (!(x.flags & CLSCAN_VALID))
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

#endif
