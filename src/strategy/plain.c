/* Not to be chosen: for who trusts no other. */
#include "strategy.h"

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    (void)shape, (void)count, (void)size;
    return 0;
}

static size_t launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

static clscan_status launch(cs_run *run, const cs_shape *shape) {
    (void)shape;
    return cs_launch(run, 0, true, 1, NULL, 0);
}

const cs_strategy cs_plain = {
    .kernels = { "clscan_plain" },
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
};
