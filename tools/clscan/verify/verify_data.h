/* The scans of a problem in a view, in many sizes. */
#ifndef CLSCAN_TOOL_VERIFY_DATA_H
#define CLSCAN_TOOL_VERIFY_DATA_H

#include "data/generated.h"

typedef struct verify_data {
    oracle_problem problem;
    view view;
    generated *cases[2]; /* by clscan_kind */
    size_t case_count;
    void *result; /* memory for the largest result of all cases */
} verify_data;

/* Chooses the counts: those that --size names, else a default list. Counts become multiples of a row, and counts for
 * which there is no memory are left out. Returns false if no count is left, or only the empty scan of the default list;
 * `why` is the reason. */
bool verify_data_choose(const options *o, const view *v, const oracle_problem *problem, const budget_limits *memory,
                        size_list *chosen, char why[static GENERATED_WHY]);

/* Complains on failure. */
bool verify_data_make(const view *v, const oracle_problem *problem, const size_list *counts, uint64_t seed,
                      verify_data *data);
void verify_data_free(verify_data *data);

#endif
