/* clscan tune in parts: a row (tune_row.c), a trial of rows in a child process (tune_trial.c), which is asked for
 * (tune_ask.c), the search (tune_search.c), what is kept (tune_keep.c), the user's file (tune_store.c) and the command
 * (tune.c). */
#ifndef CLSCAN_TOOL_TUNE_H
#define CLSCAN_TOOL_TUNE_H

#include "common/child.h"
#include "options/options.h"
#include "oracle.h"

/* A row of the tuning file, but for device, driver and element size. */
typedef struct tune_row {
    size_t limit; /* SIZE_MAX: all; 0: none */
    bool own;     /* the library's */
    clscan_strategy strategy;
    clscan_group group;
    unsigned wg_size, items, private_rows, local_rows, groups;
} tune_row;

/* What rows are measured on: the device with its driver, elements of `size` bytes, `count` of them in all. */
typedef struct tune_place {
    char name[1024], driver[1024];
    size_t size, count;
} tune_place;

enum { TUNE_MOST_TRIED = 1024, TUNE_MOST_LOST = 64 };

typedef struct tuner {
    const options *o;
    child child;
    oracle_problem problem;
    tune_place place;
    double begin, budget; /* seconds */
    tune_row tried[TUNE_MOST_TRIED];
    size_t num_tried;
    tune_row lost[TUNE_MOST_LOST]; /* those whose first scan the driver did not survive: not tried again */
    size_t num_lost;
    size_t shapes; /* tried in all */
    bool failed;   /* after complaining: the search ends */
    bool mismatch;
} tuner;

/* The least count that the whole data have. */
enum { TUNE_LEAST_COUNT = 2 << 20 };

/* ------------------------------------------------------------------------------------------------------ rows */

/* The row that a plan of the library's is made from. */
bool tune_row_of_plan(clscan_plan *plan, size_t count, tune_row *row);

bool tune_row_same(const tune_row *a, const tune_row *b); /* as shapes */

/* Moves coordinate `c` of those that the strategy has one step up or down; false at its end or where it has no such. */
bool tune_row_step(const tune_row *from, int c, int direction, tune_row *to);
enum { TUNE_COORDINATES = 7 };

/* A line of the tuning file; to be freed. */
char *tune_row_line(const tune_place *place, const tune_row *row);

/* ---------------------------------------------------------------------------------------------------- trials */

/* The problem that the options name; complains if there is none. */
bool tune_find_problem(const options *o, oracle_problem *problem);

/* Seconds for one scan by each of two rows, medians, and for one copy, all in turns. */
typedef struct tune_times {
    double first, second, copy;
} tune_times;

/* What the child process is asked for. A row whose strategy is automatic stands for the library's own choice. */
typedef enum tune_what {
    TUNE_OPEN,    /* where things are measured */
    TUNE_OWN_ROW, /* the library's row for the strategy of `second` and the count */
    TUNE_TRY,     /* a scan by `second`, compared with plain C; a plan for `first` is kept where there is one */
    TUNE_RACE,    /* the times of `first` and `second`, which take about as many seconds */
    TUNE_ACCEPT   /* whether the library takes every line of the file at `path` */
} tune_what;

enum { TUNE_PATH = 4096, TUNE_WORDS = 1024 };
typedef struct tune_request {
    tune_what what;
    bool has_first;
    tune_row first, second;
    size_t count;
    double seconds;
    char path[TUNE_PATH];
} tune_request;

typedef enum tune_outcome {
    TUNE_FAILED, /* the child has complained */
    TUNE_OK,
    TUNE_IMPOSSIBLE, /* the device can't run the row; the library does not accept the file, and `words` say why */
    TUNE_MISMATCH    /* the row's result is wrong; the child has said so */
} tune_outcome;

typedef struct tune_reply {
    tune_outcome outcome;
    tune_place place;
    tune_row row;
    tune_times times;
    char words[TUNE_WORDS];
} tune_reply;

/* The requests from the parent's side. False: not possible, not survived by the driver, or the tuner failed. */
bool tune_open(tuner *t);
bool tune_own_row(tuner *t, clscan_strategy strategy, size_t count, tune_row *row);
bool tune_try(tuner *t, const tune_row *keep, const tune_row *row, size_t count);
bool tune_race(tuner *t, const tune_row *first, const tune_row *second, size_t count, double seconds,
               tune_times *times);
bool tune_accepts(tuner *t, const char *path, char why[static TUNE_WORDS]);

/* Whether the driver did not survive the first scan by this row. */
bool tune_was_lost(const tuner *t, const tune_row *row);

/* The rest of the budget's first `part` (of 1) is gone. */
bool tune_is_late(const tuner *t, double part);

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
bool tune_can_store(tuner *t);

/* Puts the lines into the user's file, in the place of those for the same device, driver and element size. */
bool tune_store(tuner *t, const tune_row *rows, size_t count);

#endif
