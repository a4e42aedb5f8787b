/* The oracle of operators that scan a state of their own and may read or write a second array, whose elements are at
 * the places of those of the first. */
#ifndef CLSCAN_ORACLE_STATE_H
#define CLSCAN_ORACLE_STATE_H

#include "described.h"

/* Each type with each such operator; those with one array are among them, unless oracle_scan knows them. From index 0
 * on; false past the last. log_sum_exp and mean_variance are not over half, which does not hold their sums. */
bool oracle_state_at(size_t index, oracle_problem *problem);

/* Whether it is one of them. */
bool oracle_state_knows(const oracle_problem *problem);

/* The second arrays; of ORACLE_USER: there is none. */
typedef struct oracle_second {
    oracle_type in, out;
    bool is_cell; /* the output is one element, for all */
} oracle_second;
oracle_second oracle_state_second(const oracle_problem *problem);

/* Data on which wrong results show, of numbers of `type`; of add_checked, fewer than 1000 fit it, and of more the last
 * two sums don't, or where `spills` is set, most. The second input goes with the first one of the same seed. */
void oracle_state_fill(const oracle_problem *problem, oracle_type type, uint64_t seed, bool spills, void *in,
                       size_t count);
void oracle_state_fill_second(const oracle_problem *problem, uint64_t seed, void *in, size_t count);

/* As oracle_described_scan, without initial value and total. Of a cell, what is 1 stays 1. */
void oracle_state_scan(const oracle_described *p, const void *second_in, void *second_out);

/* Whether results are rounded, other than the oracle's; and the index of the first element that is not near. */
bool oracle_state_is_rounded(const oracle_problem *problem);
size_t oracle_state_compare(const oracle_problem *problem, oracle_type type, const void *expected, const void *actual,
                            size_t count);

#endif
