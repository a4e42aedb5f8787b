/* The scans of a problem as a view wants them, in many sizes. */
#ifndef CLSCAN_TOOL_VERIFY_DATA_H
#define CLSCAN_TOOL_VERIFY_DATA_H

#include "data/generated.h"

typedef struct verify_data {
    oracle_problem problem;
    view view;
    generated *cases[2]; /* by clscan_kind */
    size_t case_count;
    void *result; /* as large as the largest of them has */
} verify_data;

/* The counts that were asked for, else those that stand for all others: what comes to whole rows, and what there is
 * memory for. False where nothing, or nothing but the empty scan that is among the latter, is left; `why` says it. */
bool verify_data_choose(const options *o, const view *v, const oracle_problem *problem, const budget_limits *memory,
                        size_list *chosen, char why[static MADE_WHY]);

/* Complains on failure. */
bool verify_data_make(const view *v, const oracle_problem *problem, const size_list *counts, uint64_t seed,
                      verify_data *data);
void verify_data_free(verify_data *data);

#endif
