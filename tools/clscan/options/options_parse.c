#include "common/message.h"
#include "options/option_values.h"
#include "options/options.h"
#include "options/view.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    ONE = FOR_SCAN | FOR_EXPLAIN | FOR_VERIFY,     /* options with one value, for which bench takes a list */
    HOW = ONE | FOR_BENCH,                         /* options that choose how to scan */
    WHAT = FOR_SCAN | FOR_EXPLAIN,                 /* options that choose what to scan */
    MADE = FOR_BENCH | FOR_VERIFY | NOT_WITH_LAWS, /* options that choose the generated data */
    VIEW = WHAT | MADE,
    SHAPE = MADE | FOR_EXPLAIN, /* options that say what scan would find in its files */
    ALL = HOW | FOR_DEVICES | FOR_TUNE | FOR_CACHE
};

#define FIELD(NAME) offsetof(options, NAME)

/* clang-format off */
static const option_row rows[] = {
    { "device", 'd', "DEVICE", HOW | FOR_TUNE | WITH_FIRST_CALL, set_text, FIELD(device),
      "PLATFORM:DEVICE as `clscan devices` lists it, gpu, cpu, or a part of a device's name", NULL },
    { "size", 0, "LIST", FOR_BENCH, set_sizes, FIELD(generated.sizes),
      "counts of elements, for example 1000,2^10..2^20; a range doubles, or grows by the factor after *; default: "
      "2^10..2^26*4, on a GPU 2^10..2^28*4", NULL },
    { "size", 0, "LIST", FOR_VERIFY | NOT_WITH_LAWS, set_counts, FIELD(generated.sizes),
      "counts of elements, from 0 on, for example 0,1000,2^10..2^28*4; a range doubles, or grows by the factor after "
      "*; default: a list from 0 to 1000003", NULL },
    { "type", 0, "TYPE", FOR_SCAN, set_enumerator, FIELD(type),
      "type of the scanned values; default: the type of the file; user: a type of your own, see --type-name. One of",
      names_of_types },
    { "type", 0, "TYPE", FOR_EXPLAIN, set_enumerator, FIELD(type),
      "type of the scanned values; default: int; user: a type of your own, see --type-name. One of", names_of_types },
    { "type", 0, "TYPE", FOR_VERIFY, set_enumerator, FIELD(type),
      "type of the scanned values; default: all; user: affine maps and intervals, or a type of your own, see "
      "--type-name. One of",
      names_of_types },
    { "type", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.types),
      "types of the scanned values, or all; default: int; user: affine maps and intervals. Any of", names_of_types },
    { "type", 0, "TYPE", FOR_TUNE, set_enumerator, FIELD(type),
      "type to measure with; the rows hold for all types of its size; default: int. One of", names_of_own_types },
    { "in-type", 0, "TYPE", MADE, set_enumerator, FIELD(view.in_type),
      "type of the input elements; default: the type of the scanned values. One of", names_of_own_types },
    { "in-type", 0, "TYPE", FOR_EXPLAIN, set_enumerator, FIELD(view.in_type),
      "type of the input elements; default: the type of the scanned values. One of", names_of_types },
    { "in-type", 0, "TYPE", FOR_SCAN, set_enumerator, FIELD(data.type),
      "type of the input elements; default: the type of the scanned values; npy files name their type. One of",
      names_of_types },
    { "out-type", 0, "TYPE", MADE, set_enumerator, FIELD(view.out_type),
      "type of the results; default: the type of the scanned values. One of", names_of_own_types },
    { "out-type", 0, "TYPE", WHAT, set_enumerator, FIELD(view.out_type),
      "type of the results; default: the type of the scanned values. One of", names_of_types },
    { "op", 0, "OP", FOR_SCAN | FOR_EXPLAIN, set_op, FIELD(op), "operator; default: add. One of",
      names_of_all_ops },
    { "op", 0, "OP", FOR_VERIFY, set_op, FIELD(op), "operator; default: all. One of", names_of_all_ops },
    { "op", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.ops), "operators, or all; default: add. Any of",
      names_of_all_ops },
    { "op", 0, "OP", FOR_TUNE, set_op, FIELD(op), "operator to measure with; default: add. One of",
      names_of_ops },
    { "strategy", 0, "NAME", WHAT, set_enumerator, FIELD(strategy),
      "how work-groups scan together; default: auto. One of", names_of_strategies },
    { "strategy", 0, "NAME", FOR_VERIFY, set_enumerator, FIELD(strategy),
      "how work-groups scan together; default: all. One of", names_of_strategies },
    { "strategy", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.strategies),
      "how work-groups scan together, or all; default: auto. Any of", names_of_strategies },
    { "group", 0, "NAME", WHAT, set_enumerator, FIELD(group),
      "how the work-items of a work-group scan together; default: auto. One of", names_of_groups },
    { "group", 0, "NAME", FOR_VERIFY, set_enumerator, FIELD(group),
      "how the work-items of a work-group scan together; default: all. One of", names_of_groups },
    { "group", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.groups),
      "how the work-items of a work-group scan together, or all; default: auto. Any of", names_of_groups },
    { "exclusive", 0, NULL, VIEW, set_flag, FIELD(view.exclusive),
      "result i is the scan of the elements before element i", NULL },
    { "reverse", 0, NULL, VIEW, set_flag, FIELD(view.reverse), "scan from the last element to the first", NULL },
    { "init", 0, "VALUE", FOR_SCAN, set_text, FIELD(view.init),
      "initial value of the scan, and of each row and segment", NULL },
    { "total", 0, "FILE", FOR_SCAN, set_text, FIELD(view.total),
      "write the inclusive scan at the last element (of the last row or segment) to FILE", NULL },
    { "second", 0, "WHERE", FOR_SCAN, set_text, FIELD(view.second),
      "second input of recurrence (b) and last_seen (flags): the number of a column, or a file", NULL },
    { "second-out", 0, "FILE", FOR_SCAN, set_text, FIELD(view.second_out),
      "write the second output to FILE: an overflow flag (add_checked), indices in the whole array (argmin, argmax, "
      "argmin_last, argmax_last), or variances (mean_variance)",
      NULL },
    { "axis", 0, "N", FOR_SCAN, set_axis, FIELD(view.axis),
      "scan along dimension N of an npy array of 1 to 4 dimensions, or of the columns of a text; 0 is the first "
      "dimension, and -1 the last", NULL },
    { "segment-by", 0, "WHERE", FOR_SCAN, set_text, FIELD(view.segment_by),
      "begin a segment at each flag that is not 0: the number of a column, or a file of bytes or booleans; "
      "offsets:FILE names a file of offsets instead", NULL },
    { "by-key", 0, "WHERE", FOR_SCAN, set_text, FIELD(view.by_key),
      "begin a segment where the key changes: the number of a column, or a file of numbers or lines", NULL },
    { "view", 0, "LIST", MADE, set_list, FIELD(generated.views),
      "ways to scan, tried one after the other, or all; the other options hold for each of them; default: only the "
      "other options. Any of", names_of_views },
    { "init", 0, NULL, MADE, set_flag, FIELD(view.has_init), "scan with an initial value", NULL },
    { "total", 0, NULL, MADE, set_flag, FIELD(view.has_total), "compute the total too", NULL },
    { "count-buffer", 0, NULL, MADE, set_flag, FIELD(view.counted),
      "read the count from a buffer on the device", NULL },
    { "segments", 0, "KIND", SHAPE, set_enumerator, FIELD(view.segments),
      "scan segments, each by itself, that are given by KIND; default: none. One of", names_of_segments },
    { "segment-length", 0, "LIST", MADE, set_sizes, FIELD(generated.segment_lengths),
      "average lengths of segments; default: 1000", NULL },
    { "key-type", 0, "TYPE", SHAPE, set_enumerator, FIELD(view.key_type),
      "type of keys, by default int; or of offsets, uint (the default) or ulong. One of", names_of_own_types },
    { "rows", 0, "LENGTH", SHAPE, set_size, FIELD(view.rows), "scan rows of LENGTH elements, each by itself", NULL },
    { "columns", 0, "LENGTH", SHAPE, set_size, FIELD(view.columns),
      "scan columns of LENGTH elements, each by itself", NULL },
    { "pitch", 0, "N", SHAPE, set_size, FIELD(view.pitch),
      "distance of the first elements of neighbouring rows, in elements; default: no gaps", NULL },
    { "stride", 0, "N", SHAPE, set_size, FIELD(view.stride),
      "distance of neighbouring elements in a row; default: 1", NULL },
    { "offset", 0, "N", MADE, set_size, FIELD(view.offset),
      "number of elements before the first one, in both arrays; default: 0", NULL },
    { "in-place", 0, NULL, MADE, set_flag, FIELD(view.in_place), "use the input array as the output array", NULL },
    { "components", 0, "N", SHAPE, set_components, FIELD(view.components),
      "scan vectors of N components: 2, 3, 4, 8 or 16; default: scalars", NULL },
    { "memory", 0, "KIND", MADE, set_enumerator, FIELD(view.memory), "memory of all arrays; default: buffer. One of",
      names_of_memories },
    { "transform", 0, NULL, MADE, set_flag, FIELD(view.transform), "load and store elements by user functions",
      NULL },
    { "compact", 0, NULL, MADE, set_flag, FIELD(view.compact),
      "stream compaction by user functions: keep the odd elements, about half", NULL },
    { "samples", 0, "N", FOR_BENCH | WITH_FIRST_CALL, set_unsigned, FIELD(bench.samples),
      "number of samples for each scan; default: 7 to 101, as many as half a second allows", NULL },
    { "empty", 0, NULL, FOR_BENCH, set_flag, FIELD(bench.empty),
      "also time an empty kernel, from launch to end", NULL },
    { "cached-copy", 0, NULL, FOR_BENCH, set_flag, FIELD(bench.cached_copy),
      "on a CPU: let the host copy by memcpy instead of non-temporal stores", NULL },
    { "first-call", 0, NULL, FOR_BENCH | WITH_FIRST_CALL, set_flag, FIELD(bench.first_call),
      "time whole processes instead: with empty caches, and with each cache filled", NULL },
    { "wg-size", 0, "N", HOW, set_unsigned, FIELD(wg_size),
      "work-items in a work-group, a power of two; default: as tuned", NULL },
    { "items", 0, "N", HOW, set_items, FIELD(items),
      "elements that a work-item scans serially, 1 to 512, for slices up to 2^20; default: as tuned", NULL },
    { "groups", 0, "N", HOW, set_unsigned, FIELD(groups),
      "work-groups: at most N (reduce_scan, slices), or enough (columns); default: as tuned", NULL },
    { "deterministic", 0, NULL, HOW, set_flag, FIELD(deterministic),
      "same bits of floating-point results for any number of compute units", NULL },
    { "op-source", 0, "FILE", ONE, set_text, FIELD(op_source),
      "file of OpenCL C that defines an operator of your own, and its type", NULL },
    { "combine", 0, "NAME", ONE, set_text, FIELD(combine),
      "function NAME(earlier, later) of your operator; default: combine", NULL },
    { "identity", 0, "TEXT", ONE, set_text, FIELD(identity),
      "identity of your operator, as an initializer: '{ 1, 0 }'; default: none", NULL },
    { "type-name", 0, "NAME", ONE, set_text, FIELD(type_name), "name of your own type; default: element", NULL },
    { "type-size", 0, "BYTES", FOR_SCAN, set_size, FIELD(data.size), "size of your own type; npy files name it", NULL },
    { "type-size", 0, "BYTES", FOR_EXPLAIN, set_size, FIELD(data.size), "size of your own type", NULL },
    { "format", 0, "FORMAT", FOR_SCAN, set_formats, 0,
      "format of input and output: npy, raw or text; default: by the file names", NULL },
    { "from", 0, "FORMAT", FOR_SCAN, set_format, FIELD(from), "format of the input", NULL },
    { "to", 0, "FORMAT", FOR_SCAN, set_format, FIELD(to), "format of the output", NULL },
    { "field", 'f', "LIST", FOR_SCAN, set_fields, FIELD(data.fields),
      "text: columns to read from each line, from 1; several columns, such as 2,3, are scanned each by itself", NULL },
    { "delimiter", 't', "CHAR", FOR_SCAN, set_delimiter, FIELD(data.delimiter),
      "text: character between columns; default: tab", NULL },
    { "skip", 0, "N", FOR_SCAN, set_count, FIELD(data.skip), "text: skip the first N lines", NULL },
    { "source", 0, NULL, FOR_EXPLAIN, set_flag, FIELD(source),
      "print the source text of the plan's programs instead, as the driver compiles them", NULL },
    { "no-self-test", 0, NULL, WHAT, set_flag, FIELD(no_self_test),
      "trust the driver: do not test new kernels on generated data first", NULL },
    { "time", 0, NULL, FOR_SCAN, set_flag, FIELD(time),
      "time the scan and a copy of the same bytes; on a CPU all threads copy, by non-temporal stores", NULL },
    { "check", 0, NULL, FOR_SCAN, set_flag, FIELD(check),
      "compare with a sequential scan (built-in operators); exit status 1 on a mismatch", NULL },
    { "wrap", 0, NULL, FOR_SCAN, set_flag, FIELD(wrap),
      "let integer sums and products wrap; without --wrap an overflow is an error for text, and with --check", NULL },
    { "quick", 0, NULL, FOR_VERIFY | NOT_WITH_LAWS, set_flag, FIELD(quick),
      "try fewer combinations and sizes: every type, operator, strategy and group at least once", NULL },
    { "laws", 0, NULL, FOR_VERIFY, set_flag, FIELD(laws),
      "test only whether operators are associative and identities neutral, as for --op-source", NULL },
    { "seed", 0, "N", FOR_VERIFY, set_seed, 0,
      "seed of the random data, to repeat an earlier run; default: the time", NULL },
    { "budget", 0, "SECONDS", FOR_TUNE, set_seconds, FIELD(budget),
      "approximate time of the search; default: 60", NULL },
    { "timeout", 0, "SECONDS", FOR_VERIFY | FOR_BENCH, set_seconds, FIELD(timeout),
      "time after which the driver counts as hung in a scan; default: 600", NULL },
    { "timeout", 0, "SECONDS", FOR_TUNE, set_seconds, FIELD(timeout),
      "time after which the driver counts as hung with a shape; default: the budget, but at least 120",
      NULL },
    { "store", 0, NULL, FOR_TUNE, set_flag, FIELD(store), "write the rows to the tuning file", NULL },
    { "cl-dir", 0, "DIR", HOW | FOR_TUNE, set_text, FIELD(cl_dir),
      "read kernel files from DIR instead of the built-in ones", NULL },
    { "no-cache", 0, NULL, HOW, set_flag, FIELD(no_cache), "do not use the disk cache of compiled programs", NULL },
    { "json", 0, NULL, HOW | FOR_DEVICES | FOR_CACHE | WITH_FIRST_CALL, set_flag, FIELD(json),
      "one JSON object a line on stdout", NULL },
    { "csv", 0, NULL, FOR_BENCH, set_flag, FIELD(bench.csv), "comma-separated values on stdout, with a header", NULL },
    { "plot", 0, "FILE", FOR_BENCH, set_text, FIELD(bench.plot),
      "draw GB/s with gnuplot into FILE, which ends in .svg or .png", NULL },
    { "help", 'h', NULL, ALL, set_flag, FIELD(help), "print this text", NULL },
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows };

const option_row *option_row_at(int index) {
    return index < ROWS ? &rows[index] : NULL;
}

/* --------------------------------------------------------------------------------------------- reading */

/* getopt_long returns FIRST_ROW plus the row's number for a long option. FIRST_ROW is above every letter. */
enum { FIRST_ROW = 256 };

static void list_for_getopt(unsigned command, char *letters, struct option *longs) {
    for (int i = 0; i < ROWS; i++) {
        const option_row *row = &rows[i];
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

/* Complains of the option for which getopt_long returned `code`: '?' or ':'. */
static bool complain_of_option(const subcommand *command, int code, char *const *argv) {
    const char letter[] = { '-', (char)optopt, '\0' };
    const char *given = optopt > 0 && optopt < FIRST_ROW ? letter : argv[optind - 1];
    const char *problem = code == ':'           ? "wants a value"
                          : optopt >= FIRST_ROW ? "takes no value"
                                                : "is no option, or begins several";
    return complain("'%s' %s; clscan %s --help lists all", given, problem, command->name);
}

static const option_row *find_row(int code) {
    if (code >= FIRST_ROW)
        return &rows[code - FIRST_ROW];
    for (int i = 0; i < ROWS; i++)
        if (rows[i].letter == code)
            return &rows[i];
    return NULL;
}

static bool read_options(const subcommand *command, int argc, char **argv, options *o) {
    char letters[2 * ROWS + 2] = ":";
    struct option longs[ROWS + 1];
    int code;
    list_for_getopt(command->bit, letters + 1, longs);
    opterr = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const option_row *row = find_row(code);
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

static bool has_its_operands(const subcommand *command, const options *o) {
    const int fewest = command->fewest_operands, most = command->most_operands;
    return (o->operand_count >= fewest && o->operand_count <= most) ||
           complain("usage: clscan %s [OPTION]...%s%s; %d given, not %s%d (clscan %s --help tells more)", command->name,
                    most ? " " : "", command->operands, o->operand_count, fewest < most ? "at most " : "", most,
                    command->name);
}

/* Refuses options that would have no effect, because the user expects an effect. */
static bool has_effect(const options *o) {
    const bool built_in = o->type >= 0 && o->type != ORACLE_USER;
    const char *type = built_in ? oracle_type_name((oracle_type)o->type) : "";
    if (built_in && o->data.size)
        return complain("--type-size goes with --type user: %s has its own", type);
    if (built_in && o->type_name)
        return complain("--type-name goes with --type user: %s has its own", type);
    if (o->data.delimiter && o->data.fields.count == 0)
        return complain("--delimiter goes with --field");
    return true;
}

static bool is_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

/* Refuses options if more than one result would go to stdout. */
static bool has_one_stdout(const options *o) {
    const struct {
        const char *name;
        bool wants;
    } users[] = { { "--json", o->json },
                  { "--total", is_stdout(o->view.total) },
                  { "--second-out", is_stdout(o->view.second_out) },
                  { "the output", is_stdout(o->operands[1]) } };
    const char *first = NULL;
    for (size_t i = 0; i < sizeof users / sizeof *users; i++) {
        if (users[i].wants && first)
            return complain("%s and %s both want stdout", first, users[i].name);
        first = users[i].wants ? users[i].name : first;
    }
    return true;
}

static bool is_consistent(const subcommand *command, const options *o) {
    const bool own = o->combine || o->op_source;
    if (!has_its_operands(command, o))
        return false;
    if (!own && (o->identity || o->type_name))
        return complain("--identity and --type-name go with --op-source or --combine");
    if (own && !o->identity && o->view.exclusive && !o->view.init && command->bit == FOR_SCAN)
        return complain("an exclusive scan by an operator of your own needs --identity%s",
                        o->type == ORACLE_USER || o->type_name ? "" : " or --init");
    if (own && o->op >= 0)
        return complain("--op and an operator of your own exclude each other");
    if (own && o->check)
        return complain("--check knows the built-in operators only");
    if (o->view.segment_by && o->view.by_key)
        return complain("--segment-by and --by-key exclude each other");
    if (command->bit & SHAPE && !view_is_possible(o))
        return false;
    if (o->bench.first_call && o->beside_first_call)
        return complain("--first-call scans 1000 ints in a process each: --%s does not go with it",
                        o->beside_first_call);
    if (command->bit == FOR_VERIFY && (own || o->laws) && o->beside_laws)
        return complain("%s looks at three elements at a time: --%s does not go with it",
                        o->laws        ? "--laws"
                        : o->op_source ? "--op-source"
                                       : "--combine",
                        o->beside_laws);
    if (o->json && o->bench.csv)
        return complain("--json and --csv exclude each other");
    return (command->bit != FOR_SCAN || has_one_stdout(o)) && has_effect(o);
}

bool options_parse(const subcommand *command, int argc, char **argv, options *o) {
    *o = (options) { .type = -1, .op = -1, .group = -1, .strategy = -1, .data.type = -1 };
    o->view.in_type = o->view.out_type = o->view.key_type = -1;
    o->view.axis = NO_AXIS;
    return read_options(command, argc, argv, o) && (o->help || is_consistent(command, o));
}

void options_shape(const options *o, clscan_desc *desc) {
    desc->tuning.wg_size = o->wg_size;
    desc->tuning.items = o->items;
    desc->tuning.groups = o->groups;
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

/* ------------------------------------------------------------------------------------------------ help */

enum { INDENT = 27, WIDTH = 100 };

/* Prints a blank, a word and the text `end`, on a new line if the line is full. Returns the column after the text. */
static size_t print_word(size_t column, const char *word, size_t length, const char *end) {
    const size_t needed = 1 + length + strlen(end);
    if (column + needed > WIDTH) {
        printf("\n%*s", INDENT, "");
        column = INDENT;
    }
    printf(" %.*s%s", (int)length, word, end);
    return column + needed;
}

static void print_row(const option_row *row) {
    char letter[5] = "    ", left[48];
    size_t column = INDENT;
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(left, sizeof left, "  %s--%s %s", letter, row->name, row->value ? row->value : "");
    printf("%-*s", INDENT, left);
    for (const char *word = row->help; *word; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        column = print_word(column, word, length, "");
        word += length;
    }
    for (int i = 0; row->names && row->names(i); i++)
        column = print_word(column, row->names(i), strlen(row->names(i)), row->names(i + 1) ? "," : "");
    putchar('\n');
}

void options_help(const subcommand *command) {
    for (int i = 0; i < ROWS; i++)
        if (rows[i].commands & command->bit)
            print_row(&rows[i]);
}
