/* What is special about the test of a kind of tasks: which plans have no self-test, what their input is, and what their
 * results are. */
#ifndef CS_TASK_TEST_H
#define CS_TASK_TEST_H

#include "self_test/test_scan.h"

typedef struct cs_task_test {
    /* Returns why a description of this kind has no self-test, for a person to read, or NULL if there is a self-test.
     */
    const char *(*why_none)(const clscan_desc *desc, const cs_problem *problem);

    /* Writes the elements of the i-th input to `to`. NULL: inputs are those of scans. */
    void (*fill)(const cs_test_scan *scan, unsigned i, void *to);

    /* Computes in plain C what the outputs have to hold: writes it to scan->expected, whose bytes have the values of
     * the outputs before. If elements are moved, sets scan->source and scan->num_moved. NULL: the reference kernel
     * computes it, and vs_reference.c judges the reference kernel. */
    clscan_status (*expect)(cs_test_scan *scan);
} cs_task_test;

extern const cs_task_test cs_selection_test, cs_sort_test, cs_histogram_test;

/* Returns the test of a kind, from a table with a row for each. */
const cs_task_test *cs_task_test_of(cs_task_kind kind);

#endif
