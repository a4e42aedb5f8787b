#include "strategy/sort_space.h"

#include "base/try.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"
#include "tuning/sort_shape.h"

#include <stdint.h>

size_t cs_sort_pitch(size_t count) {
    return cs_divided_up(count, CS_WORKSPACE_ALIGNMENT) * CS_WORKSPACE_ALIGNMENT;
}

cs_shape cs_sort_short_spans(const cs_shape *shape, size_t count) {
    const size_t least = (size_t)((cl_ulong)count >> 31) + 1;
    cs_shape s = *shape;
    s.groups = s.groups > least ? s.groups : least;
    return s;
}

size_t cs_sort_passes(const cs_shape *shape, size_t segments) {
    size_t passes = shape->sort.passes - shape->sort.segment_passes;
    for (size_t last = segments ? segments - 1 : 0; last > 0 && passes < shape->sort.passes; last >>= CS_DIGIT_BITS)
        passes++;
    return passes;
}

size_t cs_sort_workspace_of_one(const cs_shape *shape, size_t count, size_t size, size_t buffers) {
    const size_t rows = (size_t)shape->sort.passes * CS_DIGITS,
                 bytes =
                     3 * CS_WORKSPACE_ALIGNMENT + 2 * rows * size + buffers * cs_sort_pitch(count) * shape->sort.bytes;
    return cs_divided_up(bytes, CS_WORKSPACE_ALIGNMENT) * CS_WORKSPACE_ALIGNMENT;
}

/* No memory holds more bytes than half of SIZE_MAX. */
size_t cs_sort_workspace(const cs_shape *shape, size_t count, size_t size, size_t buffers) {
    const cs_shape s = cs_sort_short_spans(shape, count);
    const size_t rows = (size_t)s.sort.passes * CS_DIGITS, most = SIZE_MAX / 2;
    if (buffers && count > most / (buffers * s.sort.bytes) - CS_WORKSPACE_ALIGNMENT)
        return most;
    return 3 * CS_WORKSPACE_ALIGNMENT + rows * size + rows * cs_spans_workspace(&s, count, size) +
           buffers * cs_sort_pitch(count) * s.sort.bytes;
}

clscan_status cs_sort_applicable(const cs_caps *caps, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    (void)caps;
    FAIL_IF(shape->sort.sweeps && shape->wg_size == 1, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "desc.tuning.strategy is lookback, and work-groups have 1 work-item: a sort by lookback needs 2 or more");
    FAIL_IF((size_t)shape->wg_size * shape->items > CS_MOST_SORT_TILE, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "desc.tuning.wg_size is %u, and desc.tuning.items %u: a tile of a sort has at most %d elements",
            shape->wg_size, shape->items, CS_MOST_SORT_TILE);
done:
    return status;
}
