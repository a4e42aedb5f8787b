/* One work-item makes head bits from ascending offsets: a bit for each element, set if a segment begins with the
 * element. Empty segments have equal offsets. A binary search skips long sequences of equal offsets. */
#ifndef CLSCAN_ITEM_HEAD_BITS_H
#define CLSCAN_ITEM_HEAD_BITS_H

#include "item/cache.h"
#include "item/offsets.h"

#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS

#if CLSCAN_WG_SIZE == 1

/* The number of offsets in a word varies, so that a loop for each word would mispredict its branches (2 to 8 ns for
 * each offset, November 22, 2026). Instead, the work-item sets a byte for each offset in a stretch, and then packs the
 * bytes into bits. The 4.5 KiB of a stretch stay in the first-level cache of any CPU. */
#define CLSCAN_STRETCH_ELEMENTS 4096
#define CLSCAN_STRETCH_WORDS    (CLSCAN_STRETCH_ELEMENTS / 32)

typedef struct {
    union {
        uchar one[CLSCAN_STRETCH_ELEMENTS]; /* 0 or 1 */
        ulong eight[CLSCAN_STRETCH_ELEMENTS / 8];
    } flags;
    union {
        uchar eight[CLSCAN_STRETCH_ELEMENTS / 8];
        uint word[CLSCAN_STRETCH_WORDS];
    } bits;
} clscan_stretch;

#define CLSCAN_STRETCH_SPACE private

/* Sets the flags of the stretch that ends before element `stretch_end`, from offsets[i] on. Returns the index of the
 * first offset after the stretch. */
static ulong clscan_stretch_flag(const global clscan_offset *offsets, ulong i, ulong end, ulong stretch_end,
                                 clscan_stretch *stretch) {
    /* Offsets between two tests for the end of the stretch. */
    enum { CLSCAN_BATCH = 16 };
    for (; i + CLSCAN_BATCH <= end && offsets[i + CLSCAN_BATCH - 1] < stretch_end; i += CLSCAN_BATCH) {
        const ulong last = offsets[i + CLSCAN_BATCH - 1];
        CLSCAN_PREFETCH((uintptr_t)(offsets + i) + CLSCAN_BYTES_AHEAD);
        CLSCAN_UNROLL
        for (uint n = 0; n < CLSCAN_BATCH; n++)
            stretch->flags.one[offsets[i + n] % CLSCAN_STRETCH_ELEMENTS] = 1;
        if (offsets[i] == last)
            i = clscan_first_offset(offsets, i + CLSCAN_BATCH, end, last + 1) - CLSCAN_BATCH;
    }
    for (; i < end && offsets[i] < stretch_end; i++)
        stretch->flags.one[offsets[i] % CLSCAN_STRETCH_ELEMENTS] = 1;
    return i;
}

/* Packs the flags into bits and clears the flags. The multiplication gathers eight bytes of 0 or 1 as the bits of the
 * highest byte, the first of them as the lowest bit. */
static void clscan_stretch_gather(clscan_stretch *stretch) {
    for (uint n = 0; n < CLSCAN_STRETCH_ELEMENTS / 8; n++) {
        stretch->bits.eight[n] = stretch->flags.eight[n] * 0x0102040810204080 >> 56;
        stretch->flags.eight[n] = 0;
    }
}

/* Makes words [begin, end) of the head bits from offsets[0 .. num_offsets). */
static void clscan_head_bits_make(global uint *head_bits, ulong begin, ulong end, const global clscan_offset *offsets,
                                  ulong num_offsets, clscan_stretch *stretch) {
    ulong i = clscan_first_offset(offsets, 0, num_offsets, begin * 32);
    for (uint n = 0; n < CLSCAN_STRETCH_ELEMENTS / 8; n++)
        stretch->flags.eight[n] = 0;
    for (; begin < end; begin += CLSCAN_STRETCH_WORDS) {
        i = clscan_stretch_flag(offsets, i, num_offsets, (begin + CLSCAN_STRETCH_WORDS) * 32, stretch);
        clscan_stretch_gather(stretch);
        for (uint n = 0; n < min(end - begin, (ulong)CLSCAN_STRETCH_WORDS); n++)
            head_bits[begin + n] = stretch->bits.word[n];
    }
}

#endif

#endif

#endif
