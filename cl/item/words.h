/* The value that lanes exchange by shuffles, as 32-bit words. The flags of a flagged value are exchanged as a separate
 * word. */
#ifndef CLSCAN_ITEM_WORDS_H
#define CLSCAN_ITEM_WORDS_H

#include "base.h"

#if CLSCAN_FLAGGED
typedef clscan_value clscan_exchanged;
#else
typedef clscan_t clscan_exchanged;
#endif

#define CLSCAN_EXCHANGED_WORDS ((sizeof(clscan_exchanged) + 3) / 4)
typedef union {
    clscan_exchanged x;
    uint word[CLSCAN_EXCHANGED_WORDS];
} clscan_words;

/* Splits x into words. If x does not fill the last word, the rest of the word is zero. */
static clscan_words clscan_to_words(clscan_exchanged x) {
    clscan_words w;
    w.word[CLSCAN_EXCHANGED_WORDS - 1] = 0;
    w.x = x;
    return w;
}

#endif
