/* From descriptions to problems: every refusal with its sentence, and what a good one becomes. */
#include "problem/desc.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

static clscan_desc user_type(void) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.type = CLSCAN_USER;
    desc.user = (clscan_user) { "pair", 8, "typedef int2 pair;", "join", "{ 0, 0 }" };
    return desc;
}

/* REFUSE(base, field, value, status, words): `base` with one field changed. */
#define REFUSE(base, field, value, status, words)                                                                      \
    do {                                                                                                               \
        clscan_desc spoilt = (base);                                                                                   \
        spoilt.field = (value);                                                                                        \
        assert_fails(cs_desc_check(&spoilt), (status), (words));                                                       \
    } while (0)

static void test_enumerators(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    (void)state;
    REFUSE(desc, type, (clscan_type)12, CLSCAN_INVALID_VALUE, "desc.type is 12");
    REFUSE(desc, type, (clscan_type)-1, CLSCAN_INVALID_VALUE, "desc.type is -1");
    REFUSE(desc, op, (clscan_op)(CLSCAN_LAST_SEEN + 1), CLSCAN_INVALID_VALUE, "desc.op is 18");
    REFUSE(desc, kind, (clscan_kind)2, CLSCAN_INVALID_VALUE, "desc.kind is 2");
    REFUSE(desc, strategy, (clscan_strategy)99, CLSCAN_INVALID_VALUE, "desc.strategy is 99");
    REFUSE(desc, group, (clscan_group)99, CLSCAN_INVALID_VALUE, "desc.group is 99");
}

static void test_numbers(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT, slices = { .strategy = CLSCAN_SLICES };
    (void)state;
    REFUSE(desc, wg_size, 48, CLSCAN_INVALID_VALUE, "desc.wg_size is 48|power of two");
    REFUSE(desc, wg_size, 0xFFFFFFFFu, CLSCAN_INVALID_VALUE, "desc.wg_size is 4294967295");
    REFUSE(desc, items, 513, CLSCAN_INVALID_VALUE, "desc.items is 513|512");
    REFUSE(slices, items, (1 << 20) + 1, CLSCAN_INVALID_VALUE, "desc.items is 1048577|1048576");
    REFUSE(desc, groups, 4097, CLSCAN_INVALID_VALUE, "desc.groups is 4097|4096");
}

static void test_sample(void **state) {
    const cl_int pair[2] = { 1, 2 };
    clscan_desc desc = user_type(), built_in = CLSCAN_DESC_INIT;
    (void)state;
    REFUSE(desc, sample, pair, CLSCAN_INVALID_DESC, "desc.sample is 0x|desc.sample_count is 0");
    REFUSE(desc, sample_count, 7, CLSCAN_INVALID_DESC, "desc.sample_count is 7 elements|desc.sample is NULL");
    desc.sample = built_in.sample = pair;
    desc.sample_count = built_in.sample_count = 1;
    assert_ok(cs_desc_check(&desc));
    assert_fails(cs_desc_check(&built_in), CLSCAN_INVALID_DESC, "desc.sample is 0x|desc.user.combine is NULL");
}

static void test_operators(void **state) {
    (void)state;
    for (clscan_type type = CLSCAN_FLOAT; type <= CLSCAN_HALF; type++)
        for (clscan_op op = 0; op <= CLSCAN_XOR; op++) {
            clscan_desc desc = { .type = type, .op = op };
            if (op <= CLSCAN_MAX)
                assert_ok(cs_desc_check(&desc));
            else
                assert_fails(cs_desc_check(&desc), CLSCAN_UNSUPPORTED_OPERATOR, clscan_op_name(op));
        }
}

/* Whether add_sat is associative, the type says. */
static void test_saturation(void **state) {
    clscan_desc desc = { .op = CLSCAN_ADD_SAT };
    (void)state;
    for (desc.type = 0; desc.type < CLSCAN_USER; desc.type++)
        if (clscan_type_name(desc.type)[0] == 'u')
            assert_ok(cs_desc_check(&desc));
        else if (desc.type < CLSCAN_FLOAT)
            assert_fails(cs_desc_check(&desc), CLSCAN_UNSUPPORTED_OPERATOR, "add_sat is not associative over");
        else
            assert_fails(cs_desc_check(&desc), CLSCAN_UNSUPPORTED_OPERATOR, "add_sat is not defined on");
}

/* Operators with a file of their own: over the types, vectors and functions that they have a sense for. */
static void test_states(void **state) {
    const clscan_desc floats = { .type = CLSCAN_FLOAT, .op = CLSCAN_MEAN_VARIANCE },
                      seen = { .op = CLSCAN_LAST_SEEN, .components = 3 };
    (void)state;
    for (clscan_op op = CLSCAN_ADD_COMPENSATED; op <= CLSCAN_LAST_SEEN; op++) {
        const bool whole = op != CLSCAN_ADD_COMPENSATED && op != CLSCAN_LOG_SUM_EXP && op != CLSCAN_MEAN_VARIANCE;
        const clscan_desc desc = { .type = CLSCAN_SHORT, .op = op }, other = { .type = CLSCAN_DOUBLE, .op = op };
        assert_int_equal(cs_desc_check(&desc) == CLSCAN_OK, whole);
        assert_int_equal(cs_desc_check(&other) == CLSCAN_OK, op != CLSCAN_ADD_CHECKED);
    }
    assert_ok(cs_desc_check(&seen));
    REFUSE(floats, type, CLSCAN_HALF, CLSCAN_UNSUPPORTED_OPERATOR, "mean_variance is not defined on half");
    REFUSE(floats, components, 4, CLSCAN_UNSUPPORTED_OPERATOR, "mean_variance|vectors|desc.components is 4");
    REFUSE(floats, store, "mine", CLSCAN_INVALID_DESC, "desc.store is mine|mean_variance");
    REFUSE(seen, load, "mine", CLSCAN_INVALID_DESC, "desc.load is mine|last_seen");
    REFUSE(seen, in[1].type, "uchar", CLSCAN_INVALID_DESC, "desc.in[1].type is uchar");
}

/* Of how many bytes a state is: a kernel that does not agree does not compile. */
static void test_state_sizes(void **state) {
    static const struct {
        clscan_type type;
        clscan_op op;
        unsigned components;
        size_t size, alignment;
    } rows[] = { { CLSCAN_CHAR, CLSCAN_ARGMIN, 0, 16, 8 },         { CLSCAN_LONG, CLSCAN_ARGMAX_LAST, 0, 16, 8 },
                 { CLSCAN_FLOAT, CLSCAN_MEAN_VARIANCE, 0, 16, 8 }, { CLSCAN_DOUBLE, CLSCAN_MEAN_VARIANCE, 0, 24, 8 },
                 { CLSCAN_SHORT, CLSCAN_RECURRENCE, 0, 4, 2 },     { CLSCAN_UCHAR, CLSCAN_ADD_CHECKED, 0, 16, 8 },
                 { CLSCAN_CHAR, CLSCAN_LAST_SEEN, 0, 8, 4 },       { CLSCAN_FLOAT, CLSCAN_LAST_SEEN, 3, 32, 16 } };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const clscan_desc desc = { .type = rows[i].type, .op = rows[i].op, .components = rows[i].components };
        const cs_problem problem = cs_desc_problem(&desc);
        assert_int_equal(problem.traits.value.size, rows[i].size);
        assert_int_equal(problem.traits.value.alignment, rows[i].alignment);
        assert_int_equal(problem.traits.in[0].size, rows[i].components ? 16 : clscan_type_size(rows[i].type));
    }
}

static void test_user_types(void **state) {
    const clscan_desc desc = user_type();
    (void)state;
    assert_ok(cs_desc_check(&desc));
    REFUSE(desc, user.type_name, NULL, CLSCAN_INVALID_DESC, "desc.user.type_name is NULL");
    REFUSE(desc, user.type_name, "", CLSCAN_INVALID_DESC, "desc.user.type_name is \"\"");
    REFUSE(desc, user.type_name, "2pairs", CLSCAN_INVALID_DESC, "2pairs");
    REFUSE(desc, user.type_name, "struct pair", CLSCAN_INVALID_DESC, "struct pair|not an identifier");
    REFUSE(desc, user.type_name, "pair;", CLSCAN_INVALID_DESC, "pair;");
    REFUSE(desc, user.size, 0, CLSCAN_INVALID_DESC, "desc.user.size is 0|pair|65536");
    REFUSE(desc, user.size, 65537, CLSCAN_INVALID_DESC, "desc.user.size is 65537");
    REFUSE(desc, user.combine, NULL, CLSCAN_INVALID_DESC, "desc.user.combine is NULL|pair");
}

static void test_user_operators(void **state) {
    const clscan_desc desc = user_type();
    (void)state;
    REFUSE(desc, user.combine, "a +", CLSCAN_INVALID_DESC, "desc.user.combine is \"a +\"");
    REFUSE(desc, user.combine, "", CLSCAN_INVALID_DESC, "desc.user.combine is \"\"");
    REFUSE(desc, user.combine, "clscan_combine", CLSCAN_INVALID_DESC,
           "desc.user.combine is \"clscan_combine\"|library's");
    REFUSE(desc, user.type_name, "CLSCAN_T", CLSCAN_INVALID_DESC, "desc.user.type_name is \"CLSCAN_T\"|library's");
    REFUSE(desc, in[0].type, "clscan_t", CLSCAN_INVALID_DESC, "desc.in[0].type is \"clscan_t\"|library's");
    REFUSE(desc, user.identity, "0; return 5", CLSCAN_INVALID_DESC, "desc.user.identity|semicolon");
    REFUSE(desc, user.identity, "", CLSCAN_INVALID_DESC, "desc.user.identity is empty|join");
}

/* Text that nothing names has no effect. */
static void test_unused_source(void **state) {
    const char *nothing = "desc.user.source is given, but nothing uses it";
    clscan_desc desc = { .user.source = "typedef struct { int x; } mine;" };
    (void)state;
    assert_fails(cs_desc_check(&desc), CLSCAN_INVALID_DESC, nothing);
    desc.in[0].type = "uchar";
    desc.segments = CLSCAN_EQUAL_KEYS;
    desc.keys.type = "float";
    assert_fails(cs_desc_check(&desc), CLSCAN_INVALID_DESC, nothing);
    desc.keys = (clscan_array) { "mine", 4 };
    assert_ok(cs_desc_check(&desc));
    desc.keys.type = NULL;
    desc.keys.size = 0;
    desc.load = "get";
    assert_ok(cs_desc_check(&desc));
    desc.load = NULL;
    desc.map = "of";
    assert_ok(cs_desc_check(&desc));
}

/* ------------------------------------------------------------------------------------- what lies in memory */

static void test_vectors(void **state) {
    static const unsigned wrong[] = { 5, 6, 7, 9, 15, 17, 32, 0xFFFFFFFFu };
    const clscan_desc pair = user_type(), desc = CLSCAN_DESC_INIT;
    char words[64];
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        snprintf(words, sizeof words, "desc.components is %u|2, 3, 4, 8 or 16", wrong[i]);
        REFUSE(desc, components, wrong[i], CLSCAN_INVALID_VALUE, words);
    }
    REFUSE(pair, components, 2, CLSCAN_INVALID_DESC, "desc.components is 2|CLSCAN_USER|pair");
}

static void test_layout_and_segments(void **state) {
    const clscan_desc desc = CLSCAN_DESC_INIT, keys = { .segments = CLSCAN_EQUAL_KEYS };
    const clscan_array pair = { "pair", 8 }, nameless = { NULL, 8 }, wide = { "uint2", 4 }, unsized = { "pair", 0 };
    (void)state;
    REFUSE(desc, layout, (clscan_layout)2, CLSCAN_INVALID_VALUE, "desc.layout is 2");
    REFUSE(desc, segments, (clscan_segments)5, CLSCAN_INVALID_VALUE, "desc.segments is 5");
    REFUSE(desc, segments, (clscan_segments)-1, CLSCAN_INVALID_VALUE, "desc.segments is -1");
    REFUSE(desc, keys, pair, CLSCAN_INVALID_DESC, "desc.keys is given|CLSCAN_EQUAL_KEYS");
    REFUSE(desc, same_key, "same", CLSCAN_INVALID_DESC, "desc.same_key is given|CLSCAN_EQUAL_KEYS");
    REFUSE(keys, same_key, "a b", CLSCAN_INVALID_DESC, "desc.same_key is \"a b\"");
    REFUSE(keys, keys, nameless, CLSCAN_INVALID_DESC, "desc.keys|size is 8 bytes|type is NULL");
    REFUSE(keys, keys, wide, CLSCAN_INVALID_DESC, "desc.keys|size is 4 bytes|uint2 has 8");
    REFUSE(keys, keys, unsized, CLSCAN_INVALID_DESC, "desc.keys|size is 0 bytes|pair|65536");
}

static void test_arrays(void **state) {
    clscan_desc desc = { .load = "get", .store = "put", .in = { { "int", 0 } }, .out = { { "int", 0 } } };
    const clscan_array one = { "uchar", 0 };
    (void)state;
    assert_ok(cs_desc_check(&desc));
    REFUSE(desc, in[0].size, 8, CLSCAN_INVALID_DESC, "desc.in[0].size is 8 bytes|int has 4");
    REFUSE(desc, out[0].type, "in t", CLSCAN_INVALID_DESC, "desc.out[0].type is \"in t\"");
    REFUSE(desc, out[0].type, "mine", CLSCAN_INVALID_DESC, "desc.out[0].size is 0 bytes|mine|65536");
    REFUSE(desc, in[1].size, 4, CLSCAN_INVALID_DESC, "desc.in[1].size is 4 bytes|type is NULL");
    REFUSE(desc, in[2], one, CLSCAN_INVALID_DESC, "desc.in[2].type is uchar|desc.in[1].type is NULL");
    REFUSE(desc, out[3], one, CLSCAN_INVALID_DESC, "desc.out[3].type is uchar|desc.out[2].type is NULL");
    REFUSE(desc, load, "get()", CLSCAN_INVALID_DESC, "desc.load is \"get()\"");
    REFUSE(desc, map, "clscan_get", CLSCAN_INVALID_DESC, "desc.map is \"clscan_get\"");
    REFUSE(desc, store, "", CLSCAN_INVALID_DESC, "desc.store is \"\"");
    desc.in[1] = desc.out[1] = one;
    assert_ok(cs_desc_check(&desc));
    REFUSE(desc, load, NULL, CLSCAN_INVALID_DESC, "desc.in[1].type is uchar|desc.load");
    REFUSE(desc, store, NULL, CLSCAN_INVALID_DESC, "desc.out[1].type is uchar|desc.store");
}

static void test_conversions(void **state) {
    const clscan_array bytes = { "uchar", 0 }, four = { "float4", 0 }, mine = { "mine", 4 };
    const clscan_desc desc = CLSCAN_DESC_INIT, pair = user_type(), vectors = { .components = 2 };
    (void)state;
    REFUSE(desc, in[0], four, CLSCAN_INVALID_DESC, "desc.in[0].type is float4|give desc.map or desc.load");
    REFUSE(desc, out[0], mine, CLSCAN_INVALID_DESC, "desc.out[0].type is mine|give desc.store");
    REFUSE(vectors, out[0], bytes, CLSCAN_INVALID_DESC, "desc.out[0].type is uchar|give desc.store");
    REFUSE(pair, in[0], bytes, CLSCAN_INVALID_DESC, "desc.in[0].type is uchar|give desc.map or desc.load");
    clscan_desc mapped = { .map = "of", .in = { mine } };
    assert_ok(cs_desc_check(&mapped));
    mapped.in[1] = bytes;
    assert_fails(cs_desc_check(&mapped), CLSCAN_INVALID_DESC, "desc.in[1].type is uchar, but no desc.load");
}

/* What would have no effect was meant to have one. */
static void test_what_nothing_uses(void **state) {
    const clscan_desc desc = { .type = CLSCAN_FLOAT, .op = CLSCAN_MAX };
    (void)state;
    REFUSE(desc, user.type_name, "pair", CLSCAN_INVALID_DESC, "desc.user.type_name is \"pair\"|desc.type is float");
    REFUSE(desc, user.size, 4, CLSCAN_INVALID_DESC, "desc.user.size is 4 bytes|desc.type is float");
    REFUSE(desc, user.identity, "0", CLSCAN_INVALID_DESC, "desc.user.identity is \"0\"|combine is NULL: max has its");
}

/* Whatever the other fields of a description that asks for nothing: none is refused. */
static void test_what_is_allowed(void **state) {
    clscan_desc desc = { 0 };
    (void)state;
    assert_ok(cs_desc_check(&desc));
    for (desc.wg_size = 1; desc.wg_size < (1u << 20); desc.wg_size *= 2)
        assert_ok(cs_desc_check(&desc));
    for (desc.items = 1; desc.items <= 512; desc.items++)
        assert_ok(cs_desc_check(&desc));
    desc.strategy = CLSCAN_SLICES;
    desc.items = 1 << 20;
    assert_ok(cs_desc_check(&desc));
    desc = user_type();
    desc.user.source = NULL;
    assert_ok(cs_desc_check(&desc));
    desc.user.type_name = "_a9";
    desc.user.size = 65536;
    assert_ok(cs_desc_check(&desc));
}

static void assert_prints(const clscan_desc *desc, const char *expected) {
    cs_strbuf text = { 0 };
    const cs_problem problem = cs_desc_problem(desc);
    cs_problem_print(&text, &problem);
    assert_string_equal(text.data, expected);
    cs_strbuf_free(&text);
}

static void test_problems(void **state) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    (void)state;
    assert_prints(&desc, "inclusive add over int (4 bytes)");
    desc.map = "of";
    desc.in[0].type = "float2";
    desc.store = "put";
    assert_prints(&desc, "inclusive add over int (4 bytes) from float2, mapped by of, stored by put");
    desc = (clscan_desc) { .type = CLSCAN_FLOAT, .op = CLSCAN_ARGMIN };
    assert_prints(&desc, "inclusive argmin over float (a state has 16 bytes)");
    desc = (clscan_desc) { .type = CLSCAN_UCHAR, .op = CLSCAN_MAX, .kind = CLSCAN_EXCLUSIVE };
    assert_prints(&desc, "exclusive max over uchar (1 byte)");
    desc = user_type();
    assert_prints(&desc, "inclusive join over pair (8 bytes)");
    desc.type = CLSCAN_FLOAT; /* a user operator on a built-in type: its size is the type's */
    desc.user.type_name = NULL;
    desc.user.size = 0;
    assert_prints(&desc, "inclusive join over float (4 bytes)");
}

static void test_identities(void **state) {
    static const struct {
        clscan_type type;
        clscan_op op;
        const char *identity;
    } rows[] = { { CLSCAN_INT, CLSCAN_MUL, "1" },          { CLSCAN_INT, CLSCAN_MIN, "INT_MAX" },
                 { CLSCAN_UCHAR, CLSCAN_MAX, "0" },        { CLSCAN_LONG, CLSCAN_MAX, "LONG_MIN" },
                 { CLSCAN_FLOAT, CLSCAN_MIN, "INFINITY" }, { CLSCAN_DOUBLE, CLSCAN_MAX, "-INFINITY" },
                 { CLSCAN_ULONG, CLSCAN_OR, "0" },         { CLSCAN_CHAR, CLSCAN_MAX, "CHAR_MIN" } };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const clscan_desc desc = { .type = rows[i].type, .op = rows[i].op };
        assert_string_equal(cs_desc_problem(&desc).identity, rows[i].identity);
    }
}

static void test_needs(void **state) {
    (void)state;
    for (clscan_type type = 0; type < CLSCAN_USER; type++) {
        const clscan_desc desc = { .type = type };
        const cs_problem problem = cs_desc_problem(&desc);
        assert_int_equal(problem.needs_half, type == CLSCAN_HALF);
        assert_int_equal(problem.needs_double, type == CLSCAN_DOUBLE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enumerators),     cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_operators),       cmocka_unit_test(test_sample),
        cmocka_unit_test(test_user_types),      cmocka_unit_test(test_user_operators),
        cmocka_unit_test(test_unused_source),   cmocka_unit_test(test_what_nothing_uses),
        cmocka_unit_test(test_what_is_allowed), cmocka_unit_test(test_problems),
        cmocka_unit_test(test_identities),      cmocka_unit_test(test_needs),
        cmocka_unit_test(test_saturation),      cmocka_unit_test(test_states),
        cmocka_unit_test(test_state_sizes),     cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_conversions),     cmocka_unit_test(test_layout_and_segments),
        cmocka_unit_test(test_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
