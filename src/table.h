/* The rows of table/, by enumerator. A row or name is NULL past the last one. */
#ifndef CS_TABLE_H
#define CS_TABLE_H

#include "clscan/clscan.h"
#include <stdbool.h>

typedef enum cs_class { CS_INTEGER, CS_FLOATING, CS_ANY } cs_class;
typedef enum cs_identity { CS_ZERO, CS_ONE, CS_LOWEST, CS_HIGHEST, CS_ALL_BITS } cs_identity;

typedef struct cs_type_row {
    const char *name;
    size_t size;
    cs_class class;
    const char *in_registers, *wrap, *vector_wrap, *lowest, *highest;
} cs_type_row;

typedef struct cs_op_row {
    const char *name;
    const char *integer, *floating; /* expressions of a and b */
    cs_identity identity;
    bool exact; /* over floating types */
} cs_op_row;

typedef struct cs_group_row {
    const char *name;
    unsigned width; /* values that each work-item brings */
    unsigned local; /* values of local memory for each work-item */
} cs_group_row;

typedef struct cs_strategy_row {
    const char *name;
    bool has_states, in_rows, alone;
} cs_strategy_row;

const cs_type_row *cs_type_at(clscan_type type);
const cs_op_row *cs_op_at(clscan_op op);
const cs_group_row *cs_group_at(clscan_group group); /* the automatic one has a name only */

const cs_strategy_row *cs_strategy_row_at(clscan_strategy strategy); /* the same */

const char *cs_strategy_name(clscan_strategy strategy);
const char *cs_status_name(clscan_status status);

#endif
