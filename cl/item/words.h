/* What lanes hand on, in 32-bit words: what is computed with, but for its flags. */
#ifndef CLSCAN_ITEM_WORDS_H
#define CLSCAN_ITEM_WORDS_H

#include "base.h"

#if CLSCAN_FLAGGED
typedef clscan_value clscan_handed;
#else
typedef clscan_t clscan_handed;
#endif

#define CLSCAN_HANDED_WORDS ((sizeof(clscan_handed) + 3) / 4)
typedef union {
    clscan_handed x;
    uint word[CLSCAN_HANDED_WORDS];
} clscan_words;

/* The last word may be longer than what it is of: its rest is zero. */
static clscan_words clscan_to_words(clscan_handed x) {
    clscan_words w;
    w.word[CLSCAN_HANDED_WORDS - 1] = 0;
    w.x = x;
    return w;
}

#endif
