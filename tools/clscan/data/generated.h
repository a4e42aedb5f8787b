/* A scan or another task of generated data, with the layout of a view, and its expected results. */
#ifndef CLSCAN_TOOL_GENERATED_H
#define CLSCAN_TOOL_GENERATED_H

#include "data/generated_data.h"
#include "data/generated_elements.h"
#include "options/memory_budget.h"
#include "options/view.h"

/* Sets how the task's elements are scanned: types, layout, segments and further arrays, but no functions and no initial
 * value. The elements need not exist yet. */
void generated_view(const view_options *v, task *t);

/* Sets *p to a problem for which data can be generated: those over elements first, then operators with an accumulator.
 * Returns false past the last one. */
bool generated_problem_at(size_t index, oracle_problem *p);

/* Returns true if `count` elements fill at least one row, and there is memory for them: see budget_suffices. Otherwise
 * `why` becomes the reason in words. */
enum { GENERATED_WHY = BUDGET_WHY + 32 };
bool generated_fits(const view_options *v, const oracle_problem *p, size_t count, const budget_limits *limits,
                    size_t *held, char why[static GENERATED_WHY]);

/* Generates the data of a scan for which generated_fits is true. *m must not be moved. Complains on failure. */
bool generated_open(const view_options *v, const oracle_problem *p, size_t count, uint64_t seed, generated_for purpose,
                    generated *m);
void generated_close(generated *m);

/* Opens a runner with the data. Its output array begins as a copy of the input, as m->expected assumes. */
bool generated_runner(const generated *m, clscan_device *device, bool profiled, runner *r);

/* Returns the first of `count` elements from `first` on that is not as expected, or first + count. */
size_t generated_compare(const generated *m, const generated_result *r, size_t first, const void *actual, size_t count);

/* A wrong element in words. */
enum { GENERATED_TEXT = 512 };
typedef struct generated_difference {
    char where[64], expected[GENERATED_TEXT], actual[GENERATED_TEXT]; /* "place 3 of the output"; elements */
} generated_difference;
void generated_differs(const generated *m, const generated_result *r, size_t index, const void *actual,
                       generated_difference *words);

#endif
