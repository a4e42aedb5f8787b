/* A work-group makes head bits from ascending offsets: the work-items set a byte for each head of a stretch in local
 * memory, and then each work-item packs bytes into words of bits. */
#ifndef CLSCAN_TILE_HEAD_BITS_H
#define CLSCAN_TILE_HEAD_BITS_H

#include "item/head_bits.h"

#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS && CLSCAN_WG_SIZE > 1

/* A stretch takes 9 KiB of local memory. Devices have 32 KiB or more (OpenCL 1.2, full profile). */
#define CLSCAN_STRETCH_WORDS 256

/* Each word takes 36 bytes instead of 32: the padding puts neighbouring work-items in different banks. */
typedef struct {
    union {
        uchar flag[36]; /* the flags of 32 elements, 0 or 1 */
        uint four[9];
    } word[CLSCAN_STRETCH_WORDS];
    ulong next; /* the index of the next offset */
} clscan_stretch;

#define CLSCAN_STRETCH_SPACE local

/* Returns the index of the first of offsets[0 .. end) that is not below `at`, or `end`. In each step, the work-items
 * test evenly spaced offsets, one each, and the interval after the last one below `at` is searched further. */
CLSCAN_COLLECTIVE ulong clscan_first_offset_together(const global clscan_offset *offsets, ulong end, ulong at,
                                                     local clscan_stretch *stretch) {
    ulong begin = 0;
    while (begin < end) {
        const ulong stride = (end - begin - 1) / CLSCAN_WG_SIZE + 1, own_at = begin + get_local_id(0) * stride;
        const bool below = own_at < end && offsets[own_at] < at;
        if (get_local_id(0) == 0 && !below)
            stretch->next = begin;
        if (below && (own_at + stride >= end || offsets[own_at + stride] >= at))
            stretch->next = own_at + 1;
        clscan_barrier();
        const ulong next = stretch->next;
        clscan_barrier();
        end = next == begin ? begin : min(end, next - 1 + stride);
        begin = next;
    }
    return begin;
}

/* Sets the flags of the stretch that begins with word `begin`, from offsets[i] on. Returns the index of the first
 * offset after the stretch. Equal offsets belong to empty segments, except for the last one. Only the last one sets the
 * flag, and long sequences of equal offsets are skipped. */
CLSCAN_COLLECTIVE ulong clscan_stretch_flag(const global clscan_offset *offsets, ulong i, ulong end, ulong begin,
                                            local clscan_stretch *stretch) {
    enum { CLSCAN_OFFSET_LOADS = 4 }; /* issued together */
    const ulong stretch_end = (begin + CLSCAN_STRETCH_WORDS) * 32;
    for (bool more = true; more;) {
        const ulong all = i + CLSCAN_OFFSET_LOADS * CLSCAN_WG_SIZE;
        ulong here[CLSCAN_OFFSET_LOADS], next_offset[CLSCAN_OFFSET_LOADS];
        CLSCAN_UNROLL
        for (uint k = 0; k < CLSCAN_OFFSET_LOADS; k++) {
            const ulong at = i + k * CLSCAN_WG_SIZE + get_local_id(0);
            here[k] = at < end ? offsets[at] : stretch_end;
            next_offset[k] = at + 1 < end ? offsets[at + 1] : stretch_end;
        }
        CLSCAN_UNROLL
        for (uint k = 0; k < CLSCAN_OFFSET_LOADS; k++) {
            const ulong at = i + k * CLSCAN_WG_SIZE + get_local_id(0);
            if (here[k] < stretch_end && here[k] != next_offset[k])
                stretch->word[(here[k] / 32 - begin) % CLSCAN_STRETCH_WORDS].flag[here[k] % 32] = 1;
            if (here[k] < stretch_end ? next_offset[k] >= stretch_end || at + 1 == all : at == i)
                stretch->next = at + (here[k] < stretch_end);
        }
        clscan_barrier();
        const ulong next = stretch->next;
        clscan_barrier();
        more = next == all;
        const bool equal = more && offsets[i] == offsets[all - 1];
        i = equal ? clscan_first_offset(offsets, all, end, (ulong)offsets[i] + 1) - 1 : next;
    }
    return i;
}

/* Packs the flags of a word into bits and clears the flags. The multiplication gathers four bytes of 0 or 1 as the
 * lower bits of the highest byte, the first of them as the lowest bit. */
static uint clscan_stretch_bits(local clscan_stretch *stretch, uint word) {
    uint bits = 0;
    for (uint n = 0; n < 8; n++) {
        bits |= (stretch->word[word].four[n] * 0x01020408u >> 24 & 15) << 4 * n;
        stretch->word[word].four[n] = 0;
    }
    return bits;
}

/* Makes words [begin, end) of the head bits from offsets[0 .. num_offsets). */
CLSCAN_COLLECTIVE void clscan_head_bits_make(global uint *head_bits, ulong begin, ulong end,
                                             const global clscan_offset *offsets, ulong num_offsets,
                                             local clscan_stretch *stretch) {
    for (uint word = get_local_id(0); word < CLSCAN_STRETCH_WORDS; word += CLSCAN_WG_SIZE)
        clscan_stretch_bits(stretch, word);
    ulong i = clscan_first_offset_together(offsets, num_offsets, begin * 32, stretch);
    for (; begin < end; begin += CLSCAN_STRETCH_WORDS) {
        clscan_barrier();
        i = clscan_stretch_flag(offsets, i, num_offsets, begin, stretch);
        for (uint word = get_local_id(0); word < CLSCAN_STRETCH_WORDS; word += CLSCAN_WG_SIZE) {
            const uint bits = clscan_stretch_bits(stretch, word);
            if (word < end - begin)
                head_bits[begin + word] = bits;
        }
    }
}

#endif

#endif
