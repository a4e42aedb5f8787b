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
      "PLATFORM:DEVICE as `clscan devices` lists it, gpu, cpu, or part of a name", NULL },
    { "size", 0, "LIST", FOR_BENCH, set_sizes, FIELD(generated.sizes),
      "counts of elements: 1000,2^10..2^20; a range doubles unless * says otherwise; default: 2^10..2^26*4, on a "
      "GPU 2^10..2^28*4", NULL },
    { "size", 0, "LIST", FOR_VERIFY | NOT_WITH_LAWS, set_counts, FIELD(generated.sizes),
      "counts of elements, 0 too: 1000,2^10..2^20,2^10..2^28*4; a range doubles unless * says otherwise; default: "
      "from 0 to 1000003", NULL },
    { "type", 0, "TYPE", FOR_SCAN, set_enumerator, FIELD(type),
      "type to scan in; default: the file's; user: your own, see --type-name. Of", names_of_types },
    { "type", 0, "TYPE", FOR_EXPLAIN, set_enumerator, FIELD(type),
      "type to scan in; default: int; user: your own, see --type-name. Of", names_of_types },
    { "type", 0, "TYPE", FOR_VERIFY, set_enumerator, FIELD(type),
      "type to scan in; default: all; user: affine maps and intervals, or your own, see --type-name. Of",
      names_of_types },
    { "type", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.types),
      "types to scan in, or all; default: int; user: affine maps and intervals. Of", names_of_types },
    { "type", 0, "TYPE", FOR_TUNE, set_enumerator, FIELD(type),
      "type to measure with; the rows are for all of its size; default: int. Of", names_of_own_types },
    { "in-type", 0, "TYPE", MADE, set_enumerator, FIELD(view.in_type),
      "type of the elements; default: what they are scanned in. Of", names_of_own_types },
    { "in-type", 0, "TYPE", FOR_EXPLAIN, set_enumerator, FIELD(view.in_type),
      "type of the elements; default: what they are scanned in. Of", names_of_types },
    { "in-type", 0, "TYPE", FOR_SCAN, set_enumerator, FIELD(data.type),
      "type of the elements; default: what they are scanned in; npy files know it. Of", names_of_types },
    { "out-type", 0, "TYPE", MADE, set_enumerator, FIELD(view.out_type),
      "type of the results; default: what they are scanned in. Of", names_of_own_types },
    { "out-type", 0, "TYPE", WHAT, set_enumerator, FIELD(view.out_type),
      "type of the results; default: what they are scanned in. Of", names_of_types },
    { "op", 0, "OP", FOR_SCAN | FOR_EXPLAIN, set_enumerator, FIELD(op), "operator; default: add. Of",
      names_of_all_ops },
    { "op", 0, "OP", FOR_VERIFY, set_enumerator, FIELD(op), "operator; default: all. Of", names_of_all_ops },
    { "op", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.ops), "operators, or all; default: add. Of", names_of_all_ops },
    { "op", 0, "OP", FOR_TUNE, set_enumerator, FIELD(op), "operator to measure with; default: add. Of",
      names_of_ops },
    { "strategy", 0, "NAME", WHAT, set_enumerator, FIELD(strategy),
      "how work-groups scan together; default: auto. Of", names_of_strategies },
    { "strategy", 0, "NAME", FOR_VERIFY, set_enumerator, FIELD(strategy),
      "how work-groups scan together; default: all. Of", names_of_strategies },
    { "strategy", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.strategies),
      "how work-groups scan together, or all; default: auto. Of", names_of_strategies },
    { "group", 0, "NAME", WHAT, set_enumerator, FIELD(group),
      "how the work-items of a work-group do; default: auto. Of", names_of_groups },
    { "group", 0, "NAME", FOR_VERIFY, set_enumerator, FIELD(group),
      "how the work-items of a work-group do; default: all. Of", names_of_groups },
    { "group", 0, "LIST", FOR_BENCH, set_list, FIELD(bench.groups),
      "how the work-items of a work-group do, or all; default: auto. Of", names_of_groups },
    { "exclusive", 0, NULL, VIEW, set_flag, FIELD(view.exclusive),
      "element i of the results is the scan of what is before element i", NULL },
    { "reverse", 0, NULL, VIEW, set_flag, FIELD(view.reverse), "from the last element to the first", NULL },
    { "init", 0, "VALUE", FOR_SCAN, set_text, FIELD(view.init), "a value before the first, and before each segment",
      NULL },
    { "total", 0, "FILE", FOR_SCAN, set_text, FIELD(view.total),
      "what is behind the last element (of the last row or segment)", NULL },
    { "second", 0, "WHERE", FOR_SCAN, set_text, FIELD(view.second),
      "what recurrence (b) and last_seen (flags) read beside the input: a column's number, or a file", NULL },
    { "second-out", 0, "FILE", FOR_SCAN, set_text, FIELD(view.second_out),
      "what add_checked (a flag), argmin and its like (indices in the whole array) and mean_variance (variances) write beside the output",
      NULL },
    { "axis", 0, "N", FOR_SCAN, set_axis, FIELD(view.axis),
      "npy of 1 to 4 dimensions, columns of text: scan along dimension N, from 0; -1 is the last", NULL },
    { "segment-by", 0, "WHERE", FOR_SCAN, set_text, FIELD(view.segment_by),
      "begin anew where this is not 0: a column's number, a file of bytes or booleans; or at offsets:FILE", NULL },
    { "by-key", 0, "WHERE", FOR_SCAN, set_text, FIELD(view.by_key),
      "begin anew where this changes: a column's number, or a file of numbers or lines", NULL },
    { "view", 0, "LIST", MADE, set_list, FIELD(generated.views),
      "what is scanned, one after the other, or all, with the other options given; default: only those. Of", names_of_views },
    { "init", 0, NULL, MADE, set_flag, FIELD(view.has_init), "with an initial value", NULL },
    { "total", 0, NULL, MADE, set_flag, FIELD(view.has_total), "with the total", NULL },
    { "count-buffer", 0, NULL, MADE, set_flag, FIELD(view.counted), "as many as a buffer on the device says", NULL },
    { "segments", 0, "KIND", SHAPE, set_enumerator, FIELD(view.segments), "segments that begin anew; default: none. Told by",
      names_of_segments },
    { "segment-length", 0, "LIST", MADE, set_sizes, FIELD(generated.segment_lengths),
      "mean lengths of segments; default: 1000", NULL },
    { "key-type", 0, "TYPE", SHAPE, set_enumerator, FIELD(view.key_type),
      "of keys; default: int; of offsets: uint, the default, or ulong. Of", names_of_own_types },
    { "rows", 0, "LENGTH", SHAPE, set_size, FIELD(view.rows), "scan rows of a matrix, each by itself", NULL },
    { "columns", 0, "LENGTH", SHAPE, set_size, FIELD(view.columns), "scan its columns", NULL },
    { "pitch", 0, "N", SHAPE, set_size, FIELD(view.pitch),
      "elements from one row's begin to the next one's; default: none are between rows", NULL },
    { "stride", 0, "N", SHAPE, set_size, FIELD(view.stride),
      "elements from one to the next that is scanned; default: 1", NULL },
    { "offset", 0, "N", MADE, set_size, FIELD(view.offset),
      "elements before the first, in both arrays; default: 0", NULL },
    { "in-place", 0, NULL, MADE, set_flag, FIELD(view.in_place), "scan a buffer into itself", NULL },
    { "components", 0, "N", SHAPE, set_components, FIELD(view.components),
      "elements are vectors of 2, 3, 4, 8 or 16; default: they are not", NULL },
    { "memory", 0, "KIND", MADE, set_enumerator, FIELD(view.memory), "where all arrays are; default: buffer. Of",
      names_of_memories },
    { "transform", 0, NULL, MADE, set_flag, FIELD(view.transform), "the same by a function on load and one on store",
      NULL },
    { "compact", 0, NULL, MADE, set_flag, FIELD(view.compact),
      "keep half of the elements, side by side, by such functions", NULL },
    { "samples", 0, "N", FOR_BENCH | WITH_FIRST_CALL, set_unsigned, FIELD(bench.samples),
      "how often each is timed; default: half a second long, 7 to 101", NULL },
    { "empty", 0, NULL, FOR_BENCH, set_flag, FIELD(bench.empty),
      "time the launch of an empty kernel too, until it has ended", NULL },
    { "cached-copy", 0, NULL, FOR_BENCH, set_flag, FIELD(bench.cached_copy),
      "the host's own copy, on a CPU: through its caches, not past them", NULL },
    { "first-call", 0, NULL, FOR_BENCH | WITH_FIRST_CALL, set_flag, FIELD(bench.first_call),
      "time whole processes instead: compiling, and with what the caches keep", NULL },
    { "wg-size", 0, "N", HOW, set_unsigned, FIELD(wg_size),
      "work-items in a work-group, a power of two; default: as tuned", NULL },
    { "items", 0, "N", HOW, set_unsigned, FIELD(items),
      "elements that a work-item scans serially, 1 to 512; in slices, to 2^20; default: as tuned", NULL },
    { "groups", 0, "N", HOW, set_unsigned, FIELD(groups),
      "work-groups: at most (reduce_scan, slices), or enough (columns); default: as tuned", NULL },
    { "deterministic", 0, NULL, HOW, set_flag, FIELD(deterministic),
      "the same bits however many compute units there are", NULL },
    { "op-source", 0, "FILE", ONE, set_text, FIELD(op_source), "OpenCL C that defines your operator, and type", NULL },
    { "combine", 0, "NAME", ONE, set_text, FIELD(combine),
      "its function NAME(earlier, later); default: combine", NULL },
    { "identity", 0, "TEXT", ONE, set_text, FIELD(identity),
      "its identity, as an initializer: '{ 1, 0 }'; default: it has none", NULL },
    { "type-name", 0, "NAME", ONE, set_text, FIELD(type_name), "your own type's name; default: element", NULL },
    { "type-size", 0, "BYTES", FOR_SCAN, set_size, FIELD(data.size), "its size; npy files know it", NULL },
    { "type-size", 0, "BYTES", FOR_EXPLAIN, set_size, FIELD(data.size), "its size", NULL },
    { "format", 0, "FORMAT", FOR_SCAN, set_formats, 0, "npy, raw or text; default: from the file names", NULL },
    { "from", 0, "FORMAT", FOR_SCAN, set_format, FIELD(from), "the input's format alone", NULL },
    { "to", 0, "FORMAT", FOR_SCAN, set_format, FIELD(to), "the output's format alone", NULL },
    { "field", 'f', "LIST", FOR_SCAN, set_fields, FIELD(data.fields),
      "text: read column N of each line, from 1; of 2,3, each is scanned by itself", NULL },
    { "delimiter", 't', "CHAR", FOR_SCAN, set_delimiter, FIELD(data.delimiter),
      "text: what is between columns; default: tab", NULL },
    { "skip", 0, "N", FOR_SCAN, set_count, FIELD(data.skip), "text: pass over the first N lines", NULL },
    { "source", 0, NULL, FOR_EXPLAIN, set_flag, FIELD(source),
      "print the programs of the plan instead, as the driver compiles them", NULL },
    { "no-self-test", 0, NULL, WHAT, set_flag, FIELD(no_self_test),
      "trust the driver: don't try new kernels on a few thousand elements first", NULL },
    { "time", 0, NULL, FOR_SCAN, set_flag, FIELD(time),
      "time the scan beside a copy of the same bytes, on a CPU by all threads past the caches", NULL },
    { "check", 0, NULL, FOR_SCAN, set_flag, FIELD(check),
      "compare with a sequential scan (built-in operators); status 1 on a mismatch", NULL },
    { "wrap", 0, NULL, FOR_SCAN, set_flag, FIELD(wrap),
      "let sums and products of integers wrap, which are errors for text and with --check", NULL },
    { "quick", 0, NULL, FOR_VERIFY | NOT_WITH_LAWS, set_flag, FIELD(quick),
      "fewer combinations and sizes; everything once", NULL },
    { "laws", 0, NULL, FOR_VERIFY, set_flag, FIELD(laws),
      "only whether operators are associative and identities change nothing, as with --op-source", NULL },
    { "seed", 0, "N", FOR_VERIFY, set_seed, 0, "repeat the data of an earlier run; default: the time", NULL },
    { "budget", 0, "SECONDS", FOR_TUNE, set_seconds, FIELD(budget), "how long to search, about; default: 60", NULL },
    { "timeout", 0, "SECONDS", FOR_VERIFY | FOR_BENCH, set_seconds, FIELD(timeout),
      "how long the driver may take for each until it counts as hung; default: 600", NULL },
    { "timeout", 0, "SECONDS", FOR_TUNE, set_seconds, FIELD(timeout),
      "how long the driver may take for a shape until it counts as hung; default: the budget, 120 at least",
      NULL },
    { "store", 0, NULL, FOR_TUNE, set_flag, FIELD(store), "put the rows into the tuning file", NULL },
    { "cl-dir", 0, "DIR", HOW | FOR_TUNE, set_text, FIELD(cl_dir),
      "read kernel files from DIR, not the ones built in", NULL },
    { "no-cache", 0, NULL, HOW, set_flag, FIELD(no_cache), "keep no compiled programs and use none", NULL },
    { "json", 0, NULL, HOW | FOR_DEVICES | FOR_CACHE | WITH_FIRST_CALL, set_flag, FIELD(json),
      "one JSON object a line on stdout", NULL },
    { "csv", 0, NULL, FOR_BENCH, set_flag, FIELD(bench.csv), "comma-separated values on stdout, with a header", NULL },
    { "plot", 0, "FILE", FOR_BENCH, set_text, FIELD(bench.plot),
      "draw GB/s into FILE, .svg or .png, with gnuplot", NULL },
    { "help", 'h', NULL, ALL, set_flag, FIELD(help), "this text", NULL },
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
