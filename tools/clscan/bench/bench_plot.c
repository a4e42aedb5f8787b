/* Plots GB/s against the count by gnuplot, which gets commands and numbers through a pipe. */
#include "bench/bench.h"
#include "common/message.h"
#include "options/option_values.h"
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* gnuplot's terminals, by the suffix of the file. */
static const char *terminal_for(const char *path) {
    const char *dot = strrchr(path, '.');
    if (dot && strcmp(dot, ".svg") == 0)
        return "svg";
    return dot && strcmp(dot, ".png") == 0 ? "pngcairo" : NULL;
}

/* Returns true if a path has control characters. A line break would end a command of gnuplot. */
static bool has_control(const char *path) {
    while (*path && !iscntrl((unsigned char)*path))
        path++;
    return *path != '\0';
}

/* Checks before the measurements that the file, or a new file in its folder, can be written. */
static bool can_write(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
    const bool ok = folder && access(access(path, F_OK) == 0 ? path : folder, W_OK) == 0;
    const int error = errno;
    free(folder);
    return ok || complain("--plot: can't write %s: %s", path, strerror(error));
}

bool bench_can_plot(const char *path) {
    if (!terminal_for(path))
        return complain("--plot: %s ends neither in .svg nor in .png", path);
    if (has_control(path))
        return complain("--plot: control characters in the file name");
    if (!can_write(path))
        return false;
    return system("command -v gnuplot >/dev/null 2>&1") == 0 || complain("--plot needs gnuplot, which is not there");
}

/* Prints a text in single quotes for gnuplot. Quotes in the text are doubled, and control characters become blanks. */
static void quoted(FILE *to, const char *before, const char *text) {
    fprintf(to, "'%s", before);
    for (; *text; text++)
        fprintf(to, *text == '\'' ? "''" : "%c", iscntrl((unsigned char)*text) ? ' ' : *text);
    fputc('\'', to);
}

/* ------------------------------------------------------------------------------------------------- lines */

static bool same_line(const bench_point *a, const bench_point *b) {
    return bench_same_problem(a, b) && a->how.strategy == b->how.strategy && a->how.group == b->how.group;
}

typedef bool (*same_fn)(const bench_point *a, const bench_point *b);

/* Returns true if the `i`th point is the first of its line. */
static bool begins(const bench_point *points, size_t i, same_fn same) {
    for (size_t k = 0; k < i; k++)
        if (same(&points[k], &points[i]))
            return false;
    return true;
}

/* Prints the points of a line by rising count, because sizes may be given in any order. If a yardstick was measured
 * with two strategies at one size, the first of its two points is printed. */
static void write_data(FILE *to, const bench_point *points, size_t count, size_t first, same_fn same, size_t which) {
    size_t last = 0;
    fprintf(to, "$line%zu << END\n", which);
    for (;;) {
        const bench_point *next = NULL;
        for (size_t i = first; i < count; i++)
            if (same(&points[first], &points[i]) && points[i].how.count > last &&
                (!next || points[i].how.count < next->how.count))
                next = &points[i];
        if (!next)
            break;
        last = next->how.count;
        fprintf(to, "%zu %.6g %.6g %.6g %.6g\n", last, bench_gb_per_s(next, next->scan),
                bench_gb_per_s(next, next->copy), bench_gb_per_s(next, next->host_copy),
                bench_gb_per_s(next, next->plain_loop));
    }
    fputs("END\n", to);
}

/* ------------------------------------------------------------------------------------------------ legend */

enum { LINE_NAME = BENCH_NAME + 64 };

static bool all_same(const bench_point *points, size_t count, same_fn same) {
    for (size_t i = 1; i < count; i++)
        if (!same(&points[0], &points[i]))
            return false;
    return true;
}

static bool same_group(const bench_point *a, const bench_point *b) {
    return a->how.group == b->how.group;
}

/* Writes the name of a line in the key: only words that differ between the lines. */
static void line_name(const bench_point *points, size_t count, const bench_point *p, const char *what,
                      char text[LINE_NAME]) {
    char problem[BENCH_NAME] = "";
    const bool is_scan = strcmp(what, "scan") == 0;
    const bool group = is_scan && !all_same(points, count, same_group);
    if (!all_same(points, count, bench_same_problem))
        bench_name(p, problem);
    snprintf(text, LINE_NAME, "%s%s%s%s%s", is_scan ? clscan_strategy_name(p->how.strategy) : what, group ? ", " : "",
             group ? clscan_group_name(p->how.group) : "", *problem ? ", " : "", problem);
}

/* Plots a column of a data block. Lines of yardsticks are dashed, and zeros are left out. */
static void write_line(FILE *to, size_t which, int column, const char *name) {
    fprintf(to,
            "$line%zu using 1:($%d > 0 ? $%d : NaN) with linespoints pointtype 7 pointsize 0.5 linewidth 2%s title ",
            which, column, column, column > 2 ? " dashtype 2" : "");
    quoted(to, "", name);
    fputs(", ", to);
}

/* Plots one line for each strategy, and the yardsticks once for each problem. */
static void write_lines(FILE *to, const bench_point *points, size_t count) {
    static const char *const yardsticks[] = { "copy", "host copy", "plain C loop" };
    char name[LINE_NAME];
    for (size_t i = 0; i < count; i++)
        if (begins(points, i, same_line)) {
            line_name(points, count, &points[i], "scan", name);
            write_line(to, i, 2, name);
        }
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3 && begins(points, i, bench_same_problem); k++) {
            line_name(points, count, &points[i], yardsticks[k], name);
            if (k == 0 || points[i].host_copy.median > 0)
                write_line(to, i, 3 + k, name);
        }
    fputs("NaN notitle\n", to);
}

/* --------------------------------------------------------------------------------------------------- all */

static void write_title(FILE *to, const char *device, const bench_point *points, size_t count) {
    char problem[BENCH_NAME], title[BENCH_NAME + 256];
    bench_name(&points[0], problem);
    snprintf(title, sizeof title, "%s%s%s scan%s, %s", all_same(points, count, bench_same_problem) ? problem : "",
             all_same(points, count, bench_same_problem) ? ", " : "", clscan_kind_name(points[0].kind),
             points[0].view.options.in_place ? " in place" : "", device);
    fputs("set title ", to);
    quoted(to, "", title);
}

/* Sets the range of the x axis if there is only one count, for which gnuplot finds no range. */
static void write_range(FILE *to, const bench_point *points, size_t count) {
    const double first = (double)points[0].how.count;
    for (size_t i = 1; i < count; i++)
        if (points[i].how.count != points[0].how.count)
            return;
    fprintf(to, "set xrange [%g:%g]\n", first / 2, first * 2);
}

static void write_all(FILE *to, const char *path, const char *device, const bench_point *points, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (begins(points, i, same_line))
            write_data(to, points, count, i, same_line, i);
    fprintf(to, "set terminal %s size 960,600 noenhanced font ',13' background '#ffffff'\n", terminal_for(path));
    fputs("set output ", to);
    quoted(to, *path == '/' ? "" : "./", path); /* gnuplot takes | at the beginning as a command, and ~ as a folder */
    fputc('\n', to);
    write_title(to, device, points, count);
    fputc('\n', to);
    write_range(to, points, count);
    fputs("set logscale x 2\nset format x '2^%L'\nset xlabel 'elements'\nset ylabel 'GB/s, read and written'\n"
          "set yrange [0:*]\nset grid\nset key outside bottom center horizontal\nplot ",
          to);
    write_lines(to, points, count);
}

/* gnuplot prints its own error messages. */
bool bench_plot(const char *path, const char *device, const bench_point *points, size_t count) {
    if (count == 0)
        return complain("--plot: nothing was measured");
    signal(SIGPIPE, SIG_IGN);
    FILE *gnuplot = popen("gnuplot", "w");
    if (!gnuplot)
        return complain("--plot: can't start gnuplot");
    write_all(gnuplot, path, device, points, count);
    return pclose(gnuplot) == 0 || complain("--plot: gnuplot failed to draw %s", path);
}
