/* The initial value in scans of values without flags. It is the prefix of element 0, and so part of every prefix. */
#ifndef CLSCAN_ITEM_INITIAL_PLAIN_H
#define CLSCAN_ITEM_INITIAL_PLAIN_H

#include "item/arrays.h"

static clscan_value clscan_initial_value(const clscan_view *v) {
    return clscan_initial_of(v->init, &v->init_words, &v->params);
}

static clscan_t clscan_first_prefix(const clscan_view *v) {
    return clscan_initial_value(v);
}

/* Combines only if there is an initial value: combining wide structs with an
 * identity of zeros gave wrong results with NVIDIA's compiler (H200, elements of 2048 bytes, November 22, 2026). */
static clscan_t clscan_combine_first_prefix(const clscan_view *v, clscan_t x) {
    if (v->params.init)
        x = clscan_combine(clscan_first_prefix(v), x);
    return x;
}

static clscan_value clscan_result_of(const clscan_view *v, clscan_t x) {
    (void)v;
    return x;
}

#endif
