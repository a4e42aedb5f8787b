/* The parts of clscan tune. tune.c is the command. tune_search.c searches rows, and tune_keep.c chooses the rows to
 * keep. A child process tries rows (tune_trial.c), and tune_ask.c sends it requests. tune_row.c steps and prints rows.
 * tune_store.c writes the user's tuning file. */
#ifndef CLSCAN_TOOL_TUNE_H
#define CLSCAN_TOOL_TUNE_H

#include "common/child.h"
#include "options/options.h"
#include "oracle.h"

/* A row of the tuning file, without device, driver and element size. */
typedef struct tune_row {
    size_t limit; /* the greatest count of the row; SIZE_MAX: every count; 0: the row is never the fastest */
    bool own;     /* the library chooses the same row by itself */
    clscan_strategy strategy;
    clscan_group group;
    unsigned wg_size, items, private_rows, local_rows, groups;
} tune_row;

/* The conditions of the measurements: the device and its driver, the task, and `count` elements of `size` bytes. */
typedef struct tune_conditions {
    char name[1024], driver[1024];
    clscan_task task;
    size_t size, count;
} tune_conditions;

enum { TUNE_MOST_TRIED = 1024, TUNE_MOST_LOST = 64 };

typedef struct tuner {
    const options *o;
    child child;
    oracle_problem problem;
    tune_conditions conditions;
    double begin, budget; /* seconds */
    tune_row tried[TUNE_MOST_TRIED];
    size_t num_tried;
    tune_row
        lost[TUNE_MOST_LOST]; /* rows that crashed or hung the driver in their first scan, and are not tried again */
    size_t num_lost;
    size_t shapes; /* the number of shapes tried in all */
    bool failed;   /* an error was reported, and the search ends */
    bool mismatch;
} tuner;

/* The least number of elements in the data. */
enum { TUNE_LEAST_COUNT = 2 << 20 };

/* ------------------------------------------------------------------------------------------------------ rows */

/* Sets *row to the row with which the plan scans `count` elements. */
bool tune_row_of_plan(clscan_plan *plan, size_t count, tune_row *row);

bool tune_row_same(const tune_row *a, const tune_row *b); /* compares strategy and shape */

/* Returns true if the task has shapes of its own. The other tasks are computed in the shapes of scans. */
bool tune_has_own_shapes(clscan_task task);

/* Sets *to to a row that differs from *from by one step, up or down, of coordinate `c`. Returns false at the end of the
 * coordinate's values, or if the task or the strategy does not use the coordinate. */
bool tune_row_step(clscan_task task, const tune_row *from, int c, int direction, tune_row *to);
enum { TUNE_COORDINATES = 7 };

/* Return a line of the tuning file, and what all lines of the same conditions begin with; to be freed. */
char *tune_row_line(const tune_conditions *conditions, const tune_row *row);
char *tune_row_beginning(const tune_conditions *conditions);

/* ---------------------------------------------------------------------------------------------------- trials */

/* Sets *problem to the problem that the options name. Complains if there is none, or if the task is not of it. */
bool tune_find_problem(const options *o, oracle_problem *problem);

/* The median times of the task by each of two rows and of a copy, in seconds. The three were measured in turn. */
typedef struct tune_times {
    double first, second, copy;
} tune_times;

/* The kinds of requests to the child process. A row with the strategy `auto` stands for the library's own choice. */
typedef enum tune_what {
    TUNE_OPEN,    /* open the device, and return the conditions of the measurements */
    TUNE_OWN_ROW, /* return the library's row for the strategy of `second` and the count */
    TUNE_TRY,     /* compute by `second`, and compare with plain C. The plan for `first`, if given, stays ready */
    TUNE_RACE,    /* time `first` and `second` for about `seconds` */
    TUNE_ACCEPT   /* return whether the library accepts every line of the file at `path` */
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
    TUNE_IMPOSSIBLE, /* the device can't run the row, or the library does not accept the file, for the reason `words` */
    TUNE_MISMATCH    /* the row's result is wrong; the child has said so */
} tune_outcome;

typedef struct tune_reply {
    tune_outcome outcome;
    tune_conditions conditions;
    tune_row row;
    tune_times times;
    char words[TUNE_WORDS];
} tune_reply;

/* Send requests to the child. They return false if the device can't do it, if the driver crashed or hung, or if the
 * tuner has failed. */
bool tune_open(tuner *t);
bool tune_own_row(tuner *t, clscan_strategy strategy, size_t count, tune_row *row);
bool tune_try(tuner *t, const tune_row *keep, const tune_row *row, size_t count);
bool tune_race(tuner *t, const tune_row *first, const tune_row *second, size_t count, double seconds,
               tune_times *times);
bool tune_accepts(tuner *t, const char *path, char why[static TUNE_WORDS]);

/* Returns true if the driver crashed or hung in the first scan by this row. */
bool tune_was_lost(const tuner *t, const tune_row *row);

/* Returns true if a part of the time budget, from 0 to 1, has been used up. */
bool tune_is_late(const tuner *t, double part);

/* ---------------------------------------------------------------------------------------------------- search */

/* Searches the fastest row for `count` elements until that part of the budget is used up. The search starts from *row,
 * if its strategy is not `auto`, and from the library's rows for few or for many elements. */
bool tune_search(tuner *t, size_t count, bool many, double part, tune_row *row);

/* Returns the greatest power of two, from `from` to `to`, at which the row `few` is faster than `many`; 0 if there is
 * none. At `to`, `many` is the faster row. */
size_t tune_crossover(tuner *t, const tune_row *few, const tune_row *many, size_t from, size_t to);

/* ------------------------------------------------------------------------------------------------------ keep */

/* Returns true if a time is shorter than another by more than chance. */
bool tune_is_faster(double seconds, double than);

/* Chooses the rows to keep from rows with rising limits, and returns their number. Rows that are never the fastest are
 * left out, and so are rows at the end that the library chooses by itself. */
size_t tune_keep(const tune_row *rows, size_t count, tune_row *kept);

/* ------------------------------------------------------------------------------------------------------ file */

/* Returns true if the tuning file can be written, and makes its folders. Otherwise complains. */
bool tune_can_store(tuner *t);

/* Writes the rows into the user's tuning file. They replace rows for the same device, driver, task and element size. */
bool tune_store(tuner *t, const tune_row *rows, size_t count);

#endif
