/* Counters of floating-point weights, for a table in which a work-group counts. Rounded sums would depend on the order
 * in which work-items add. So a counter does not round: it is an integer in two's complement that has one bit
 * for each binary place that a weight can have, and bits for overflow. The sum of integers does not depend on the
 * order, and is rounded once, when it is read (the complete register of Kulisch, "Computer Arithmetic and Validity",
 * 2nd edition, 2013; on GPUs: Collange, Defour, Graillat and Iakymchuk, "Numerical reproducibility for the parallel
 * reduction on multi- and many-core architectures", Parallel Computing 49, 2015). A weight is added to the words that
 * its significand reaches, by atomics of 32 bits. An addition that overflows a word adds one to the next word. The last
 * word of a counter has a bit for each kind of weights that are not finite. */
#ifndef CLSCAN_TILE_FLOAT_COUNTER_H
#define CLSCAN_TILE_FLOAT_COUNTER_H

#include "item/binned.h"

#define CLSCAN_COUNTERS_ARE_WEIGHTS 0

/* A weight has a sign, an exponent, and a fraction: the significand without its highest bit. */
#if CLSCAN_WEIGHT_WORDS == 1
typedef uint clscan_weight_bits;
#define clscan_bits_of_weight(x) as_uint(x)
#define clscan_weight_of_bits(x) as_float(x)
#define CLSCAN_FRACTION_BITS     23
#define CLSCAN_EXPONENT_BITS     8
#else
typedef ulong clscan_weight_bits;
#define clscan_bits_of_weight(x) as_ulong(x)
#define clscan_weight_of_bits(x) as_double(x)
#define CLSCAN_FRACTION_BITS     52
#define CLSCAN_EXPONENT_BITS     11
#endif
#define CLSCAN_LEADING_BIT     ((ulong)1 << CLSCAN_FRACTION_BITS)
#define CLSCAN_MAX_EXPONENT    ((1 << CLSCAN_EXPONENT_BITS) - 1)
#define CLSCAN_INFINITY_BITS   ((ulong)CLSCAN_MAX_EXPONENT << CLSCAN_FRACTION_BITS)
#define CLSCAN_WEIGHT_SIGN_BIT (CLSCAN_FRACTION_BITS + CLSCAN_EXPONENT_BITS)

/* The words of the sum. Bit 0 stands for the least weight above zero. 2^42 of the greatest weights and a sign fit. */
#define CLSCAN_SUM_WORDS (CLSCAN_COUNTER_WORDS - 1)
CLSCAN_ASSERT(32 * CLSCAN_SUM_WORDS >= CLSCAN_MAX_EXPONENT - 1 + CLSCAN_FRACTION_BITS + 42 + 1, every_sum_fits);

/* Bits of the last word. */
#define CLSCAN_SAW_INFINITY       1u
#define CLSCAN_SAW_MINUS_INFINITY 2u
#define CLSCAN_SAW_NAN            4u

/* ------------------------------------------------------------------------------------------------ additions */

/* Adds n to word `at` of the counter, or subtracts it. A carry or a borrow goes on to the next word. */
CLSCAN_INLINE void clscan_counter_add_word(CLSCAN_BIN_ADDRESS_SPACE uint *counter, uint at, uint n, bool negative) {
    for (uint w = at; n > 0 && w < CLSCAN_SUM_WORDS; w++) {
        const uint before = atomic_add(&counter[w], negative ? 0 - n : n);
        n = negative ? before < n : before > UINT_MAX - n;
    }
}

/* Adds a weight to a counter. */
CLSCAN_INLINE void clscan_counter_add(CLSCAN_BIN_ADDRESS_SPACE uint *counter, clscan_weight weight) {
    const ulong bits = clscan_bits_of_weight(weight), fraction = bits & (CLSCAN_LEADING_BIT - 1);
    const uint exponent = (uint)(bits >> CLSCAN_FRACTION_BITS) & CLSCAN_MAX_EXPONENT;
    const bool negative = bits >> CLSCAN_WEIGHT_SIGN_BIT;
    if (exponent == CLSCAN_MAX_EXPONENT) {
        atomic_or(&counter[CLSCAN_SUM_WORDS], fraction   ? CLSCAN_SAW_NAN
                                              : negative ? CLSCAN_SAW_MINUS_INFINITY
                                                         : CLSCAN_SAW_INFINITY);
        return;
    }
    const ulong significand = exponent > 0 ? fraction | CLSCAN_LEADING_BIT : fraction;
    const uint lowest = max(exponent, 1u) - 1, at = lowest / 32, shift = lowest % 32;
    const ulong low = significand << shift;
    clscan_counter_add_word(counter, at, (uint)low, negative);
    clscan_counter_add_word(counter, at + 1, (uint)(low >> 32), negative);
#if CLSCAN_WEIGHT_WORDS == 2
    clscan_counter_add_word(counter, at + 2, (uint)(significand >> 32 >> (32 - shift)), negative);
#endif
}

/* ------------------------------------------------------------------------------------------------ the sum, rounded */

/* A sum that is not zero: its words, its sign, and the number of its lowest word that is not zero. */
typedef struct {
    const CLSCAN_BIN_ADDRESS_SPACE uint *word;
    bool negative;
    uint lowest;
} clscan_exact_sum;

/* Returns a word of the absolute value of a sum. Above the sum are zeros. The absolute value of a negative number has
 * the inverted words, plus one: the carry ends in the lowest word that is not zero. */
CLSCAN_INLINE uint clscan_magnitude(const clscan_exact_sum *s, uint at) {
    const uint word = at < CLSCAN_SUM_WORDS ? s->word[at] : 0;
    const bool is_inverted = s->negative && at >= s->lowest && at < CLSCAN_SUM_WORDS;
    return is_inverted ? ~word + (at == s->lowest) : word;
}

/* Returns the 64 bits of the absolute value from a bit on. */
CLSCAN_INLINE ulong clscan_magnitude_from(const clscan_exact_sum *s, uint bit) {
    const uint at = bit / 32, shift = bit % 32;
    const ulong low = clscan_magnitude(s, at) | (ulong)clscan_magnitude(s, at + 1) << 32;
    return low >> shift | (ulong)clscan_magnitude(s, at + 2) << 32 << (32 - shift);
}

/* Returns the number of the highest bit that is set in the absolute value. */
CLSCAN_INLINE uint clscan_highest_bit(const clscan_exact_sum *s) {
    uint at = CLSCAN_SUM_WORDS - 1;
    while (clscan_magnitude(s, at) == 0)
        at--;
    return 32 * at + 31 - clz(clscan_magnitude(s, at));
}

/* Returns true if a bit below bit number `bit` is set. */
CLSCAN_INLINE bool clscan_any_bit_below(const clscan_exact_sum *s, uint bit) {
    const uint word = s->word[s->lowest];
    return 32 * s->lowest + 31 - clz(word & (0 - word)) < bit;
}

/* Rounds a sum to the nearest weight, of two the even one. Without its lowest `dropped` bits, the absolute value is a
 * significand, whose leading bit counts one in the field of the exponent. Without a leading bit, the field is 0. */
CLSCAN_INLINE clscan_weight clscan_rounded_sum(const clscan_exact_sum *s) {
    const uint highest = clscan_highest_bit(s),
               dropped = highest > CLSCAN_FRACTION_BITS ? highest - CLSCAN_FRACTION_BITS : 0;
    const ulong down = ((ulong)dropped << CLSCAN_FRACTION_BITS) + clscan_magnitude_from(s, dropped);
    const bool half_up = dropped > 0 && (clscan_magnitude_from(s, dropped - 1) & 1),
               is_up = half_up && ((down & 1) || clscan_any_bit_below(s, dropped - 1));
    const ulong bits = min(down + is_up, CLSCAN_INFINITY_BITS) | (ulong)s->negative << CLSCAN_WEIGHT_SIGN_BIT;
    return clscan_weight_of_bits((clscan_weight_bits)bits);
}

/* Returns the sum if weights were not finite, as rounded additions would give it in any order. */
CLSCAN_INLINE clscan_weight clscan_infinite_sum(uint saw) {
    const ulong infinite = CLSCAN_INFINITY_BITS | (ulong)(saw == CLSCAN_SAW_MINUS_INFINITY) << CLSCAN_WEIGHT_SIGN_BIT;
    const bool is_nan = saw != CLSCAN_SAW_INFINITY && saw != CLSCAN_SAW_MINUS_INFINITY;
    return clscan_weight_of_bits((clscan_weight_bits)(is_nan ? infinite | CLSCAN_LEADING_BIT >> 1 : infinite));
}

/* Returns the sum in a counter, rounded to a weight. */
CLSCAN_INLINE clscan_weight clscan_counter_value(const CLSCAN_BIN_ADDRESS_SPACE uint *counter) {
    clscan_exact_sum s = { counter, counter[CLSCAN_SUM_WORDS - 1] >> 31, 0 };
    if (counter[CLSCAN_SUM_WORDS])
        return clscan_infinite_sum(counter[CLSCAN_SUM_WORDS]);
    while (s.lowest < CLSCAN_SUM_WORDS && counter[s.lowest] == 0)
        s.lowest++;
    return s.lowest == CLSCAN_SUM_WORDS ? 0 : clscan_rounded_sum(&s);
}

/* Returns the sum of the counters of a bin, which follow each other. Only the result is rounded: the first counter gets
 * the exact sum. */
CLSCAN_INLINE clscan_weight clscan_counters_sum(CLSCAN_BIN_ADDRESS_SPACE uint *counters, uint first) {
    ulong sum = 0;
    uint saw = 0;
    (void)first;
    for (uint w = 0; w < CLSCAN_SUM_WORDS; w++) {
        for (uint i = 0; i < CLSCAN_BIN_COPIES; i++)
            sum += counters[i * CLSCAN_COUNTER_WORDS + w];
        counters[w] = (uint)sum;
        sum >>= 32;
    }
    for (uint i = 0; i < CLSCAN_BIN_COPIES; i++)
        saw |= counters[i * CLSCAN_COUNTER_WORDS + CLSCAN_SUM_WORDS];
    counters[CLSCAN_SUM_WORDS] = saw;
    return clscan_counter_value(counters);
}

#endif
