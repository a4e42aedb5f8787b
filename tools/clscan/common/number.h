/* Numbers as text, each way, for every built-in type. */
#ifndef CLSCAN_TOOL_NUMBER_H
#define CLSCAN_TOOL_NUMBER_H

#include <oracle.h>
#include <stddef.h>

typedef enum number_status { NUMBER_OK, NUMBER_UNREADABLE, NUMBER_OUT_OF_RANGE, NUMBER_TOO_LONG } number_status;

/* Characters of a fraction: no double has more than 1080, written in full. Whole numbers of integer types may have any
 * number of them, zeros in front. */
enum { NUMBER_LONGEST_READ = 4095 };

/* Reads all of [text, end) into an element; what does not fit the type is out of range, a fraction for an integer
 * type unreadable. Decimal only, for all types alike. */
typedef number_status (*number_parse_fn)(const char *text, const char *end, void *element);
number_parse_fn number_parser(oracle_type type);

enum { NUMBER_LONGEST = 32 };

/* Writes the `index`th element, all digits that a reader needs to get the same bits, without NUL; returns the end. */
typedef char *(*number_print_fn)(const void *elements, size_t index, char *to);
number_print_fn number_printer(oracle_type type);

#endif
