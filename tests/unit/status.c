/* The last failure of each thread. */
#include "base/status.h"
#include "support/check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs first: this thread has not failed yet. */
static void test_nothing_yet(void **state) {
    (void)state;
    assert_string_equal(clscan_last_message(), "");
    assert_string_equal(clscan_last_build_log(), "");
    assert_int_equal(clscan_last_cl_error(), CL_SUCCESS);
}

static void test_message(void **state) {
    (void)state;
    assert_int_equal(cs_fail(CLSCAN_ERROR_INVALID_VALUE, "%s is %d", "items", 65), CLSCAN_ERROR_INVALID_VALUE);
    assert_string_equal(clscan_last_message(), "items is 65");
    assert_int_equal(clscan_last_cl_error(), CL_SUCCESS);
}

static void test_opencl_errors_have_names(void **state) {
    (void)state;
    assert_int_equal(cs_check_cl(CL_SUCCESS, "clFinish(queue)"), CLSCAN_OK);
    assert_int_equal(cs_check_cl(CL_OUT_OF_RESOURCES, "clFinish(queue)"), CLSCAN_ERROR_OPENCL);
    assert_string_equal(clscan_last_message(), "clFinish failed: CL_OUT_OF_RESOURCES (-5)");
    assert_int_equal(clscan_last_cl_error(), CL_OUT_OF_RESOURCES);
    assert_int_equal(cs_check_cl(-9999, "clFlush"), CLSCAN_ERROR_OPENCL);
    assert_has(clscan_last_message(), "clFlush failed|-9999");
}

/* A successful call leaves the last failure as it is. Another failure replaces all of it. */
static void test_all_of_them(void **state) {
    static const struct {
        cl_int error;
        const char *name;
    } all[] = {
#define CL_ERROR(name) { name, #name },
#include "base/cl_error.def"
#undef CL_ERROR
    };
    (void)state;
    for (size_t i = 0; i < COUNT(all); i++) {
        cs_check_cl(all[i].error, "clFinish");
        assert_has(clscan_last_message(), all[i].name);
    }
}

static void test_the_last_one_counts(void **state) {
    (void)state;
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("user:1: error: first"));
    assert_int_equal(cs_check_cl(CL_SUCCESS, "clFinish"), CLSCAN_OK);
    assert_has(clscan_last_message(), "a device|user:1: error: first");
    cs_fail(CLSCAN_ERROR_INVALID_DESC, "second");
    assert_string_equal(clscan_last_message(), "second");
    assert_string_equal(clscan_last_build_log(), "");
    assert_int_equal(clscan_last_cl_error(), CL_SUCCESS);
}

static void test_build_log(void **state) {
    static const char log[] = "user:1: warning: unused\nuser:2: error: here\nuser:3: error: there\n";
    (void)state;
    assert_int_equal(cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup(log)), CLSCAN_ERROR_BUILD_FAILURE);
    assert_string_equal(clscan_last_message(), "the kernels did not compile on a device: user:2: error: here");
    assert_string_equal(clscan_last_build_log(), log);
    assert_int_equal(clscan_last_cl_error(), CL_BUILD_PROGRAM_FAILURE);
}

static void test_additions_to_the_message(void **state) {
    (void)state;
    cs_fail(CLSCAN_ERROR_FILE, "a sentence");
    cs_message_add("; %s", "and more");
    assert_string_equal(clscan_last_message(), "a sentence; and more");
    for (int i = 0; i < 1000; i++)
        cs_message_add("; %s", "and more");
    assert_true(strlen(clscan_last_message()) > 1000);
}

/* PoCL's linker writes a heading, which is not the error. */
static void test_what_a_line_announces(void **state) {
    (void)state;
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("Error(s) while linking: \nCannot find symbol f\n"));
    assert_string_equal(clscan_last_message(), "the kernels did not compile on a device: Cannot find symbol f");
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("Error(s) while linking: "));
    assert_has(clscan_last_message(), "Error(s) while linking");
}

static void test_build_log_without_error(void **state) {
    (void)state;
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("something\nelse"));
    assert_string_equal(clscan_last_message(), "the kernels did not compile on a device: something");
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", NULL);
    assert_has(clscan_last_message(), "CL_BUILD_PROGRAM_FAILURE");
    assert_string_equal(clscan_last_build_log(), "");
}

/* A message that is too long is cut, and the log is kept in full. */
static void test_long_texts(void **state) {
    char *log = malloc(100001);
    (void)state;
    assert_non_null(log);
    memset(log, 'e', 100000);
    log[100000] = '\0';
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", log);
    assert_true(strlen(clscan_last_message()) < 2000);
    assert_int_equal(strlen(clscan_last_build_log()), 100000);
}

/* Sets *right instead of asserting, because cmocka's assertions work in the main thread only. */
static void *fail_elsewhere(void *right) {
    bool *ok = right;
    *ok = strcmp(clscan_last_message(), "") == 0 && strcmp(clscan_last_build_log(), "") == 0;
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("freed when the thread ends"));
    *ok = *ok && strcmp(clscan_last_build_log(), "freed when the thread ends") == 0;
    return NULL;
}

static void test_threads_have_their_own(void **state) {
    pthread_t thread;
    bool right = false;
    (void)state;
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "here", cs_strdup("mine"));
    assert_int_equal(pthread_create(&thread, NULL, fail_elsewhere, &right), 0);
    pthread_join(thread, NULL);
    assert_true(right);
    assert_string_equal(clscan_last_build_log(), "mine");
    cs_fail(CLSCAN_OK, "%s", "");
}

static void fail_at_the_end(void *right) {
    bool *ok = right;
    *ok = strcmp(clscan_last_build_log(), "") == 0;
    cs_fail(CLSCAN_ERROR_INVALID_DESC, "in a destructor");
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("freed all the same"));
    *ok = *ok && strcmp(clscan_last_build_log(), "freed all the same") == 0;
}

static pthread_key_t others_key;

static void *end_with_a_log(void *right) {
    pthread_setspecific(others_key, right);
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("freed before the other key's destructor"));
    return NULL;
}

/* Destructors of thread-specific keys run in the order in which the keys were made, so this one runs after the
 * library's. */
static void test_destructors_may_fail(void **state) {
    pthread_t thread;
    bool right = false;
    (void)state;
    assert_int_equal(pthread_key_create(&others_key, fail_at_the_end), 0);
    assert_int_equal(pthread_create(&thread, NULL, end_with_a_log, &right), 0);
    pthread_join(thread, NULL);
    pthread_key_delete(others_key);
    assert_true(right);
}

/* Returns true if the library leaves the values of other thread-specific keys alone when no key is left for it. */
static bool keeps_out_of_keys(void) {
    enum { MOST = 1 << 16 };
    static pthread_key_t keys[MOST];
    size_t n = 0, kept = 0;
    while (n < MOST && pthread_key_create(&keys[n], NULL) == 0)
        pthread_setspecific(keys[n++], keys);
    cs_fail_build(CL_BUILD_PROGRAM_FAILURE, "a device", cs_strdup("error: nowhere to keep it"));
    while (kept < n && pthread_getspecific(keys[kept]) == keys)
        kept++;
    return n < MOST && kept == n && strcmp(clscan_last_build_log(), "") == 0 &&
           strstr(clscan_last_message(), "nowhere to keep it");
}

/* Runs before the library has made its key in this process. */
static void test_no_keys_left(void **state) {
    (void)state;
    int status = -1;
    const pid_t child = fork();
    if (child == 0)
        _exit(keeps_out_of_keys() ? EXIT_SUCCESS : EXIT_FAILURE);
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_keys_left),
        cmocka_unit_test(test_nothing_yet),
        cmocka_unit_test(test_message),
        cmocka_unit_test(test_opencl_errors_have_names),
        cmocka_unit_test(test_all_of_them),
        cmocka_unit_test(test_the_last_one_counts),
        cmocka_unit_test(test_build_log),
        cmocka_unit_test(test_additions_to_the_message),
        cmocka_unit_test(test_what_a_line_announces),
        cmocka_unit_test(test_build_log_without_error),
        cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_threads_have_their_own),
        cmocka_unit_test(test_destructors_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
