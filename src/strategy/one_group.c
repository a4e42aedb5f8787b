#include "strategy/one_group.h"

size_t cs_one_group_workspace(const cs_shape *shape, size_t count, size_t size) {
    (void)shape, (void)count, (void)size;
    return 0;
}

size_t cs_one_group_launches(const cs_shape *shape, size_t count) {
    (void)shape, (void)count;
    return 1;
}

clscan_status cs_one_group_launch(cs_submission *submission, const cs_shape *shape) {
    (void)shape;
    return cs_launch(submission, 0, true, 1, NULL, 0);
}
