/* clscan scan and clscan reduce: read, compute, check, time, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "data/measure_report.h"
#include "files/results.h"
#include "options/task_table.h"
#include "scan/check.h"
#include "scan/overflow.h"
#include "scan/scan_stream.h"
#include "scan/scan_task.h"
#include <string.h>

static void report_json(const options *o, const task *t, const measurement *m) {
    json object = json_begin();
    json_text(&object, "type", oracle_type_name(t->problem.type));
    json_text(&object, "op", has_user_operator(o) ? "user" : clscan_op_name(t->problem.op));
    if (t->desc.task == CLSCAN_TASK_SCAN)
        json_bool(&object, "exclusive", o->view.exclusive);
    json_integer(&object, "count", t->in.count);
    if (t->desc.task == CLSCAN_TASK_REDUCE)
        json_integer(&object, "results", t->out_count);
    json_bool(&object, "checked", o->check);
    measure_json(&object, t, m);
    json_end(&object);
}

/* -------------------------------------------------------------------------------------------------- files */

typedef struct results {
    array out;
    array total, second; /* data is NULL if the scan has no total, or no second output */
} results;

/* Sets the shape of the results. A reduction takes the dimension along the axis away, but one line of a text stays one
 * line. Results of segments have one dimension. */
static void set_shape(const options *o, const task *t, const format *to, array *out) {
    const int axis = o->view.axis != NO_AXIS ? o->view.axis : 0;
    const unsigned n = t->in.dimensions, gone = (unsigned)(axis < 0 ? axis + (int)n : axis);
    out->dimensions = n;
    memcpy(out->shape, t->in.shape, sizeof out->shape);
    if (t->desc.task == CLSCAN_TASK_SCAN)
        return;
    if (t->desc.segments) {
        out->dimensions = 1;
        out->shape[0] = t->out_count;
    } else if (t->desc.layout == CLSCAN_LAYOUT_CONTIGUOUS || n < 2) {
        out->dimensions = 0;
    } else if (!to->is_binary && n == 2 && gone == 0) {
        out->shape[0] = 1;
    } else {
        out->dimensions = n - 1;
        memmove(out->shape + gone, out->shape + gone + 1, (n - 1 - gone) * sizeof *out->shape);
    }
}

/* Makes the array for the results: the mapped output file if possible, otherwise memory that is written later. */
static bool make_room(const options *o, const format *to, const task *t, array *out, output_file *file) {
    const size_t count = t->out_count, size = task_out_size(t);
    char *memory = output_memory(file);
    const bool ok = memory ? array_borrow(out, t->out_type, size, count, memory + to->header)
                           : array_allocate(out, t->out_type, size, count);
    set_shape(o, t, to, out);
    return ok;
}

static bool allocate_further(const task *t, results *r) {
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

static bool run(const device_plan *dp, const task *t, results *to) {
    static const field_name names[] = { { "args.in[0]", "IN" },
                                        { "args.out[0]", "OUT" },
                                        { "args.in[1]", "the array of --second" },
                                        { "args.out[1]", "the array of --second-out" },
                                        { "args.segments", "the array of flags, keys or offsets" } };
    clscan_args args = task_host_args(t);
    char doing[TASK_CANNOT_ROOM];
    args.out[0].host = to->out.data;
    args.out[1].host = t->second_out_type != ORACLE_USER ? to->second.data : NULL;
    if (t->desc.task == CLSCAN_TASK_REDUCE && t->desc.segments)
        args.out[0].capacity = args.out[1].capacity = t->out_count;
    args.total.host = t->total ? to->total.data : NULL;
    return clscan_plan_execute(dp->plan, &args) == CLSCAN_OK ||
           complain_of_library_as(task_cannot("compute", t->desc.task, doing), names, sizeof names / sizeof *names);
}

static int scan_into(const options *o, const device_plan *dp, const task *t, results *r, const format *to,
                     output_file *file) {
    measurement m = { .rounds = 0 };
    activity_begin(t->desc.task == CLSCAN_TASK_REDUCE ? "reducing" : "scanning", "");
    if (!run(dp, t, r))
        return EXIT_ERROR;
    if (o->check)
        activity_begin("comparing with plain C", "");
    const int status = o->check ? check_scan(t, &r->out, r->total.owned) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if (o->time && !measure_and_report(dp, t, &r->out, &m))
        return EXIT_ERROR;
    if (!result_write(o, to, file, &r->out) || !result_write_further(o, o->view.total, &r->total) ||
        !result_write_further(o, o->view.second_out, &r->second) || !output_commit(file))
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
    if (make_room(o, to, t, &r.out, file)) {
        if (allocate_further(t, &r)) {
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
static bool spares_inputs(const options *o, const input *file, const scan_task *s) {
    const result_option files[] = { { "the output", o->operands[1] },
                                    { "--total", o->view.total },
                                    { "--second-out", o->view.second_out } };
    const char *segments = o->view.by_key ? "file of --by-key" : "file of --segment-by";
    for (int i = 0; i < 3; i++)
        if ((i > 0 && !result_spares(files[i], file, "input")) ||
            !result_spares(files[i], &s->division.file, segments) ||
            !result_spares(files[i], &s->second_file, "file of --second"))
            return false;
    return true;
}

/* Refuses two results that would go to the same file. */
static bool are_apart(const options *o, const output_file *file) {
    const result_option files[] = { { "--total", o->view.total }, { "--second-out", o->view.second_out } };
    return results_are_apart(file, files, 2);
}

/* Opens the output first. So an output that cannot be written is known before the work begins, and disk space is
 * reserved while the device starts. */
static int scan_file(const options *o, const task *t) {
    const format *to = result_format(o);
    output_file file;
    int status = EXIT_ERROR;
    if ((o->check && !check_is_possible(t)) || !output_open(o->operands[1], &file))
        return EXIT_ERROR;
    if (are_apart(o, &file)) {
        if (to->is_binary)
            output_reserve(&file, to->header + t->out_count * task_out_size(t));
        status = open_and_scan(o, t, to, &file);
    }
    output_close(&file);
    return status;
}

/* Returns true if overflowing integers wrap without a message. Binary data are checked for overflow only with --check,
 * because otherwise the host does not read them. */
static bool may_wrap(const options *o, const format *from) {
    return o->wrap || has_user_operator(o) || (from->read != text_read && !o->check);
}

static int scan_whole_array(const options *o, clscan_task kind, source *elements) {
    scan_task s;
    int status = EXIT_ERROR;
    if (!source_read(o, elements) || !scan_task_open(o, kind, elements, &s))
        return EXIT_ERROR;
    if (spares_inputs(o, &elements->file, &s) &&
        (may_wrap(o, elements->from) || overflow_is_absent(o, elements->from, elements->file.name, &s.task)))
        status = scan_file(o, &s.task);
    scan_task_close(&s);
    return status;
}

static int scan_in_pieces(const options *o, clscan_task kind, source *elements) {
    const measurement nothing = { .rounds = 0 };
    task t;
    const stream_outcome outcome = scan_stream(o, kind, elements, may_wrap(o, elements->from), &t);
    if (outcome == NEEDS_WHOLE_ARRAY)
        return scan_whole_array(o, kind, elements);
    if (outcome == STREAMED && o->json)
        report_json(o, &t, &nothing);
    return outcome == STREAMED ? EXIT_OK : EXIT_ERROR;
}

static int run_command(const options *o, clscan_task kind) {
    source elements;
    int status = EXIT_ERROR;
    if (source_begin(o, &elements)) {
        status = scan_in_pieces(o, kind, &elements);
        source_close(&elements);
    }
    activity_end();
    return status;
}

int command_scan(const options *o) {
    return run_command(o, CLSCAN_TASK_SCAN);
}

int command_reduce(const options *o) {
    return run_command(o, CLSCAN_TASK_REDUCE);
}
