/* The names of enumerators and types, and the way back. */
#include "base/try.h"
#include "table/table.h"
#include "table/type_name.h"

#include <string.h>

const char *clscan_type_name(size_t i) {
    return i < CS_TYPE_USER ? cs_type_at((cs_type)i)->name : NULL;
}

size_t clscan_type_size(const char *name) {
    return name ? cs_type_name_parse(name).size : 0;
}

const char *clscan_op_name(clscan_op op) {
    const cs_op_row *row = cs_op_at(op);
    return row ? row->name : NULL;
}

const char *clscan_task_name(clscan_task task) {
    const cs_task_row *row = cs_task_at(task);
    return row ? row->name : NULL;
}

const char *clscan_strategy_name(clscan_strategy strategy) {
    return cs_strategy_name(strategy);
}

const char *clscan_group_name(clscan_group group) {
    const cs_group_row *row = cs_group_at(group);
    return row ? row->name : NULL;
}

const char *clscan_segments_name(clscan_segments segments) {
    const cs_enumerator_row *row = cs_segments_at(segments);
    return row ? row->name : NULL;
}

const char *clscan_mask_name(clscan_mask mask) {
    const cs_enumerator_row *row = cs_mask_at(mask);
    return row ? row->name : NULL;
}

/* Enumerations that have no table of their own: one function for each, which gives the name. */
#define NAMES(type, ...)                                                                                               \
    const char *clscan_##type##_name(clscan_##type value) {                                                            \
        static const char *const names[] = { __VA_ARGS__ };                                                            \
        return (size_t)value < sizeof names / sizeof *names ? names[value] : NULL;                                     \
    }
NAMES(kind, "inclusive", "exclusive")
NAMES(layout, "contiguous", "rows")
NAMES(bin_kind, "even", "edges", "function")
NAMES(self_test, "auto", "on", "off")

const char *clscan_status_name(clscan_status status) {
    const char *name = cs_status_name(status);
    return name ? name : "unknown clscan_status";
}

#define FROM_NAME(type, name_of)                                                                                       \
    clscan_status clscan_##type##_from_name(const char *name, clscan_##type *result) {                                 \
        clscan_status status = CLSCAN_OK;                                                                              \
        int i = 0;                                                                                                     \
        FAIL_IF(!name || !result, CLSCAN_ERROR_INVALID_VALUE, "%s is NULL", name ? "result" : "name");                 \
        while (name_of((clscan_##type)i) && strcmp(name_of((clscan_##type)i), name) != 0)                              \
            i++;                                                                                                       \
        FAIL_IF(!name_of((clscan_##type)i), CLSCAN_ERROR_INVALID_VALUE, "there is no clscan_" #type " named \"%s\"",   \
                name);                                                                                                 \
        *result = (clscan_##type)i;                                                                                    \
    done:                                                                                                              \
        return status;                                                                                                 \
    }
FROM_NAME(op, clscan_op_name)
FROM_NAME(task, clscan_task_name)
FROM_NAME(kind, clscan_kind_name)
FROM_NAME(strategy, clscan_strategy_name)
FROM_NAME(group, clscan_group_name)
FROM_NAME(layout, clscan_layout_name)
FROM_NAME(segments, clscan_segments_name)
FROM_NAME(mask, clscan_mask_name)
FROM_NAME(bin_kind, clscan_bin_kind_name)
FROM_NAME(self_test, clscan_self_test_name)
FROM_NAME(status, cs_status_name)
