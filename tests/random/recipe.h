/* The description of a case, with the text that it refers to. */
#ifndef TESTS_RANDOM_RECIPE_H
#define TESTS_RANDOM_RECIPE_H

#include "random/kase.h"

typedef struct recipe {
    clscan_desc desc;
    char source[8192];
} recipe;

/* `r` must stay where it is: the description points into it. */
void recipe_write(const dut *d, const kase *k, recipe *r);

clscan_segments recipe_segments(const kase *k);

/* Return the bytes of a key or offset, and how many of its first bytes are compared. */
size_t recipe_key_size(const kase *k);
size_t recipe_key_bytes(const kase *k);

/* The type of the count on the device. */
oracle_type recipe_count_type(const kase *k);

#endif
