/* The declarations of the functions that a program may call. */
#ifndef TESTS_DECLARATIONS_CALLED_H
#define TESTS_DECLARATIONS_CALLED_H

#include <stddef.h>

/* Returns a part of `header`, a file that short_header.sh wrote: all declarations of functions whose names are words of
 * the n texts. A text whose length is 0 ends with a null character. `begin` and `end` stand around that part. The
 * caller frees it. Returns NULL if there is no memory. */
char *declarations_called(const char *header, const char *begin, const char *end, size_t n, const char *const *texts,
                          const size_t *lengths);

#endif
