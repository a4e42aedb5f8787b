/* Functions that the laws of tasks share. */
#ifndef TESTS_LAW_TASKS_H
#define TESTS_LAW_TASKS_H

#include "support/shape.h"
#include "support/trial.h"

#include <string.h>

enum { N = 5003 }; /* the elements, which fill many tiles in the shape of some_items */

static inline void create(const test_device *d, clscan_desc desc, clscan_plan **plan) {
    desc.struct_size = sizeof desc;
    assert_ok(clscan_plan_create(d->device, &desc, plan));
}

/* A shape of several work-items, so that work-groups of one work-item, which CPUs have, are not the only ones. */
static inline clscan_tuning some_items(const test_device *d) {
    return (clscan_tuning) { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN,
                             .wg_size = test_device_wg_size(d, CLSCAN_STRATEGY_REDUCE_SCAN, 32),
                             .items = 4,
                             .num_groups = 3 };
}

static inline clscan_args args_of_rows(const void *x, void *y, size_t rows, size_t length) {
    return (
        clscan_args) { .in[0].host = x, .out[0].host = y, .num_dims = 2, .dims = { { .n = length }, { .n = rows } } };
}

#endif
