/* The tables are in step with the public enumerators, with each other and with the kernel files. */
#include "table/table.h"
#include "strategy/strategy.h"
#include "support/check.h"
#include "support/shape.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------- the enumerators of the header */

#define NAME(type)                                                                                                     \
    static const char *type##_name(int value) {                                                                        \
        return clscan_##type##_name((clscan_##type)value);                                                             \
    }
NAME(op)
NAME(task)
NAME(mask)
NAME(kind)
NAME(strategy)
NAME(group)
NAME(layout)
NAME(segments)
NAME(bin_kind)
NAME(self_test)

/* clscan_status_name never returns NULL. It has one text for all numbers that are not enumerators. */
static const char *status_name(int value) {
    const char *name = clscan_status_name((clscan_status)value);
    return strcmp(name, clscan_status_name((clscan_status)-1)) == 0 ? NULL : name;
}

static const struct {
    const char *type, *prefix;
    const char *(*name)(int value);
} enums[] = { { "op", "CLSCAN_OP_", op_name },
              { "task", "CLSCAN_TASK_", task_name },
              { "mask", "CLSCAN_MASK_", mask_name },
              { "kind", "CLSCAN_KIND_", kind_name },
              { "strategy", "CLSCAN_STRATEGY_", strategy_name },
              { "group", "CLSCAN_GROUP_", group_name },
              { "layout", "CLSCAN_LAYOUT_", layout_name },
              { "segments", "CLSCAN_SEGMENTS_", segments_name },
              { "bin_kind", "CLSCAN_BIN_KIND_", bin_kind_name },
              { "self_test", "CLSCAN_SELF_TEST_", self_test_name },
              { "status", "", status_name } };

static const char *header(void) {
    static char text[1 << 18];
    FILE *file = fopen("include/clscan/clscan.h", "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    return text;
}

/* Returns false if the enumerator, with the prefix removed and in lower case, is not called `name`. Statuses keep their
 * prefix and their case. */
static bool is_called(const char *enumerator, const char *prefix, const char *name) {
    const size_t length = strlen(prefix);
    if (!name || strncmp(enumerator, prefix, length) != 0 || strlen(enumerator) != length + strlen(name))
        return false;
    for (size_t i = 0; name[i]; i++)
        if (name[i] != (length ? (char)tolower((unsigned char)enumerator[length + i]) : enumerator[i]))
            return false;
    return true;
}

/* Every enumerator of the header has its name, and no other number has one. */
static void test_names(void **state) {
    const char *text = header();
    (void)state;
    for (size_t i = 0; i < COUNT(enums); i++) {
        char begin[64], enumerator[64];
        int value, n = 0;
        snprintf(begin, sizeof begin, "typedef enum clscan_%s {", enums[i].type);
        const char *p = strstr(text, begin);
        assert_non_null(p);
        for (const char *end = strchr(p, '}'); p < end; p++)
            if (sscanf(p, "%63[A-Z_] = %d", enumerator, &value) == 2 && strncmp(enumerator, "CLSCAN_", 7) == 0) {
                assert_int_equal(value, n);
                n++;
                if (!is_called(enumerator, enums[i].prefix, enums[i].name(value)))
                    fail_msg("%s is called %s", enumerator, enums[i].name(value));
            }
        assert_true(n > 1);
        assert_null(enums[i].name(n));
        assert_null(enums[i].name(-1));
        assert_null(enums[i].name(1000));
    }
}

/* ---------------------------------------------------------------------------------------------------- the types */

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
        assert_string_equal(cs_strategy_at(strategy)->file, clscan_strategy_name(strategy));
}

/* Returns the functions by which a task runs a strategy, whose kernels have to be in `file`. */
static const cs_strategy *functions_of(clscan_task task, clscan_strategy strategy, bool by_comparison,
                                       const char *file) {
    const cs_traits traits = { .task = task, .kind = cs_task_at(task)->kind, .sort.by_comparison = by_comparison };
    const cs_strategy *functions = cs_strategy_for(strategy, &traits);
    assert_string_equal(functions->file, file);
    return functions;
}

/* A task has the strategies that its row lists, or the strategies of scans. */
static void test_strategies_of_tasks(void **state) {
    const clscan_strategy lookback = CLSCAN_STRATEGY_LOOKBACK, reduce_scan = CLSCAN_STRATEGY_REDUCE_SCAN;
    const cs_traits partition_by_rows = { .task = CLSCAN_TASK_PARTITION, .kind = CS_SELECTION, .has_rows = true };
    (void)state;
    assert_ptr_equal(functions_of(CLSCAN_TASK_SELECT, lookback, false, "lookback"), &cs_lookback);
    assert_ptr_equal(functions_of(CLSCAN_TASK_SORT, reduce_scan, false, "sort"), &cs_sort);
    assert_ptr_equal(functions_of(CLSCAN_TASK_SORT, lookback, false, "sort"), &cs_sort_in_sweeps);
    assert_ptr_equal(functions_of(CLSCAN_TASK_SORT, CLSCAN_STRATEGY_SINGLE_GROUP, false, "sort"), &cs_sort);
    assert_ptr_equal(functions_of(CLSCAN_TASK_SORT, reduce_scan, true, "merge_sort"), &cs_merge_sort);
    assert_ptr_equal(functions_of(CLSCAN_TASK_TOP_K, reduce_scan, false, "top_k"), &cs_top_k);
    assert_string_equal(cs_strategy_for(reduce_scan, &partition_by_rows)->file, "select_rows");
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        assert_true(cs_task_has(CLSCAN_TASK_SELECT, strategy));
        assert_true(cs_task_has(CLSCAN_TASK_HISTOGRAM, strategy) == (strategy == reduce_scan));
        assert_true(cs_task_has(CLSCAN_TASK_SORT, strategy) ==
                    (strategy == reduce_scan || strategy == lookback || strategy == CLSCAN_STRATEGY_SINGLE_GROUP));
    }
}

/* Each name is converted back to its enumerator. Unknown and missing names leave the result unchanged. */
#define ASSERT_FROM_NAMES(type)                                                                                        \
    do {                                                                                                               \
        clscan_##type result = (clscan_##type)0;                                                                       \
        int past_last = 0;                                                                                             \
        while (type##_name(past_last))                                                                                 \
            past_last++;                                                                                               \
        for (int i = 0; i < past_last; i++) {                                                                          \
            assert_ok(clscan_##type##_from_name(clscan_##type##_name((clscan_##type)i), &result));                     \
            assert_int_equal(result, i);                                                                               \
        }                                                                                                              \
        assert_fails(clscan_##type##_from_name("nobody", &result), CLSCAN_ERROR_INVALID_VALUE,                         \
                     "nobody|clscan_" #type);                                                                          \
        assert_fails(clscan_##type##_from_name("", &result), CLSCAN_ERROR_INVALID_VALUE, "clscan_" #type);             \
        assert_fails(clscan_##type##_from_name(NULL, &result), CLSCAN_ERROR_INVALID_VALUE, "name is NULL");            \
        assert_int_equal(result, past_last - 1);                                                                       \
        assert_fails(clscan_##type##_from_name("x", NULL), CLSCAN_ERROR_INVALID_VALUE, "result is NULL");              \
    } while (0)

static void test_from_names(void **state) {
    (void)state;
    ASSERT_FROM_NAMES(op);
    ASSERT_FROM_NAMES(task);
    ASSERT_FROM_NAMES(mask);
    ASSERT_FROM_NAMES(kind);
    ASSERT_FROM_NAMES(strategy);
    ASSERT_FROM_NAMES(group);
    ASSERT_FROM_NAMES(layout);
    ASSERT_FROM_NAMES(segments);
    ASSERT_FROM_NAMES(self_test);
    ASSERT_FROM_NAMES(status);
}

/* Returns how often `text` contains `words`. */
static unsigned occurrences(const char *text, const char *words) {
    unsigned n = 0;
    for (; (text = strstr(text, words)); text++)
        n++;
    return n;
}

/* The widths and the local memory that the host and the tests compute with are those in the algorithms' files. The
 * storage of sub_group depends on the size of a sub-group. */
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
        if (width != shape_width(group))
            fail_msg("%s has %u values for each work-item, but shape_width in tests/support/shape.c returns %zu", path,
                     width, shape_width(group));
        if (group != CLSCAN_GROUP_SUB_GROUP)
            assert_int_equal(values, cs_group_at(group)->local);
    }
}

/* An operator has an expression for each class of types on which it is defined, or a file with all of them. */
static void test_operators_of_types(void **state) {
    (void)state;
    for (clscan_op op = 0; cs_op_at(op); op++) {
        const cs_op_row *row = cs_op_at(op);
        assert_int_equal(row->integer != NULL, !row->has_accumulator && row->types & CS_INTEGER);
        assert_int_equal(row->floating != NULL, !row->has_accumulator && row->types & CS_FLOATING);
    }
}

static void test_operators_have_files(void **state) {
    (void)state;
    for (clscan_op op = 0; cs_op_at(op); op++) {
        char path[128];
        snprintf(path, sizeof path, "cl/op/%s.h", cs_op_at(op)->name);
        FILE *file = fopen(path, "r");
        assert_int_equal(file != NULL, cs_op_at(op)->has_accumulator);
        if (file)
            fclose(file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_type_names_and_sizes),
        cmocka_unit_test(test_sizes_of_other_names),
        cmocka_unit_test(test_strategy_functions),
        cmocka_unit_test(test_strategies_of_tasks),
        cmocka_unit_test(test_from_names),
        cmocka_unit_test(test_groups_are_as_in_their_files),
        cmocka_unit_test(test_operators_of_types),
        cmocka_unit_test(test_operators_have_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
