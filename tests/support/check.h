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

/* Asserts that the call returns CLSCAN_OK. If not, the test fails and prints the library's message. If the library
 * refuses the call because of a known fault of the driver (src/table/driver_fault.def), the test is skipped. */
#define assert_ok(call) check_ok((call), #call, __FILE__, __LINE__)

/* Asserts that the call returns `status`, and that the library's message contains each of the phrases in `words`, which
 * are separated by '|'. */
#define assert_fails(call, status, words) check_fails((call), (status), (words), #call, __FILE__, __LINE__)

/* Asserts that an OpenCL call of the test itself returns CL_SUCCESS. */
#define assert_cl(call) check_cl((call), #call, __FILE__, __LINE__)

/* Asserts that `text` contains each of the phrases in `words`, which are separated by '|'. */
#define assert_has(text, words) check_has((text), (words), __FILE__, __LINE__)

void check_ok(clscan_status status, const char *call, const char *file, int line);
void check_fails(clscan_status status, clscan_status expected, const char *words, const char *call, const char *file,
                 int line);
void check_cl(cl_int error, const char *call, const char *file, int line);
void check_has(const char *text, const char *words, const char *file, int line);

#endif
