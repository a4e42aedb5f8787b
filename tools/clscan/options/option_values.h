/* The values of options: each function reads the text of a value into one field of the struct options. */
#ifndef CLSCAN_TOOL_OPTION_VALUES_H
#define CLSCAN_TOOL_OPTION_VALUES_H

#include "options/options.h"

/* Returns the name of the `index`th enumerator, or NULL past the last one. */
typedef const char *(*names_fn)(int index);

typedef struct option_row option_row;

/* Reads `value` into `field`, which is the field at option_row.field. Complains on failure. */
typedef bool (*set_fn)(const option_row *row, const char *value, void *field);

/* An option, or the heading of the options that follow it: a heading is for no subcommand, and `help` is its text. */
struct option_row {
    const char *name;
    int letter;
    const char *value; /* the name of the value in the help; NULL for flags */
    unsigned commands; /* the subcommands that have the option: FOR_SCAN and others */
    set_fn set;
    size_t field; /* offset in the struct options */
    const char *help;
    names_fn names; /* for set_enumerator, set_op and set_list */
};

enum { MAX_OPTIONS = 180 }; /* in the table, with headings */

/* Returns a row of the table, in the order of the help; NULL past the last one. */
const option_row *option_row_at(int index);

/* Calls `option` for each option of the subcommand, in the order of the help, and `heading` before the first option
 * under each heading. */
void options_visit(const subcommand *command, void (*heading)(const char *text), void (*option)(const option_row *row));

bool set_flag(const option_row *row, const char *value, void *field);       /* bool */
bool set_text(const option_row *row, const char *value, void *field);       /* const char * */
bool set_unsigned(const option_row *row, const char *value, void *field);   /* unsigned, from 1 */
bool set_k(const option_row *row, const char *value, void *field);          /* unsigned, from 1, of all 32 bits */
bool set_items(const option_row *row, const char *value, void *field);      /* unsigned */
bool set_components(const option_row *row, const char *value, void *field); /* unsigned */
bool set_seconds(const option_row *row, const char *value, void *field);    /* double, more than 0 */
bool set_range(const option_row *row, const char *value, void *field);      /* bin_range */
bool set_size(const option_row *row, const char *value, void *field);       /* size_t, from 1 */
bool set_count(const option_row *row, const char *value, void *field);      /* size_t */
bool set_seed(const option_row *row, const char *value, void *field);       /* options */
bool set_axis(const option_row *row, const char *value, void *field);       /* int */
bool set_rows(const option_row *row, const char *value, void *field);       /* options */
bool set_fields(const option_row *row, const char *value, void *field);     /* field_list */
bool set_delimiter(const option_row *row, const char *value, void *field);  /* char */
bool set_format(const option_row *row, const char *value, void *field);     /* const format * */
bool set_formats(const option_row *row, const char *value, void *field);    /* options */
bool set_enumerator(const option_row *row, const char *value, void *field); /* int */
bool set_op(const option_row *row, const char *value, void *field);         /* int */
bool set_list(const option_row *row, const char *value, void *field);       /* unsigned, a bit for each */
bool set_sizes(const option_row *row, const char *value, void *field);      /* size_list, from 1 */
bool set_counts(const option_row *row, const char *value, void *field);     /* size_list, from 0 */

const char *names_of_types(int index);
const char *names_of_own_types(int index); /* types of the library, without "user" */
const char *names_of_ops(int index);       /* operators that read one array and write one */
const char *names_of_all_ops(int index);
const char *names_of_groups(int index);
const char *names_of_strategies(int index);
const char *names_of_segments(int index); /* by clscan_segments */
const char *names_of_memories(int index); /* by memory_kind */
const char *names_of_views(int index);    /* the views of bench */
const char *names_of_tasks(int index);    /* by clscan_task */

#endif
