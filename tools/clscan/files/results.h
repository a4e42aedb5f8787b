/* The files of results: the output, and further results such as a total, each in a file of its own. */
#ifndef CLSCAN_TOOL_RESULTS_H
#define CLSCAN_TOOL_RESULTS_H

#include "options/options.h"

/* An option that names the file of a further result; `path` is NULL if it is not given. */
typedef struct result_option {
    const char *name; /* such as "--total" */
    const char *path;
} result_option;

/* Returns false, after complaining, if a result would replace a file that is read. `what` says which file `in` is. */
bool result_spares(result_option result, const input *in, const char *what);

/* Returns false, after complaining, if two results would go to the same file: to the output, or to that of another
 * option. */
bool results_are_apart(const output_file *output, const result_option *results, size_t count);

/* Returns the format of the output. */
const format *result_format(const options *o);

/* Writes the header of the format, if it has one, for these elements, which need no data. Complains on failure. */
bool result_write_header(const format *to, output_file *file, const array *values);

/* Writes the output. Before results go to stdout, the progress line is cleared. Complains on failure. */
bool result_write(const options *o, const format *to, output_file *file, const array *values);

/* Writes a further result to a file of its own. Does nothing if `path` is NULL. Complains on failure. */
bool result_write_further(const options *o, const char *path, const array *values);

#endif
