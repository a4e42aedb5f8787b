/* clscan scan: read, scan, check, time, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "data/measure_report.h"
#include "data/runner.h"
#include "scan/check.h"
#include "scan/overflow.h"
#include "scan/scan_task.h"
#include <string.h>
#include <unistd.h>

static void report_json(const options *o, const task *t, const measurement *m) {
    json object = json_begin();
    json_text(&object, "type", oracle_type_name(t->problem.type));
    json_text(&object, "op", has_user_operator(o) ? "user" : clscan_op_name(t->problem.op));
    json_bool(&object, "exclusive", o->view.exclusive);
    json_integer(&object, "count", t->in.count);
    json_bool(&object, "checked", o->check);
    measure_json(&object, t, m);
    json_end(&object);
}

/* -------------------------------------------------------------------------------------------------- files */

typedef struct results {
    array out;
    array total, second; /* data is NULL if the scan has no total, or no second output */
} results;

/* Makes the array for the results: the mapped output file if possible, otherwise memory that is written later. */
static bool make_room(const format *to, const task *t, array *out, output_file *file) {
    const size_t count = t->in.count, size = task_out_size(t);
    char *memory = output_memory(file);
    const bool ok = memory ? array_borrow(out, t->out_type, size, count, memory + to->header)
                           : array_allocate(out, t->out_type, size, count);
    out->dimensions = t->in.dimensions;
    memcpy(out->shape, t->in.shape, sizeof out->shape);
    return ok;
}

/* Writes the results. Before results go to stdout, the progress line is cleared. */
static bool write_results(const options *o, const format *to, output_file *file, const array *values) {
    if (file->is_stdout)
        activity_end();
    else
        activity_begin("writing", file->name);
    return to->write(file, &o->data, values);
}

/* Writes a further result, such as a total, to a file of its own. Does nothing if `path` is NULL. */
static bool write_beside(const options *o, const char *path, const array *values) {
    output_file file;
    if (!path)
        return true;
    const bool ok =
        output_open(path, &file) && write_results(o, format_of_path(path), &file, values) && output_commit(&file);
    output_close(&file);
    return ok;
}

static bool allocate_beside(const task *t, results *r) {
    const size_t count = t->second_out_count, size = count ? oracle_type_size(t->second_out_type) : 1;
    if (!array_allocate(&r->total, t->problem.type, t->size, 1))
        return false;
    if (!array_allocate(&r->second, t->second_out_type, size, count)) {
        array_free(&r->total);
        return false;
    }
    memset(r->second.owned, 0, count * size);
    if (count == r->out.count) {
        r->second.dimensions = r->out.dimensions;
        memcpy(r->second.shape, r->out.shape, sizeof r->out.shape);
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------- scan */

static bool run_in_buffers(const device_plan *dp, const task *t, results *to) {
    const size_t in_bytes = t->in.count * t->in.size, out_bytes = t->in.count * task_out_size(t);
    runner r;
    double ignored;
    if (!runner_open(&r, dp->device, MEMORY_BUFFER, t->in.data, in_bytes, out_bytes, false))
        return false;
    r.plan = dp->plan;
    const bool ok = runner_add(&r, t) && runner_clear(&r, 0) && runner_scan(&r, RUNNER_WALL, &ignored) &&
                    runner_read(&r, RUNNER_OUT, 0, (void *)to->out.data, out_bytes) &&
                    runner_read(&r, RUNNER_SECOND_OUT, 0, to->second.owned, to->second.count * to->second.size) &&
                    (!t->total || runner_read(&r, RUNNER_TOTAL, 0, to->total.owned, t->size));
    runner_close(&r);
    return ok;
}

/* Runs the scan. Without elements nothing runs on the device, since OpenCL has no buffers of 0 bytes. The total is then
 * the initial value or the identity. */
static bool run(const device_plan *dp, const task *t, results *to) {
    if (task_is_plain(t))
        return clscan_plan_scan_host(dp->plan, t->in.data, (void *)to->out.data, t->in.count) == CLSCAN_OK ||
               complain_of_library("can't scan");
    if (t->in.count > 0)
        return run_in_buffers(dp, t, to);
    if (t->total && t->problem.type == ORACLE_USER)
        return complain("no elements of a user type have no total");
    if (!oracle_has_state(t->problem.op))
        task_scan(t, (void *)to->out.data, to->total.owned);
    return true;
}

static int scan_into(const options *o, const device_plan *dp, const task *t, results *r, const format *to,
                     output_file *file) {
    measurement m = { .rounds = 0 };
    activity_begin("scanning", "");
    if (!run(dp, t, r))
        return EXIT_ERROR;
    if (o->check)
        activity_begin("comparing with plain C", "");
    const int status = o->check ? check_scan(t, &r->out, r->total.owned) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if (o->time && !measure_and_report(dp, t, &r->out, &m))
        return EXIT_ERROR;
    if (!write_results(o, to, file, &r->out) || !write_beside(o, o->view.total, &r->total) ||
        !write_beside(o, o->view.second_out, &r->second) || !output_commit(file))
        return EXIT_ERROR;
    if (o->json)
        report_json(o, t, &m);
    return EXIT_OK;
}

/* Returns the description with a sample for the self-test of a user operator: the first elements of the input. */
static clscan_desc with_sample(const options *o, const task *t) {
    enum { MOST = 4096 };
    clscan_desc desc = t->desc;
    if (has_user_operator(o) && t->in.count > 0) {
        desc.sample.elements = t->in.data;
        desc.sample.count = t->in.count < MOST ? t->in.count : MOST;
    }
    return desc;
}

static int open_and_scan(const options *o, const task *t, const format *to, output_file *file) {
    clscan_desc desc = with_sample(o, t);
    device_plan dp;
    results r;
    int status = EXIT_ERROR;
    desc.max_count = task_max_count(t);
    activity_begin("compiling", "");
    if (!device_plan_open(o, &desc, t->size, &dp))
        return EXIT_ERROR;
    signals_arm_files();
    if (make_room(to, t, &r.out, file)) {
        if (allocate_beside(t, &r)) {
            status = scan_into(o, &dp, t, &r, to, file);
            array_free(&r.second);
            array_free(&r.total);
        }
        array_free(&r.out);
    }
    device_plan_close(&dp);
    return status;
}

/* Refuses a result that would replace a file that the scan reads. Only the output may replace the input. */
static bool spares(const char *option, const char *path, const input *in, const char *what) {
    return !path || !input_is_at(in, path) || complain("%s and the %s are both %s", option, what, path);
}

static bool spares_inputs(const options *o, const input *file, const scan_task *s) {
    const char *option[] = { "the output", "--total", "--second-out" };
    const char *path[] = { o->operands[1], o->view.total, o->view.second_out };
    for (int i = 0; i < 3; i++)
        if ((i > 0 && !spares(option[i], path[i], file, "input")) ||
            !spares(option[i], path[i], &s->segments_file,
                    o->view.by_key ? "file of --by-key" : "file of --segment-by") ||
            !spares(option[i], path[i], &s->second_file, "file of --second"))
            return false;
    return true;
}

/* Refuses two results that would go to the same file. */
static bool are_apart(const options *o, const output_file *file) {
    const char *total = o->view.total, *second = o->view.second_out;
    if (total && output_is_at(file, total))
        return complain("--total and the output are both %s", total);
    if (second && output_is_at(file, second))
        return complain("--second-out and the output are both %s", second);
    if (second && total && strcmp(second, total) == 0)
        return complain("--second-out and --total are both %s", second);
    return true;
}

/* Opens the output first. So an output that cannot be written is known before the work begins, and disk space is
 * reserved while the device starts. */
static int scan_file(const options *o, const task *t) {
    const format *to = o->to ? o->to : format_of_path(o->operands[1]);
    output_file file;
    int status = EXIT_ERROR;
    if ((o->check && !check_is_possible(t)) || !output_open(o->operands[1], &file))
        return EXIT_ERROR;
    if (are_apart(o, &file)) {
        if (to->is_binary)
            output_reserve(&file, to->header + t->in.count * task_out_size(t));
        status = open_and_scan(o, t, to, &file);
    }
    output_close(&file);
    return status;
}

static bool options_fit(const options *o, const char *name, const format *from) {
    const bool for_text = o->data.fields.count > 0 || o->data.delimiter || o->data.skip;
    if (from->read == text_read && (o->op_source || o->type_name) && o->type < 0 && o->data.type < 0)
        return complain(o->type_name ? "text can't hold a user type; npy and raw can"
                                     : "--op-source over text: --type says of which type");
    if (from->read == raw_read && !o->from && o->type < 0 && o->data.type < 0)
        return complain("%s: raw data needs --type (or --from text, if it is that)", name);
    return !for_text || from->read == text_read ||
           complain("--field, --delimiter and --skip are for text: the input is %s", from->name);
}

/* Returns the options for reading the input. Files other than npy do not name their type: unless --in-type is given,
 * their elements have the type of the scan. */
static data_options data_of(const options *o, const format *from) {
    data_options data = o->data;
    if (data.type < 0 && from->read != npy_read)
        data.type = o->type;
    return data;
}

/* Returns true if overflowing integers wrap without a message. Binary data are checked for overflow only with --check,
 * because otherwise the host does not read them. */
static bool may_wrap(const options *o, const format *from) {
    return o->wrap || has_user_operator(o) || (from->read != text_read && !o->check);
}

/* Begins the activity "reading", except if numbers are typed at a terminal. */
static void begin_reading(const char *path) {
    const bool is_stdin = strcmp(path, "-") == 0;
    if (!is_stdin || !isatty(STDIN_FILENO))
        activity_begin("reading", is_stdin ? "stdin" : path);
}

int command_scan(const options *o) {
    input file;
    array in;
    scan_task s;
    int status = EXIT_ERROR;
    begin_reading(o->operands[0]);
    if (!input_open(o->operands[0], &file)) {
        activity_end();
        return EXIT_ERROR;
    }
    const format *from = format_of_input(o->from, o->operands[0], &file);
    const data_options data = from ? data_of(o, from) : o->data;
    if (from && options_fit(o, file.name, from) && from->read(&file, &data, &in)) {
        if (scan_task_open(o, from, &file, &in, &s)) {
            if (spares_inputs(o, &file, &s) && (may_wrap(o, from) || overflow_is_absent(o, from, file.name, &s.task)))
                status = scan_file(o, &s.task);
            scan_task_close(&s);
        }
        array_free(&in);
    }
    input_close(&file);
    activity_end();
    return status;
}
