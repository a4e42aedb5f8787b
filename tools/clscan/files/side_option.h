/* An option that names values for each element of a source, such as flags: a column of the source, or a file of their
 * own. */
#ifndef CLSCAN_TOOL_SIDE_OPTION_H
#define CLSCAN_TOOL_SIDE_OPTION_H

#include "files/source.h"

/* Reads the values of a file in the format `from`. `column` is the column of a text, and 0 stands for all of a file.
 * Complains on failure. */
typedef bool (*read_fn)(const format *from, const input *file, const data_options *data, size_t column, array *values);

typedef struct side_option {
    const char *option, *where; /* its name and its value: the number of a column, or a file */
    read_fn read;
    oracle_type type; /* the type of values in files that do not name their type; ORACLE_USER: the reader chooses */
    const char *hint; /* advice in brackets, for messages that the values do not suit; NULL: none */
} side_option;

/* Returns the hint, or "". */
const char *side_option_hint(const side_option *side);

/* The hint for flags of --segment-by. */
#define SIDE_OFFSETS_HINT " (offsets:FILE names a file of offsets)"

/* Complains that there are `values` values (and `or_more`: "" or " or more") for `elements` elements of the file
 * `name`. SIZE_MAX elements stand for more than there are values. `from` is the format of the values: a text may have
 * been read as raw binary. Returns false. */
bool side_option_complain_of_count(const side_option *side, const format *from, size_t values, const char *or_more,
                                   const char *name, size_t elements);

/* Reads one value for each element. If a line has several elements, all of them get the value of the line. If the
 * values are in a file of their own, *other becomes that file, from which *values may be borrowed. The caller frees
 * *values and closes *other, also after a failure. Complains on failure. */
bool side_option_read(const options *o, const source *s, const side_option *side, input *other, array *values);

/* Returns true if the value `where` of an option is the number of a column: only digits. */
bool side_option_is_column(const char *where, size_t *column);

/* Returns false, after complaining, if the source has no columns, or the options name none. */
bool side_option_has_columns(const options *o, const source *s, const side_option *side, size_t column);

/* Replaces whole numbers by flags: bytes that are 0 and 1 where a number is, and 2 for all other numbers. */
void side_option_make_flags(const cl_long *numbers, size_t count, unsigned char *flags);

/* Returns true if the values of `like` have the type `type` of --OPTION-type, or if that is below 0. Complains
 * otherwise: `name` is the file. */
bool side_option_has_type(const char *option, const char *name, const array *like, int type);

/* A read_fn for flags: bytes or booleans, or numbers of a text. */
bool side_option_read_flags(const format *from, const input *file, const data_options *data, size_t column,
                            array *flags);

/* A read_fn for keys: numbers, or the lines or fields of a text, equal ones of which get equal numbers. */
bool side_option_read_keys(const format *from, const input *file, const data_options *data, size_t column, array *keys);

#endif
