/* The generated page, which replaces cl/problem.h for a plan. */
#include "page/generate_problem.h"
#include "problem/desc.h"
#include "source/embedded.h"
#include "support/check.h"

#include <string.h>

static const cs_shape shape = { .group = CLSCAN_GROUP_BLELLOCH, .wg_size = 32, .items = 5, .tile = 320, .groups = 7 };

static cs_strbuf shaped_page_of(const clscan_desc *desc, const cs_caps *caps, const cs_shape *shaped) {
    cs_strbuf page = { 0 };
    const cs_problem problem = cs_desc_problem(desc);
    cs_generate_problem(&page, caps, &problem, shaped);
    assert_false(page.failed);
    return page;
}

static cs_strbuf page_of(const clscan_desc *desc, const cs_caps *caps) {
    return shaped_page_of(desc, caps, &shape);
}

static void assert_shaped_page_has(const clscan_desc *desc, const cs_caps *caps, const cs_shape *shaped,
                                   const char *words) {
    cs_strbuf page = shaped_page_of(desc, caps, shaped);
    assert_has(page.data, words);
    cs_strbuf_free(&page);
}

static void assert_page_has(const clscan_desc *desc, const cs_caps *caps, const char *words) {
    assert_shaped_page_has(desc, caps, &shape, words);
}

static void test_builtin(void **state) {
    const cs_caps caps = { 0 };
    clscan_desc desc = { .value.name = "short", .op = CLSCAN_OP_MUL };
    (void)state;
    assert_page_has(
        &desc, &caps,
        "typedef short clscan_element;\n|typedef clscan_element clscan_value;\ntypedef clscan_value "
        "clscan_t;|#define CLSCAN_IDENTITY "
        "1\n|CLSCAN_OPERATOR(a, b, wrap, back) back(wrap(a) * "
        "wrap(b))\n|return CLSCAN_OPERATOR(clscan_a, clscan_b, (uint), (clscan_t));|sizeof(clscan_value) == 2 ?|"
        "#define CLSCAN_EXCLUSIVE 0\n|#define CLSCAN_WG_SIZE 32\n|#define CLSCAN_ITEMS 5\n");
    desc.kind = CLSCAN_KIND_EXCLUSIVE;
    assert_page_has(&desc, &caps, "#define CLSCAN_EXCLUSIVE 1\n");
}

/* Rows in registers compute with int instead of smaller types, but a user operator keeps its own type. */
static void test_small_integers_in_rows(void **state) {
    const cs_caps caps = { 0 };
    const cs_shape rows = { .group = CLSCAN_GROUP_SUB_GROUP, .wg_size = 32, .private_rows = 2 };
    const clscan_desc builtin = { .value.name = "char" },
                      user = { .value.name = "char", .user = { .combine = "join", .identity = "0" } };
    (void)state;
    assert_shaped_page_has(&builtin, &caps, &rows, "typedef clscan_element clscan_value;\ntypedef int clscan_t;\n");
    assert_shaped_page_has(&user, &caps, &rows, "typedef clscan_element clscan_value;\ntypedef char clscan_t;\n");
}

static void test_user(void **state) {
    const cs_caps caps = { 0 };
    clscan_desc desc = { .value = { .name = "pair", .size = 8 },
                         .user = {
                             .source = "typedef int2 pair; // 100%s", .combine = "join", .identity = "{ 1, 0 }" } };
    (void)state;
    assert_page_has(
        &desc, &caps,
        "#line 1 \"user\"\ntypedef int2 pair; // 100%s\ntypedef int clscan_end_of_text;\n#line 1 \"cl/problem.h\"\n|"
        "#line 1 \"desc.value.name\"\ntypedef pair clscan_element;\n|typedef clscan_element "
        "clscan_value;\ntypedef clscan_value "
        "clscan_t;|#define CLSCAN_IDENTITY { 1, 0 }\n|clscan_value clscan_e = CLSCAN_IDENTITY;|"
        "#line 1 \"desc.user.combine\"\n    return join(clscan_a, clscan_b);|sizeof(clscan_value) == 8 "
        "?|sizeof(clscan_alignment) <= 2");
}

/* The page of an operator with a file in cl/op: first the file, then the functions that use the accumulator, and the
 * store of the kind of scan. */
static void test_operator_with_a_file(void **state) {
    const cs_caps caps = { 0 };
    clscan_desc desc = { .value.name = "int", .op = CLSCAN_OP_ARGMIN };
    (void)state;
    assert_page_has(
        &desc, &caps,
        "#define CLSCAN_HIGHEST INT_MAX\n|#define CLSCAN_WRAP uint\n#include CLSCAN_OP\ntypedef clscan_accumulator "
        "clscan_value;\n|sizeof(clscan_value) == 16 ?|return clscan_op_combine(clscan_a, clscan_b);|#define "
        "CLSCAN_COMMUTATIVE "
        "0\n|CLSCAN_LOAD(v, at, c) clscan_op_load(CLSCAN_FROM_IN((v)->in[at]), (v)->params.first_index + (at))\n|"
        "clscan_op_store((v)->out, (v)->out1, at, result)\n|global ulong *out1");
    desc.op = CLSCAN_OP_LAST_SEEN;
    assert_page_has(&desc, &caps,
                    "clscan_op_load(CLSCAN_FROM_IN((v)->in[at]), (v)->in1[at], (v)->params.first_index + "
                    "(at))\n|const global uchar *in1|"
                    "clscan_op_store((v)->out, at,");
    desc = (clscan_desc) { .value.name = "float",
                           .op = CLSCAN_OP_LOG_SUM_EXP,
                           .user = { .load = "mine", .source = "SPOT" } };
    assert_page_has(
        &desc, &caps,
        "SPOT|#line 1 \"desc.user.load\"\n    return mine(clscan_the_in, clscan_i);\n|"
        "CLSCAN_LOAD(v, at, c) clscan_op_load(clscan_user_load((v)->in, at), (v)->params.first_index + (at))\n");
}

/* User functions get all arrays: a load function gets the inputs, and a store function gets the outputs and the inputs.
 */
static void test_functions_get_arrays(void **state) {
    const cs_caps caps = { 0 };
    const clscan_desc desc = { .user.load = "get",
                               .user.store = "put",
                               .in = { { .name = "int" }, { .name = "uchar" } },
                               .out = { { .name = "int" }, { .name = "half" } } };
    (void)state;
    assert_page_has(&desc, &caps,
                    "clscan_user_load(const global clscan_in *clscan_the_in, const global uchar *clscan_the_in1, ulong "
                    "clscan_i) {\n|"
                    "return get(clscan_the_in, clscan_the_in1, clscan_i);\n|CLSCAN_LOAD(v, at, c) "
                    "clscan_user_load((v)->in, (v)->in1, at)\n|"
                    "clscan_user_store(global clscan_out *clscan_the_out, global half *clscan_the_out1, "
                    "const global clscan_in *clscan_the_in, const global uchar *clscan_the_in1, ulong clscan_i, |#line "
                    "1 \"desc.user.store\"\n    "
                    "put(clscan_the_out, clscan_the_out1, clscan_the_in, clscan_the_in1, clscan_i, clscan_x, "
                    "clscan_upto, clscan_before);\n|CLSCAN_STORE_ARRAYS(v) (v)->out, (v)->out1, (v)->in, (v)->in1, \n|"
                    "CLSCAN_STORE_PARAMETERS global clscan_out *restrict out, global half *restrict out1, const global "
                    "clscan_in *in, const global uchar *in1, \n|CLSCAN_STORE_ARGUMENTS out, out1, in, in1, \n|"
                    "CLSCAN_STORE(v, at, x, inclusive, exclusive) "
                    "clscan_user_store(CLSCAN_STORE_ARRAYS(v) at, x, inclusive, exclusive)\n|"
                    "CLSCAN_STORE_PASSED(at, x, inclusive, exclusive) clscan_user_store(CLSCAN_STORE_ARGUMENTS at, x, "
                    "inclusive, exclusive)\n");
}

/* `map` may follow a load function, and may compute the element of an accumulator. A store function gets the element
 * before the mapping. */
static void test_map(void **state) {
    const cs_caps caps = { 0 };
    clscan_desc desc = { .user.map = "seen", .in = { { .name = "mine", .size = 3 } } };
    (void)state;
    assert_page_has(
        &desc, &caps,
        "static clscan_element clscan_user_map(clscan_in clscan_x) {\n#line 1 \"desc.user.map\"\n    return "
        "seen(clscan_x);\n|CLSCAN_LOAD(v, at, c) clscan_user_map((v)->in[at])\n#define CLSCAN_MORE");
    desc.user.load = "get";
    assert_page_has(
        &desc, &caps,
        "static clscan_in clscan_user_load(|CLSCAN_LOAD(v, at, c) clscan_user_map(clscan_user_load((v)->in, "
        "at))\n");
    desc.user.store = "put";
    assert_page_has(&desc, &caps,
                    "CLSCAN_LOAD(v, at, c) clscan_user_load((v)->in, at)\n#define CLSCAN_MAP(x) clscan_user_map(x)\n|"
                    "ulong clscan_i, clscan_in clscan_x, clscan_value clscan_upto, clscan_value clscan_before) {\n");
    desc = (clscan_desc) { .op = CLSCAN_OP_LAST_SEEN, .user.map = "seen" };
    assert_page_has(&desc, &caps,
                    "clscan_op_load(clscan_user_map((v)->in[at]), (v)->in1[at], (v)->params.first_index + (at))\n");
}

/* The user's text stands before all names of the library. */
static void test_user_text_comes_first(void **state) {
    const cs_caps caps = { .has_double = true, .has_half = true };
    clscan_desc desc = { .user = { .source = "SPOT", .combine = "max", .identity = "0" } };
    cs_strbuf page = page_of(&desc, &caps);
    (void)state;
    const char *mark = strstr(page.data, "SPOT"), *first = strstr(page.data, "clscan_");
    assert_true(mark && first && mark < first);
    assert_true(strstr(page.data, "cl_khr_fp64") < mark);
    cs_strbuf_free(&page);
}

static void test_optional_types(void **state) {
    const clscan_desc desc = { 0 };
    const struct {
        cs_caps caps;
        bool has_half, has_double;
    } rows[] = { { { .has_half = false }, false, false },
                 { { .has_half = true }, true, false },
                 { { .has_double = true }, false, true } };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        cs_strbuf page = page_of(&desc, &rows[i].caps);
        assert_int_equal(strstr(page.data, "cl_khr_fp16 : enable") != NULL, rows[i].has_half);
        assert_int_equal(strstr(page.data, "cl_khr_fp64 : enable") != NULL, rows[i].has_double);
        cs_strbuf_free(&page);
    }
}

/* Asserts that a line of cl/shared_constants.h that defines a value is on the page, except for its comment and
 * alignment. */
static void assert_shared_constant(const cs_strbuf *page, const char *line, size_t length) {
    char text[160], words[160];
    assert_true(length < sizeof text);
    memcpy(text, line, length);
    text[length] = 0;
    char *comment = strstr(text, "/*");
    if (comment)
        *comment = 0;
    size_t n = 0;
    for (const char *c = text; *c; c++)
        if (*c != ' ' || (n > 0 && words[n - 1] != ' '))
            words[n++] = *c;
    while (n > 0 && words[n - 1] == ' ')
        n--;
    words[n++] = '\n';
    words[n] = 0;
    assert_has(page->data, words);
}

/* Kernels that compile without the host have cl/shared_constants.h, with the same values as the page. */
static void test_shared_constants(void **state) {
    const cs_caps caps = { 0 };
    const clscan_desc desc = { .value.name = "int" };
    cs_strbuf page = page_of(&desc, &caps);
    size_t file = 0, n = 0;
    (void)state;
    while (strcmp(cs_embedded_files[file].name, "shared_constants.h") != 0)
        assert_true(++file < cs_embedded_count);
    for (const char *line = cs_embedded_files[file].text; *line; line += line[strcspn(line, "\n")] == '\n') {
        const size_t length = strcspn(line, "\n");
        if (strncmp(line, "#define CLSCAN_", 15) == 0 && memchr(line + 15, ' ', length - 15)) {
            assert_shared_constant(&page, line, length);
            n++;
        }
        line += length;
    }
    assert_int_equal(n, 42);
    cs_strbuf_free(&page);
}

/* A store gets the position with the loaded element; other functions get it from the cursor. */
static void test_positions(void **state) {
    const cs_caps caps = { 0 };
    const cs_shape alone = { .group = CLSCAN_GROUP_SEQUENTIAL, .wg_size = 1 };
    clscan_desc desc = { .in[0].name = "short", .user = { .map = "mine", .load = "get", .with_position = 1 } };
    cs_strbuf page = shaped_page_of(&desc, &caps, &alone);
    (void)state;
    assert_has(page.data, "return mine(clscan_x, clscan_k, clscan_n);|return get(clscan_the_in, clscan_i, clscan_k, "
                          "clscan_n);|#define CLSCAN_LOAD(v, at, c) clscan_user_map(clscan_user_load((v)->in, at, "
                          "CLSCAN_POSITION(c), (v)->length), CLSCAN_POSITION(c), (v)->length)\n");
    assert_null(strstr(page.data, "CLSCAN_LANES"));
    assert_null(strstr(page.data, "CLSCAN_LOADED"));
    cs_strbuf_free(&page);
    desc = (clscan_desc) { .user = { .store = "put", .with_position = 1 } };
    assert_page_has(&desc, &caps,
                    "clscan_value x;\n    ulong k, n;\n} clscan_positioned;|put(clscan_the_out, clscan_the_in, "
                    "clscan_i, clscan_x.x, clscan_upto, clscan_before, clscan_x.k, clscan_x.n);|#define "
                    "CLSCAN_LOAD(v, at, c) clscan_with_position(CLSCAN_FROM_IN((v)->in[at]), CLSCAN_POSITION(c), "
                    "(v)->length)\n|#define CLSCAN_MAP(loaded) ((loaded).x)\n|#define CLSCAN_LOADED "
                    "clscan_positioned\n");
    desc.user.map = "mine";
    assert_page_has(&desc, &caps,
                    "clscan_in x;\n    ulong k, n;|#define CLSCAN_LOAD(v, at, c) clscan_with_position((v)->in[at], |"
                    "#define CLSCAN_MAP(loaded) clscan_user_map((loaded).x, (loaded).k, (loaded).n)\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_builtin),
        cmocka_unit_test(test_shared_constants),
        cmocka_unit_test(test_small_integers_in_rows),
        cmocka_unit_test(test_user),
        cmocka_unit_test(test_operator_with_a_file),
        cmocka_unit_test(test_functions_get_arrays),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_user_text_comes_first),
        cmocka_unit_test(test_optional_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
