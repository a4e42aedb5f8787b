/* clscan tune in parts: a row (tune_row.c), a trial of rows (tune_trial.c), the search (tune_search.c), what is kept
 * (tune_keep.c), the user's file (tune_store.c) and the command (tune.c). */
#ifndef CLSCAN_TOOL_TUNE_H
#define CLSCAN_TOOL_TUNE_H

#include "options.h"
#include "oracle.h"
#include "rig.h"

/* A row of the tuning file, but for device, driver and element size. */
typedef struct tune_row {
    size_t limit; /* SIZE_MAX: all; 0: none */
    bool own;     /* the library's */
    clscan_strategy strategy;
    clscan_group group;
    unsigned wg_size, items, private_rows, local_rows, groups;
} tune_row;

enum { TUNE_MOST_TRIED = 1024 };

typedef struct tuner {
    const options *o;
    clscan_device *device; /* with the library's own rows */
    char *name, *driver;
    oracle_problem problem;
    size_t size, count; /* of an element; of all data */
    void *in, *expected, *actual;
    rig rig;
    double begin, budget; /* seconds */
    tune_row tried[TUNE_MOST_TRIED];
    size_t num_tried;
    size_t shapes; /* tried in all */
    bool failed;   /* after complaining: the search ends */
    bool mismatch;
} tuner;

/* ------------------------------------------------------------------------------------------------------ rows */

/* The row that a plan of the library's is made from. */
bool tune_row_of_plan(clscan_plan *plan, size_t count, tune_row *row);

bool tune_row_same(const tune_row *a, const tune_row *b); /* as shapes */

/* Moves coordinate `c` of those that the strategy has one step up or down; false at its end or where it has no such. */
bool tune_row_step(const tune_row *from, int c, int direction, tune_row *to);
enum { TUNE_COORDINATES = 7 };

/* A line of the tuning file; to be freed. */
char *tune_row_line(const tuner *t, const tune_row *row);

/* ---------------------------------------------------------------------------------------------------- trials */

/* The rest of the budget's first `part` (of 1) is gone. */
bool tune_is_late(const tuner *t, double part);

/* A plan that scans by this row alone, tried once and right; NULL where the device can't, or when the tuner failed. */
clscan_plan *tune_plan(tuner *t, const tune_row *row, size_t count);

/* Seconds for one scan by each of two plans, medians, and for one copy, all in turns; false when the tuner failed. */
typedef struct tune_times {
    double first, second, copy;
} tune_times;
bool tune_race(tuner *t, clscan_plan *first, clscan_plan *second, size_t count, double seconds, tune_times *times);

/* ---------------------------------------------------------------------------------------------------- search */

/* Replaces *row by the best found for `count` elements in that part of the budget: among the strategies for few or
 * for many elements, if it has none, then around it. */
bool tune_search(tuner *t, size_t count, bool many, double part, tune_row *row);

/* Of two rows, of which `many` is the faster at `to`: the greatest power of two from `from` on where `few` is; 0 where
 * it never is. */
size_t tune_crossover(tuner *t, const tune_row *few, const tune_row *many, size_t from, size_t to);

/* ------------------------------------------------------------------------------------------------------ keep */

/* By more than chance. */
bool tune_is_faster(double seconds, double than);

/* Of rows with rising limits, those that hold for any count, up to the last that is not the library's own; returns how
 * many. */
size_t tune_keep(const tune_row *rows, size_t count, tune_row *kept);

/* ------------------------------------------------------------------------------------------------------ file */

/* Whether there will be a file to store in; complains if not. Makes its folders. */
bool tune_can_store(const tuner *t);

/* Puts the lines into the user's file, in the place of those for the same device, driver and element size. */
bool tune_store(const tuner *t, const tune_row *rows, size_t count);

#endif
