/* User text that does not compile: the status, the sentence with the user's own line, the whole log. */
#include "api/scans.h"

#include <stdio.h>
#include <string.h>

static clscan_desc user_desc(const char *source) {
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    desc.type = CLSCAN_USER;
    desc.user = (clscan_user) { "pair", 8, source, "join", "{ 0, 0 }" };
    return desc;
}

static void refuse_build(const dut *d, const clscan_desc *desc, const char *words) {
    const cl_uint before = references(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(clscan_plan_create(d->device, desc, &plan), CLSCAN_BUILD_FAILURE, words);
    assert_null(plan);
    assert_int_equal(clscan_last_cl_error(), CL_BUILD_PROGRAM_FAILURE);
    assert_int_equal(references(d), before);
}

static void test_the_users_line(void **state) {
    const clscan_desc desc = user_desc("typedef struct { int x, y; } pair;\n"
                                       "static pair join(pair a, pair b) {\n"
                                       "    a.x += nowhere;\n"
                                       "    return a;\n"
                                       "}");
    refuse_build(*state, &desc, "did not compile|user:3|nowhere");
    assert_has(clscan_last_build_log(), "user:3|nowhere");
}

/* The sentence has one error, the log all of them. */
static void test_the_whole_log(void **state) {
    const clscan_desc desc = user_desc("typedef struct { int x, y; } pair;\n"
                                       "static int first(void) { return nowhere; }\n"
                                       "\n"
                                       "static int second(void) { return elsewhere; }\n"
                                       "static pair join(pair a, pair b) { return a; }\n");
    refuse_build(*state, &desc, "user:2|nowhere");
    assert_has(clscan_last_build_log(), "user:2|nowhere|user:4|elsewhere");
    assert_true(strlen(clscan_last_build_log()) > strlen(clscan_last_message()));
}

static void test_wrong_size(void **state) {
    clscan_desc desc = user_desc("typedef struct { int x, y; } pair;\n"
                                 "static pair join(pair a, pair b) { a.x += b.x; a.y += b.y; return a; }\n");
    desc.user.size = 12;
    refuse_build(*state, &desc, "");
    assert_has(clscan_last_build_log(), "clscan_user_size_is_not_its_sizeof");
    desc.user.size = 8;
    clscan_plan_destroy(new_plan(((const dut *)*state)->device, &desc));
}

static void test_no_source(void **state) {
    clscan_desc desc = user_desc(NULL);
    refuse_build(*state, &desc, "pair");
    desc = small_tiles(CLSCAN_SINGLE_GROUP);
    desc.user.combine = "max"; /* of OpenCL C: needs no source */
    desc.user.identity = "INT_MIN";
    clscan_plan_destroy(new_plan(((const dut *)*state)->device, &desc));
}

/* No line of the user's text is taken for one of ours. */
static void test_includes_are_not_ours(void **state) {
    const dut *d = *state;
    clscan_desc desc =
        user_desc("/*\n#include \"nowhere.h\"\n*/\n#if 0\n#line 7 \"base.h\"\n#endif\n"
                  "typedef struct { uint a, b; } pair;\n"
                  "static pair join(pair f, pair g) { pair h = { f.a + g.a, f.b + nowhere }; return h; }");
    refuse_build(d, &desc, "user:8");
}

/* What is no line of the text is a field of the description. */
static void test_the_field(void **state) {
    const char *pair = "typedef struct { int x, y; } pair;\n"
                       "static pair join(pair a, pair b) { a.x += b.x; a.y += b.y; return a; }";
    const clscan_desc good = user_desc(pair);
    clscan_desc desc = good;
    desc.user.combine = "jion";
    refuse_build(*state, &desc, "desc.user.combine:1|jion");
    desc = good;
    desc.user.identity = "nothing";
    refuse_build(*state, &desc, "desc.user.identity:1|nothing");
    desc = good;
    desc.user.type_name = "pear";
    refuse_build(*state, &desc, "desc.user.type_name:1|pear");
    desc = good;
    desc.user.size = 12;
    refuse_build(*state, &desc, "desc.user.size:1");
    desc = (clscan_desc) { .load = "gone", .in = { { "pear", 8 } } };
    refuse_build(*state, &desc, "desc.in[0].type:1|pear");
}

/* Whatever the text ends with, and whatever is in its comments and between its lines, ours begins anew after it. */
static void test_ends_of_the_text(void **state) {
    static const char *const ends[] = { "",
                                        "\n",
                                        "\r\n",
                                        "\\",
                                        "\\\n",
                                        " // \\",
                                        "// ...",
                                        "\\  \n",
                                        "\n#",
                                        "\n#if 0\n}\n#endif",
                                        "// \xE2\x89\xA4 \x01" };
    const dut *d = *state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        char text[512];
        snprintf(
            text, sizeof text,
            "typedef struct { int x, y; } pair;\rstatic pair join(pair a, pair b) { a.x += b.x + \\\n%s; return a; }%s",
            i % 2 ? "0" : "nowhere", ends[i]);
        const clscan_desc desc = user_desc(text);
        if (i % 2)
            clscan_plan_destroy(new_plan(d->device, &desc));
        else
            refuse_build(d, &desc, "user:2|nowhere");
    }
}

/* A thousand kilobytes in a line. */
static void test_a_long_line(void **state) {
    enum { LENGTH = 1 << 20 };
    static char text[LENGTH + 256];
    memset(text, ' ', LENGTH);
    strcpy(text + LENGTH, "typedef struct { int x, y; } pair;\nstatic pair join(pair a, pair b) { return nowhere; }");
    const clscan_desc desc = user_desc(text);
    refuse_build(*state, &desc, "user:2|nowhere");
}

/* The log belongs to the last failure; another failure without one has none. */
static void test_log_of_another_failure(void **state) {
    const dut *d = *state;
    const clscan_desc desc = user_desc("nonsense");
    size_t bytes;
    refuse_build(d, &desc, "");
    assert_true(clscan_last_build_log()[0] != '\0');
    assert_fails(clscan_workspace_size(NULL, 1, &bytes), CLSCAN_INVALID_VALUE, "plan is NULL");
    assert_string_equal(clscan_last_build_log(), "");
    assert_int_equal(clscan_last_cl_error(), CL_SUCCESS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_users_line),
        cmocka_unit_test(test_the_whole_log),
        cmocka_unit_test(test_wrong_size),
        cmocka_unit_test(test_no_source),
        cmocka_unit_test(test_includes_are_not_ours),
        cmocka_unit_test(test_the_field),
        cmocka_unit_test(test_ends_of_the_text),
        cmocka_unit_test(test_a_long_line),
        cmocka_unit_test(test_log_of_another_failure),
    };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
