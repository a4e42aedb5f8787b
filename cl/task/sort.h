/* The keys of a sort, and their digits. The bits of a key are changed to its ordered bits: as unsigned integers, these
 * have the order of the keys. Each pass of the sort moves elements by a digit of the ordered bits. The page of a plan
 * defines:
 *
 *   clscan_sort_key            The type of a key.
 *   CLSCAN_SORT_KEY(x)         The key of the element x of the input.
 *   clscan_sort_bits           uint or ulong: the type of the ordered bits.
 *   CLSCAN_SORT_BITS_OF(key)   The bits of a key as an unsigned integer.
 *   CLSCAN_SORT_WIDTH          The number of these bits.
 *   CLSCAN_SORT_SIGNED         1 if keys are signed integers.
 *   CLSCAN_SORT_FLOATING       1 if keys are floating-point numbers.
 *   CLSCAN_SORT_INFINITY       The bits of an infinity, if keys are floating-point numbers.
 *   CLSCAN_SORT_FIRST_BIT, CLSCAN_SORT_NUM_BITS
 *                              The ordered bits that are compared.
 *   CLSCAN_SORT_PASSES         The number of passes.
 *   CLSCAN_SORT_KEY_PASSES     The number of passes by digits of the key. They are the first ones. The others are by
 *                              digits of the id of an element's segment.
 *   CLSCAN_SORT_ARRAYS(clscan_array, clscan_index)
 *                              Calls one of two macros for each array that is moved. clscan_array(k, type, in, out,
 *                              offset) gets the number of the array, the type of its elements, the members of a view
 *                              that are the input and the output, and the bytes per element of all arrays before k.
 *                              clscan_index(k, type, out, offset) is for the indices and for the segment ids,
 *                              which have no input.
 *   CLSCAN_SORT_SEGMENT_IDS    Only in a sort by rows or by segments: k of the segment ids.
 *   CLSCAN_SORT_SEGMENT_IDS_AT Their `offset`.
 *   CLSCAN_SORT_BYTES          The bytes of an element of all these arrays together.
 *   CLSCAN_SORT_STAGED         The bytes of the largest of these elements that moves through local memory.
 *   CLSCAN_SORT_TOP_K          In a top-k by segments: how many elements of each segment are wanted. Otherwise 0.
 *   CLSCAN_SORT_COUNTERS       The counters of each digit of each pass, so that fewer work-items count in the same one.
 *   CLSCAN_SORT_EARLY_BYTES    The largest elements that are loaded early: see src/table/sort.def.
 *   CLSCAN_SORT_SWEEPS         1 if passes are sweeps: see grid/sort.cl.
 *   CLSCAN_ROWS_ARE_CONTIGUOUS(r, lines)
 *                              True if the rows of a call are contiguous, and follow each other without gaps, in the
 *                              input and in the output. `r` has the members of clscan_params, `lines` is their number.
 *   CLSCAN_SORT_LOCAL_BYTES    The bytes of local memory that the host has reckoned with (src/tuning/shape.c). */
#ifndef CLSCAN_TASK_SORT_H
#define CLSCAN_TASK_SORT_H

#include "problem.h"

#ifndef CLSCAN_SORT_KEY
typedef int clscan_sort_key;
typedef uint clscan_sort_bits;
#define CLSCAN_SORT_KEY(x)                             (x)
#define CLSCAN_SORT_BITS_OF(key)                       as_uint(key)
#define CLSCAN_SORT_WIDTH                              32
#define CLSCAN_SORT_SIGNED                             1
#define CLSCAN_SORT_INFINITY                           0x7F800000u
#define CLSCAN_SORT_FIRST_BIT                          0
#define CLSCAN_SORT_NUM_BITS                           32
#define CLSCAN_SORT_PASSES                             4
#define CLSCAN_SORT_KEY_PASSES                         4
#define CLSCAN_SORT_BYTES                              4
#define CLSCAN_SORT_STAGED                             4
#define CLSCAN_SORT_LOCAL_BYTES                        65536
#define CLSCAN_SORT_COUNTERS                           4
#define CLSCAN_SORT_EARLY_BYTES                        8
#define CLSCAN_SORT_SWEEPS                             (CLSCAN_WG_SIZE > 1 && CLSCAN_STATE_BITS == 32)
#define CLSCAN_SORT_ARRAYS(clscan_array, clscan_index) clscan_array(0, clscan_in, in, out, 0)
#endif
#ifndef CLSCAN_ROWS_ARE_CONTIGUOUS
#define CLSCAN_ROWS_ARE_CONTIGUOUS(r, lines)                                                                           \
    ((r).columns == 1 && (r).in_stride == 1 && (r).out_stride == 1 &&                                                  \
     (((r).in_pitch == (r).length && (r).out_pitch == (r).length) || (lines) == 1))
#endif
#ifndef CLSCAN_SORT_TOP_K
#define CLSCAN_SORT_TOP_K 0
#endif
#ifndef CLSCAN_SORT_FLOATING
#define CLSCAN_SORT_FLOATING 0
#endif

#ifdef CLSCAN_SORT_SEGMENT_IDS
#define CLSCAN_SORT_HAS_SEGMENT_IDS 1
#else
#define CLSCAN_SORT_HAS_SEGMENT_IDS 0
#define CLSCAN_SORT_SEGMENT_IDS     CLSCAN_MAX_ARRAYS /* no array has this number */
#define CLSCAN_SORT_SEGMENT_IDS_AT  0
#endif

#define CLSCAN_DIGITS (1 << CLSCAN_DIGIT_BITS)

/* The highest bit of a key, and all its bits. */
#define CLSCAN_SORT_SIGN ((clscan_sort_bits)1 << (CLSCAN_SORT_WIDTH - 1))
#define CLSCAN_SORT_ALL  (CLSCAN_SORT_SIGN | (CLSCAN_SORT_SIGN - 1))

/* Returns the ordered bits of a key. */
#if CLSCAN_SORT_FLOATING
static clscan_sort_bits clscan_sort_ordered_bits(clscan_sort_key key) {
    const clscan_sort_bits bits = CLSCAN_SORT_BITS_OF(key);
    const bool negative = bits & CLSCAN_SORT_SIGN, nan = (bits & ~CLSCAN_SORT_SIGN) > CLSCAN_SORT_INFINITY;
    const clscan_sort_bits ordered = bits ^ (negative ? CLSCAN_SORT_ALL : CLSCAN_SORT_SIGN);
    return nan ? CLSCAN_SORT_ALL : CLSCAN_REVERSE ? ordered ^ CLSCAN_SORT_ALL : ordered;
}
#else
static clscan_sort_bits clscan_sort_ordered_bits(clscan_sort_key key) {
    const clscan_sort_bits bits = CLSCAN_SORT_BITS_OF(key),
                           ordered = CLSCAN_SORT_SIGNED ? bits ^ CLSCAN_SORT_SIGN : bits;
    return CLSCAN_REVERSE ? ordered ^ CLSCAN_SORT_ALL : ordered;
}
#endif

/* The digit of a pass: the bits `mask` after a shift to the right. */
typedef struct {
    uint shift, mask;
} clscan_digit_field;

/* A pass beyond the bits that are compared has a digit that is 0 in all keys. */
static clscan_digit_field clscan_digit_field_of(uint pass) {
    const uint done = pass * CLSCAN_DIGIT_BITS;
    if (pass >= CLSCAN_SORT_KEY_PASSES) {
        const clscan_digit_field segment_id_field = { done - CLSCAN_SORT_KEY_PASSES * CLSCAN_DIGIT_BITS,
                                                      CLSCAN_DIGITS - 1 };
        return segment_id_field;
    }
    const uint bits = done < CLSCAN_SORT_NUM_BITS ? min((uint)CLSCAN_SORT_NUM_BITS - done, (uint)CLSCAN_DIGIT_BITS) : 0;
    const clscan_digit_field field = { bits > 0 ? CLSCAN_SORT_FIRST_BIT + done : 0, (1u << bits) - 1 };
    return field;
}

static uint clscan_digit_in(clscan_digit_field field, clscan_sort_bits bits) {
    return (uint)(bits >> field.shift) & field.mask;
}

#endif
