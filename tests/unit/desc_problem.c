/* The problem that a valid description becomes: its words, its identity, the types that a device must have, and the
 * sizes of its accumulator, its initial value and its total. */
#include "unit/desc_task.h"

#include <oracle.h>

static void test_problems(void **state) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    (void)state;
    assert_prints(&desc, "inclusive add over int (4 bytes)");
    desc.user.source = "int of(float2 x); void put(global int *out, ulong i, int x);";
    desc.user.map = "of";
    desc.in[0].name = "float2";
    desc.user.store = "put";
    assert_prints(&desc, "inclusive add over int (4 bytes) from float2, mapped by of, stored by put");
    desc = (clscan_desc) { .value.name = "float", .op = CLSCAN_OP_ARGMIN };
    assert_prints(&desc, "inclusive argmin over float (an accumulator has 16 bytes)");
    desc = (clscan_desc) { .value.name = "uchar", .op = CLSCAN_OP_MAX, .kind = CLSCAN_KIND_EXCLUSIVE };
    assert_prints(&desc, "exclusive max over uchar (1 byte)");
    desc = (clscan_desc) { .value = { .name = "pair", .size = 8 },
                           .user = { .source = "typedef int2 pair;", .combine = "join", .identity = "{ 0, 0 }" } };
    assert_prints(&desc, "inclusive join over pair (8 bytes)");
    desc.value = (clscan_type) { .name = "float" }; /* a user operator on a type of OpenCL C, whose size is known */
    assert_prints(&desc, "inclusive join over float (4 bytes)");
}

static void test_identities(void **state) {
    static const struct {
        const char *type;
        clscan_op op;
        const char *identity;
    } rows[] = { { "int", CLSCAN_OP_MUL, "1" },          { "int", CLSCAN_OP_MIN, "INT_MAX" },
                 { "uchar", CLSCAN_OP_MAX, "0" },        { "long", CLSCAN_OP_MAX, "LONG_MIN" },
                 { "float", CLSCAN_OP_MIN, "INFINITY" }, { "double", CLSCAN_OP_MAX, "-INFINITY" },
                 { "ulong", CLSCAN_OP_OR, "0" },         { "char", CLSCAN_OP_MAX, "CHAR_MIN" } };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const clscan_desc desc = { .value.name = rows[i].type, .op = rows[i].op };
        assert_string_equal(cs_desc_problem(&desc).identity, rows[i].identity);
    }
}

static void test_needs(void **state) {
    (void)state;
    for (oracle_type type = 0; type < ORACLE_USER; type++) {
        const clscan_desc desc = { .value.name = oracle_type_name(type) };
        const cs_problem problem = cs_desc_problem(&desc);
        assert_int_equal(problem.needs_half, type == ORACLE_HALF);
        assert_int_equal(problem.needs_double, type == ORACLE_DOUBLE);
    }
}

/* The sizes of accumulators on the host. A kernel with another size does not compile. */
static void test_accumulator_size(void **state) {
    static const struct {
        const char *type;
        clscan_op op;
        size_t size, alignment, element;
    } rows[] = { { "char", CLSCAN_OP_ARGMIN, 16, 8, 1 },         { "long", CLSCAN_OP_ARGMAX_LAST, 16, 8, 8 },
                 { "float", CLSCAN_OP_MEAN_VARIANCE, 16, 8, 4 }, { "double", CLSCAN_OP_MEAN_VARIANCE, 24, 8, 8 },
                 { "short", CLSCAN_OP_RECURRENCE, 4, 2, 2 },     { "uchar", CLSCAN_OP_ADD_CHECKED, 16, 8, 1 },
                 { "char", CLSCAN_OP_LAST_SEEN, 8, 4, 1 },       { "float3", CLSCAN_OP_LAST_SEEN, 32, 16, 16 } };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const clscan_desc desc = { .value.name = rows[i].type, .op = rows[i].op };
        const cs_problem problem = cs_desc_problem(&desc);
        assert_int_equal(problem.traits.value.type.size, rows[i].size);
        assert_int_equal(problem.traits.value.type.alignment, rows[i].alignment);
        assert_int_equal(problem.traits.in[0].size, rows[i].element);
    }
}

/* The table at clscan_plan_init_size, with elements of 2 bytes. */
static void test_init_and_total_bytes(void **state) {
    const clscan_segments none = CLSCAN_SEGMENTS_NONE, flags = CLSCAN_SEGMENTS_FLAGS;
    const struct {
        clscan_task task;
        clscan_op op;
        clscan_segments segments;
        const char *count;
        size_t init, total;
        unsigned parts;
    } rows[] = {
        { CLSCAN_TASK_SCAN, CLSCAN_OP_ADD, flags, NULL, 2, 2, 0 },
        { CLSCAN_TASK_SCAN, CLSCAN_OP_ARGMIN, none, NULL, 16, 16, 0 },
        { CLSCAN_TASK_REDUCE, CLSCAN_OP_ADD, none, "ulong", 2, 2, 0 },
        { CLSCAN_TASK_REDUCE, CLSCAN_OP_ADD, flags, NULL, 2, 4, 0 },
        { CLSCAN_TASK_REDUCE, CLSCAN_OP_ARGMIN, flags, "ulong", 16, 8, 0 },
        { CLSCAN_TASK_SELECT, CLSCAN_OP_ADD, none, NULL, 4, 4, 0 },
        { CLSCAN_TASK_SELECT, CLSCAN_OP_ADD, flags, "ulong", 8, 16, 0 },
        { CLSCAN_TASK_UNIQUE, CLSCAN_OP_ADD, none, "ulong", 8, 8, 0 },
        { CLSCAN_TASK_UNIQUE_LAST, CLSCAN_OP_ADD, flags, NULL, 4, 4, 0 },
        { CLSCAN_TASK_RUN_LENGTH, CLSCAN_OP_ADD, flags, "ulong", 8, 8, 0 },
        { CLSCAN_TASK_PARTITION, CLSCAN_OP_ADD, none, "ulong", 0, 8, 2 },
        { CLSCAN_TASK_PARTITION, CLSCAN_OP_ADD, none, NULL, 0, 12, 3 },
        { CLSCAN_TASK_PARTITION, CLSCAN_OP_ADD, flags, "ulong", 0, 16, 2 },
        { CLSCAN_TASK_SORT, CLSCAN_OP_ADD, flags, NULL, 0, 0, 0 },
        { CLSCAN_TASK_TOP_K, CLSCAN_OP_ADD, none, NULL, 0, 0, 0 },
        { CLSCAN_TASK_TOP_K, CLSCAN_OP_ADD, flags, "ulong", 0, 8, 0 },
        { CLSCAN_TASK_HISTOGRAM, CLSCAN_OP_ADD, none, NULL, 0, 0, 0 },
        { CLSCAN_TASK_HISTOGRAM, CLSCAN_OP_ADD, flags, "ulong", 0, 8, 0 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const bool counts = rows[i].task == CLSCAN_TASK_HISTOGRAM;
        const bool decides = rows[i].task == CLSCAN_TASK_SELECT || rows[i].task == CLSCAN_TASK_PARTITION;
        clscan_desc desc = { .task = rows[i].task, .op = rows[i].op, .segments = rows[i].segments };
        desc.value.name = counts ? "uint" : "short";
        desc.count_type.name = rows[i].count;
        desc.mask = decides ? CLSCAN_MASK_FLAGS : CLSCAN_MASK_NONE;
        desc.parts = rows[i].parts;
        desc.sort.k = rows[i].task == CLSCAN_TASK_TOP_K ? 3 : 0;
        desc.bins = counts ? (clscan_bins) { .count = 4, .upper = 8 } : (clscan_bins) { .count = 0 };
        assert_ok(cs_desc_check(&desc));
        const cs_problem problem = cs_desc_problem(&desc);
        assert_int_equal(cs_traits_init_bytes(&problem.traits), rows[i].init);
        assert_int_equal(cs_traits_total_bytes(&problem.traits), rows[i].total);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_needs),
        cmocka_unit_test(test_accumulator_size),
        cmocka_unit_test(test_init_and_total_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
