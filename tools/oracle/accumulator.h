/* The oracle of operators with an accumulator. Some of these operators read or write a second array, with one element
 * for each element of the first array. */
#ifndef CLSCAN_ORACLE_ACCUMULATOR_H
#define CLSCAN_ORACLE_ACCUMULATOR_H

#include "described.h"

/* Sets *problem to the `index`th problem: each type with each such operator that oracle_scan does not know. Returns
 * false past the last one. log_sum_exp and mean_variance are left out over half, because half does not hold their sums.
 */
bool oracle_accumulator_at(size_t index, oracle_problem *problem);

/* Returns true if oracle_accumulator_at lists the problem. */
bool oracle_accumulator_knows(const oracle_problem *problem);

/* The types of the second arrays. ORACLE_USER: there is no such array. */
typedef struct oracle_second {
    oracle_type in, out;
    bool is_cell; /* the second output is one element for the whole scan */
} oracle_second;
oracle_second oracle_accumulator_second(const oracle_problem *problem);

/* Fills the inputs with numbers of `type` for which wrong results differ from right ones. For add_checked, sums of
 * fewer than 1000 elements do not overflow. With more elements the last two sums overflow, or with `spills` most sums.
 * The second input belongs to the first input of the same seed. */
void oracle_accumulator_fill(const oracle_problem *problem, oracle_type type, uint64_t seed, bool spills, void *in,
                             size_t count);
void oracle_accumulator_fill_second(const oracle_problem *problem, uint64_t seed, void *in, size_t count);

/* Scans like oracle_described_scan, but without an initial value and a total. A cell that is 1 stays 1. */
void oracle_accumulator_scan(const oracle_described *p, const void *second_in, void *second_out);

/* Returns true if the results of the library may be rounded otherwise than the oracle's. oracle_accumulator_compare
 * returns the index of the first element that differs by more than rounding, or `count`. */
bool oracle_accumulator_is_rounded(const oracle_problem *problem);
size_t oracle_accumulator_compare(const oracle_problem *problem, oracle_type type, const void *expected,
                                  const void *actual, size_t count);

#endif
