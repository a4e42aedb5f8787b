/* Strips of lines side by side, one a work-group, in one launch. */
#include "strategy.h"

/* Lines that a work-group has: as in cl/tile/columns.h and cl/item/strip.h. */
static size_t strip_of(const cs_shape *shape) {
    enum { LANES = 32, PARTS = 2 };
    if (shape->wg_size == 1)
        return shape->items;
    return shape->wg_size < PARTS * LANES ? shape->wg_size / PARTS : LANES;
}

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    (void)shape, (void)count, (void)size;
    return 0;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    const size_t lines = run->form->batched ? run->count / run->range.numbers.length : 1;
    const size_t strips = lines ? (lines - 1) / strip_of(shape) + 1 : 1;
    return CS_LAUNCH_ON_ELEMENTS(run, 0, strips, CS_ULONG(lines));
}

const cs_strategy cs_columns = {
    .kernels = { "clscan_columns" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
