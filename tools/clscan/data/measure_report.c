#include "data/measure_report.h"
#include "common/activity.h"
#include "common/message.h"
#include "options/task_table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double gigabytes_per_second(const task *t, timing taken) {
    return 1e-9 * (double)task_moved(t) / taken.median;
}

static void say_timing(const char *what, const task *t, timing taken) {
    const int width = (int)strlen(clscan_task_name(t->desc.task));
    say("  %-*s  %8.3f ms  (%.3f to %.3f)  %6.2f GB/s", width, what, 1e3 * taken.median, 1e3 * taken.low,
        1e3 * taken.high, gigabytes_per_second(t, taken));
}

static void report_time(const device_plan *dp, const task *t, const measurement *m) {
    const size_t count = t->in.count;
    const clscan_args args = task_args(t);
    char *plan = describe_scan(dp->plan, &args);
    if (plan)
        fputs(plan, stderr);
    if (task_is_plain(t))
        say("%zu element%s, read and written once; medians and quartiles of %u rounds; copied by %s:", count,
            plural(count), m->rounds, m->copy_how);
    else
        say("%zu element%s, %zu bytes read and written, the copy moves as many; medians and quartiles of %u rounds; "
            "copied by %s:",
            count, plural(count), task_moved(t), m->rounds, m->copy_how);
    say_timing(clscan_task_name(t->desc.task), t, m->scan);
    say_timing("copy", t, m->copy);
    say("  the %s runs at %.0f %% of the copy's speed", task_noun(t->desc.task), 100 * m->copy.median / m->scan.median);
    free(plan);
}

bool measure_and_report(const device_plan *dp, const task *t, const array *expected, measurement *m) {
    *m = (measurement) { .rounds = 0 };
    if (t->in.count == 0) {
        say("no elements: nothing to time");
        return true;
    }
    activity_begin("timing", "");
    const bool ok = measure_scan(dp->device, dp->plan, t, expected, m);
    activity_end();
    if (ok)
        report_time(dp, t, m);
    return ok;
}

static void json_timing(json *object, const char *what, const task *t, timing taken) {
    static const char *const units[] = { "seconds", "seconds_low", "seconds_high", "gb_per_s" };
    const double numbers[] = { taken.median, taken.low, taken.high, gigabytes_per_second(t, taken) };
    char key[32];
    for (int i = 0; i < 4; i++) {
        snprintf(key, sizeof key, "%s_%s", what, units[i]);
        json_number(object, key, numbers[i]);
    }
}

void measure_json(json *object, const task *t, const measurement *m) {
    if (m->rounds == 0)
        return;
    json_integer(object, "rounds", m->rounds);
    json_text(object, "copied_by", m->copy_how);
    json_timing(object, clscan_task_name(t->desc.task), t, m->scan);
    json_timing(object, "copy", t, m->copy);
    json_number(object, "percent_of_copy", 100 * m->copy.median / m->scan.median);
}
