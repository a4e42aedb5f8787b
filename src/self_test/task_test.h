/* The tests of the kinds of tasks. */
#ifndef CS_TASK_TEST_H
#define CS_TASK_TEST_H

#include "self_test/trial.h"

extern const cs_task_test cs_selection_test, cs_sort_test, cs_histogram_test;

/* Returns the test of a kind, from a table with a row for each. */
const cs_task_test *cs_task_test_of(cs_task_kind kind);

#endif
