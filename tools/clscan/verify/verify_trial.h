/* Requests of clscan verify to its child process, and the replies. Problem and view are indices for
 * generated_problem_at and view_at. */
#ifndef CLSCAN_TOOL_VERIFY_TRIAL_H
#define CLSCAN_TOOL_VERIFY_TRIAL_H

#include "data/generated.h"

typedef struct combination {
    clscan_kind kind;
    clscan_strategy strategy;
    clscan_group group;
} combination;

typedef struct verify_request {
    bool open_only; /* only open the device */
    uint64_t seed;
    size_t problem, view;
    combination c;
} verify_request;

typedef enum verify_result {
    VERIFY_BROKEN, /* an error that is not a mismatch; the child has complained */
    VERIFY_PASSED,
    VERIFY_MISMATCH,
    VERIFY_SKIPPED,     /* the device can't run the shape; the child has said so */
    VERIFY_VIEW_SKIPPED /* the problem does not go with the view, in any combination; the child has said so */
} verify_result;

typedef struct verify_reply {
    verify_result result;
    size_t sizes;        /* the number of sizes in which the combination was to be tried */
    size_t count, index; /* after a mismatch: the count of the scan, and the index of the wrong element */
    generated_difference words;
} verify_reply;

#endif
