/* Strings that grow. */
#include "base/strbuf.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static void test_starts_empty(void **state) {
    cs_strbuf text = { 0 };
    (void)state;
    cs_strbuf_add(&text, "%s", "");
    assert_string_equal(text.data, "");
    assert_int_equal(text.size, 0);
    cs_strbuf_free(&text);
    assert_null(text.data);
}

static void test_formats(void **state) {
    cs_strbuf text = { 0 };
    (void)state;
    cs_strbuf_add(&text, "%d %s, ", 42, "items");
    cs_strbuf_add(&text, "100%%");
    assert_string_equal(text.data, "42 items, 100%");
    assert_int_equal(text.size, strlen(text.data));
    cs_strbuf_free(&text);
}

/* Across every growth of the buffer the text stays whole and ends with a NUL. */
static void test_grows(void **state) {
    cs_strbuf text = { 0 };
    (void)state;
    for (int i = 0; i < 5000; i++) {
        cs_strbuf_add(&text, "%c", 'a' + i % 26);
        assert_int_equal(text.size, i + 1);
        assert_int_equal(text.data[i + 1], '\0');
        assert_true(text.capacity > text.size);
    }
    for (int i = 0; i < 5000; i++)
        assert_int_equal(text.data[i], 'a' + i % 26);
    cs_strbuf_free(&text);
}

static void test_one_long_addition(void **state) {
    cs_strbuf text = { 0 };
    char *line = calloc(100001, 1);
    (void)state;
    assert_non_null(line);
    memset(line, 'x', 100000);
    cs_strbuf_add(&text, "<%s>", line);
    assert_int_equal(text.size, 100002);
    assert_int_equal(text.data[100001], '>');
    cs_strbuf_free(&text);
    free(line);
}

static void test_bytes_are_not_a_string(void **state) {
    cs_strbuf text = { 0 };
    (void)state;
    cs_strbuf_add_bytes(&text, "a\0%s", 4);
    cs_strbuf_add_bytes(&text, "ignored", 0);
    assert_int_equal(text.size, 4);
    assert_memory_equal(text.data, "a\0%s", 5);
    cs_strbuf_free(&text);
}

/* After a failed allocation, nothing more is appended to the incomplete text. */
static void test_failure_sticks(void **state) {
    cs_strbuf text = { 0 };
    (void)state;
    cs_strbuf_add(&text, "before");
    text.failed = true;
    cs_strbuf_add(&text, "after");
    cs_strbuf_add_bytes(&text, "after", 5);
    assert_string_equal(text.data, "before");
    cs_strbuf_free(&text);
    assert_false(text.failed);
}

/* A text longer than INT_MAX, which printf cannot count, is treated like a failed allocation. The width is more than
 * INT_MAX by itself: then printf fails at once, and does not count 2^31 blanks first. */
static void test_more_than_an_int(void **state) {
    const char *const volatile format = "%2147483648s."; /* volatile, so that the compiler does not warn */
    cs_strbuf text = { 0 };
    (void)state;
    cs_strbuf_add(&text, format, "");
    assert_true(text.failed);
    cs_strbuf_free(&text);
}

static void test_strdup(void **state) {
    char *copy = cs_strdup("kernel");
    (void)state;
    assert_string_equal(copy, "kernel");
    free(copy);
    copy = cs_strdup("");
    assert_string_equal(copy, "");
    free(copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_starts_empty),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_grows),
        cmocka_unit_test(test_one_long_addition),
        cmocka_unit_test(test_bytes_are_not_a_string),
        cmocka_unit_test(test_failure_sticks),
        cmocka_unit_test(test_more_than_an_int),
        cmocka_unit_test(test_strdup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
