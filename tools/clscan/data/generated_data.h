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

typedef struct generated {
    task task;
    memory_kind memory;
    size_t room;    /* bytes of the input and of the output array */
    void *expected; /* the whole output array: results, and around them the bytes of the input, as after runner_copy */
    void *further[RUNNER_ARRAYS]; /* expected contents that generated_expect has allocated */
    char init[128], expected_total[128];
    char source[4096]; /* the text of generated functions */
    generated_result results[RUNNER_ARRAYS];
    unsigned result_count;
} generated;

/* Adds an array to the results, whose expected contents the caller has. */
void generated_add_result(generated *m, generated_result result);

/* Adds an array to the results, and returns memory for its expected contents, which are bytes RUNNER_UNWRITTEN at
 * first. Returns NULL after complaining. */
void *generated_expect(generated *m, runner_array which, oracle_type type, size_t count);

/* Frees the memory that generated_expect has allocated. */
void generated_free_further(generated *m);

#endif
