/* Numbers from text and to text, for every built-in type. */
#ifndef CLSCAN_TOOL_NUMBER_H
#define CLSCAN_TOOL_NUMBER_H

#include <oracle.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum number_status { NUMBER_OK, NUMBER_UNREADABLE, NUMBER_OUT_OF_RANGE, NUMBER_TOO_LONG } number_status;

/* The most characters of a floating-point number that is read. A double that is written in full has at most 1080. An
 * integer may have any number of leading zeros. */
enum { NUMBER_LONGEST_READ = 4095 };

/* Reads all of [text, end) as one decimal number into an element. A number that does not fit the type is out of range.
 * A fraction is unreadable for an integer type. */
typedef number_status (*number_parse_fn)(const char *text, const char *end, void *element);
number_parse_fn number_parser(oracle_type type);

/* Returns false if [text, end) is a whole number of at most 64 bits that no double represents. */
bool number_is_exact_double(const char *text, const char *end);

enum { NUMBER_LONGEST = 32 };

/* Writes the `index`th element to `to`, with enough digits that reading them gives the same bits, and without a NUL.
 * Returns the end. */
typedef char *(*number_print_fn)(const void *elements, size_t index, char *to);
number_print_fn number_printer(oracle_type type);

#endif
