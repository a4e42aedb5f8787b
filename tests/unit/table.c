/* The tables are in step with the public enumerators, with each other and with the kernel files. */
#include "table/table.h"
#include "strategy/strategy.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

/* Enumerators of the header, with the names they must have. A row that is missing or moved shows. */
static void test_status_names(void **state) {
    (void)state;
#define EXPECT(status) assert_string_equal(clscan_status_string(status), #status)
    EXPECT(CLSCAN_OK);
    EXPECT(CLSCAN_INVALID_VALUE);
    EXPECT(CLSCAN_INVALID_DESC);
    EXPECT(CLSCAN_INVALID_DEVICE);
    EXPECT(CLSCAN_NO_DEVICE);
    EXPECT(CLSCAN_INVALID_QUEUE);
    EXPECT(CLSCAN_INVALID_BUFFER);
    EXPECT(CLSCAN_BUFFER_TOO_SMALL);
    EXPECT(CLSCAN_BUFFER_OVERLAP);
    EXPECT(CLSCAN_INVALID_WAIT_LIST);
    EXPECT(CLSCAN_UNSUPPORTED_TYPE);
    EXPECT(CLSCAN_UNSUPPORTED_OPERATOR);
    EXPECT(CLSCAN_UNSUPPORTED_SHAPE);
    EXPECT(CLSCAN_BUILD_FAILURE);
    EXPECT(CLSCAN_FILE_ERROR);
    EXPECT(CLSCAN_OUT_OF_MEMORY);
    EXPECT(CLSCAN_OPENCL_ERROR);
#undef EXPECT
    assert_non_null(clscan_status_string((clscan_status)-1));
    assert_non_null(clscan_status_string((clscan_status)1000));
}

static void test_type_names_and_sizes(void **state) {
    static const struct {
        clscan_type type;
        const char *name;
        size_t size;
    } rows[] = { { CLSCAN_INT, "int", 4 },       { CLSCAN_UINT, "uint", 4 },   { CLSCAN_LONG, "long", 8 },
                 { CLSCAN_ULONG, "ulong", 8 },   { CLSCAN_SHORT, "short", 2 }, { CLSCAN_USHORT, "ushort", 2 },
                 { CLSCAN_CHAR, "char", 1 },     { CLSCAN_UCHAR, "uchar", 1 }, { CLSCAN_FLOAT, "float", 4 },
                 { CLSCAN_DOUBLE, "double", 8 }, { CLSCAN_HALF, "half", 2 },   { CLSCAN_USER, "user", 0 } };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_string_equal(clscan_type_name(rows[i].type), rows[i].name);
        assert_int_equal(clscan_type_size(rows[i].type), rows[i].size);
    }
    assert_null(clscan_type_name(CLSCAN_USER + 1));
    assert_int_equal(clscan_type_size((clscan_type)1000), 0);
}

static void test_op_names(void **state) {
    static const char *const names[] = { "add",           "mul",         "min",
                                         "max",           "and",         "or",
                                         "xor",           "add_sat",     "add_compensated",
                                         "log_sum_exp",   "add_checked", "argmin",
                                         "argmax",        "argmin_last", "argmax_last",
                                         "mean_variance", "recurrence",  "last_seen" };
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(clscan_op_name((clscan_op)i), names[i]);
    assert_null(clscan_op_name(CLSCAN_LAST_SEEN + 1));
    assert_string_equal(clscan_op_name(CLSCAN_LAST_SEEN), "last_seen");
}

static void test_strategy_names(void **state) {
    static const char *const names[] = { "auto",        "single_group", "global_steps", "hierarchical",
                                         "reduce_scan", "lookback",     "chained",      "slices" };
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(clscan_strategy_name((clscan_strategy)i), names[i]);
    assert_null(clscan_strategy_name(CLSCAN_COLUMNS + 1));
    assert_ptr_equal(cs_strategy_at(CLSCAN_SINGLE_GROUP), &cs_single_group);
    assert_ptr_equal(cs_strategy_at(CLSCAN_REDUCE_SCAN), &cs_reduce_scan);
    assert_ptr_equal(cs_strategy_at(CLSCAN_CHAINED), &cs_chained);
}

static void test_group_names(void **state) {
    static const char *const names[] = { "auto",       "sequential", "hillis_steele", "kogge_stone",
                                         "brent_kung", "blelloch",   "sub_group" };
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(clscan_group_name((clscan_group)i), names[i]);
    assert_null(clscan_group_name(CLSCAN_SUB_GROUP + 1));
    assert_string_equal(clscan_group_name(CLSCAN_SUB_GROUP), "sub_group");
}

static void test_negative_enumerators(void **state) {
    (void)state;
    assert_null(clscan_type_name((clscan_type)-1));
    assert_null(clscan_op_name((clscan_op)-1));
    assert_null(clscan_strategy_name((clscan_strategy)-1));
    assert_null(clscan_group_name((clscan_group)-1));
}

/* The width that the host computes with is the one in the algorithm's file. */
static void test_group_widths_are_those_of_the_files(void **state) {
    (void)state;
    for (clscan_group group = 1; cs_group_at(group); group++) {
        char path[128], line[256];
        unsigned width = 0;
        snprintf(path, sizeof path, "cl/group/%s.h", cs_group_at(group)->name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file))
            sscanf(line, "#define CLSCAN_GROUP_WIDTH %u", &width);
        fclose(file);
        assert_int_equal(width, cs_group_at(group)->width);
    }
}

/* An operator has an expression for each class of types that it is for, or a file with all. */
static void test_operators_of_types(void **state) {
    (void)state;
    for (clscan_op op = 0; cs_op_at(op); op++) {
        const cs_op_row *row = cs_op_at(op);
        assert_int_equal(row->integer != NULL, !row->has_state && row->types & CS_INTEGER);
        assert_int_equal(row->floating != NULL, !row->has_state && row->types & CS_FLOATING);
        assert_int_equal(row->has_state, op > CLSCAN_ADD_SAT);
    }
}

static void test_operators_have_files(void **state) {
    (void)state;
    for (clscan_op op = 0; cs_op_at(op); op++) {
        char path[128];
        snprintf(path, sizeof path, "cl/op/%s.h", cs_op_at(op)->name);
        FILE *file = fopen(path, "r");
        assert_int_equal(file != NULL, cs_op_at(op)->has_state);
        if (file)
            fclose(file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status_names),
        cmocka_unit_test(test_type_names_and_sizes),
        cmocka_unit_test(test_op_names),
        cmocka_unit_test(test_strategy_names),
        cmocka_unit_test(test_group_names),
        cmocka_unit_test(test_negative_enumerators),
        cmocka_unit_test(test_group_widths_are_those_of_the_files),
        cmocka_unit_test(test_operators_of_types),
        cmocka_unit_test(test_operators_have_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
