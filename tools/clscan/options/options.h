/* The command line after the subcommand. */
#ifndef CLSCAN_TOOL_OPTIONS_H
#define CLSCAN_TOOL_OPTIONS_H

#include "common/size_list.h"
#include "formats/format.h"
#include <clscan/clscan.h>
#include <oracle.h>
#include <stdint.h>

/* Which subcommands know an option. */
enum { FOR_DEVICES = 1, FOR_SCAN = 2, FOR_VERIFY = 4, FOR_EXPLAIN = 8, FOR_BENCH = 16, FOR_TUNE = 32, FOR_CACHE = 64 };

/* And which go with what bench and verify do in place of their usual work, or don't. */
enum { WITH_FIRST_CALL = 128, NOT_WITH_LAWS = 256 };

/* Lists are a bit for each enumerator, 0 where not given. */
typedef struct bench_options {
    unsigned types, ops, strategies, groups;
    unsigned samples;
    bool first_call, empty, cached_copy, csv;
    const char *plot;
} bench_options;

/* Which data are made up, where there are no files: lists, too. */
typedef struct generated_options {
    size_list sizes, segment_lengths;
    unsigned views;
} generated_options;

enum { NO_AXIS = MAX_DIMENSIONS, MAX_OPERANDS = 2 };

/* What is scanned, where it is not simply one element after the other. */
typedef struct view_options {
    bool exclusive, reverse;
    int in_type, out_type; /* the former for made-up data alone, elsewhere it is the data's */
    int axis;              /* below 0: from the last */
    const char *init, *segment_by, *by_key, *total, *second, *second_out;
    int segments, key_type; /* a clscan_segments; this and the rest: where there are no data to tell it */
    size_t segment_length, rows, columns, stride, pitch, offset; /* mean length; length, ...; as in clscan_args */
    bool has_init, has_total, counted, in_place, transform, compact;
    int memory;          /* a memory_kind */
    unsigned components; /* of vectors */
} view_options;

/* Enumerators are -1, pointers NULL and numbers 0 where not given. */
typedef struct options {
    const char *device, *cl_dir;
    bool no_cache;
    int type, op, group, strategy;
    unsigned wg_size, items, groups;
    bool deterministic, no_self_test;
    const char *op_source, *combine, *identity, *type_name;
    data_options data;
    view_options view;
    generated_options generated;
    bench_options bench;
    double budget;  /* seconds */
    double timeout; /* seconds for a trial in a child process */
    bool store;
    const format *from, *to;
    bool time, check, wrap, source, json, quick, laws, help;
    uint64_t seed;
    bool seed_given;
    const char *beside_first_call, *beside_laws; /* an option that does not go with them */
    const char *operands[MAX_OPERANDS];          /* those not given are "-" */
    int operand_count;                           /* as given */
} options;

typedef struct subcommand {
    const char *name;
    unsigned bit;
    int (*run)(const options *o);
    int (*serve)(const options *o, int socket); /* the child's side where `run` has child processes, else NULL */
    int fewest_operands, most_operands;
    const char *operands; /* for the help */
    const char *summary;
    const char *notes;
} subcommand;

/* The subcommands in the order of the help; NULL past the last. */
const subcommand *subcommand_at(int index);

int command_devices(const options *o);
int command_scan(const options *o);
int command_verify(const options *o);
int command_explain(const options *o);
int command_bench(const options *o);
int command_tune(const options *o);
int command_cache(const options *o);

/* In a child process of these, see child.h. */
int serve_verify(const options *o, int socket);
int serve_bench(const options *o, int socket);
int serve_tune(const options *o, int socket);

/* Reads what follows argv[0], the subcommand's name. Complains on failure. */
bool options_parse(const subcommand *command, int argc, char **argv, options *o);

/* The options that `command` knows, to stdout. */
void options_help(const subcommand *command);

/* Sizes of work-groups, items and the like, which say how to scan whatever it is. */
void options_shape(const options *o, clscan_desc *desc);

/* Exclusive or not, type, shape: everything but the user operator. */
clscan_desc options_desc(const options *o, oracle_type type);

#endif
