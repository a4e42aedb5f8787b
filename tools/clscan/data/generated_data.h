/* The data that are generated for a task, and what its outputs are expected to hold. */
#ifndef CLSCAN_TOOL_GENERATED_DATA_H
#define CLSCAN_TOOL_GENERATED_DATA_H

#include "data/runner.h"

/* The expected contents of one array that a scan writes. */
typedef struct generated_result {
    runner_array array;
    oracle_type type;
    size_t size;  /* bytes of an element */
    size_t count; /* all elements of the array, also those that the scan does not write */
    const void *expected;
} generated_result;

enum { GENERATED_RESULTS = 4 };

typedef struct generated {
    task task;
    memory_kind memory;
    size_t room;    /* bytes of the input and of the output array */
    void *expected; /* the whole output array: results, and around them the bytes of the input, as after runner_copy */
    void *expected_second;
    cl_ulong *expected_lengths; /* the lengths of runs; NULL: the task has none */
    char init[128], expected_total[128];
    char source[4096]; /* the text of generated functions */
    generated_result results[GENERATED_RESULTS];
    unsigned result_count;
} generated;

#endif
