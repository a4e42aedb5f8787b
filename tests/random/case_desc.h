/* The description of a case, with the text that it refers to. */
#ifndef TESTS_RANDOM_CASE_DESC_H
#define TESTS_RANDOM_CASE_DESC_H

#include "random/case_histogram.h"

/* The comparison of a sort distinguishes this many kinds of elements, by their hash. */
enum { CASE_RANKS = 97 };

typedef struct case_desc {
    clscan_desc desc;
    char source[8192];
    double edges[CASE_MOST_BINS + 1];
} case_desc;

/* `r` must not move afterwards, because the description points into it. */
void case_desc_write(const test_device *d, const test_case *tc, case_desc *r);

clscan_segments test_case_segments(const test_case *tc);

/* Returns true if the keys of segments are computed by oracle_described_key. */
bool test_case_computes_keys(const test_case *tc);

/* Return the bytes of an element of args.segments, and how many of its first bytes decide. */
size_t test_case_key_size(const test_case *tc);
size_t test_case_key_bytes(const test_case *tc);

/* Return the types of numbers: of the count that is in device memory, which is also the type of a selection's total, of
 * indices, and of the lengths of runs or the counts of a histogram. ORACLE_USER: there are none. */
oracle_type test_case_count_type(const test_case *tc);
oracle_type test_case_index_type(const test_case *tc);
oracle_type test_case_lengths_type(const test_case *tc);

/* Returns a number that depends on the bytes of the first component of an element that is not in a box. The predicates,
 * weights and bins by function of the cases are made of it. */
uint32_t test_case_hash(const test_case *tc, const void *element);

/* Returns the number of different results of the function that returns bins. Some of them are not bins. */
unsigned case_desc_hashed_bins(unsigned bins);

/* Return what the predicate of a selection says about an element that is not in a box, from the bytes of its first
 * component: its part, and whether it is kept, which is part 0. */
unsigned test_case_part(const test_case *tc, const void *element);
bool test_case_keeps(const test_case *tc, const void *element);

#endif
