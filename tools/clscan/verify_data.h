/* The inputs of a problem in many sizes, with the results that the oracle expects. */
#ifndef CLSCAN_TOOL_VERIFY_DATA_H
#define CLSCAN_TOOL_VERIFY_DATA_H

#include "oracle.h"

typedef struct verify_case {
    size_t count;
    void *in;
    void *expected[2]; /* by clscan_kind */
} verify_case;

typedef struct verify_data {
    oracle_problem problem;
    verify_case *cases;
    size_t case_count;
    void *result; /* as large as the largest case */
} verify_data;

/* Complains on failure. */
bool verify_data_make(const oracle_problem *problem, uint64_t seed, bool quick, verify_data *data);
void verify_data_free(verify_data *data);

#endif
