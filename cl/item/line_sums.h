/* The sums of adjacent lines that one work-item walks down together, one sum for each line. */
#ifndef CLSCAN_ITEM_LINE_SUMS_H
#define CLSCAN_ITEM_LINE_SUMS_H

#include "base.h"

#define CLSCAN_STRIP CLSCAN_ITEMS /* the greatest number of lines in a strip */

/* The sum of each line so far. Values and flags lie in separate arrays, from which vectors can be loaded. */
#if CLSCAN_FLAGGED

typedef struct {
    clscan_value x[CLSCAN_STRIP];
    char flags[CLSCAN_STRIP];
} clscan_line_sums;

static clscan_t clscan_line_sum(const clscan_line_sums *sums, uint w) {
    const clscan_t sum = { sums->x[w], sums->flags[w] };
    return sum;
}
static void clscan_line_sum_set(clscan_line_sums *sums, uint w, clscan_t sum) {
    sums->x[w] = sum.x;
    sums->flags[w] = sum.flags;
}

#else

typedef struct {
    clscan_t x[CLSCAN_STRIP];
} clscan_line_sums;

static clscan_t clscan_line_sum(const clscan_line_sums *sums, uint w) {
    return sums->x[w];
}
static void clscan_line_sum_set(clscan_line_sums *sums, uint w, clscan_t sum) {
    sums->x[w] = sum;
}

#endif

#endif
