#include "tuning/limits.h"

#include <limits.h>

#define NONE UINT_MAX
#define ANY  0

/* The last row of either table matches every device and every size. */
static const cs_limits limits[] = {
#define LIMITS(device, bytes, reversed_, moved_, stored_, stored_from_, flags, flags_local, keys, keys_local, kept_)   \
    { .matches = cs_class_##device,                                                                                    \
      .element = bytes,                                                                                                \
      .reversed = reversed_,                                                                                           \
      .moved = moved_,                                                                                                 \
      .stored = stored_,                                                                                               \
      .stored_from = stored_from_,                                                                                     \
      .by_flags = { flags, flags_local },                                                                              \
      .by_keys = { keys, keys_local },                                                                                 \
      .kept = kept_ },
#include "table/limits.def"
#undef LIMITS
};

static const cs_columns_limits columns[] = {
#define COLUMNS(device, ...) { cs_class_##device, __VA_ARGS__ },
#include "table/columns.def"
#undef COLUMNS
};

const cs_limits *cs_limits_of(const cs_caps *caps, size_t element) {
    const cs_limits *row = limits;
    while (!row->matches(caps) || (row->element != ANY && row->element != element))
        row++;
    return row;
}

const cs_columns_limits *cs_columns_limits_of(const cs_caps *caps) {
    const cs_columns_limits *row = columns;
    while (!row->matches(caps))
        row++;
    return row;
}
