/* A row of tuning: read from a line of the tuning file, changed one step, written as such a line. */
#include "common/message.h"
#include "options/option_values.h"
#include "tune/tune.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the columns of a line, which begins with the names of device and driver in quotes. The task may follow. */
static const char *columns_of(const char *line) {
    static const char task[] = " task=";
    const char *columns = strrchr(line, '"');
    if (columns && strncmp(columns + 1, task, strlen(task)) == 0)
        columns = strchr(columns + 1 + strlen(task), ' ');
    return columns ? columns + 1 : NULL;
}

bool tune_row_of_plan(clscan_plan *plan, size_t count, tune_row *row) {
    char strategy[32], group[32], *line = NULL;
    size_t needed = 0;
    const bool has_line = clscan_plan_tuning_row(plan, count, NULL, 0, &needed) == CLSCAN_OK &&
                          (line = malloc(needed)) &&
                          clscan_plan_tuning_row(plan, count, line, needed, NULL) == CLSCAN_OK;
    const char *columns = has_line ? columns_of(line) : NULL;
    *row = (tune_row) { .limit = SIZE_MAX };
    const bool ok = columns && sscanf(columns, "%*s %*s %31s %31s %u %u %u %u %u", strategy, group, &row->wg_size,
                                      &row->items, &row->private_rows, &row->local_rows, &row->groups) == 7;
    free(line);
    if (!ok)
        return complain_of_library("there is no row of tuning");
    return clscan_strategy_from_name(strategy, &row->strategy) == CLSCAN_OK &&
           clscan_group_from_name(group, &row->group) == CLSCAN_OK;
}

bool tune_row_same(const tune_row *a, const tune_row *b) {
    return a->strategy == b->strategy && a->group == b->group && a->wg_size == b->wg_size && a->items == b->items &&
           a->private_rows == b->private_rows && a->local_rows == b->local_rows && a->groups == b->groups;
}

/* ----------------------------------------------------------------------------------------------------- steps */

/* Sets of strategies: those that use a coordinate. */
enum {
    ROWS = 1 << CLSCAN_STRATEGY_LOOKBACK | 1 << CLSCAN_STRATEGY_CHAINED,
    SLICES = 1 << CLSCAN_STRATEGY_SLICES,
    SPANS = 1 << CLSCAN_STRATEGY_REDUCE_SCAN,
    GROUPS = ~SLICES,
    TILES = ~(SLICES | ROWS),
    NONE = 0,
    ALL = ~0
};

#define END UINT_MAX
static const unsigned private_rows[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, END };
static const unsigned local_rows[] = { 0, 1, 2, 3, 5, 7, 9, 11, 13, 15, END };
static const unsigned wg_sizes[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, END };
static const unsigned items[] = { 1, 2, 3, 5, 7, 9, 11, 13, 15, 16, 19, 23, 32, 48, 64, 128, END };
static const unsigned slices[] = { 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 18, 1 << 19, END };
static const unsigned groups_a_unit[] = { 1, 2, 3, 4, 6, 8, 12, 16, 32, END };
/* The numbers of a row that tune varies, each with the values to try in rising order. NULL stands for all work-group
 * algorithms. The first set has the strategies that use the number for scans, and the second one those that use it for
 * tasks with shapes of their own. */
static const struct coordinate {
    size_t field;
    int scans, tasks;
    const unsigned *ladder;
} coordinates[TUNE_COORDINATES] = {
    { offsetof(tune_row, private_rows), ROWS, NONE, private_rows },
    { offsetof(tune_row, local_rows), ROWS, NONE, local_rows },
    { offsetof(tune_row, wg_size), GROUPS, ALL, wg_sizes },
    { offsetof(tune_row, items), TILES, ALL, items },
    { offsetof(tune_row, items), SLICES, NONE, slices },
    { offsetof(tune_row, groups), SPANS | SLICES, SPANS, groups_a_unit },
    { offsetof(tune_row, group), TILES, NONE, NULL },
};

bool tune_has_own_shapes(clscan_task task) {
    return task == CLSCAN_TASK_REDUCE || task == CLSCAN_TASK_PARTITION || task == CLSCAN_TASK_SORT ||
           task == CLSCAN_TASK_TOP_K || task == CLSCAN_TASK_HISTOGRAM;
}

static unsigned rung(const struct coordinate *axis, int i) {
    if (axis->ladder)
        return axis->ladder[i];
    return names_of_groups(i + 1) ? (unsigned)i + 1 : END;
}

/* A value between two steps changes to the next step in that direction. */
bool tune_row_step(clscan_task task, const tune_row *from, int c, int direction, tune_row *to) {
    const struct coordinate *axis = &coordinates[c];
    const int strategies = tune_has_own_shapes(task) ? axis->tasks : axis->scans;
    unsigned value;
    int i = 0;
    const bool has_choice = axis->ladder || from->wg_size > 1; /* one work-item alone uses no group algorithm */
    if (!has_choice || !(strategies >> from->strategy & 1))
        return false;
    *to = *from;
    memcpy(&value, (const char *)from + axis->field, sizeof value);
    while (rung(axis, i) < value)
        i++;
    if (direction < 0 || rung(axis, i) == value)
        i += direction;
    if (i < 0 || rung(axis, i) == END)
        return false;
    value = rung(axis, i);
    memcpy((char *)to + axis->field, &value, sizeof value);
    return true;
}

/* ------------------------------------------------------------------------------------------------------ line */

/* Returns the beginning of a line with room for the columns. */
enum { COLUMNS = 256 };
char *tune_row_beginning(const tune_conditions *conditions) {
    const size_t room = strlen(conditions->name) + strlen(conditions->driver) + 2 * COLUMNS;
    const bool of_scans = conditions->task == CLSCAN_TASK_SCAN;
    char *line = malloc(room);
    if (line)
        snprintf(line, room - COLUMNS, "\"%s\" \"%s\" %s%s%s", conditions->name, conditions->driver,
                 of_scans ? "" : "task=", of_scans ? "" : clscan_task_name(conditions->task), of_scans ? "" : " ");
    return line;
}

char *tune_row_line(const tune_conditions *conditions, const tune_row *row) {
    char limit[24] = "all", *line = tune_row_beginning(conditions);
    if (row->limit != SIZE_MAX)
        snprintf(limit, sizeof limit, "%zu", row->limit);
    if (line)
        snprintf(line + strlen(line), COLUMNS, "%s %zu %s %s %u %u %u %u %u\n", limit, conditions->size,
                 names_of_strategies((int)row->strategy), names_of_groups((int)row->group), row->wg_size, row->items,
                 row->private_rows, row->local_rows, row->groups);
    return line;
}
