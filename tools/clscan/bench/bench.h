/* The parts of clscan bench. bench.c chooses the scans. A child process (bench_trial.c) makes the data (bench_data.c)
 * and measures (bench_sample.c). bench_report.c prints tables, bench_plot.c draws, and bench_first_call.c measures
 * whole processes. */
#ifndef CLSCAN_TOOL_BENCH_H
#define CLSCAN_TOOL_BENCH_H

#include "common/statistics.h"
#include "data/generated.h"
#include "data/host_copy.h"

/* A description of the device, for reports. */
typedef struct bench_device {
    char name[1024];
    char host_copy[32]; /* on a CPU: how the host copies, see host_copy_how; else "" */
    bool is_gpu;
    unsigned threads; /* threads of the host's copy */
    budget_limits memory;
} bench_device;

/* The open device, in the child process, and the threads for copies of the host. */
typedef struct bench_target {
    bench_device about;
    clscan_device *device;
    host_copy *copier; /* on a CPU, else NULL */
} bench_target;

/* The data of a scan, on the host and in a runner. */
typedef struct bench_data {
    generated generated;
    void *scratch; /* the output of the host's copy and of the plain loop */
    runner runner;
} bench_data;

bool bench_data_make(const options *o, const view_options *v, const bench_target *target, const oracle_problem *p,
                     size_t count, bench_data *data);
void bench_data_free(bench_data *data);

/* One way to scan, and the number of elements. */
typedef struct bench_case {
    clscan_strategy strategy;
    clscan_group group;
    size_t count;
} bench_case;

/* A measurement: its scan, and its results. A timing that was not taken has the median 0. */
typedef struct bench_point {
    oracle_problem problem;
    clscan_kind kind;
    view view;
    bench_case how;
    char chosen[32];    /* the strategy of the plan, also if it was chosen automatically */
    char plan[256];     /* the line "problem" of the plan's description */
    size_t bytes;       /* bytes of a copy that reads and writes as many bytes in all as the scan */
    runner_clock clock; /* the clock for `scan`, `copy` and `empty` */

    unsigned samples;
    timing scan, copy, empty;
    timing host_copy, plain_loop; /* wall time */
    double call;                  /* seconds for each of many calls with one wait at the end; 0 if not taken */
} bench_point;

/* Measures a plan: sets the fields of the point from `samples` on, according to the fields before them. With 0 samples,
 * takes as many as the time allows. Returns EXIT_OK, or EXIT_MISMATCH or EXIT_ERROR after complaining. */
int bench_measure(const bench_target *target, const bench_data *data, clscan_plan *plan, unsigned samples,
                  bench_point *point);

/* A request to the child process. Problem and view are indices for generated_problem_at and view_at. `size` is the
 * count of the command line, and `how.count` is the count of whole rows in the view. */
typedef struct bench_request {
    bool open_only; /* only open the device */
    size_t problem, view, size;
    bench_case how;
} bench_request;

/* The outcome of a request. The four _SKIPPED skip more and more of the remaining requests. The child has said why. */
typedef enum bench_outcome {
    BENCH_MEASURED,
    BENCH_SKIPPED,         /* this way to scan */
    BENCH_SIZE_SKIPPED,    /* all ways to scan this size */
    BENCH_VIEW_SKIPPED,    /* all sizes of this view of the problem */
    BENCH_PROBLEM_SKIPPED, /* all views of this problem */
    BENCH_MISMATCH,
    BENCH_ERROR
} bench_outcome;

/* The pointers in the point's problem and view are valid in the child process only. */
typedef struct bench_reply {
    bench_outcome outcome;
    bench_device device;
    bench_point point;
} bench_reply;

/* Prints the line of a measurement, and headings before the first line of a problem. */
void bench_report(const options *o, const bench_device *d, const bench_point *point, bool first, bool first_of_problem);

bool bench_same_problem(const bench_point *a, const bench_point *b);

/* Writes the problem in words: "int add, reverse". */
enum { BENCH_NAME = 64 + VIEW_WORDS };
void bench_name(const bench_point *point, char text[static BENCH_NAME]);

/* Returns GB/s: the bytes that are read and written, divided by the median. 0 if the timing was not taken. */
double bench_gb_per_s(const bench_point *point, timing t);

/* Runs bench --first-call, and returns the exit status. */
int bench_first_call(const options *o);

/* Returns true if a plot can be written to `path`. Otherwise complains. */
bool bench_can_plot(const char *path);
bool bench_plot(const char *path, const char *device, const bench_point *points, size_t count);

#endif
