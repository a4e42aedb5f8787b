/* clscan bench in parts: what is measured (bench.c); in a child process (bench_trial.c) on which data (bench_data.c) a
 * measurement (bench_sample.c); words about it (bench_report.c), the picture (bench_plot.c), and processes
 * (bench_first_call.c). */
#ifndef CLSCAN_TOOL_BENCH_H
#define CLSCAN_TOOL_BENCH_H

#include "common/statistics.h"
#include "data/generated.h"
#include "data/host_copy.h"

/* What is known of the device. */
typedef struct bench_device {
    char name[1024];
    char host_copy[32]; /* how the host copies beside it, on a CPU, else "" */
    bool is_gpu;
    unsigned threads; /* of that copy */
    budget_limits memory;
} bench_device;

/* The device itself, in the child process. */
typedef struct bench_place {
    bench_device about;
    clscan_device *device;
    host_copy *copier; /* on a CPU, else NULL */
} bench_place;

/* A scan with its numbers, in a rig; `scratch` is what the yardsticks on the host write. */
typedef struct bench_data {
    generated generated;
    void *scratch;
    rig rig;
} bench_data;

bool bench_data_make(const options *o, const view_options *v, const bench_place *place, const oracle_problem *p,
                     size_t count, bench_data *data);
void bench_data_free(bench_data *data);

/* How, and how many. */
typedef struct bench_case {
    clscan_strategy strategy;
    clscan_group group;
    size_t count;
} bench_case;

/* A measurement. A timing that was not taken has the median 0. */
typedef struct bench_point {
    oracle_problem problem;
    clscan_kind kind;
    view view;
    bench_case how;
    char chosen[32]; /* the strategy that automatic came to */
    char plan[256];  /* what the plan says that it scans */
    size_t bytes;    /* that a copy moves when it reads and writes as much in all as the scan */
    rig_clock clock; /* of `scan`, `copy` and `empty` */

    unsigned samples;
    timing scan, copy, empty;
    timing host_copy, plain_loop; /* wall time */
    double call;                  /* seconds for each of many calls with one wait at the end; 0 when not taken */
} bench_point;

/* Measures a plan as the point's upper half says, into its lower half. `samples` 0 takes as many as time allows.
 * EXIT_OK, EXIT_MISMATCH or EXIT_ERROR, the latter two after complaining. */
int bench_measure(const bench_place *place, const bench_data *data, clscan_plan *plan, unsigned samples,
                  bench_point *point);

/* What the child process is asked for. Problem and view are indices, as of made_problem_at and view_at; `size` is the
 * count that was asked for, and `how.count` what the view makes of it. */
typedef struct bench_request {
    bool open_only; /* only open the device */
    size_t problem, view, size;
    bench_case how;
} bench_request;

/* Each but the first ends more of what is left to measure than the one before. The child has said why. */
typedef enum bench_outcome {
    BENCH_MEASURED,
    BENCH_SKIPPED, /* this way of scanning alone */
    BENCH_SIZE_SKIPPED,
    BENCH_VIEW_SKIPPED,
    BENCH_PROBLEM_SKIPPED,
    BENCH_MISMATCH,
    BENCH_ERROR
} bench_outcome;

/* The pointers in the point's problem and view are the child's own. */
typedef struct bench_reply {
    bench_outcome outcome;
    bench_device device;
    bench_point point;
} bench_reply;

/* A line, and before the first one of a problem what heads it. */
void bench_report(const options *o, const bench_device *d, const bench_point *point, bool first, bool first_of_problem);

bool bench_same_problem(const bench_point *a, const bench_point *b);

/* "int add, reverse" */
enum { BENCH_NAME = 64 + VIEW_WORDS };
void bench_name(const bench_point *point, char text[static BENCH_NAME]);

/* 2e-9 times the bytes through the median: what is read and what is written. 0 when not taken. */
double bench_gb_per_s(const bench_point *point, timing t);

/* --first-call, whole. */
int bench_first_call(const options *o);

/* Whether `path` can be plotted into; complains. */
bool bench_can_plot(const char *path);
bool bench_plot(const char *path, const char *device, const bench_point *points, size_t count);

#endif
