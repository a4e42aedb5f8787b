#include "options/option_values.h"
#include "accumulator.h"
#include "common/count.h"
#include "common/message.h"
#include "common/number.h"
#include "options/device_memory.h"
#include "options/task_table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool set_flag(const option_row *row, const char *value, void *field) {
    (void)row, (void)value;
    *(bool *)field = true;
    return true;
}

bool set_text(const option_row *row, const char *value, void *field) {
    (void)row;
    *(const char **)field = value;
    return true;
}

static bool parse_whole(const option_row *row, const char *value, uint64_t lowest, uint64_t highest, uint64_t *number) {
    char who[32];
    snprintf(who, sizeof who, "--%s", row->name);
    return count_parse(who, value, lowest, highest, number);
}

static bool set_up_to(const option_row *row, const char *value, uint64_t highest, void *field) {
    uint64_t number;
    if (!parse_whole(row, value, 1, highest, &number))
        return false;
    *(unsigned *)field = (unsigned)number;
    return true;
}

bool set_unsigned(const option_row *row, const char *value, void *field) {
    return set_up_to(row, value, 1u << 30, field);
}

bool set_k(const option_row *row, const char *value, void *field) {
    return set_up_to(row, value, UINT32_MAX, field);
}

/* Most strategies allow fewer items. The library checks that. */
bool set_items(const option_row *row, const char *value, void *field) {
    enum { MOST_OF_SLICES = 1 << 20 };
    uint64_t number;
    if (!parse_whole(row, value, 1, MOST_OF_SLICES, &number))
        return false;
    *(unsigned *)field = (unsigned)number;
    return true;
}

bool set_components(const option_row *row, const char *value, void *field) {
    uint64_t number;
    if (!parse_whole(row, value, 2, 16, &number))
        return false;
    *(unsigned *)field = (unsigned)number;
    return number < 5 || number == 8 || number == 16 || complain("--%s: there are no vectors of %s", row->name, value);
}

#define MOST_SECONDS 1e9
bool set_seconds(const option_row *row, const char *value, void *field) {
    double seconds;
    if (number_parser(ORACLE_DOUBLE)(value, value + strlen(value), &seconds) != NUMBER_OK)
        return complain("--%s: '%s' is not a number", row->name, value);
    if (!(seconds > 0 && seconds <= MOST_SECONDS))
        return complain("--%s: %s is out of range, which is from above 0 to %g seconds", row->name, value,
                        MOST_SECONDS);
    *(double *)field = seconds;
    return true;
}

bool set_range(const option_row *row, const char *value, void *field) {
    bin_range *range = field;
    const char *comma = strchr(value, ','), *end = value + strlen(value);
    const number_parse_fn parse = number_parser(ORACLE_DOUBLE);
    if (!comma || parse(value, comma, &range->lower) != NUMBER_OK || parse(comma + 1, end, &range->upper) != NUMBER_OK)
        return complain("--%s: '%s' is not two numbers with a comma between them", row->name, value);
    if (!number_is_exact_double(value, comma) || !number_is_exact_double(comma + 1, end))
        return complain("--%s: %s has an integer that no double represents", row->name, value);
    return range->lower < range->upper ||
           complain("--%s: %s is not a range from a lower to a greater number", row->name, value);
}

bool set_size(const option_row *row, const char *value, void *field) {
    uint64_t number;
    if (!parse_whole(row, value, 1, SIZE_MAX, &number))
        return false;
    *(size_t *)field = (size_t)number;
    return true;
}

bool set_count(const option_row *row, const char *value, void *field) {
    uint64_t number;
    if (!parse_whole(row, value, 0, SIZE_MAX, &number))
        return false;
    *(size_t *)field = (size_t)number;
    return true;
}

bool set_seed(const option_row *row, const char *value, void *field) {
    options *o = field;
    o->seed_given = true;
    return parse_whole(row, value, 0, UINT64_MAX, &o->seed);
}

bool set_axis(const option_row *row, const char *value, void *field) {
    char *end;
    const long axis = strtol(value, &end, 10);
    *(int *)field = (int)axis;
    return (end > value && !*end && axis >= -MAX_DIMENSIONS && axis < MAX_DIMENSIONS) ||
           complain("--%s: '%s' is not a number from %d to %d", row->name, value, -MAX_DIMENSIONS, MAX_DIMENSIONS - 1);
}

/* Rows lie along the last axis. */
bool set_rows(const option_row *row, const char *value, void *field) {
    options *o = field;
    if (o->view.axis != NO_AXIS && o->view.axis != -1)
        return complain("--%s and --axis exclude each other: rows lie along the last axis", row->name);
    o->view.axis = -1;
    return set_size(row, value, &o->view.rows);
}

bool set_fields(const option_row *row, const char *value, void *field) {
    field_list *list = field;
    uint64_t number;
    char digits[24];
    for (list->count = 0; list->count < MAX_FIELDS; value++) {
        const size_t length = strcspn(value, ",");
        if (length >= sizeof digits)
            return complain("--%s: '%s' has a number out of range", row->name, value);
        snprintf(digits, sizeof digits, "%.*s", (int)length, value);
        if (!parse_whole(row, digits, 1, SIZE_MAX, &number))
            return false;
        list->at[list->count++] = (size_t)number;
        value += length;
        if (!*value)
            return true;
    }
    return complain("--%s: more than %d columns", row->name, MAX_FIELDS);
}

bool set_delimiter(const option_row *row, const char *value, void *field) {
    const bool is_tab = strcmp(value, "\\t") == 0;
    if (!is_tab && (strlen(value) != 1 || *value == '\n'))
        return complain("--%s: '%s' is not one character", row->name, value);
    *(char *)field = is_tab ? '\t' : *value;
    return true;
}

bool set_format(const option_row *row, const char *value, void *field) {
    const format *found = format_named(value);
    *(const format **)field = found;
    return found || complain("--%s: '%s' is none of %s", row->name, value, format_names());
}

bool set_formats(const option_row *row, const char *value, void *field) {
    options *o = field;
    return set_format(row, value, &o->from) && set_format(row, value, &o->to);
}

const char *names_of_types(int index) {
    return oracle_type_name((oracle_type)index);
}

const char *names_of_own_types(int index) {
    return index < ORACLE_USER ? oracle_type_name((oracle_type)index) : NULL;
}

const char *names_of_all_ops(int index) {
    return clscan_op_name((clscan_op)index);
}

/* Returns true if the operator reads or writes a second array. */
static bool has_second_array(clscan_op op) {
    const oracle_second second = oracle_accumulator_second(&(oracle_problem) { ORACLE_INT, op, NULL });
    return second.in != ORACLE_USER || second.out != ORACLE_USER;
}

const char *names_of_ops(int index) {
    clscan_op op = 0;
    while (clscan_op_name(op) && (has_second_array(op) || index-- > 0))
        op++;
    return clscan_op_name(op);
}

static bool is_op_of_more_arrays(const char *value, size_t length) {
    const char *name;
    for (clscan_op op = 0; (name = clscan_op_name(op)); op++)
        if (has_second_array(op) && strlen(name) == length && strncmp(name, value, length) == 0)
            return true;
    return false;
}

const char *names_of_groups(int index) {
    return clscan_group_name((clscan_group)index);
}

const char *names_of_strategies(int index) {
    return clscan_strategy_name((clscan_strategy)index);
}

const char *names_of_tasks(int index) {
    return task_is_known((clscan_task)index) ? clscan_task_name((clscan_task)index) : NULL;
}

const char *names_of_segments(int index) {
    return clscan_segments_name((clscan_segments)index);
}

const char *names_of_memories(int index) {
    static const char *const names[] = { [MEMORY_BUFFER] = "buffer", [MEMORY_SVM] = "svm", [MEMORY_USM] = "usm", NULL };
    return names[index];
}

static bool unknown_name(const option_row *row, const char *value, size_t length) {
    char all[512] = "";
    if (row->names == names_of_ops && is_op_of_more_arrays(value, length))
        return complain(
            "--%s: %.*s reads or writes a second array, as scan, bench, verify, explain and the library can; here "
            "there is one to read and one to write",
            row->name, (int)length, value);
    for (int i = 0; row->names(i); i++) {
        const size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", row->names(i));
    }
    return complain("--%s: '%.*s' is none of %s", row->name, (int)length, value, all);
}

static bool find_name(const option_row *row, const char *value, size_t length, int *found) {
    for (*found = 0; row->names(*found); ++*found)
        if (strlen(row->names(*found)) == length && strncmp(row->names(*found), value, length) == 0)
            return true;
    return unknown_name(row, value, length);
}

bool set_enumerator(const option_row *row, const char *value, void *field) {
    return find_name(row, value, strlen(value), field);
}

/* The names of a list of operators are not numbered like the enumerators. */
bool set_op(const option_row *row, const char *value, void *field) {
    int index;
    clscan_op op;
    if (!find_name(row, value, strlen(value), &index) || clscan_op_from_name(value, &op) != CLSCAN_OK)
        return false;
    *(int *)field = (int)op;
    return true;
}

/* Adds the names in a list to the field. An option that is given several times makes one list. */
bool set_list(const option_row *row, const char *value, void *field) {
    int index;
    if (strcmp(value, "all") == 0) {
        *(unsigned *)field = ~0u;
        return true;
    }
    for (const char *name = value;; name++) {
        const size_t length = strcspn(name, ",");
        if (!find_name(row, name, length, &index))
            return false;
        *(unsigned *)field |= 1u << index;
        name += length;
        if (!*name)
            return true;
    }
}

bool set_sizes(const option_row *row, const char *value, void *field) {
    return size_list_parse(row->name, value, 1, field);
}

bool set_counts(const option_row *row, const char *value, void *field) {
    return size_list_parse(row->name, value, 0, field);
}
