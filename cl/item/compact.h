/* Compaction of 16 contiguous elements: the elements whose bits are set move to consecutive places in private memory.
 * No branch depends on the bits, so that a CPU mispredicts none. */
#ifndef CLSCAN_ITEM_COMPACT_H
#define CLSCAN_ITEM_COMPACT_H

#include "item/view.h"

#define CLSCAN_COMPACT_STEP 16 /* the elements of one call */

/* Stores every element, but advances the place only past kept ones: no branch. */
CLSCAN_INLINE void clscan_compact_serially(clscan_out *to, const global clscan_in *from, uint bits) {
    CLSCAN_UNROLL
    for (uint i = 0; i < CLSCAN_COMPACT_STEP; i++) {
        *to = from[CLSCAN_REVERSE ? CLSCAN_COMPACT_STEP - 1 - i : i];
        to += bits >> i & 1;
    }
}

#if defined(__AVX512F__) && __has_builtin(__builtin_ia32_compresssi512_mask)

/* Vectors in memory with the alignment of a byte. */
typedef char16 clscan_char16_at __attribute__((aligned(1)));
typedef short16 clscan_short16_at __attribute__((aligned(1)));
typedef int16 clscan_int16_at __attribute__((aligned(1)));
typedef long8 clscan_long8_at __attribute__((aligned(1)));

#if CLSCAN_REVERSE
#define CLSCAN_IN_ORDER_OF_SCAN(x, reversed) (x).reversed
#else
#define CLSCAN_IN_ORDER_OF_SCAN(x, reversed) (x)
#endif

CLSCAN_INLINE int16 clscan_compact_ints(int16 x, uint bits) {
    const int16 y = CLSCAN_IN_ORDER_OF_SCAN(x, sfedcba9876543210);
    return __builtin_ia32_compresssi512_mask(y, y, (ushort)bits);
}

CLSCAN_INLINE long8 clscan_compact_longs(long8 x, uint bits) {
    const long8 y = CLSCAN_IN_ORDER_OF_SCAN(x, s76543210);
    return __builtin_ia32_compressdi512_mask(y, y, (uchar)bits);
}

/* The elements are compressed in registers, and then 16 are stored. */
CLSCAN_INLINE void clscan_compact(clscan_out *to, const global clscan_in *from, uint bits) {
    if (sizeof(clscan_out) == 1) {
        const int16 x = convert_int16(*(const global clscan_char16_at *)from);
        *(clscan_char16_at *)to = convert_char16(clscan_compact_ints(x, bits));
    } else if (sizeof(clscan_out) == 2) {
        const int16 x = convert_int16(*(const global clscan_short16_at *)from);
        *(clscan_short16_at *)to = convert_short16(clscan_compact_ints(x, bits));
    } else if (sizeof(clscan_out) == 4) {
        *(clscan_int16_at *)to = clscan_compact_ints(*(const global clscan_int16_at *)from, bits);
    } else if (sizeof(clscan_out) == 8) {
        const global clscan_long8_at *const halves = (const global clscan_long8_at *)from;
        *(clscan_long8_at *)to = clscan_compact_longs(halves[CLSCAN_REVERSE], bits);
        *(clscan_long8_at *)(to + popcount(bits & 255)) = clscan_compact_longs(halves[!CLSCAN_REVERSE], bits >> 8);
    } else {
        clscan_compact_serially(to, from, bits);
    }
}

#else

CLSCAN_INLINE void clscan_compact(clscan_out *to, const global clscan_in *from, uint bits) {
    clscan_compact_serially(to, from, bits);
}

#endif

#endif
