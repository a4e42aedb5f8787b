/* cmocka, and assertions that print the library's error message when they fail. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <clscan/clscan.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h> /* needs the standard headers above */

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A program exits with this status if all its tests are skipped; ctest then counts the program as skipped, too. */
enum { CHECK_SKIPPED = 77 };
#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown) check_run(#tests, (tests), COUNT(tests), (setup), (teardown))
#undef skip
#define skip() check_skip(__FILE__, __LINE__)

/* Asserts that the call returns CLSCAN_OK. If not, the test fails and prints the library's message. If the library
 * refuses the call because of a known fault of the driver (src/table/driver_fault.def), the test is skipped, or only
 * the rest of the statement in UNLESS_REFUSED. */
#define assert_ok(call) check_ok((call), #call, __FILE__, __LINE__)

/* Asserts that the call returns `status`, and that the library's message contains each of the phrases in `words`, which
 * are separated by '|'. */
#define assert_fails(call, status, words) check_fails((call), (status), (words), #call, __FILE__, __LINE__)

/* For loops over combinations, some of which a driver's known faults may forbid: runs a statement, and leaves it at the
 * first call that the library refuses because of such a fault. */
#define UNLESS_REFUSED(statement)                                                                                      \
    do {                                                                                                               \
        if (setjmp(*check_attempt()) == 0) {                                                                           \
            statement;                                                                                                 \
            check_attempt_succeeded();                                                                                 \
        }                                                                                                              \
    } while (0)

/* Skips the test if its UNLESS_REFUSED have run no statement to its end. */
void skip_if_all_refused(void);

/* Asserts that an OpenCL call of the test itself returns CL_SUCCESS. */
#define assert_cl(call) check_cl((call), #call, __FILE__, __LINE__)

/* Asserts that `text` contains each of the phrases in `words`, which are separated by '|'. */
#define assert_has(text, words) check_has((text), (words), __FILE__, __LINE__)

/* Executes a plan of one input and one output on arrays of `count` elements in host memory. */
clscan_status execute_host(clscan_plan *plan, const void *in, void *out, size_t count);

void check_set_device(const char *name); /* the name must live as long as the tests run */
int check_run(const char *name, const struct CMUnitTest *tests, size_t num_tests, CMFixtureFunction setup,
              CMFixtureFunction teardown);
void check_skip(const char *file, int line);
jmp_buf *check_attempt(void);
void check_attempt_succeeded(void);
void check_ok(clscan_status status, const char *call, const char *file, int line);
void check_fails(clscan_status status, clscan_status expected, const char *words, const char *call, const char *file,
                 int line);
void check_cl(cl_int error, const char *call, const char *file, int line);
void check_has(const char *text, const char *words, const char *file, int line);

#endif
