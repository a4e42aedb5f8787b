/* Cases run on a device: the plan made, a scan enqueued, its results judged. */
#ifndef TESTS_RANDOM_TESTER_H
#define TESTS_RANDOM_TESTER_H

#include "random/test_case.h"

/* Of one thread. */
typedef struct tester {
    const test_device *d;
    size_t plans, scans, refused;
} tester;

/* False, and `what`: something was wrong. */
bool tester_run(tester *t, const test_case *tc, char *what, size_t size);

/* Some scans with one plan; the first has the case as it is. Where it was not right, *tc is the one. */
bool tester_run_scans(tester *t, test_case *tc, uint64_t seed, int scans, char *what, size_t size);

/* The line by which the case is run again, and what was wrong. */
void tester_print(const test_case *tc, const char *what);

#endif
