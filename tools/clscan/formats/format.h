/* File formats. Each format has a row in format.c and a source file in this folder. */
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

/* The options of the command line that describe data in files. */
typedef struct data_options {
    int type;          /* the oracle_type of the elements that are read; -1 if not given */
    size_t size;       /* bytes of a user type; 0 if not given */
    field_list fields; /* text: the columns to read; none: a line is one number */
    char delimiter;    /* text: the character between columns; NUL if not given */
    size_t skip;       /* text: the lines before the first number */
    const char *noun;  /* text: what its integers are, for messages, such as "weights"; NULL: numbers */
    const char
        *hint; /* advice in brackets, for words instead of numbers or for elements that do not suit; NULL: none */
} data_options;

typedef struct format {
    const char *name;
    const char *suffixes; /* the suffixes of file names, each followed by a blank */
    bool is_binary;       /* a written file holds the bytes of the elements, after a header */
    size_t header;        /* bytes of the header that is written */
    bool (*read)(const input *in, const data_options *options, array *values); /* may borrow from `in` */
    void (*print_header)(const array *values, char *header);                   /* NULL: there is no header */
    /* Writes elements that follow the header: `values` are a part of the file's, and `first` comes before them. */
    bool (*write)(output_file *out, const data_options *options, const array *values, size_t first);
} format;

/* Returns the format of this name, or NULL. */
const format *format_named(const char *name);

/* Returns all names: "npy, raw, text". */
const char *format_names(void);

/* Returns the format of a path by its suffix. Without a suffix of a format, "-" and names of open files such as
 * /dev/stdout and /dev/fd/63 are text, and all others are raw. */
const format *format_of_path(const char *path);

/* Returns the format of an input. This is `chosen` if an option has named a format, otherwise format_of_path, with two
 * differences: without a suffix of a format every pipe is text, and an input that begins like npy is npy unless its
 * suffix says raw. Unless an option or the suffix says that the input is raw, compressed files and the like are
 * refused: NULL after complaining. */
const format *format_of_input(const format *chosen, const char *path, const input *in);

bool npy_read(const input *in, const data_options *options, array *values);
void npy_print_header(const array *values, char *to);
bool raw_read(const input *in, const data_options *options, array *values);
bool raw_write(output_file *out, const data_options *options, const array *values, size_t first);
bool text_read(const input *in, const data_options *options, array *values);
bool text_write(output_file *out, const data_options *options, const array *values, size_t first);

/* The first bytes of npy files, and the bytes of the header that npy_print_header prints. */
#define NPY_MAGIC "\x93NUMPY"
enum { NPY_HEADER = 192 };

#endif
