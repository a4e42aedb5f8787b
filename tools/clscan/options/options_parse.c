#include "common/message.h"
#include "options/option_values.h"
#include "options/options_check.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* getopt_long returns FIRST_ROW plus the row's number for a long option. FIRST_ROW is above every letter. */
enum { FIRST_ROW = 256 };

static void list_for_getopt(unsigned command, char *letters, struct option *longs) {
    const option_row *row;
    for (int i = 0; (row = option_row_at(i)); i++) {
        if (!(row->commands & command))
            continue;
        *longs++ = (struct option) { row->name, row->value ? required_argument : no_argument, NULL, FIRST_ROW + i };
        if (row->letter)
            *letters++ = (char)row->letter;
        if (row->letter && row->value)
            *letters++ = ':';
    }
    *letters = '\0';
    *longs = (struct option) { 0 };
}

/* Returns true if `given`, such as "--bins=3" or "-k", is the option of the row. */
static bool is_option(const option_row *row, const char *given) {
    const size_t length = strcspn(given, "=");
    if (strncmp(given, "--", 2) != 0)
        return row->letter && row->letter == given[1];
    return strlen(row->name) == length - 2 && strncmp(row->name, given + 2, length - 2) == 0;
}

/* Returns true after complaining if an option is one of other subcommands only. */
static bool is_of_others(const subcommand *command, const char *given) {
    char names[256] = "";
    unsigned commands = 0;
    const option_row *row;
    for (int i = 0; (row = option_row_at(i)); i++)
        if (is_option(row, given))
            commands |= row->commands;
    for (int i = 0; subcommand_at(i); i++)
        if (commands & subcommand_at(i)->bit)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "",
                     subcommand_at(i)->name);
    return *names && !complain("'%.*s' is not an option of clscan %s, but of %s; clscan %s --help lists all",
                               (int)strcspn(given, "="), given, command->name, names, command->name);
}

/* Writes the long options of the subcommand that begin with `given` to `names`, as "--a, --b", and returns how many
 * there are. */
static int options_that_begin(const subcommand *command, const char *given, char names[static 256]) {
    const option_row *row;
    const size_t length = strcspn(given, "=");
    int found = 0;
    for (int i = 0; length > 2 && (row = option_row_at(i)); i++)
        if (row->commands & command->bit && strncmp(row->name, given + 2, length - 2) == 0) {
            snprintf(names + strlen(names), 256 - strlen(names), "%s--%s", found > 0 ? ", " : "", row->name);
            found++;
        }
    return found;
}

/* Complains of the option for which getopt_long returned `code`: '?' or ':'. */
static bool complain_of_option(const subcommand *command, int code, char *const *argv) {
    const char letter[] = { '-', (char)optopt, '\0' };
    const char *given = optopt > 0 && optopt < FIRST_ROW ? letter : argv[optind - 1];
    if (code == '?' && optopt < FIRST_ROW && is_of_others(command, given))
        return false;
    char names[256] = "";
    const char *problem = code == ':' ? "wants a value" : "takes no value";
    if (code == '?' && optopt == 0 && options_that_begin(command, given, names) > 1)
        return complain("'%.*s' begins several options: %s", (int)strcspn(given, "="), given, names);
    if (code == '?' && optopt < FIRST_ROW)
        return complain("'%s' is not an option of clscan %s%s%s; clscan %s --help lists all", given, command->name,
                        command->most_operands ? " " : "", command->operands, command->name);
    return complain("'%s' %s; clscan %s --help lists all", given, problem, command->name);
}

/* Returns the row for which getopt_long returned `code`: a letter may have several rows, for different subcommands. */
static const option_row *find_row(unsigned command, int code) {
    if (code >= FIRST_ROW)
        return option_row_at(code - FIRST_ROW);
    const option_row *row;
    for (int i = 0; (row = option_row_at(i)) && !(row->letter == code && row->commands & command); i++)
        ;
    return row;
}

static bool read_options(const subcommand *command, int argc, char **argv, options *o) {
    char letters[2 * MAX_OPTIONS + 2] = ":";
    struct option longs[MAX_OPTIONS + 1];
    int code;
    list_for_getopt(command->bit, letters + 1, longs);
    opterr = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const option_row *row = find_row(command->bit, code);
        if (!row)
            return complain_of_option(command, code, argv);
        if (!row->set(row, optarg, (char *)o + row->field))
            return false;
        if (!(row->commands & WITH_FIRST_CALL))
            o->beside_first_call = row->name;
        if (row->commands & NOT_WITH_LAWS)
            o->beside_laws = row->name;
    }
    o->operand_count = argc - optind;
    for (int i = 0; i < MAX_OPERANDS; i++)
        o->operands[i] = i < o->operand_count ? argv[optind + i] : "-";
    return true;
}

bool options_parse(const subcommand *command, int argc, char **argv, options *o) {
    static const char of_words[] =
        " (elements are numbers; --by-key FILE finds runs of equal lines, beside numbers such as "
        "`seq` prints)";
    *o = (options) { .type = -1, .op = -1, .group = -1, .strategy = -1, .data.type = -1 };
    o->data.hint = command->bit & (FOR_UNIQUE | FOR_RUNS) ? of_words : NULL;
    o->view.in_type = o->view.out_type = o->view.key_type = o->second_type = o->histogram.weights_type = -1;
    o->view.axis = NO_AXIS;
    return read_options(command, argc, argv, o) && (o->help || options_are_consistent(command, o));
}

void options_shape(const options *o, clscan_desc *desc) {
    desc->tuning.wg_size = o->wg_size;
    desc->tuning.items = o->items;
    desc->tuning.num_groups = o->groups;
    desc->deterministic = o->deterministic;
}

clscan_desc options_desc(const options *o, oracle_type type) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = oracle_type_name(type);
    desc.op = o->op < 0 ? CLSCAN_OP_ADD : (clscan_op)o->op;
    desc.kind = o->view.exclusive ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE;
    desc.tuning.strategy = o->strategy < 0 ? CLSCAN_STRATEGY_AUTO : (clscan_strategy)o->strategy;
    desc.tuning.group = o->group < 0 ? CLSCAN_GROUP_AUTO : (clscan_group)o->group;
    desc.reverse = o->view.reverse;
    options_shape(o, &desc);
    return desc;
}
