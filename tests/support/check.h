/* cmocka, and assertions that say what the library said. */
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

/* The call succeeds; else the test fails with the library's sentence. */
#define assert_ok(call) check_ok((call), #call, __FILE__, __LINE__)

/* The call fails with `status`, and the sentence has each of `words`, separated by '|'. */
#define assert_fails(call, status, words) check_fails((call), (status), (words), #call, __FILE__, __LINE__)

/* An OpenCL call of the test itself succeeds. */
#define assert_cl(call) check_cl((call), #call, __FILE__, __LINE__)

/* `text` has each of `words`, separated by '|'. */
#define assert_has(text, words) check_has((text), (words), __FILE__, __LINE__)

void check_ok(clscan_status status, const char *call, const char *file, int line);
void check_fails(clscan_status status, clscan_status expected, const char *words, const char *call, const char *file,
                 int line);
void check_cl(cl_int error, const char *call, const char *file, int line);
void check_has(const char *text, const char *words, const char *file, int line);

#endif
