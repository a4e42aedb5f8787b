#include "options/task_table.h"
#include <stdio.h>

static const struct {
    const char *noun;
    task_kind kind;
} rows[] = {
    [CLSCAN_TASK_SCAN] = { "scan", TASK_SCANS },
    [CLSCAN_TASK_REDUCE] = { "reduction", TASK_REDUCES },
    [CLSCAN_TASK_SELECT] = { "selection", TASK_DECIDES },
    [CLSCAN_TASK_PARTITION] = { "partition", TASK_DECIDES },
    [CLSCAN_TASK_UNIQUE] = { "selection", TASK_FINDS_RUNS },
    [CLSCAN_TASK_UNIQUE_LAST] = { "selection", TASK_FINDS_RUNS },
    [CLSCAN_TASK_RUN_LENGTH] = { "run-length encoding", TASK_FINDS_RUNS },
    [CLSCAN_TASK_SORT] = { "sort", TASK_SORTS },
    [CLSCAN_TASK_HISTOGRAM] = { "histogram", TASK_COUNTS },
    [CLSCAN_TASK_TOP_K] = { "top-k", TASK_SORTS },
};

bool task_is_known(clscan_task task) {
    return (size_t)task < sizeof rows / sizeof *rows;
}

task_kind task_kind_of(clscan_task task) {
    return rows[task].kind;
}

const char *task_noun(clscan_task task) {
    return rows[task].noun;
}

const char *task_cannot(const char *what, clscan_task task, char text[static TASK_CANNOT_ROOM]) {
    snprintf(text, TASK_CANNOT_ROOM, "can't %s the %s", what, task_noun(task));
    return text;
}
