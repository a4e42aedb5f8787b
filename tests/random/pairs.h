/* Pairwise cases: few cases that contain every two values of any two dimensions at least once. The algorithm is greedy
 * and deterministic. */
#ifndef TESTS_RANDOM_PAIRS_H
#define TESTS_RANDOM_PAIRS_H

#include "random/test_case.h"

typedef struct pairs pairs;

pairs *pairs_new(void);

/* Draws the next case. Returns false when no pair is left. If two values of a case contradict each other, their pair
 * counts as done. */
bool pairs_next(pairs *all, test_case *tc);

void pairs_free(pairs *all);

#endif
