/* The tables are in step with the public enumerators, with each other and with the kernel files. */
#include "table/table.h"
#include "strategy/strategy.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

/* Enumerators of the header, with the names they must have. A row that is missing or moved shows. */
static void test_status_names(void **state) {
    (void)state;
#define EXPECT(status) assert_string_equal(clscan_status_name(status), #status)
    EXPECT(CLSCAN_OK);
    EXPECT(CLSCAN_ERROR_INVALID_VALUE);
    EXPECT(CLSCAN_ERROR_INVALID_DESC);
    EXPECT(CLSCAN_ERROR_INVALID_DEVICE);
    EXPECT(CLSCAN_ERROR_NO_DEVICE);
    EXPECT(CLSCAN_ERROR_INVALID_QUEUE);
    EXPECT(CLSCAN_ERROR_INVALID_BUFFER);
    EXPECT(CLSCAN_ERROR_BUFFER_TOO_SMALL);
    EXPECT(CLSCAN_ERROR_BUFFER_OVERLAP);
    EXPECT(CLSCAN_ERROR_INVALID_WAIT_LIST);
    EXPECT(CLSCAN_ERROR_UNSUPPORTED_TYPE);
    EXPECT(CLSCAN_ERROR_UNSUPPORTED_OPERATOR);
    EXPECT(CLSCAN_ERROR_UNSUPPORTED_SHAPE);
    EXPECT(CLSCAN_ERROR_BUILD_FAILURE);
    EXPECT(CLSCAN_ERROR_FILE);
    EXPECT(CLSCAN_ERROR_OUT_OF_MEMORY);
    EXPECT(CLSCAN_ERROR_OPENCL);
#undef EXPECT
    assert_non_null(clscan_status_name((clscan_status)-1));
    assert_non_null(clscan_status_name((clscan_status)1000));
}

static void test_type_names_and_sizes(void **state) {
    static const struct {
        const char *name;
        size_t size;
    } rows[] = { { "int", 4 },  { "uint", 4 },  { "long", 8 },  { "ulong", 8 },  { "short", 2 }, { "ushort", 2 },
                 { "char", 1 }, { "uchar", 1 }, { "float", 4 }, { "double", 8 }, { "half", 2 } };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_string_equal(clscan_type_name(i), rows[i].name);
        assert_string_equal(cs_type_at((cs_type)i)->name, rows[i].name);
        assert_int_equal(clscan_type_size(rows[i].name), rows[i].size);
    }
    assert_null(clscan_type_name(COUNT(rows)));
    assert_null(clscan_type_name(SIZE_MAX));
}

static void test_sizes_of_other_names(void **state) {
    static const char *const none[] = {
        "", "user", "bool", "size_t", "int1", "int5", "int32", "int 4", "Int", "int4x"
    };
    (void)state;
    assert_int_equal(clscan_type_size("float4"), 16);
    assert_int_equal(clscan_type_size("char3"), 4);
    assert_int_equal(clscan_type_size("double16"), 128);
    for (size_t i = 0; i < COUNT(none); i++)
        assert_int_equal(clscan_type_size(none[i]), 0);
    assert_int_equal(clscan_type_size(NULL), 0);
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
    assert_null(clscan_op_name(CLSCAN_OP_LAST_SEEN + 1));
    assert_string_equal(clscan_op_name(CLSCAN_OP_LAST_SEEN), "last_seen");
}

static void test_strategy_names(void **state) {
    static const char *const names[] = { "auto",        "single_group", "global_steps", "hierarchical",
                                         "reduce_scan", "lookback",     "chained",      "slices" };
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(clscan_strategy_name((clscan_strategy)i), names[i]);
    assert_null(clscan_strategy_name(CLSCAN_STRATEGY_COLUMNS + 1));
    assert_ptr_equal(cs_strategy_at(CLSCAN_STRATEGY_SINGLE_GROUP), &cs_single_group);
    assert_ptr_equal(cs_strategy_at(CLSCAN_STRATEGY_REDUCE_SCAN), &cs_reduce_scan);
    assert_ptr_equal(cs_strategy_at(CLSCAN_STRATEGY_CHAINED), &cs_chained);
}

static void test_group_names(void **state) {
    static const char *const names[] = { "auto",       "sequential", "hillis_steele", "kogge_stone",
                                         "brent_kung", "blelloch",   "sub_group" };
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(clscan_group_name((clscan_group)i), names[i]);
    assert_null(clscan_group_name(CLSCAN_GROUP_SUB_GROUP + 1));
    assert_string_equal(clscan_group_name(CLSCAN_GROUP_SUB_GROUP), "sub_group");
}

static void test_other_names(void **state) {
    (void)state;
    assert_string_equal(clscan_kind_name(CLSCAN_KIND_EXCLUSIVE), "exclusive");
    assert_string_equal(clscan_layout_name(CLSCAN_LAYOUT_ROWS), "rows");
    assert_string_equal(clscan_segments_name(CLSCAN_SEGMENTS_OFFSETS), "offsets");
    assert_string_equal(clscan_self_test_name(CLSCAN_SELF_TEST_OFF), "off");
    assert_null(clscan_kind_name((clscan_kind)2));
    assert_null(clscan_layout_name((clscan_layout)2));
    assert_null(clscan_segments_name((clscan_segments)5));
    assert_null(clscan_self_test_name((clscan_self_test)3));
}

static void test_negative_enumerators(void **state) {
    (void)state;
    assert_null(clscan_op_name((clscan_op)-1));
    assert_null(clscan_kind_name((clscan_kind)-1));
    assert_null(clscan_strategy_name((clscan_strategy)-1));
    assert_null(clscan_group_name((clscan_group)-1));
    assert_null(clscan_layout_name((clscan_layout)-1));
    assert_null(clscan_segments_name((clscan_segments)-1));
    assert_null(clscan_self_test_name((clscan_self_test)-1));
}

/* Every name leads back to its enumerator; others, and missing ones, leave the result as it was. */
#define ASSERT_FROM_NAMES(type, past_last)                                                                             \
    do {                                                                                                               \
        clscan_##type result = (clscan_##type)0;                                                                       \
        for (int i = 0; i < (int)(past_last); i++) {                                                                   \
            assert_ok(clscan_##type##_from_name(clscan_##type##_name((clscan_##type)i), &result));                     \
            assert_int_equal(result, i);                                                                               \
        }                                                                                                              \
        assert_fails(clscan_##type##_from_name("nobody", &result), CLSCAN_ERROR_INVALID_VALUE,                         \
                     "nobody|clscan_" #type);                                                                          \
        assert_fails(clscan_##type##_from_name("", &result), CLSCAN_ERROR_INVALID_VALUE, "clscan_" #type);             \
        assert_fails(clscan_##type##_from_name(NULL, &result), CLSCAN_ERROR_INVALID_VALUE, "name is NULL");            \
        assert_int_equal(result, (past_last)-1);                                                                       \
        assert_fails(clscan_##type##_from_name("x", NULL), CLSCAN_ERROR_INVALID_VALUE, "result is NULL");              \
    } while (0)

static void test_from_names(void **state) {
    (void)state;
    ASSERT_FROM_NAMES(op, CLSCAN_OP_LAST_SEEN + 1);
    ASSERT_FROM_NAMES(kind, CLSCAN_KIND_EXCLUSIVE + 1);
    ASSERT_FROM_NAMES(strategy, CLSCAN_STRATEGY_COLUMNS + 1);
    ASSERT_FROM_NAMES(group, CLSCAN_GROUP_SUB_GROUP + 1);
    ASSERT_FROM_NAMES(layout, CLSCAN_LAYOUT_ROWS + 1);
    ASSERT_FROM_NAMES(segments, CLSCAN_SEGMENTS_OFFSETS + 1);
    ASSERT_FROM_NAMES(self_test, CLSCAN_SELF_TEST_OFF + 1);
    ASSERT_FROM_NAMES(status, CLSCAN_ERROR_FORKED + 1);
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
        assert_int_equal(row->has_state, op > CLSCAN_OP_ADD_SAT);
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
        cmocka_unit_test(test_status_names),         cmocka_unit_test(test_type_names_and_sizes),
        cmocka_unit_test(test_sizes_of_other_names), cmocka_unit_test(test_op_names),
        cmocka_unit_test(test_strategy_names),       cmocka_unit_test(test_group_names),
        cmocka_unit_test(test_other_names),          cmocka_unit_test(test_negative_enumerators),
        cmocka_unit_test(test_from_names),           cmocka_unit_test(test_group_widths_are_those_of_the_files),
        cmocka_unit_test(test_operators_of_types),   cmocka_unit_test(test_operators_have_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
