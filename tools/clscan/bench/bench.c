/* clscan bench: chooses the scans to measure, and lets a child process measure them. */
#include "bench/bench.h"
#include "common/activity.h"
#include "common/child.h"
#include "common/message.h"
#include "options/option_values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const options *o;
    child child;
    bench_device d;
    size_list sizes;
    size_t done, total; /* measurements */
    bench_point *points;
    size_t point_count;
    size_t lost; /* measurements in which the driver crashed or hung */
} run;

/* ---------------------------------------------------------------------------------------- what is asked for */

/* Returns true if a list contains an enumerator. A list that is not given contains the first one, the default. */
static bool in_list(unsigned list, int index) {
    return list ? (list >> index & 1) != 0 : index == 0;
}

/* Returns true if --op and --type ask for the problem. No option names a user operator over a built-in type. */
static bool is_listed(const options *o, const oracle_problem *p) {
    const bool op = p->user ? p->type == ORACLE_USER : in_list(o->bench.ops, (int)p->op);
    return op && in_list(o->bench.types, (int)p->type);
}

static bool wanted_problem(const options *o, const oracle_problem *p) {
    return is_listed(o, p) && view_has_problem(&o->view, p);
}

/* Returns the first enumerator of a list. */
static int first_in(unsigned list) {
    int i = 0;
    while (!in_list(list, i))
        i++;
    return i;
}

/* Complains that the options ask for no problem. */
static bool complain_of_problems(const options *o) {
    oracle_problem p;
    const char *op = clscan_op_name((clscan_op)first_in(o->bench.ops));
    const char *type = oracle_type_name((oracle_type)first_in(o->bench.types));
    for (size_t i = 0; generated_problem_at(i, &p); i++)
        if (is_listed(o, &p))
            return complain("--task %s is not possible with this --op or --type",
                            clscan_task_name((clscan_task)o->view.task));
    return complain("%s is not defined on %s", op, type);
}

/* Sets strategy and group to the `index`th pair. Returns false past the last one. */
static bool case_at(const options *o, size_t index, bench_case *how) {
    for (int s = 0; names_of_strategies(s); s++)
        for (int g = 0; names_of_groups(g); g++)
            if (view_has_strategy(&o->view, (clscan_strategy)s) && in_list(o->bench.strategies, s) &&
                in_list(o->bench.groups, g) && index-- == 0) {
                how->strategy = (clscan_strategy)s;
                how->group = (clscan_group)g;
                return true;
            }
    return false;
}

static size_t count_problems(const options *o, size_t *largest_element) {
    oracle_problem p;
    size_t count = 0;
    *largest_element = 0;
    for (size_t i = 0; generated_problem_at(i, &p); i++)
        if (wanted_problem(o, &p)) {
            const size_t size = oracle_problem_size(&p);
            count++;
            *largest_element = size > *largest_element ? size : *largest_element;
        }
    return count;
}

/* ------------------------------------------------------------------------------------------------- device */

static bool open_device(run *r) {
    const bench_request request = { .open_only = true };
    bench_reply reply;
    static const char opening[] = "opening the device";
    activity_begin(opening, "");
    const child_answer answer = child_ask(&r->child, &request, sizeof request, &reply, sizeof reply, opening);
    activity_end();
    if (answer != CHILD_REPLIED)
        return false;
    r->d = reply.device;
    return reply.outcome == BENCH_MEASURED;
}

/* Returns true if there is memory for a plain scan of `count` elements of `size` bytes. Otherwise `why` is the reason.
 */
static bool fits(const bench_device *d, size_t size, size_t count, char why[static BUDGET_WHY]) {
    size_t held = 0;
    return budget_suffices(&d->memory, budget_times(size, count), 0, &held, why);
}

/* The default sizes take a minute or two. A GPU gets larger ones. */
static bool choose_sizes(run *r, size_t element) {
    char why[BUDGET_WHY] = "";
    if (r->o->generated.sizes.count == 0) {
        size_list all;
        size_list_parse("size", r->d.is_gpu ? "2^10..2^28*4" : "2^10..2^26*4", 1, &all);
        for (size_t i = 0; i < all.count; i++)
            if (fits(&r->d, element, all.values[i], why))
                r->sizes.values[r->sizes.count++] = all.values[i];
        return r->sizes.count > 0 || complain("%zu elements of %zu bytes %s", all.values[0], element, why);
    }
    r->sizes = r->o->generated.sizes;
    for (size_t i = 0; i < r->sizes.count; i++)
        if (!fits(&r->d, element, r->sizes.values[i], why))
            return complain("--size: %zu elements of %zu bytes %s", r->sizes.values[i], element, why);
    return true;
}

/* --------------------------------------------------------------------------------------- one measurement */

/* Writes a measurement in words: "int add, reverse, inclusive, lookback, auto, 1000 elements". */
enum { WORDS = BENCH_NAME + 128 };
static void words_of(const run *r, const bench_point *p, char text[static WORDS]) {
    char name[BENCH_NAME];
    bench_name(p, name);
    snprintf(text, WORDS, "%s, %s, %s, %s, %zu element%s", name,
             clscan_kind_name(r->o->view.exclusive ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE),
             clscan_strategy_name(p->how.strategy), clscan_group_name(p->how.group), p->how.count,
             plural(p->how.count));
}

/* Stores and reports a measurement. Problem and view are set here, because the child's pointers are not valid in this
 * process. */
static void keep_point(run *r, const bench_point *measured, const oracle_problem *problem, const view *v) {
    bench_point *p = &r->points[r->point_count];
    *p = *measured;
    p->problem = *problem;
    p->view = *v;
    const bool first = r->point_count++ == 0;
    progress_clear();
    bench_report(r->o, &r->d, p, first, first || !bench_same_problem(&p[-1], p));
}

/* Asks the child for a measurement. If the driver crashes or hangs, the measurement is counted as lost. */
static bench_outcome run_case(run *r, const bench_request *request, const oracle_problem *problem, const view *v) {
    const bench_point p = { .problem = *problem, .view = *v, .how = request->how };
    bench_reply reply;
    char name[64], words[WORDS];
    words_of(r, &p, words);
    oracle_problem_name(problem, name, sizeof name);
    progress(r->done++, r->total, name);
    const child_answer answer = child_ask(&r->child, request, sizeof *request, &reply, sizeof reply, words);
    r->lost += answer == CHILD_LOST;
    if (answer != CHILD_REPLIED)
        return answer == CHILD_LOST ? BENCH_SKIPPED : BENCH_ERROR;
    if (reply.outcome == BENCH_MEASURED)
        keep_point(r, &reply.point, problem, v);
    return reply.outcome;
}

/* ---------------------------------------------------------------------------------------------- all of them */

static bench_outcome run_size(run *r, bench_request request, const oracle_problem *p, const view *v) {
    bench_outcome outcome = BENCH_MEASURED;
    request.how.count = view_count(&v->options, request.size);
    for (size_t k = 0; outcome <= BENCH_SKIPPED && case_at(r->o, k, &request.how); k++)
        outcome = run_case(r, &request, p, v);
    return outcome;
}

static bench_outcome run_view(run *r, bench_request request, const oracle_problem *p, const view *v) {
    bench_outcome outcome = BENCH_MEASURED;
    for (size_t i = 0; outcome <= BENCH_SIZE_SKIPPED && i < r->sizes.count; i++) {
        request.size = r->sizes.values[i];
        outcome = run_size(r, request, p, v);
    }
    return outcome;
}

static bench_outcome run_problem(run *r, bench_request request, const oracle_problem *p) {
    bench_outcome outcome = BENCH_MEASURED;
    view v;
    for (; outcome <= BENCH_VIEW_SKIPPED && view_at(r->o, request.view, &v); request.view++)
        outcome = run_view(r, request, p, &v);
    return outcome;
}

static int run_all(run *r) {
    bench_outcome outcome = BENCH_MEASURED;
    bench_request request = { .problem = 0 };
    oracle_problem p;
    for (; outcome <= BENCH_PROBLEM_SKIPPED && generated_problem_at(request.problem, &p); request.problem++)
        if (wanted_problem(r->o, &p))
            outcome = run_problem(r, request, &p);
    progress_clear();
    if (outcome > BENCH_PROBLEM_SKIPPED)
        return outcome == BENCH_MISMATCH ? EXIT_MISMATCH : EXIT_ERROR;
    if (r->point_count == 0)
        return complain("nothing was measured"), EXIT_ERROR;
    if (r->o->bench.plot && !bench_plot(r->o->bench.plot, r->d.name, r->points, r->point_count))
        return EXIT_ERROR;
    return r->lost ? EXIT_MISMATCH : EXIT_OK;
}

static int run_on_device(run *r, size_t problems, size_t element) {
    bench_case ignored;
    view ignored_too;
    size_t cases = 0, views = 0;
    if (!choose_sizes(r, element))
        return EXIT_ERROR;
    while (case_at(r->o, cases, &ignored))
        cases++;
    while (view_at(r->o, views, &ignored_too))
        views++;
    r->total = problems * views * cases * r->sizes.count;
    r->points = calloc(r->total, sizeof *r->points);
    if (!r->points)
        return complain("out of memory"), EXIT_ERROR;
    const int status = run_all(r);
    free(r->points);
    return status;
}

int command_bench(const options *o) {
    run r = { .o = o };
    size_t element;
    if (o->bench.first_call)
        return bench_first_call(o);
    const size_t problems = count_problems(o, &element);
    if (problems == 0)
        return complain_of_problems(o), EXIT_ERROR;
    if (o->bench.plot && !bench_can_plot(o->bench.plot))
        return EXIT_ERROR;
    r.child.limit = o->timeout > 0 ? o->timeout : CHILD_SECONDS;
    const int status = open_device(&r) ? run_on_device(&r, problems, element) : EXIT_ERROR;
    return child_end(&r.child) ? status : EXIT_ERROR;
}
