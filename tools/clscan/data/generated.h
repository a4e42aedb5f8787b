/* A scan of made-up data, as a view wants it, and what should come of it. */
#ifndef CLSCAN_TOOL_GENERATED_H
#define CLSCAN_TOOL_GENERATED_H

#include "data/generated_elements.h"
#include "data/rig.h"
#include "options/memory_budget.h"
#include "options/view.h"

/* What a scan writes: elements, all that are in the array. */
typedef struct generated_result {
    rig_array array;
    oracle_type type;
    size_t size, count;
    const void *expected;
} generated_result;

enum { GENERATED_RESULTS = 3 };

typedef struct generated {
    task task;
    memory_kind memory;
    size_t room;    /* bytes of task.in, and there: */
    void *expected; /* all of the output: the results, and around them what it began with, the input's bytes */
    void *expected_second;
    char init[128], expected_total[128];
    char source[4096]; /* of functions */
    generated_result results[GENERATED_RESULTS];
    unsigned result_count;
} generated;

/* How the elements of the task, which are not there yet, are scanned: all but functions and an initial value. */
void generated_view(const view_options *v, task *t);

/* All that can be made up: the oracle's problems, those on elements first; false past the last. */
bool generated_problem_at(size_t index, oracle_problem *p);

/* Whether as many come to a row at least, and there is memory for them: see room_suffices. Else `why` says it. */
enum { MADE_WHY = BUDGET_WHY + 32 };
bool generated_fits(const view_options *v, const oracle_problem *p, size_t count, const budget_limits *limits,
                    size_t *held, char why[static MADE_WHY]);

/* Of what fits. *m is not to be moved. Complains on failure. */
bool generated_open(const view_options *v, const oracle_problem *p, size_t count, uint64_t seed, generated_for purpose,
                    generated *m);
void generated_close(generated *m);

/* A rig with the data, whose output begins as it should. */
bool generated_rig(const generated *m, clscan_device *device, bool profiled, rig *r);

/* The first of `count` elements from `first` on that is other than expected; first + count when none is. */
size_t generated_compare(const generated *m, const generated_result *r, size_t first, const void *actual, size_t count);

/* What is other than it should be, in words. */
enum { MADE_TEXT = 512 };
typedef struct generated_difference {
    char where[64], expected[MADE_TEXT], actual[MADE_TEXT]; /* "place 3 of the output"; elements */
} generated_difference;
void generated_differs(const generated *m, const generated_result *r, size_t index, const void *actual,
                       generated_difference *words);

#endif
