/* The types and the identity of a description: what is refused, and the advice in the message. */
#include "problem/desc.h"

#include "support/check.h"

#include <stdio.h>
#include <string.h>

/* Names of other languages are refused with the name in OpenCL C. A type of that name in desc.user.source has a size.
 */
static void test_names_of_other_languages(void **state) {
    static const struct {
        const char *name, *meant;
    } names[] = { { "int32_t", "int" },    { "uint64_t", "ulong" }, { "uint32", "uint" },
                  { "int32", "int" },      { "cl_uint", "uint" },   { "unsigned int", "uint" },
                  { "long long", "long" }, { "float64", "double" }, { "unsigned char", "uchar" },
                  { "int8_t", "char" },    { "size_t", "ulong" } };
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        clscan_desc desc = { .value.name = names[i].name };
        char words[160];
        snprintf(words, sizeof words, "desc.value.name is \"%s\"|write \"%s\"|clscan_type_name lists", names[i].name,
                 names[i].meant);
        assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, words);
    }
    const clscan_desc own = { .value = { .name = "int32_t", .size = 4 },
                              .user = { .source = "typedef int int32_t;", .combine = "join" } };
    assert_ok(cs_desc_check(&own));
    const clscan_desc unknown = { .value.name = "struct pair" }, unsized = { .value.name = "int32_s" };
    assert_fails(cs_desc_check(&unknown), CLSCAN_ERROR_INVALID_DESC, "struct pair|clscan_type_name lists");
    assert_fails(cs_desc_check(&unsized), CLSCAN_ERROR_INVALID_DESC, "int32_s|clscan_type_name lists");
}

/* A type of the caller's is defined by the source. A function may be one of OpenCL C. */
static void test_missing_source(void **state) {
    const clscan_type mine = { .name = "mine", .size = 4 };
    const struct {
        clscan_desc desc;
        const char *field;
    } wrong[] = {
        { { .value = mine, .user.combine = "join" }, "desc.value" },
        { { .segments = CLSCAN_SEGMENTS_KEYS, .key = mine }, "desc.key" },
        { { .user.load = "get", .in[0] = mine }, "desc.in[0]" },
        { { .user.load = "get", .in = { [1].name = "int", [2] = mine } }, "desc.in[2]" },
        { { .user.store = "put", .out[7] = mine, .out[0].name = "int" }, "desc.out[7]" },
    };
    char words[160];
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        clscan_desc desc = wrong[i].desc;
        for (unsigned k = 1; desc.out[7].name && k < 7; k++)
            desc.out[k].name = "int";
        snprintf(words, sizeof words, "%s.name is \"mine\"|desc.user.source|is NULL", wrong[i].field);
        assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, words);
        desc.user.source = "";
        assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, "desc.user.source|is empty");
        desc.user.source = "typedef int mine;";
        assert_ok(cs_desc_check(&desc));
    }
    const clscan_desc function = { .user.combine = "max" };
    assert_ok(cs_desc_check(&function));
}

/* A description may name the type of an operator's second array, if it is the right one. */
static void test_second_arrays_of_operators(void **state) {
    const clscan_desc right[] = {
        { .op = CLSCAN_OP_ARGMIN, .out[1].name = "ulong" },
        { .op = CLSCAN_OP_ARGMIN, .value.name = "ulong", .out[1].name = "ulong" },
        { .op = CLSCAN_OP_ADD_CHECKED, .out[1].name = "uint" },
        { .op = CLSCAN_OP_MEAN_VARIANCE, .value.name = "float", .out[1].name = "float" },
        { .op = CLSCAN_OP_RECURRENCE, .in[1].name = "int" },
        { .op = CLSCAN_OP_LAST_SEEN, .value.name = "float4", .in[1].name = "uchar" },
    };
    const clscan_desc index = { .op = CLSCAN_OP_ARGMIN, .out[1].name = "uint" },
                      third = { .op = CLSCAN_OP_ARGMIN, .out = { { 0 }, { .name = "ulong" }, { .name = "int" } } },
                      reads = { .op = CLSCAN_OP_ARGMIN, .in[1].name = "int" };
    (void)state;
    for (size_t i = 0; i < COUNT(right); i++) {
        clscan_desc silent = right[i];
        silent.in[1].name = silent.out[1].name = NULL;
        assert_ok(cs_desc_check(&right[i]));
        const cs_problem named = cs_desc_problem(&right[i]), same = cs_desc_problem(&silent);
        assert_int_equal(named.traits.num_in, same.traits.num_in);
        assert_int_equal(named.traits.num_out, same.traits.num_out);
        assert_int_equal(named.traits.in[1].size, same.traits.in[1].size);
        assert_int_equal(named.traits.out[1].size, same.traits.out[1].size);
        assert_true(!named.out[1] == !same.out[1] && (!same.out[1] || strcmp(named.out[1], same.out[1]) == 0));
        assert_true(!named.in[1] == !same.in[1] && (!same.in[1] || strcmp(named.in[1], same.in[1]) == 0));
    }
    assert_fails(cs_desc_check(&index), CLSCAN_ERROR_INVALID_DESC, "desc.out[1].name is uint|argmin is of ulong");
    assert_fails(cs_desc_check(&third), CLSCAN_ERROR_INVALID_DESC, "desc.out[2].name is int|desc.user.store");
    assert_fails(cs_desc_check(&reads), CLSCAN_ERROR_INVALID_DESC, "desc.in[1].name is int|desc.user.load");
}

/* A comma would declare a second variable. */
static void test_commas_in_identities(void **state) {
    static const char *const right[] = { "{ 0, 1 }", "(int2)(0, 1)", "f(1, 2)",   "0 /* a, b */",
                                         "','",      "a[b, c]",      "<% 0, 1 %>" };
    static const char *const wrong[] = { "0, z = 1", "{ 0 }, z", "f(1), 2", "',', 1", "0 /* ( */, 1" };
    (void)state;
    for (size_t i = 0; i < COUNT(right); i++) {
        const clscan_desc desc = { .user = { .combine = "join", .identity = right[i] } };
        assert_ok(cs_desc_check(&desc));
    }
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const clscan_desc desc = { .user = { .combine = "join", .identity = wrong[i] } };
        assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, "desc.user.identity is|comma");
    }
}

/* Offsets of signed types are read as unsigned ones. */
static void test_offsets(void **state) {
    static const char *const types[][2] = { { "int", "uint" }, { "long", "ulong" }, { "uint", "uint" } };
    (void)state;
    for (size_t i = 0; i < COUNT(types); i++) {
        const clscan_desc desc = { .segments = CLSCAN_SEGMENTS_OFFSETS, .key.name = types[i][0] };
        assert_ok(cs_desc_check(&desc));
        assert_string_equal(cs_desc_problem(&desc).key, types[i][1]);
    }
    const clscan_desc keys = { .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "int" };
    assert_string_equal(cs_desc_problem(&keys).key, "int");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_other_languages),
        cmocka_unit_test(test_missing_source),
        cmocka_unit_test(test_second_arrays_of_operators),
        cmocka_unit_test(test_commas_in_identities),
        cmocka_unit_test(test_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
