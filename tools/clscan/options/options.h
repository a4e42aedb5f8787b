/* The options and operands after the name of the subcommand. */
#ifndef CLSCAN_TOOL_OPTIONS_H
#define CLSCAN_TOOL_OPTIONS_H

#include "common/size_list.h"
#include "formats/format.h"
#include <clscan/clscan.h>
#include <oracle.h>
#include <stdint.h>

/* The subcommands that have an option. */
enum {
    FOR_DEVICES = 1,
    FOR_SCAN = 2,
    FOR_VERIFY = 4,
    FOR_EXPLAIN = 8,
    FOR_BENCH = 16,
    FOR_TUNE = 32,
    FOR_CACHE = 64,
    FOR_SELECT = 128,
    FOR_REDUCE = 256,
    FOR_UNIQUE = 512,
    FOR_SORT = 1024,
    FOR_HISTOGRAM = 2048,
    FOR_TOPK = 4096,
    FOR_PARTITION = 8192,
    FOR_RUNS = 16384
};

/* Flags of an option: it goes with bench --first-call, or it does not go with verify --laws. */
enum { WITH_FIRST_CALL = 1 << 16, NOT_WITH_LAWS = 1 << 17 };

/* Lists have a bit for each enumerator, and are 0 if not given. */
typedef struct bench_options {
    unsigned types, ops, strategies, groups;
    unsigned samples;
    bool first_call, empty, cached_copy, csv;
    const char *plot;
} bench_options;

/* Options of the data that bench and verify generate. */
typedef struct generated_options {
    size_list sizes, segment_lengths;
    unsigned views;
} generated_options;

enum { NO_AXIS = MAX_DIMENSIONS, MAX_OPERANDS = 2 };

/* The range of bins, from its lower bound up to, not including, its upper bound. Both are 0 if it is not given. */
typedef struct bin_range {
    double lower, upper;
} bin_range;

/* A view says how elements are scanned: direction, layout, segments, types, and what is read and written besides. */
typedef struct view_options {
    bool exclusive, reverse;
    int in_type, out_type; /* in_type is for generated data. Files have a type of their own */
    int axis;              /* below 0: counted from the last one */
    const char *init, *segment_by, *by_key, *total, *second, *second_out;
    /* The fields below are for generated data. */
    int segments; /* a clscan_segments */
    int key_type;
    size_t segment_length;                       /* on average */
    size_t rows, columns, stride, pitch, offset; /* length of rows, length of columns, and distances in elements */
    bool has_init, has_total, counted, in_place, transform, compact;
    int memory;          /* a memory_kind */
    unsigned components; /* the components of vectors */
    int task;            /* a clscan_task */
    bool indices;        /* the task writes the indices of the elements that it moves */
    bool three_way;      /* a partition has three parts */
    unsigned k, bins;    /* the elements of a top-k, and the bins of a histogram */
    bin_range range;
} view_options;

typedef struct select_options {
    const char *where, *flags, *indices, *lengths, *offsets;
    bool last;           /* the last element of each run is kept */
    bool three_way;      /* a partition in three parts */
    unsigned min_length; /* the least length of a run */
} select_options;

typedef struct histogram_options {
    const char *edges, *weights;
    int weights_type;
    unsigned bins;
    bin_range range;
} histogram_options;

/* The memory of scans by streams, in bytes, if --buffer is not given. */
enum { DEFAULT_BUFFER = 64 << 20 };

/* If an option is not given, enumerators are -1, pointers are NULL, and numbers are 0. */
typedef struct options {
    const char *device, *kernel_dir;
    bool no_cache;
    int type, op, group, strategy;
    unsigned wg_size, items, groups;
    bool deterministic, no_self_test;
    const char *op_source, *combine, *identity, *type_name;
    data_options data;
    view_options view;
    const char *argsort; /* the file for the indices of sorted elements */
    int second_type;     /* of the elements that are carried along */
    unsigned k;          /* how many elements topk writes */
    select_options select;
    histogram_options histogram;
    generated_options generated;
    bench_options bench;
    double budget;  /* seconds */
    double timeout; /* seconds for a trial in a child process */
    bool store;
    const format *from, *to;
    size_t buffer; /* bytes */
    bool time, check, wrap, source, json, quick, laws, help;
    uint64_t seed;
    bool seed_given;
    const char *beside_first_call, *beside_laws; /* a given option that excludes --first-call, or --laws */
    const char *operands[MAX_OPERANDS];          /* "-" stands for operands that are not given */
    int operand_count;                           /* the number of given operands */
} options;

typedef struct subcommand {
    const char *name;
    unsigned bit;
    int (*run)(const options *o);
    int (*serve)(const options *o, int socket); /* runs in the child processes of `run`; NULL: `run` has none */
    int fewest_operands, most_operands;
    const char *operands; /* for the help */
    const char *summary;
    const char *notes;
    const char *examples; /* lines of shell that work in any folder; the notes say more of files */
} subcommand;

/* Returns a subcommand, in the order of the help; NULL past the last one. */
const subcommand *subcommand_at(int index);

int command_devices(const options *o);
int command_scan(const options *o);
int command_select(const options *o);
int command_partition(const options *o);
int command_unique(const options *o);
int command_runs(const options *o);
int command_sort(const options *o); /* sort and topk */
int command_reduce(const options *o);
int command_histogram(const options *o);
int command_verify(const options *o);
int command_explain(const options *o);
int command_bench(const options *o);
int command_tune(const options *o);
int command_cache(const options *o);

/* These run in child processes of the subcommands: see child.h. */
int serve_verify(const options *o, int socket);
int serve_bench(const options *o, int socket);
int serve_tune(const options *o, int socket);

/* Reads options and operands after argv[0], the name of the subcommand. Complains on failure. */
bool options_parse(const subcommand *command, int argc, char **argv, options *o);

/* Prints the options of `command` to stdout. */
void options_help(const subcommand *command);

/* Sets the shape in desc->tuning (work-group size, items and work-groups) and desc->deterministic. */
void options_shape(const options *o, clscan_desc *desc);

/* Returns a description with the kind, type, operator and shape of the options, but without the user operator. */
clscan_desc options_desc(const options *o, oracle_type type);

#endif
