#include "table/table.h"

#define COUNT(table)     (sizeof(table) / sizeof(table)[0])
#define AT(table, index) ((size_t)(index) < COUNT(table) ? &(table)[index] : NULL)

static const cs_type_row types[] = {
#define TYPE(id, name, size, class, in_registers, wrap, vector_wrap, lowest, highest)                                  \
    [CS_TYPE_##id] = { name, size, CS_##class, in_registers, wrap, vector_wrap, lowest, highest },
#include "table/type.def"
#undef TYPE
};

static const cs_op_row ops[] = {
#define OP(id, name, types, integer, floating, identity, exact, ...)                                                   \
    [CLSCAN_OP_##id] = { name, CS_##types | CS_VECTOR, integer, floating, CS_##identity, exact, false, { 0 } },
#include "table/op.def"
#undef OP
#define OP_ACCUMULATOR(id, name, types, elements, bytes, in, out, single, index, ...)                                  \
    [CLSCAN_OP_##                                                                                                      \
        id] = { name, CS_##types, NULL, NULL, CS_ZERO, false, true, { elements, bytes, in, out, single, index } },
#include "table/op_accumulator.def"
#undef OP_ACCUMULATOR
};

static const cs_group_row groups[] = {
    [CLSCAN_GROUP_AUTO] = { "auto", 0, 0 },
#define GROUP(id, name, width, local) [CLSCAN_GROUP_##id] = { name, width, local },
#include "table/group.def"
#undef GROUP
};

static const cs_strategy_row strategies[] = {
    [CLSCAN_STRATEGY_AUTO] = { "auto", false, false, false, true },
#define STRATEGY(id, name, has_states, in_rows, single_item, reduces)                                                  \
    [CLSCAN_STRATEGY_##id] = { #name, has_states, in_rows, single_item, reduces },
#include "table/strategy.def"
#undef STRATEGY
};

static const cs_task_row tasks[] = {
#define NONE
#define OWN(strategy, functions, by_rows) | 1u << CLSCAN_STRATEGY_##strategy
#define TASK(id, name, kind, run_rule, lengths, rest, own)                                                             \
    [CLSCAN_TASK_##id] = { name, #id, CS_##kind, CS_RUN_RULE_##run_rule, lengths, rest, 0 own },
#include "table/task.def"
#undef TASK
#undef OWN
#undef NONE
};

static const cs_enumerator_row rules_of_runs[] = {
#define RUN_RULE(id, words) [CS_RUN_RULE_##id] = { words, #id },
#include "table/run_rule.def"
#undef RUN_RULE
};

static const cs_enumerator_row masks[] = {
#define MASK(id, name) [CLSCAN_MASK_##id] = { name, #id },
#include "table/mask.def"
#undef MASK
};

static const cs_enumerator_row kinds_of_segments[] = {
#define SEGMENTS(id, name) [CLSCAN_SEGMENTS_##id] = { name, #id },
#include "table/segments.def"
#undef SEGMENTS
};

static const char *const statuses[] = {
#define STATUS(id) [CLSCAN_##id] = "CLSCAN_" #id,
#include "table/status.def"
#undef STATUS
};

const cs_type_row *cs_type_at(cs_type type) {
    return AT(types, type);
}

const cs_op_row *cs_op_at(clscan_op op) {
    return AT(ops, op);
}

const cs_group_row *cs_group_at(clscan_group group) {
    return AT(groups, group);
}

const cs_task_row *cs_task_at(clscan_task task) {
    return AT(tasks, task);
}

bool cs_task_has(clscan_task task, clscan_strategy strategy) {
    const unsigned own = tasks[task].own;
    return !own || (own & 1u << strategy);
}

const cs_enumerator_row *cs_run_rule_at(cs_run_rule run_rule) {
    return AT(rules_of_runs, run_rule);
}

const cs_enumerator_row *cs_mask_at(clscan_mask mask) {
    return AT(masks, mask);
}

const cs_enumerator_row *cs_segments_at(clscan_segments segments) {
    return AT(kinds_of_segments, segments);
}

const cs_strategy_row *cs_strategy_row_at(clscan_strategy strategy) {
    return AT(strategies, strategy);
}

unsigned cs_strategy_most_items(clscan_strategy strategy) {
    return cs_strategy_row_at(strategy)->single_item ? CS_MAX_SLICE : CS_MAX_ITEMS;
}

const char *cs_strategy_name(clscan_strategy strategy) {
    const cs_strategy_row *row = cs_strategy_row_at(strategy);
    return row ? row->name : NULL;
}

const char *cs_status_name(clscan_status status) {
    const char *const *name = AT(statuses, status);
    return name ? *name : NULL;
}
