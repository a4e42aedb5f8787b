/* A compiler's log whose places count the lines of the whole text. */
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
}

static void test_what_is_no_place_stays(void **state) {
    (void)state;
    expect("", "");
    expect("user:3:1: error", "user:3:1: error");
    expect("<kernel>:99: error", "<kernel>:99: error");
    expect("<kernel>:x <kernel>:", "<kernel>:x <kernel>:");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_what_is_no_place_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
