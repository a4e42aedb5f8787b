/* The tables are in step with the public enumerators, with each other and with the kernel files. */
#include "table/table.h"
#include "strategy/strategy.h"
#include "support/check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Returns the name that a function of the public API gives to an enumerator. */
typedef const char *(*name_fn)(int enumerator);

#define DEFINE_NAME_OF(type)                                                                                           \
    static const char *name_of_##type(int enumerator) {                                                                \
        return clscan_##type##_name((clscan_##type)enumerator);                                                        \
    }
DEFINE_NAME_OF(op)
DEFINE_NAME_OF(kind)
DEFINE_NAME_OF(strategy)
DEFINE_NAME_OF(group)
DEFINE_NAME_OF(layout)
DEFINE_NAME_OF(segments)
DEFINE_NAME_OF(self_test)

static const struct {
    const char *prefix;
    name_fn name_of;
} enums[] = { { "CLSCAN_OP_", name_of_op },
              { "CLSCAN_KIND_", name_of_kind },
              { "CLSCAN_STRATEGY_", name_of_strategy },
              { "CLSCAN_GROUP_", name_of_group },
              { "CLSCAN_LAYOUT_", name_of_layout },
              { "CLSCAN_SEGMENTS_", name_of_segments },
              { "CLSCAN_SELF_TEST_", name_of_self_test } };

/* Counts in `found` the enumerators that `line` of the header declares, and compares their names with the header's. */
static void check_line(const char *line, int found[COUNT(enums)]) {
    for (size_t i = 0; i < COUNT(enums); i++)
        for (const char *at = line; (at = strstr(at, enums[i].prefix)); at++) {
            char name[64];
            int number = -1, end = 0;
            if (sscanf(at + strlen(enums[i].prefix), "%63[A-Z_0-9] = %d%n", name, &number, &end) != 2 || !end)
                continue;
            for (char *c = name; *c; c++)
                *c = (char)tolower((unsigned char)*c);
            assert_non_null(enums[i].name_of(number));
            assert_string_equal(enums[i].name_of(number), name);
            assert_int_equal(found[i]++, number);
        }
}

/* Every enumerator of the public header has its own name, and there are no other names. */
static void test_names_are_those_of_the_header(void **state) {
    int found[COUNT(enums)] = { 0 };
    char line[256];
    FILE *header = fopen("include/clscan/clscan.h", "r");
    (void)state;
    assert_non_null(header);
    while (fgets(line, sizeof line, header))
        check_line(line, found);
    fclose(header);
    for (size_t i = 0; i < COUNT(enums); i++) {
        assert_true(found[i] > 1);
        assert_null(enums[i].name_of(found[i]));
        assert_null(enums[i].name_of(-1));
    }
}

/* Statuses have names in full. */
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

/* The table of strategies has the functions of each strategy at its enumerator. */
static void test_strategy_functions(void **state) {
    (void)state;
    assert_ptr_equal(cs_strategy_at(CLSCAN_STRATEGY_SINGLE_GROUP), &cs_single_group);
    assert_ptr_equal(cs_strategy_at(CLSCAN_STRATEGY_REDUCE_SCAN), &cs_reduce_scan);
    assert_ptr_equal(cs_strategy_at(CLSCAN_STRATEGY_CHAINED), &cs_chained);
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        assert_non_null(cs_strategy_at(strategy));
}

/* Every name leads back to its enumerator; others, and missing ones, leave the result as it was. */
#define ASSERT_FROM_NAMES(type, name_of)                                                                               \
    do {                                                                                                               \
        clscan_##type result = (clscan_##type)0;                                                                       \
        int i = 0;                                                                                                     \
        for (; name_of((clscan_##type)i); i++) {                                                                       \
            assert_ok(clscan_##type##_from_name(clscan_##type##_name((clscan_##type)i), &result));                     \
            assert_int_equal(result, i);                                                                               \
        }                                                                                                              \
        assert_fails(clscan_##type##_from_name("nobody", &result), CLSCAN_ERROR_INVALID_VALUE,                         \
                     "nobody|clscan_" #type);                                                                          \
        assert_fails(clscan_##type##_from_name("", &result), CLSCAN_ERROR_INVALID_VALUE, "clscan_" #type);             \
        assert_fails(clscan_##type##_from_name(NULL, &result), CLSCAN_ERROR_INVALID_VALUE, "name is NULL");            \
        assert_int_equal(result, i - 1);                                                                               \
        assert_fails(clscan_##type##_from_name("x", NULL), CLSCAN_ERROR_INVALID_VALUE, "result is NULL");              \
    } while (0)

static void test_from_names(void **state) {
    (void)state;
    ASSERT_FROM_NAMES(op, clscan_op_name);
    ASSERT_FROM_NAMES(kind, clscan_kind_name);
    ASSERT_FROM_NAMES(strategy, clscan_strategy_name);
    ASSERT_FROM_NAMES(group, clscan_group_name);
    ASSERT_FROM_NAMES(layout, clscan_layout_name);
    ASSERT_FROM_NAMES(segments, clscan_segments_name);
    ASSERT_FROM_NAMES(self_test, clscan_self_test_name);
    ASSERT_FROM_NAMES(status, cs_status_name);
}

/* Returns how often `text` contains `words`. */
static unsigned occurrences(const char *text, const char *words) {
    unsigned n = 0;
    for (; (text = strstr(text, words)); text++)
        n++;
    return n;
}

/* The widths and the local memory that the host computes with are those in the algorithms' files. The storage of
 * sub_group depends on the size of a sub-group. */
static void test_groups_are_as_in_their_files(void **state) {
    (void)state;
    for (clscan_group group = 1; cs_group_at(group); group++) {
        char path[128], line[256];
        unsigned width = 0, values = 0;
        snprintf(path, sizeof path, "cl/group/%s.h", cs_group_at(group)->name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file)) {
            sscanf(line, "#define CLSCAN_GROUP_WIDTH %u", &width);
            values += occurrences(line, "[CLSCAN_WG_SIZE]") + width * occurrences(line, "[CLSCAN_WG_SIZE * CLSCAN_");
        }
        fclose(file);
        assert_int_equal(width, cs_group_at(group)->width);
        if (group != CLSCAN_GROUP_SUB_GROUP)
            assert_int_equal(values, cs_group_at(group)->local);
    }
}

/* An operator has an expression for each class of types that it is for, or a file with all. */
static void test_operators_of_types(void **state) {
    (void)state;
    for (clscan_op op = 0; cs_op_at(op); op++) {
        const cs_op_row *row = cs_op_at(op);
        assert_int_equal(row->integer != NULL, !row->has_state && row->types & CS_INTEGER);
        assert_int_equal(row->floating != NULL, !row->has_state && row->types & CS_FLOATING);
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
        cmocka_unit_test(test_names_are_those_of_the_header),
        cmocka_unit_test(test_status_names),
        cmocka_unit_test(test_type_names_and_sizes),
        cmocka_unit_test(test_sizes_of_other_names),
        cmocka_unit_test(test_strategy_functions),
        cmocka_unit_test(test_from_names),
        cmocka_unit_test(test_groups_are_as_in_their_files),
        cmocka_unit_test(test_operators_of_types),
        cmocka_unit_test(test_operators_have_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
