/* Compilers' logs refer to lines of the whole text. The library translates them to lines of the files in the text. */
#include "source/build_log.h"
#include "support/check.h"

#include <stdlib.h>

static const char source[] = "#line 1 \"cl/base.h\"\n"
                             "one\n"
                             "two\n"
                             "#line 1 \"user\"\n"
                             "mine\n"
                             "#line 7 \"cl/base.h\"\n"
                             "seven\n"
                             "#line 20\n"
                             "twenty\n";

static void expect(const char *log, const char *translated) {
    char *actual = cs_build_log_translate(log, source);
    assert_string_equal(actual, translated);
    free(actual);
}

static void test_places(void **state) {
    (void)state;
    expect("<kernel>:2:5: error", "cl/base.h:1:5: error");
    expect("<kernel>:3:1", "cl/base.h:2:1");
    expect("<kernel>:9:1", "cl/base.h:20:1");
    expect("<kernel>:5:9: error: x\n<kernel>:7:2: note", "user:1:9: error: x\ncl/base.h:7:2: note");
    expect("input.cl:5:9: error: x\nIn file included from input.cl:7:",
           "user:1:9: error: x\nIn file included from cl/base.h:7:");
}

static void test_what_is_no_place_stays(void **state) {
    (void)state;
    expect("", "");
    expect("user:3:1: error", "user:3:1: error");
    expect("<kernel>:99: error", "<kernel>:99: error");
    expect("<kernel>:x <kernel>:", "<kernel>:x <kernel>:");
    expect("input.cl:1: error", "input.cl:1: error"); /* before the first line of a file */
    expect("./input.cl:5: error", "./input.cl:5: error");
    expect("my-input.cl:5: input.cl", "my-input.cl:5: input.cl");
}

/* A driver that respects #line means the user's own file. */
static void test_file_of_the_same_name(void **state) {
    (void)state;
    char *actual = cs_build_log_translate("input.cl:2: error", "#line 1 \"user\"\n#line 1 \"input.cl\"\nmine\nmore\n");
    assert_string_equal(actual, "input.cl:2: error");
    free(actual);
}

static const char declared[] = "#line 1 \"user\"\n"
                               "int f(int x);\n"
                               "#ifndef f\n"
                               "#line 1 \"the types of desc.user.map\"\n"
                               "float f(int clscan_the_x);\n"
                               "#line 1 \"cl/problem.h\"\n"
                               "#endif\n"
                               "#line 1 \"the types of desc.user.same_key\"\n"
                               "typedef bool clscan_the_int;\n"
                               "clscan_the_int g(char clscan_the_a, global char *clscan_the_b);\n"
                               "#line 1 \"cl/problem.h\"\n";

static void expect_declaration(const char *message, const char *right) {
    char *actual = cs_build_log_declaration(message, declared);
    if (right)
        assert_string_equal(actual, right);
    else
        assert_null(actual);
    free(actual);
}

static void test_declarations(void **state) {
    (void)state;
    expect_declaration("error: the types of desc.user.map:1:5: conflicting", "float f(int x)");
    expect_declaration("the types of desc.user.same_key:2:5: error", "int g(char a, global char *b)");
    expect_declaration("the types of the types of desc.user.map", "float f(int x)");
    expect_declaration("user:1:5: error", NULL);
    expect_declaration("the types of desc.user.load:1:5: error", NULL);
    expect_declaration("desc.user.map:1:5: error", NULL);
}

/* The result is NULL if the text ends with the declaration. A page of the library always continues after it. */
static void test_text_that_ends(void **state) {
    (void)state;
    assert_null(cs_build_log_declaration("the types of x", "#line 1 \"the types of x\"\nint f(int a);"));
    assert_null(cs_build_log_declaration("the types of x", "#line 1 \"the types of x"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_text_that_ends),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_what_is_no_place_stays),
        cmocka_unit_test(test_file_of_the_same_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
