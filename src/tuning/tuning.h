/* Tuning rows, which map a device, an element size and a count to a strategy in a shape. The first row that matches is
 * used. The user's own rows come before the rows of the table. A task may have own rows. The rows of scans, and the
 * table, are also for the tasks that are computed in the shapes of scans. */
#ifndef CS_TUNING_H
#define CS_TUNING_H

#include "base/strbuf.h"
#include "tuning/shape.h"
#include "tuning/tuning_task.h"

typedef struct cs_tuning_row {
    const char *origin;                   /* the class of devices in the table, or the user's file; for people */
    bool (*matches)(const cs_caps *caps); /* NULL: the row is for the device in use */
    size_t limit;                         /* the greatest count; SIZE_MAX: all counts */
    size_t element;                       /* bytes of an element; 0: any */
    clscan_strategy strategy;
    cs_shape shape; /* shape.groups: work-groups for each compute unit */
    unsigned line;  /* the line in the user's file, from 1; 0 for rows of the table */
    int task;       /* as in cs_tuning_task */
} cs_tuning_row;

enum {
    CS_MAX_OWN_ROWS = 64,
#define TUNING(...) +1
    CS_TABLE_ROWS =
#include "table/tuning.def"
#undef TUNING
};

/* A device, and the user's own rows for it. */
typedef struct cs_tuning {
    const cs_caps *caps;
    cs_strbuf origin; /* where the own rows come from: the path of a file, or "options.tuning" */
    cs_tuning_row own[CS_MAX_OWN_ROWS];
    size_t num_own;
} cs_tuning;

/* Returns the first own row of the task that `auto` may choose for counts above `past`, or NULL if there is none.
 * `shaped` means that the caller has chosen a part of the shape: rows of strategies with single work-items, whose shape
 * cannot be chosen, are then skipped. */
const cs_tuning_row *cs_tuning_next_own(const cs_tuning *tuning, const cs_tuning_task *task, bool shaped, size_t past);

/* Returns the first such row of the task's own rows, then of the own rows of scans, and then of the table. The result
 * is NULL after a row up to SIZE_MAX only. The task has the shapes of scans. */
const cs_tuning_row *cs_tuning_next(const cs_tuning *tuning, const cs_tuning_task *task, bool shaped, size_t past);

/* Returns the own row of the task for a strategy that the caller has chosen, for the greatest counts; NULL if there is
 * none. */
const cs_tuning_row *cs_tuning_requested_own(const cs_tuning *tuning, const cs_tuning_task *task,
                                             clscan_strategy strategy);

/* Returns the row of scans for a strategy that the caller has chosen: the row for the greatest counts in the first
 * class of devices that has rows for the strategy. A strategy without rows gets the shape of reduce_scan. Tasks with
 * shapes of their own have the rows of the table only. */
const cs_tuning_row *cs_tuning_requested(const cs_tuning *tuning, const cs_tuning_task *task, clscan_strategy strategy);

/* Appends the row as a line of a tuning file for the device, without the newline:
 * "NVIDIA H200" "580.159" all any lookback sub_group 256 11 10 11 8 */
void cs_tuning_print(cs_strbuf *text, const cs_caps *caps, const cs_tuning_row *row);

/* Appends the row's origin as a comment of a tuning file: its file and line, or a class of devices. */
void cs_tuning_print_origin(cs_strbuf *text, const cs_tuning_row *row);

#endif
