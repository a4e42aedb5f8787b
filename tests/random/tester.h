/* Runs cases on a device: creates the plan, enqueues a scan, and compares its results. */
#ifndef TESTS_RANDOM_TESTER_H
#define TESTS_RANDOM_TESTER_H

#include "random/test_case.h"

/* A tester belongs to one thread. */
typedef struct tester {
    const test_device *d;
    size_t plans, scans, refused;
} tester;

/* Returns false if something is wrong, with the reason in `what`. */
bool tester_run(tester *t, const test_case *tc, char *what, size_t size);

/* Runs some scans with one plan. The first scan is that of the case. On a mismatch, *tc is the case that failed. */
bool tester_run_scans(tester *t, test_case *tc, uint64_t seed, int scans, char *what, size_t size);

/* Prints the line that runs the case again, and what was wrong. */
void tester_print(const test_case *tc, const char *what);

#endif
