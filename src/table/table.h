/* The rows of table/, by enumerator. Functions return NULL for a number that is not an enumerator. */
#ifndef CS_TABLE_H
#define CS_TABLE_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* The scalar types that OpenCL C has, and the caller's own. */
typedef enum cs_type {
#define TYPE(id, ...) CS_TYPE_##id,
#include "table/type.def"
#undef TYPE
} cs_type;

/* The class of a type, or as a set of bits the classes of types that an operator is defined for. */
typedef enum cs_class {
    CS_SIGNED = 1,
    CS_UNSIGNED = 2,
    CS_INTEGER = CS_SIGNED | CS_UNSIGNED,
    CS_FLOAT = 4, /* float and double */
    CS_HALF = 8,
    CS_FLOATING = CS_FLOAT | CS_HALF,
    CS_NUMBER = CS_INTEGER | CS_FLOATING,
    CS_VECTOR = 16, /* vectors of these types, too */
    CS_BUILT_IN = CS_NUMBER | CS_VECTOR,
    CS_USER = 32
} cs_class;
typedef enum cs_identity { CS_ZERO, CS_ONE, CS_LOWEST, CS_HIGHEST, CS_ALL_BITS } cs_identity;

typedef struct cs_type_row {
    const char *name;
    size_t size;
    cs_class class;
    const char *in_registers, *wrap, *vector_wrap, *lowest, *highest;
} cs_type_row;

/* The accumulator of an operator and its additional arrays; see table/op_accumulator.def. */
typedef struct cs_accumulator {
    unsigned elements, bytes;
    const char *more_in, *more_out;
    bool more_out_is_single, accumulates_index;
} cs_accumulator;

typedef struct cs_op_row {
    const char *name;
    int types;                      /* bits of cs_class */
    const char *integer, *floating; /* expressions of a and b, or NULL */
    cs_identity identity;
    bool exact;           /* every association over floating types gives the same bits */
    bool has_accumulator; /* the operator has an accumulator: `accumulator` is set, and there are no expressions */
    cs_accumulator accumulator;
} cs_op_row;

typedef struct cs_group_row {
    const char *name;
    unsigned width; /* values that each work-item contributes */
    unsigned local; /* values of local memory for each work-item */
} cs_group_row;

typedef struct cs_strategy_row {
    const char *name;
    bool has_states, in_rows, single_item, reduces;
} cs_strategy_row;

/* The names of an enumerator: its name for callers, and the enumerator without its prefix, such as "FLAGS". */
typedef struct cs_enumerator_row {
    const char *name, *id;
} cs_enumerator_row;

/* Which element of a run a task keeps. */
typedef enum cs_run_rule {
    CS_RUN_RULE_NONE,
#define RUN_RULE(id, words) CS_RUN_RULE_##id,
#include "table/run_rule.def"
#undef RUN_RULE
} cs_run_rule;

/* The kinds of tasks. problem/task_functions.h has the functions of each. */
typedef enum cs_task_kind { CS_SCAN, CS_SELECTION, CS_REDUCTION, CS_SORT, CS_HISTOGRAM, CS_TASK_KINDS } cs_task_kind;

typedef struct cs_task_row {
    const char *name, *id; /* as in cs_enumerator_row */
    cs_task_kind kind;
    cs_run_rule run_rule;
    bool lengths, rest;
    unsigned own; /* the strategies that have functions of the task's own, as bits 1 << clscan_strategy; 0: none */
} cs_task_row;

const cs_type_row *cs_type_at(cs_type type);
const cs_op_row *cs_op_at(clscan_op op);
const cs_group_row *cs_group_at(clscan_group group); /* for CLSCAN_GROUP_AUTO, only the name is set */

const cs_task_row *cs_task_at(clscan_task task);

/* Returns true if the task can have this strategy. A task without strategies of its own has all strategies of scans or
 * of reductions. */
bool cs_task_has(clscan_task task, clscan_strategy strategy);

/* The name is the rule in words. For CS_RUN_RULE_NONE, nothing is set. */
const cs_enumerator_row *cs_run_rule_at(cs_run_rule run_rule);

const cs_enumerator_row *cs_mask_at(clscan_mask mask);
const cs_enumerator_row *cs_segments_at(clscan_segments segments);

/* For CLSCAN_STRATEGY_AUTO, only the name and `reduces` are set. */
const cs_strategy_row *cs_strategy_row_at(clscan_strategy strategy);

enum {
    CS_MAX_ITEMS = 512,     /* items of the other strategies */
    CS_MAX_SLICE = 1 << 20, /* items of a strategy with a single item, which does not hold its items */
    /* Each work-group of reduce_scan reduces the totals of all work-groups before it, which limits their number. */
    CS_MAX_GROUPS = 4096,
    CS_MAX_PRIVATE_ROWS = 32,
    CS_MAX_LOCAL_ROWS = 64
};

/* Returns the most items that a work-item of the strategy may scan. */
unsigned cs_strategy_most_items(clscan_strategy strategy);

const char *cs_strategy_name(clscan_strategy strategy);
const char *cs_status_name(clscan_status status);

#endif
