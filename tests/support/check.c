#include "support/check.h"

#include <string.h>

static void fail_at(const char *file, int line) {
    _fail(file, line);
}

static size_t skipped;           /* tests of this program */
static size_t refused, attempts; /* statements of UNLESS_REFUSED in this test that were left, and those that ended */
static jmp_buf after_refusal;
static bool attempting;
static const char *device_name = ""; /* the device that the tests have opened */

void check_set_device(const char *name) {
    device_name = name;
}

int check_run(const char *name, const struct CMUnitTest *tests, size_t num_tests, CMFixtureFunction setup,
              CMFixtureFunction teardown) {
    const int failed = _cmocka_run_group_tests(name, tests, num_tests, setup, teardown);
    return failed == 0 && skipped == num_tests ? CHECK_SKIPPED : failed;
}

void check_skip(const char *file, int line) {
    skipped++;
    attempting = false;
    _skip(file, line);
}

jmp_buf *check_attempt(void) {
    attempting = true;
    return &after_refusal;
}

void check_attempt_succeeded(void) {
    attempting = false;
    attempts++;
}

void skip_if_all_refused(void) {
    const bool all = refused > 0 && attempts == 0;
    refused = attempts = 0;
    if (all)
        skip();
}

/* Skips the test, or what UNLESS_REFUSED runs, if the library has refused the call because of a known fault of the
 * driver. Names of drivers that a test has made up do not count: such a test expects its refusals. */
static void skip_refusal(clscan_status status) {
    const char *named = strstr(clscan_last_message(), "driver ");
    if (status != CLSCAN_ERROR_UNSUPPORTED_SHAPE || !named || !strstr(named, device_name))
        return;
    print_message("skipped: %s\n", clscan_last_message());
    if (!attempting)
        skip();
    attempting = false;
    refused++;
    longjmp(after_refusal, 1);
}

void check_ok(clscan_status status, const char *call, const char *file, int line) {
    if (status == CLSCAN_OK)
        return;
    skip_refusal(status);
    print_error("%s\nis %s: %s\n%s", call, clscan_status_name(status), clscan_last_message(), clscan_last_build_log());
    fail_at(file, line);
}

void check_cl(cl_int error, const char *call, const char *file, int line) {
    if (error == CL_SUCCESS)
        return;
    print_error("%s\nis OpenCL error %d\n", call, error);
    fail_at(file, line);
}

static bool has_word(const char *text, const char *word, size_t length) {
    for (; *text; text++)
        if (strncmp(text, word, length) == 0)
            return true;
    return length == 0;
}

/* Returns the first of the words that `text` lacks, or the end of the words. */
static const char *first_missing(const char *text, const char *words) {
    while (*words) {
        const size_t length = strcspn(words, "|");
        if (!has_word(text, words, length))
            return words;
        words += length + (words[length] == '|');
    }
    return words;
}

void check_has(const char *text, const char *words, const char *file, int line) {
    const char *missing = first_missing(text, words);
    if (*missing) {
        print_error("no \"%.*s\" in \"%s\"\n", (int)strcspn(missing, "|"), missing, text);
        fail_at(file, line);
    }
}

void check_fails(clscan_status status, clscan_status expected, const char *words, const char *call, const char *file,
                 int line) {
    if (status != expected) {
        skip_refusal(status);
        print_error("%s\nis %s, not %s: %s\n", call, clscan_status_name(status), clscan_status_name(expected),
                    status == CLSCAN_OK ? "" : clscan_last_message());
        fail_at(file, line);
    }
    if (*first_missing(clscan_last_message(), words))
        skip_refusal(status);
    check_has(clscan_last_message(), words, file, line);
}

clscan_status execute_host(clscan_plan *plan, const void *in, void *out, size_t count) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = count;
    args.in[0] = (clscan_ref) { .host = in, .capacity = count };
    args.out[0] = (clscan_ref) { .host = out, .capacity = count };
    return clscan_plan_execute(plan, &args);
}
