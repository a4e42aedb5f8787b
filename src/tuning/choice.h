/* From a tuning row to a choice: a strategy in a shape that the device can run. */
#ifndef CS_CHOICE_H
#define CS_CHOICE_H

#include "problem/problem.h"
#include "tuning/tuning.h"

/* A strategy in a shape, for counts up to `limit`. */
typedef struct cs_choice {
    clscan_strategy strategy;
    cs_shape shape;
    size_t limit;
    cs_tuning_row row; /* the row that the shape was made from, with the numbers of the task's own table */
} cs_choice;

/* The inputs of the choice of a shape. */
typedef struct cs_request {
    const cs_caps *caps;
    const cs_tuning *tuning;
    const clscan_desc *desc; /* for the caller's choices */
    const cs_traits *traits;
    cs_tuning_task task; /* whose rows are used */
} cs_request;

/* Returns the strategy whose row of tuning.def has the shape. Sorts have the same row for all strategies, and so have
 * reductions in one launch and in two, whose results have the same bits. */
clscan_strategy cs_request_strategy_of_row(const cs_request *r, clscan_strategy strategy);

/* Returns the number of compute units by which numbers of work-groups are chosen. For deterministic plans the number is
 * the same on all devices, because it affects the association of results. */
size_t cs_units_for(const cs_caps *caps, const clscan_desc *desc);

/* Makes a choice of the row. Fails with CLSCAN_ERROR_UNSUPPORTED_SHAPE if the description asks for a shape that the
 * device cannot run. */
clscan_status cs_choose(const cs_request *r, const cs_tuning_row *row, cs_choice *choice);

#endif
