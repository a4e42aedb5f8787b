/* Prints measurements: as a table for people, as JSON, or as comma-separated values. */
#include "bench/bench.h"
#include "common/json.h"
#include "common/message.h"
#include "options/option_values.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool bench_same_problem(const bench_point *a, const bench_point *b) {
    return a->problem.type == b->problem.type && a->problem.op == b->problem.op && a->problem.user == b->problem.user &&
           strcmp(a->view.name, b->view.name) == 0 && a->view.options.segment_length == b->view.options.segment_length;
}

void bench_name(const bench_point *p, char text[static BENCH_NAME]) {
    char words[VIEW_WORDS];
    view_problem_name(&p->view.options, &p->problem, text);
    view_words(&p->view.options, words);
    strcat(text, words);
}

double bench_gb_per_s(const bench_point *p, timing t) {
    return t.median > 0 ? 2e-9 * (double)p->bytes / t.median : 0;
}

/* Returns how many elements of the input a second takes. */
static double elements_per_s(const bench_point *p) {
    return (double)p->how.count / p->scan.median;
}

/* Returns the speed of the scan in percent of a yardstick's speed. */
static double percent_of(const bench_point *p, timing yardstick) {
    return 100 * yardstick.median / p->scan.median;
}

static const char *clock_name(runner_clock clock) {
    return clock == RUNNER_EVENT ? "event" : "wall";
}

/* ------------------------------------------------------------------------------------------------- table */

static void print_seconds(double seconds) {
    if (seconds < 1e-3)
        printf("  %7.2f us", 1e6 * seconds);
    else if (seconds < 1)
        printf("  %7.2f ms", 1e3 * seconds);
    else
        printf("  %7.2f s ", seconds);
}

/* Prints a count: 2^20 for a large power of two, otherwise its digits. */
static void print_count(size_t count) {
    char text[24];
    int power = 10;
    while (count >> power > 1)
        power++;
    if (count == (size_t)1 << power)
        snprintf(text, sizeof text, "2^%d", power);
    else
        snprintf(text, sizeof text, "%zu", count);
    printf("%10s", text);
}

static void print_strategy(const bench_point *p) {
    char text[48];
    const char *name = clscan_strategy_name(p->how.strategy);
    if (p->how.strategy == CLSCAN_STRATEGY_AUTO && *p->chosen)
        snprintf(text, sizeof text, "%s: %s", name, p->chosen);
    else
        snprintf(text, sizeof text, "%s", name);
    printf("  %-20s  %-14s", text, clscan_group_name(p->how.group));
}

static void print_head(const bench_device *d, const bench_point *p, bool first) {
    char name[BENCH_NAME];
    bench_name(p, name);
    if (!first)
        putchar('\n');
    printf("%s%s%s%s, on %s\n", name, p->view.options.task ? "" : ", ",
           p->view.options.task ? "" : clscan_kind_name(p->kind), p->view.options.in_place ? ", in place" : "",
           d->name);
    if (*d->host_copy)
        printf("host copy: %s, %u thread%s; C loop: plain, one thread\n", d->host_copy, d->threads, plural(d->threads));
    printf("%10s  %-20s  %-14s  %10s  %10s  %10s  %8s  %8s  %8s  %6s", "n", "strategy", "group", "median", "min", "MAD",
           "G/s", "GB/s", "copy", "% of");
    if (*d->host_copy)
        printf("  %9s  %6s  %8s  %6s", "host copy", "% of", "C loop", "% of");
    printf("  %10s%s  clock\n", "a call", p->empty.median > 0 ? "  empty launch    % of" : "");
}

static void print_yardstick(const bench_point *p, timing t, int width) {
    if (t.median > 0)
        printf("  %*.2f  %6.1f", width, bench_gb_per_s(p, t), percent_of(p, t));
    else
        printf("  %*s  %6s", width, "-", "-");
}

static void print_row(const bench_device *d, const bench_point *p) {
    print_count(p->how.count);
    print_strategy(p);
    print_seconds(p->scan.median);
    print_seconds(p->scan.least);
    print_seconds(p->scan.mad);
    printf("  %8.3f  %8.2f", 1e-9 * elements_per_s(p), bench_gb_per_s(p, p->scan));
    print_yardstick(p, p->copy, 8);
    if (*d->host_copy) {
        print_yardstick(p, p->host_copy, 9);
        print_yardstick(p, p->plain_loop, 8);
    }
    if (p->call > 0)
        print_seconds(p->call);
    else
        printf("  %10s", "-");
    if (p->empty.median > 0) {
        print_seconds(p->empty.median);
        printf("    %6.1f", percent_of(p, p->empty));
    }
    printf("  %s\n", clock_name(p->clock));
    fflush(stdout);
}

/* ------------------------------------------------------------------------------- what programs read */

typedef enum report_form { JSON, CSV_NAMES, CSV_VALUES } report_form;

typedef struct sink {
    report_form form;
    json object;
    bool begun;
} sink;

/* Begins a cell: prints the comma, and the key if this is the line of names. Returns true if the caller has to print
 * the value. */
static bool csv_cell(sink *s, const char *key) {
    if (s->begun)
        putchar(',');
    s->begun = true;
    if (s->form == CSV_NAMES)
        fputs(key, stdout);
    return s->form == CSV_VALUES;
}

static void put_text(sink *s, const char *key, const char *value) {
    if (s->form == JSON) {
        json_text(&s->object, key, value);
        return;
    }
    if (!csv_cell(s, key))
        return;
    const bool quote = strpbrk(value, ",\"") != NULL;
    if (quote)
        putchar('"');
    for (; *value; value++)
        printf(*value == '"' ? "\"\"" : "%c", *value);
    if (quote)
        putchar('"');
}

static void put_integer(sink *s, const char *key, uint64_t value) {
    if (s->form == JSON)
        json_integer(&s->object, key, value);
    else if (csv_cell(s, key))
        printf("%" PRIu64, value);
}

static void put_bool(sink *s, const char *key, bool value) {
    if (s->form == JSON)
        json_bool(&s->object, key, value);
    else if (csv_cell(s, key))
        fputs(value ? "true" : "false", stdout);
}

static void put_number(sink *s, const char *key, double value) {
    if (s->form == JSON)
        json_number(&s->object, key, value);
    else if (csv_cell(s, key))
        printf("%.6g", value);
}

/* Prints a value, or an empty cell if the value is 0, which means that it was not measured. JSON then has no member. */
static void put_if_taken(sink *s, const char *key, double value) {
    if (value > 0)
        put_number(s, key, value);
    else if (s->form != JSON)
        csv_cell(s, key);
}

static void put_yardstick(sink *s, const bench_point *p, timing t, const char *const names[4]) {
    put_if_taken(s, names[0], t.median);
    put_if_taken(s, names[1], t.least);
    put_if_taken(s, names[2], bench_gb_per_s(p, t));
    put_if_taken(s, names[3], percent_of(p, t));
}

static void put_point(sink *s, const bench_device *d, const bench_point *p) {
    static const char *const copy[] = { "copy_seconds", "copy_seconds_min", "copy_gb_per_s", "percent_of_copy" };
    static const char *const host[] = { "host_copy_seconds", "host_copy_seconds_min", "host_copy_gb_per_s",
                                        "percent_of_host_copy" };
    static const char *const loop[] = { "c_loop_seconds", "c_loop_seconds_min", "c_loop_gb_per_s",
                                        "percent_of_c_loop" };
    const oracle_problem *problem = &p->problem;
    char words[VIEW_WORDS];
    view_words(&p->view.options, words);
    put_text(s, "device", d->name);
    put_text(s, "type", oracle_type_name(problem->type));
    put_text(s, "op", problem->user ? problem->user->name : clscan_op_name(problem->op));
    put_text(s, "kind", clscan_kind_name(p->kind));
    put_bool(s, "in_place", p->view.options.in_place);
    put_text(s, "view", *words ? words + strlen(", ") : "plain");
    put_text(s, "plan", p->plan);
    put_text(s, "strategy", clscan_strategy_name(p->how.strategy));
    put_text(s, "chosen", p->chosen);
    put_text(s, "group", clscan_group_name(p->how.group));
    put_integer(s, "count", p->how.count);
    put_integer(s, "bytes", p->bytes);
    put_integer(s, "samples", p->samples);
    put_text(s, "clock", clock_name(p->clock));
    put_number(s, "scan_seconds", p->scan.median);
    put_number(s, "scan_seconds_min", p->scan.least);
    put_number(s, "scan_seconds_max", p->scan.most);
    put_number(s, "scan_seconds_mad", p->scan.mad);
    put_number(s, "scan_gb_per_s", bench_gb_per_s(p, p->scan));
    put_yardstick(s, p, p->copy, copy);
    put_yardstick(s, p, p->host_copy, host);
    put_yardstick(s, p, p->plain_loop, loop);
    put_if_taken(s, "empty_seconds", p->empty.median);
    put_if_taken(s, "percent_of_empty", percent_of(p, p->empty));
    put_integer(s, "host_threads", *d->host_copy ? d->threads : 0);
    put_if_taken(s, "call_seconds", p->call);
    put_text(s, "task", clscan_task_name((clscan_task)p->view.options.task));
    put_number(s, "elements_per_s", elements_per_s(p));
}

static void print_csv(const bench_device *d, const bench_point *p, report_form form) {
    sink s = { .form = form };
    put_point(&s, d, p);
    putchar('\n');
    fflush(stdout);
}

static void print_json(const bench_device *d, const bench_point *p) {
    sink s = { .form = JSON, .object = json_begin() };
    put_point(&s, d, p);
    json_end(&s.object);
}

/* --------------------------------------------------------------------------------------------------- all */

void bench_report(const options *o, const bench_device *d, const bench_point *p, bool first, bool first_of_problem) {
    if (o->json) {
        print_json(d, p);
        return;
    }
    if (o->bench.csv) {
        if (first)
            print_csv(d, p, CSV_NAMES);
        print_csv(d, p, CSV_VALUES);
        return;
    }
    if (first_of_problem)
        print_head(d, p, first);
    print_row(d, p);
}
