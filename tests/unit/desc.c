/* Checks descriptions: every refusal with its message. The problem that a valid description becomes is in
 * desc_problem.c, and what tasks add in the files desc_TASK.c. */
#include "problem/desc.h"
#include "problem/task.h"
#include "support/check.h"

#include <oracle.h>
#include <stdio.h>
#include <string.h>

static clscan_desc user_type(void) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value = (clscan_type) { .name = "pair", .size = 8 };
    desc.user = (clscan_user) { .source = "typedef int2 pair;", .combine = "join", .identity = "{ 0, 0 }" };
    return desc;
}

/* REFUSE(base, field, value, status, words): `base` with one field changed. */
#define REFUSE(base, field, value, status, words)                                                                      \
    do {                                                                                                               \
        clscan_desc corrupt = (base);                                                                                  \
        corrupt.field = (value);                                                                                       \
        assert_fails(cs_desc_check(&corrupt), (status), (words));                                                      \
    } while (0)

static void test_enumerators(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    (void)state;
    REFUSE(desc, op, (clscan_op)99, CLSCAN_ERROR_INVALID_VALUE, "desc.op is 99");
    REFUSE(desc, kind, (clscan_kind)2, CLSCAN_ERROR_INVALID_VALUE, "desc.kind is 2");
    REFUSE(desc, tuning.strategy, (clscan_strategy)99, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.strategy is 99");
    REFUSE(desc, tuning.group, (clscan_group)99, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.group is 99");
}

static void test_numbers(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT, slices = { .tuning.strategy = CLSCAN_STRATEGY_SLICES };
    (void)state;
    REFUSE(desc, tuning.wg_size, 48, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.wg_size is 48|power of two");
    REFUSE(desc, tuning.wg_size, 0xFFFFFFFFu, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.wg_size is 4294967295");
    REFUSE(desc, tuning.items, 513, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.items is 513|512");
    REFUSE(slices, tuning.items, (1 << 20) + 1, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.items is 1048577|1048576");
    REFUSE(desc, tuning.num_groups, 4097, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.num_groups is 4097|4096");
    REFUSE(desc, tuning.private_rows, 33, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.private_rows is 33|32");
    REFUSE(desc, tuning.local_rows, 65, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.local_rows is 65|64");
    REFUSE(desc, tuning.local_rows, 2, CLSCAN_ERROR_INVALID_DESC,
           "desc.tuning.local_rows is 2|desc.tuning.private_rows is 0");
}

static void test_sample(void **state) {
    const cl_int pair[2] = { 1, 2 };
    clscan_desc desc = user_type(), built_in = CLSCAN_DESC_INIT;
    (void)state;
    REFUSE(desc, sample.elements, pair, CLSCAN_ERROR_INVALID_DESC, "desc.sample.elements is 0x|desc.sample.count is 0");
    REFUSE(desc, sample.count, 7, CLSCAN_ERROR_INVALID_DESC, "desc.sample.elements is |desc.sample.count is 7");
    desc.sample.elements = built_in.sample.elements = pair;
    desc.sample.count = built_in.sample.count = 1;
    assert_ok(cs_desc_check(&desc));
    assert_fails(cs_desc_check(&built_in), CLSCAN_ERROR_INVALID_DESC,
                 "desc.sample.elements is 0x|desc.user.combine is NULL");
}

static void test_operators(void **state) {
    (void)state;
    for (oracle_type type = ORACLE_FLOAT; type <= ORACLE_HALF; type++)
        for (clscan_op op = 0; op <= CLSCAN_OP_XOR; op++) {
            const clscan_desc desc = { .value.name = oracle_type_name(type), .op = op };
            if (op <= CLSCAN_OP_MAX)
                assert_ok(cs_desc_check(&desc));
            else
                assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_UNSUPPORTED_OPERATOR, clscan_op_name(op));
        }
}

/* add_sat is associative over unsigned integers only. */
static void test_saturation(void **state) {
    (void)state;
    for (oracle_type type = 0; type < ORACLE_USER; type++) {
        const clscan_desc desc = { .value.name = oracle_type_name(type), .op = CLSCAN_OP_ADD_SAT };
        if (*desc.value.name == 'u')
            assert_ok(cs_desc_check(&desc));
        else if (type < ORACLE_FLOAT)
            assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_UNSUPPORTED_OPERATOR, "add_sat is not associative over");
        else
            assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_UNSUPPORTED_OPERATOR, "add_sat is not defined on");
    }
}

/* Operators with files of their own are defined on certain types, vectors and user functions only. */
static void test_states(void **state) {
    const clscan_desc floats = { .value.name = "float", .op = CLSCAN_OP_MEAN_VARIANCE },
                      seen = { .value.name = "int3", .op = CLSCAN_OP_LAST_SEEN };
    (void)state;
    for (clscan_op op = 0; clscan_op_name(op); op++) {
        if (!oracle_has_accumulator(op))
            continue;
        const bool whole =
            op != CLSCAN_OP_ADD_COMPENSATED && op != CLSCAN_OP_LOG_SUM_EXP && op != CLSCAN_OP_MEAN_VARIANCE;
        const clscan_desc desc = { .value.name = "short", .op = op }, other = { .value.name = "double", .op = op };
        assert_int_equal(cs_desc_check(&desc) == CLSCAN_OK, whole);
        assert_int_equal(cs_desc_check(&other) == CLSCAN_OK, op != CLSCAN_OP_ADD_CHECKED);
    }
    assert_ok(cs_desc_check(&seen));
    REFUSE(floats, value.name, "half", CLSCAN_ERROR_UNSUPPORTED_OPERATOR, "mean_variance is not defined on half");
    REFUSE(floats, value.name, "float4", CLSCAN_ERROR_UNSUPPORTED_OPERATOR,
           "mean_variance|vectors|desc.value.name is float4");
    REFUSE(floats, user.store, "mine", CLSCAN_ERROR_INVALID_DESC, "desc.user.store is mine|mean_variance");
    REFUSE(seen, user.load, "mine", CLSCAN_ERROR_INVALID_DESC, "desc.user.load is mine|last_seen");
    REFUSE(seen, in[1].name, "short", CLSCAN_ERROR_INVALID_DESC, "desc.in[1].name is short|last_seen is of uchar");
}

static void test_user_types(void **state) {
    const clscan_desc desc = user_type();
    (void)state;
    assert_ok(cs_desc_check(&desc));
    REFUSE(desc, value.name, NULL, CLSCAN_ERROR_INVALID_DESC, "desc.value.size is 8 bytes|its name is NULL");
    REFUSE(desc, value.name, "", CLSCAN_ERROR_INVALID_DESC, "desc.value.name is \"\"");
    REFUSE(desc, value.name, "2pairs", CLSCAN_ERROR_INVALID_DESC, "2pairs");
    REFUSE(desc, value.name, "struct pair", CLSCAN_ERROR_INVALID_DESC, "struct pair|not the name of a type");
    REFUSE(desc, value.name, "pair;", CLSCAN_ERROR_INVALID_DESC, "pair;");
    REFUSE(desc, value.size, 0, CLSCAN_ERROR_INVALID_DESC, "desc.value.name is \"pair\"|needs desc.value.size");
    REFUSE(desc, value.size, 65537, CLSCAN_ERROR_INVALID_DESC, "desc.value.size is 65537");
    REFUSE(desc, user.combine, NULL, CLSCAN_ERROR_INVALID_DESC, "desc.user.combine is NULL|pair");
}

static void test_user_operators(void **state) {
    const clscan_desc desc = user_type();
    (void)state;
    REFUSE(desc, user.combine, "a +", CLSCAN_ERROR_INVALID_DESC, "desc.user.combine is \"a +\"");
    REFUSE(desc, user.combine, "", CLSCAN_ERROR_INVALID_DESC, "desc.user.combine is \"\"");
    REFUSE(desc, user.combine, "clscan_combine", CLSCAN_ERROR_INVALID_DESC,
           "desc.user.combine is \"clscan_combine\"|library's");
    REFUSE(desc, value.name, "CLSCAN_T", CLSCAN_ERROR_INVALID_DESC, "desc.value.name is \"CLSCAN_T\"|library's");
    REFUSE(desc, in[0].name, "clscan_t", CLSCAN_ERROR_INVALID_DESC, "desc.in[0].name is \"clscan_t\"|library's");
    REFUSE(desc, user.identity, "0; return 5", CLSCAN_ERROR_INVALID_DESC, "desc.user.identity|semicolon");
    REFUSE(desc, user.identity, "", CLSCAN_ERROR_INVALID_DESC, "desc.user.identity is empty|join");
}

/* The user's source is refused if nothing in the description uses it. */
static void test_unused_source(void **state) {
    const char *nothing = "desc.user.source is given, but nothing uses it";
    clscan_desc desc = { .user.source = "typedef struct { int x; } mine;" };
    (void)state;
    assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, nothing);
    desc.in[0].name = "uchar";
    desc.segments = CLSCAN_SEGMENTS_KEYS;
    desc.key.name = "float";
    assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, nothing);
    desc.key = (clscan_type) { .name = "mine", .size = 4 };
    assert_ok(cs_desc_check(&desc));
    desc.key.name = NULL;
    desc.key.size = 0;
    desc.user.load = "get";
    assert_ok(cs_desc_check(&desc));
    desc.user.load = NULL;
    desc.user.map = "of";
    assert_ok(cs_desc_check(&desc));
}

/* ------------------------------------------------------------------------------------- what lies in memory */

/* OpenCL C has vectors of 2, 3, 4, 8 and 16 components: any other name is one of the caller's, whose size is missing.
 */
static void test_vectors(void **state) {
    static const char *const right[] = { "char2", "float3", "ulong4", "half8", "double16" };
    static const char *const wrong[] = { "int0", "int1", "int5", "int6", "int7", "int9", "int15", "int17", "int18" };
    const clscan_desc desc = CLSCAN_DESC_INIT;
    char words[128];
    (void)state;
    for (size_t i = 0; i < COUNT(right); i++) {
        const clscan_desc vectors = { .value.name = right[i] };
        assert_ok(cs_desc_check(&vectors));
    }
    for (size_t i = 0; i < COUNT(wrong); i++) {
        snprintf(words, sizeof words,
                 "desc.value.name is \"%s\", which is not a type that can be scanned|needs desc.value.size", wrong[i]);
        REFUSE(desc, value.name, wrong[i], CLSCAN_ERROR_INVALID_DESC, words);
    }
    const clscan_type wide = { .name = "float3", .size = 12 };
    REFUSE(desc, value, wide, CLSCAN_ERROR_INVALID_DESC, "desc.value.size is 12 bytes|float3 has 16");
}

static void test_layout_and_segments(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT, keys = { .segments = CLSCAN_SEGMENTS_KEYS };
    const clscan_type pair = { .name = "pair", .size = 8 }, nameless = { .size = 8 },
                      wide = { .name = "uint2", .size = 4 }, unsized = { .name = "pair", .size = 0 };
    (void)state;
    REFUSE(desc, layout, (clscan_layout)2, CLSCAN_ERROR_INVALID_VALUE, "desc.layout is 2");
    REFUSE(desc, segments, (clscan_segments)5, CLSCAN_ERROR_INVALID_VALUE, "desc.segments is 5");
    REFUSE(desc, segments, (clscan_segments)-1, CLSCAN_ERROR_INVALID_VALUE, "desc.segments is -1");
    REFUSE(desc, key, pair, CLSCAN_ERROR_INVALID_DESC, "desc.key is given|CLSCAN_SEGMENTS_KEYS");
    REFUSE(desc, user.with_position, 1, CLSCAN_ERROR_INVALID_DESC,
           "desc.user.with_position is 1|no desc.user.map, load, store or keep");
    REFUSE(desc, user.same_key, "same", CLSCAN_ERROR_INVALID_DESC, "desc.user.same_key is given|CLSCAN_SEGMENTS_KEYS");
    REFUSE(keys, user.same_key, "a b", CLSCAN_ERROR_INVALID_DESC, "desc.user.same_key is \"a b\"");
    REFUSE(keys, key, nameless, CLSCAN_ERROR_INVALID_DESC, "desc.key.size is 8 bytes|name is NULL");
    REFUSE(keys, key, wide, CLSCAN_ERROR_INVALID_DESC, "desc.key.size is 4 bytes|uint2 has 8");
    REFUSE(keys, key, unsized, CLSCAN_ERROR_INVALID_DESC, "desc.key.name is \"pair\"|needs desc.key.size");
}

/* The type of the count in device memory is an integer of 32 or 64 bits. */
static void test_counts(void **state) {
    static const char *const right[] = { "int", "uint", "long", "ulong" };
    static const char *const wrong[] = { "ushort", "float", "uint2", "double" };
    const clscan_desc desc = CLSCAN_DESC_INIT;
    const clscan_type mine = { .name = "mine", .size = 4 }, nameless = { .size = 4 },
                      wide = { .name = "uint", .size = 8 };
    (void)state;
    for (size_t i = 0; i < COUNT(right); i++) {
        const clscan_desc counted = { .count_type.name = right[i] };
        assert_ok(cs_desc_check(&counted));
        assert_int_equal(cs_desc_problem(&counted).traits.count.size, i < 2 ? 4 : 8);
        assert_int_equal(cs_desc_problem(&counted).traits.count.is_signed, i % 2 == 0);
    }
    assert_int_equal(cs_desc_problem(&desc).traits.count.size, 4);
    assert_false(cs_desc_problem(&desc).traits.count.is_signed);
    for (size_t i = 0; i < COUNT(wrong); i++)
        REFUSE(desc, count_type.name, wrong[i], CLSCAN_ERROR_INVALID_DESC,
               "desc.count_type.name is|int, uint, long or ulong");
    REFUSE(desc, count_type, mine, CLSCAN_ERROR_INVALID_DESC,
           "desc.count_type.name is \"mine\"|int, uint, long or ulong");
    REFUSE(desc, count_type, nameless, CLSCAN_ERROR_INVALID_DESC, "desc.count_type.size is 4 bytes|name is NULL");
    REFUSE(desc, count_type, wide, CLSCAN_ERROR_INVALID_DESC, "desc.count_type.size is 8 bytes|uint has 4");
}

/* Reserved fields must be zero, because later versions may give them a meaning. */
static void test_reserved(void **state) {
    const clscan_desc desc = { .user = { .store = "put" } };
    (void)state;
    REFUSE(desc, value.reserved[1], 1, CLSCAN_ERROR_INVALID_DESC, "desc.value.reserved");
    REFUSE(desc, in[7].reserved[0], 1, CLSCAN_ERROR_INVALID_DESC, "desc.in[7].reserved");
    REFUSE(desc, out[0].reserved[1], 1, CLSCAN_ERROR_INVALID_DESC, "desc.out[0].reserved");
    REFUSE(desc, key.reserved[0], 1, CLSCAN_ERROR_INVALID_DESC, "desc.key.reserved");
    REFUSE(desc, count_type.reserved[0], 1, CLSCAN_ERROR_INVALID_DESC, "desc.count_type.reserved");
    REFUSE(desc, user.reserved[0], "x", CLSCAN_ERROR_INVALID_DESC, "desc.user.reserved");
    REFUSE(desc, tuning.reserved[4], 1, CLSCAN_ERROR_INVALID_DESC, "desc.tuning.reserved");
    REFUSE(desc, sample.reserved[1], 1, CLSCAN_ERROR_INVALID_DESC, "desc.sample.reserved");
}

/* A type has one size. With a smaller size, the library would expect arrays that are shorter than what kernels
 * access. */
static void test_two_sizes(void **state) {
    const clscan_type small = { .name = "pair", .size = 4 };
    (void)state;
    REFUSE(user_type(), in[0], small, CLSCAN_ERROR_INVALID_DESC, "desc.in[0].size is 4 bytes|desc.value.size is 8");
    REFUSE(user_type(), out[0], small, CLSCAN_ERROR_INVALID_DESC, "desc.out[0].size is 4 bytes|desc.value.size is 8");
}

static void test_arrays(void **state) {
    clscan_desc desc = { .user = { " ", .load = "get", .store = "put" }, .in[0].name = "int", .out[0].name = "int" };
    const clscan_type one = { .name = "uchar" };
    (void)state;
    assert_ok(cs_desc_check(&desc));
    REFUSE(desc, user.source, NULL, CLSCAN_ERROR_INVALID_DESC, "desc.user.load is \"get\"|desc.user.source|NULL");
    REFUSE(desc, user.source, "", CLSCAN_ERROR_INVALID_DESC, "desc.user.load is \"get\"|desc.user.source|empty");
    REFUSE(desc, in[0].size, 8, CLSCAN_ERROR_INVALID_DESC, "desc.in[0].size is 8 bytes|int has 4");
    REFUSE(desc, out[0].name, "in t", CLSCAN_ERROR_INVALID_DESC, "desc.out[0].name is \"in t\"");
    REFUSE(desc, out[0].name, "mine", CLSCAN_ERROR_INVALID_DESC, "desc.out[0].name is \"mine\"|needs desc.out[0].size");
    REFUSE(desc, in[1].size, 4, CLSCAN_ERROR_INVALID_DESC, "desc.in[1].size is 4 bytes|name is NULL");
    REFUSE(desc, in[2], one, CLSCAN_ERROR_INVALID_DESC, "desc.in[2].name is uchar|desc.in[1].name is NULL");
    REFUSE(desc, out[3], one, CLSCAN_ERROR_INVALID_DESC, "desc.out[3].name is uchar|desc.out[2].name is NULL");
    REFUSE(desc, user.load, "get()", CLSCAN_ERROR_INVALID_DESC, "desc.user.load is \"get()\"");
    REFUSE(desc, user.map, "clscan_get", CLSCAN_ERROR_INVALID_DESC, "desc.user.map is \"clscan_get\"");
    REFUSE(desc, user.store, "", CLSCAN_ERROR_INVALID_DESC, "desc.user.store is \"\"");
    desc.in[1] = desc.out[1] = one;
    assert_ok(cs_desc_check(&desc));
    REFUSE(desc, user.store, NULL, CLSCAN_ERROR_INVALID_DESC, "desc.out[1].name is uchar|desc.user.store");
    desc.user.load = NULL; /* the store function reads in[1] too */
    assert_ok(cs_desc_check(&desc));
    desc.out[1] = (clscan_type) { .name = NULL };
    REFUSE(desc, user.store, NULL, CLSCAN_ERROR_INVALID_DESC,
           "desc.in[1].name is uchar|desc.user.load|desc.user.store");
}

static void test_conversions(void **state) {
    const clscan_type bytes = { .name = "uchar" }, four = { .name = "float4" }, mine = { .name = "mine", .size = 4 };
    const clscan_desc desc = CLSCAN_DESC_INIT, pair = user_type(), vectors = { .value.name = "int2" };
    (void)state;
    REFUSE(desc, in[0], four, CLSCAN_ERROR_INVALID_DESC,
           "desc.in[0].name is float4|give desc.user.map or desc.user.load");
    REFUSE(desc, out[0], mine, CLSCAN_ERROR_INVALID_DESC, "desc.out[0].name is mine|give desc.user.store");
    REFUSE(vectors, out[0], bytes, CLSCAN_ERROR_INVALID_DESC, "desc.out[0].name is uchar|give desc.user.store");
    REFUSE(pair, in[0], bytes, CLSCAN_ERROR_INVALID_DESC,
           "desc.in[0].name is uchar|give desc.user.map or desc.user.load");
    clscan_desc mapped = { .user = { .source = "typedef uint mine;", .map = "of" }, .in = { mine } };
    assert_ok(cs_desc_check(&mapped));
    mapped.in[1] = bytes;
    assert_fails(cs_desc_check(&mapped), CLSCAN_ERROR_INVALID_DESC,
                 "desc.in[1].name is uchar, but there is no desc.user.load");
}

/* Fields that would have no effect are refused, because the caller expects an effect. */
static void test_what_nothing_uses(void **state) {
    const clscan_desc desc = { .value.name = "float", .op = CLSCAN_OP_MAX };
    (void)state;
    REFUSE(desc, user.identity, "0", CLSCAN_ERROR_INVALID_DESC,
           "desc.user.identity is \"0\"|combine is NULL: max has its own");
}

/* Unusual descriptions that are valid: any shape of work-groups, and a large user type. */
static void test_what_is_allowed(void **state) {
    clscan_desc desc = { 0 };
    (void)state;
    assert_ok(cs_desc_check(&desc));
    for (desc.tuning.wg_size = 1; desc.tuning.wg_size < (1u << 20); desc.tuning.wg_size *= 2)
        assert_ok(cs_desc_check(&desc));
    for (desc.tuning.items = 1; desc.tuning.items <= 512; desc.tuning.items++)
        assert_ok(cs_desc_check(&desc));
    desc.tuning.strategy = CLSCAN_STRATEGY_SLICES;
    desc.tuning.items = 1 << 20;
    assert_ok(cs_desc_check(&desc));
    desc = user_type();
    desc.value = (clscan_type) { .name = "_a9", .size = 65536 };
    assert_ok(cs_desc_check(&desc));
}

/* Streams and splits have tests of these tasks. Other tasks say why they need all elements at once. */
static void test_parts(void **state) {
    const unsigned in_parts = 1u << CLSCAN_TASK_SCAN | 1u << CLSCAN_TASK_REDUCE | 1u << CLSCAN_TASK_HISTOGRAM |
                              1u << CLSCAN_TASK_SELECT | 1u << CLSCAN_TASK_UNIQUE | 1u << CLSCAN_TASK_UNIQUE_LAST |
                              1u << CLSCAN_TASK_RUN_LENGTH;
    (void)state;
    for (clscan_task task = CLSCAN_TASK_SCAN; clscan_task_name(task); task++)
        assert_int_equal(cs_task_why_whole(task) == NULL, in_parts >> task & 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enumerators),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_operators),       cmocka_unit_test(test_sample),
        cmocka_unit_test(test_user_types),      cmocka_unit_test(test_user_operators),
        cmocka_unit_test(test_unused_source),   cmocka_unit_test(test_what_nothing_uses),
        cmocka_unit_test(test_what_is_allowed), cmocka_unit_test(test_saturation),
        cmocka_unit_test(test_states),          cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_conversions),     cmocka_unit_test(test_layout_and_segments),
        cmocka_unit_test(test_two_sizes),       cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_counts),          cmocka_unit_test(test_reserved),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
