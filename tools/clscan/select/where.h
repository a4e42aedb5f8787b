/* The predicate of --where: an expression of OpenCL C in a function of an element x. */
#ifndef CLSCAN_TOOL_WHERE_H
#define CLSCAN_TOOL_WHERE_H

#include <stdbool.h>

/* The name of the function. */
#define WHERE_FUNCTION "clause_of_where"

/* Returns true if the text cannot be more than the inside of one pair of parentheses. The compiler then finds out
 * whether it is an expression. Complains otherwise. */
bool where_is_closed(const char *text);

typedef struct where {
    char *source; /* OpenCL C that defines the function, to be freed */
    /* How the compiler and the library name the line of the expression in the source. */
    char in_log[40], in_message[64];
} where;

/* Makes the function of elements of the type `type`. It follows the text of the file `op_source`, which may be NULL.
 * The function returns whether the expression is not 0, or if `is_part` is set the expression as an int. Complains on
 * failure. */
bool where_write(const char *text, bool is_part, const char *type, const char *op_source, where *w);

#endif
