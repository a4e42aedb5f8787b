/* Head bits, made of ascending offsets by one work-item. So many offsets that some are equal are of empty segments, of
 * which all but a few are passed over. */
#ifndef CLSCAN_ITEM_MARKS_H
#define CLSCAN_ITEM_MARKS_H

#include "item/cache.h"

#if CLSCAN_SEGMENTS == CLSCAN_OFFSETS

/* The first of offsets[begin .. end) that is not below `at`, or `end`. */
static ulong clscan_first_offset(const global clscan_key *offsets, ulong begin, ulong end, ulong at) {
    while (begin < end) {
        const ulong middle = begin + (end - begin) / 2;
        if (offsets[middle] < at)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* clscan_marks_make: words [begin, past) of them, from offset i on; the offsets end at `end`. */
#if CLSCAN_WG_SIZE == 1

/* A CPU would guess in vain how many offsets each word has: it sets a byte for each, of a stretch in its cache, and
 * then makes bits of all. */
#define CLSCAN_STRETCH_FLAGS 4096
#define CLSCAN_STRETCH_WORDS (CLSCAN_STRETCH_FLAGS / 32)

typedef union {
    uchar flag[CLSCAN_STRETCH_FLAGS]; /* 0 or 1 */
    ulong eight[CLSCAN_STRETCH_FLAGS / 8];
} clscan_stretch_flags;

typedef union {
    uchar eight[CLSCAN_STRETCH_FLAGS / 8];
    uint word[CLSCAN_STRETCH_WORDS];
} clscan_stretch_bits;

/* Sets the flags of the stretch that ends at `past`, from offset i on. Returns the first offset past it. */
static ulong clscan_stretch_flag(const global clscan_key *offsets, ulong i, ulong end, ulong past,
                                 clscan_stretch_flags *stretch) {
    enum { CLSCAN_MANY = 16 };
    for (; i + CLSCAN_MANY <= end && offsets[i + CLSCAN_MANY - 1] < past; i += CLSCAN_MANY) {
        const ulong last = offsets[i + CLSCAN_MANY - 1];
        CLSCAN_PREFETCH((uintptr_t)(offsets + i) + CLSCAN_AHEAD);
        CLSCAN_UNROLL
        for (uint n = 0; n < CLSCAN_MANY; n++)
            stretch->flag[offsets[i + n] % CLSCAN_STRETCH_FLAGS] = 1;
        if (offsets[i] == last)
            i = clscan_first_offset(offsets, i + CLSCAN_MANY, end, last + 1) - CLSCAN_MANY;
    }
    for (; i < end && offsets[i] < past; i++)
        stretch->flag[offsets[i] % CLSCAN_STRETCH_FLAGS] = 1;
    return i;
}

/* Eight bytes of 0 or 1 by this factor have their bits side by side on top, the first one lowest. */
static void clscan_stretch_gather(clscan_stretch_flags *stretch, clscan_stretch_bits *bits) {
    for (uint n = 0; n < CLSCAN_STRETCH_FLAGS / 8; n++) {
        bits->eight[n] = stretch->eight[n] * 0x0102040810204080 >> 56;
        stretch->eight[n] = 0;
    }
}

static void clscan_marks_make(global uint *marks, ulong begin, ulong past, const global clscan_key *offsets, ulong i,
                              ulong end) {
    clscan_stretch_flags stretch = { { 0 } };
    clscan_stretch_bits bits;
    for (ulong w = begin; w < past; w += CLSCAN_STRETCH_WORDS) {
        i = clscan_stretch_flag(offsets, i, end, (w + CLSCAN_STRETCH_WORDS) * 32, &stretch);
        clscan_stretch_gather(&stretch, &bits);
        for (uint n = 0; n < min(past - w, (ulong)CLSCAN_STRETCH_WORDS); n++)
            marks[w + n] = bits.word[n];
    }
}

#else

static uint clscan_mark(const global clscan_key *offsets, ulong *i, ulong end, ulong past) {
    enum { CLSCAN_MANY = 64 };
    uint bits = 0;
    for (uint n = 1; *i < end && offsets[*i] < past; n++) {
        bits |= 1u << offsets[*i] % 32;
        *i = n % CLSCAN_MANY ? *i + 1 : clscan_first_offset(offsets, *i, end, (ulong)offsets[*i] + 1);
    }
    return bits;
}

static void clscan_marks_make(global uint *marks, ulong begin, ulong past, const global clscan_key *offsets, ulong i,
                              ulong end) {
    for (ulong w = begin; w < past; w++)
        marks[w] = clscan_mark(offsets, &i, end, 32 * (w + 1));
}

#endif

#endif

#endif
