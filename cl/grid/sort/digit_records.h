/* The records through which the tiles of one sweep of a sort exchange counts of digits (Adinets and Merrill, "Onesweep:
 * A Faster Least Significant Digit Radix Sort for GPUs", 2022). Each tile has one record of one word for each digit.
 * The two highest bits of the word say which number the other bits hold:
 *
 *   none    No number yet.
 *   count   How many elements of the tile have the digit.
 *   prefix  The place of the first element with the digit in the tile after this one.
 *
 * A record becomes a count, and later a prefix. The first tile publishes prefixes immediately. So a tile that adds the
 * counts of the tiles before it, from the nearest one back to the first prefix, finds the places of its own elements.
 *
 * Waiting is bounded, as in grid/look_back/look_back.h. A fallback counts the digits of a tile whose record is missing.
 * It stores what the tile's owner stores, and no pass overwrites the elements that it reads, so that no fence is
 * needed. If the owner has replaced a count by a prefix meanwhile, the fallback's store puts the count back, which is
 * still true. */
#ifndef CLSCAN_DIGIT_RECORDS_H
#define CLSCAN_DIGIT_RECORDS_H

#include "grid/look_back/atomic_words.h"
#include "grid/look_back/fault_injection.h"
#include "grid/look_back/spin_limit.h"
#include "task/sort.h"

#define CLSCAN_RECORD_IS_COUNT   (1u << CLSCAN_SORT_RECORD_BITS)
#define CLSCAN_RECORD_IS_PREFIX  (2u << CLSCAN_SORT_RECORD_BITS)
#define CLSCAN_RECORD_VALUE_MASK (CLSCAN_RECORD_IS_COUNT - 1)

/* Adds the counts of the tiles before `tile`, which is not 0. Returns true and sets *place to the place of the first
 * element with this digit in `tile`; or returns false and sets *missing to a tile that has published nothing after
 * `polls` polls. Loads before tile 0 load the record of tile 0 again. It holds a prefix or nothing, so the search ends
 * there. */
static bool clscan_digit_look_back(clscan_state *records, uint digit, uint tile, uint polls, uint *place,
                                   uint *missing) {
    uint sum = 0;
    while (true) {
        uint words[CLSCAN_DIGIT_LOADS], found = 0; /* loaded together, so that the latencies overlap */
        CLSCAN_UNROLL
        for (uint k = 0; k < CLSCAN_DIGIT_LOADS; k++)
            words[k] = clscan_state_load(records + (size_t)(tile - min(tile, k + 1)) * CLSCAN_DIGITS + digit);
        CLSCAN_UNROLL
        for (uint k = 0; k < CLSCAN_DIGIT_LOADS; k++) {
            if (words[k] == 0)
                break;
            sum += words[k] & CLSCAN_RECORD_VALUE_MASK;
            if (words[k] & CLSCAN_RECORD_IS_PREFIX) {
                *place = sum;
                return true;
            }
            found++;
        }
        tile -= found;
        if (found == 0 && polls-- == 0) {
            *missing = tile - 1;
            return false;
        }
    }
}

#endif
