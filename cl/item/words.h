/* An element, or its value alone, as 32-bit words, in which lanes and work-groups hand it on. */
#ifndef CLSCAN_ITEM_WORDS_H
#define CLSCAN_ITEM_WORDS_H

#include "base.h"

#define CLSCAN_WORDS ((sizeof(clscan_t) + 3) / 4)

#define CLSCAN_VALUE_WORDS ((sizeof(clscan_value) + 3) / 4)
typedef union {
    clscan_value x;
    uint word[CLSCAN_VALUE_WORDS];
} clscan_value_words;

/* The last word may be longer than the value: its rest is zero. */
static clscan_value_words clscan_to_words(clscan_value x) {
    clscan_value_words w;
    w.word[CLSCAN_VALUE_WORDS - 1] = 0;
    w.x = x;
    return w;
}

#endif
