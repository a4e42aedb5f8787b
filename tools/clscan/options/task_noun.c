#include "options/task_noun.h"
#include <stdio.h>

const char *task_noun(clscan_task task) {
    static const char *const nouns[] = {
        [CLSCAN_TASK_SCAN] = "scan",
        [CLSCAN_TASK_REDUCE] = "reduction",
        [CLSCAN_TASK_SELECT] = "selection",
        [CLSCAN_TASK_PARTITION] = "partition",
        [CLSCAN_TASK_UNIQUE] = "selection",
        [CLSCAN_TASK_UNIQUE_LAST] = "selection",
        [CLSCAN_TASK_RUN_LENGTH] = "run-length encoding",
        [CLSCAN_TASK_SORT] = "sort",
        [CLSCAN_TASK_HISTOGRAM] = "histogram",
        [CLSCAN_TASK_TOP_K] = "top-k",
    };
    return nouns[task];
}

const char *task_cannot(const char *what, clscan_task task, char text[static TASK_CANNOT_ROOM]) {
    snprintf(text, TASK_CANNOT_ROOM, "can't %s the %s", what, task_noun(task));
    return text;
}
