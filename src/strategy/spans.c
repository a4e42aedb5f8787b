#include "strategy/spans.h"

size_t cs_span_of(const cs_shape *shape, size_t count) {
    return ((cs_shape_tiles(shape, count) - 1) / shape->groups + 1) * shape->tile;
}

size_t cs_spans(const cs_shape *shape, size_t count) {
    return count ? (count - 1) / cs_span_of(shape, count) + 1 : 1;
}

size_t cs_spans_workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t tiles = cs_shape_tiles(shape, count);
    return (tiles < shape->groups ? tiles : shape->groups) * size;
}
