/* File formats: one row each in format.c, one file each beside it. */
#ifndef CLSCAN_TOOL_FORMAT_H
#define CLSCAN_TOOL_FORMAT_H

#include "formats/array.h"
#include "formats/input.h"
#include "formats/output_file.h"

enum { MAX_FIELDS = 64 };

/* Columns of a text, from 1. */
typedef struct field_list {
    size_t at[MAX_FIELDS], count;
} field_list;

/* What the command line says about the data. */
typedef struct data_options {
    int type;          /* an oracle_type that the elements are read as, -1 when not given */
    size_t size;       /* of a user type, 0 when not given */
    field_list fields; /* text; none when a line is one number */
    char delimiter;    /* text: between columns; NUL when not given */
    size_t skip;       /* text: lines before the first number */
} data_options;

typedef struct format {
    const char *name;
    const char *suffixes; /* of file names, each followed by a blank */
    bool is_binary;       /* a file that is written holds the elements as they are, */
    size_t header;        /* after so many bytes */
    bool (*read)(const input *in, const data_options *options, array *values); /* may borrow from `in` */
    bool (*write)(output_file *out, const data_options *options, const array *values);
} format;

/* NULL when there is none of that name. */
const format *format_named(const char *name);

/* "npy, raw, text" */
const char *format_names(void);

/* By suffix. Without a suffix of a format, "-" and names of open files such as /dev/stdout and /dev/fd/63 are text, and
 * all others are raw. */
const format *format_of_path(const char *path);

/* As format_of_path, but without a suffix of a format every pipe is text, and what begins like npy is npy unless its
 * suffix says that it is raw. `chosen`, where not NULL, is the format that an option names. Unless an option or the
 * suffix says that the input is raw, an input of a format that cannot be read is refused: NULL after complaining. */
const format *format_of_input(const format *chosen, const char *path, const input *in);

bool npy_read(const input *in, const data_options *options, array *values);
bool npy_write(output_file *out, const data_options *options, const array *values);
bool raw_read(const input *in, const data_options *options, array *values);
bool raw_write(output_file *out, const data_options *options, const array *values);
bool text_read(const input *in, const data_options *options, array *values);
bool text_write(output_file *out, const data_options *options, const array *values);

/* How npy files begin, and the size of the header that is written. */
#define NPY_MAGIC "\x93NUMPY"
enum { NPY_HEADER = 192 };

#endif
