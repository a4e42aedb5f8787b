/* Numbers with runs of equal numbers, for tests of selections of runs. */
#ifndef TESTS_RUNS_H
#define TESTS_RUNS_H

#include <CL/cl.h>
#include <oracle.h>
#include <stdbool.h>
#include <stddef.h>

/* How many runs the numbers have. */
typedef enum runs_of_data { SOME_RUNS, ONE_RUN, ALL_DIFFERENT } runs_of_data;

/* Draws n numbers from 0 to 4. Each run has the next number, and after five runs the numbers begin again. SOME_RUNS has
 * one long run that reaches across tiles. */
static inline void runs_draw(cl_uint *numbers, size_t n, runs_of_data of, uint64_t seed) {
    enum { LONG_RUN_AT = 1000, LONG_RUN = 700 };
    cl_uint run = 0;
    for (size_t i = 0; i < n; i++) {
        const bool in_long_run = i >= LONG_RUN_AT && i < LONG_RUN_AT + LONG_RUN;
        run += i > 0 && (of == ALL_DIFFERENT || (of == SOME_RUNS && !in_long_run && oracle_draw(seed, i) % 3 == 0));
        numbers[i] = run % 5;
    }
}

#endif
