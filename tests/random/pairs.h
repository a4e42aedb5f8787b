/* All pairs: few cases, in which every two values of any two dimensions come together once at least. Greedy, and the
 * same each time. */
#ifndef TESTS_RANDOM_PAIRS_H
#define TESTS_RANDOM_PAIRS_H

#include "random/test_case.h"

typedef struct pairs pairs;

pairs *pairs_new(void);

/* The next case; false when no pair is left. Pairs that contradict each other are taken for done with their case. */
bool pairs_next(pairs *all, test_case *tc);

void pairs_free(pairs *all);

#endif
