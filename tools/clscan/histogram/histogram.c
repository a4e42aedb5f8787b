/* clscan histogram: read, count, check, time, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "data/measure_report.h"
#include "files/division.h"
#include "files/results.h"
#include "histogram/count_check.h"
#include "histogram/counting.h"
#include "histogram/histogram_stream.h"
#include "options/memory_budget.h"
#include <string.h>

typedef struct whole {
    counting c;
    array out;
} whole;

/* Makes the array of counts: one row of counts for all elements, or for each row along the axis. Complains on
 * failure. */
static bool make_counts(whole *w) {
    const array *in = &w->c.plain.in;
    array *out = &w->out;
    const oracle_type type = w->c.run.out_type;
    const int along = w->c.o->view.axis;
    const size_t of_row = w->c.run.desc.bins.count;
    size_t shape[MAX_DIMENSIONS] = { in->count }, count = of_row;
    const unsigned dimensions = in->dimensions ? in->dimensions : 1;
    unsigned axis = 0;
    if (along == NO_AXIS)
        return array_allocate(out, type, sizeof(cl_ulong), count);
    if (!division_axis(along, in, &axis))
        return false;
    if (in->dimensions)
        memcpy(shape, in->shape, sizeof shape);
    memmove(shape + axis, shape + axis + 1, (dimensions - 1 - axis) * sizeof *shape);
    shape[dimensions - 1] = of_row;
    for (unsigned i = 0; i + 1 < dimensions; i++)
        count = budget_times(count, shape[i]);
    if (!array_allocate(out, type, sizeof(cl_ulong), count))
        return false;
    out->dimensions = dimensions;
    memcpy(out->shape, shape, sizeof shape);
    return true;
}

static bool run(const device_plan *dp, whole *w) {
    static const field_name names[] = { { "args.in[0]", "IN" }, { "args.out[0]", "OUT" } };
    clscan_args args = task_host_args(&w->c.run);
    args.out[0].host = w->out.data;
    activity_begin("counting", "");
    return clscan_plan_execute(dp->plan, &args) == CLSCAN_OK ||
           complain_of_library_as("can't count", names, sizeof names / sizeof *names);
}

static void report_json(const counting *c, size_t rows, const measurement *m) {
    json object = json_begin();
    json_text(&object, "type", oracle_type_name(c->plain.in.type));
    json_integer(&object, "count", c->plain.in.count);
    json_integer(&object, "bins", c->run.desc.bins.count);
    json_integer(&object, "rows", rows);
    json_bool(&object, "weighted", c->weights.as_read.size > 0);
    json_bool(&object, "checked", c->o->check);
    measure_json(&object, &c->run, m);
    json_end(&object);
}

static int count_into(const device_plan *dp, whole *w, output_file *file) {
    counting *c = &w->c;
    const options *o = c->o;
    measurement m = { .rounds = 0 };
    if (!run(dp, w))
        return EXIT_ERROR;
    c->run.out_count = w->out.count;
    if (o->check)
        activity_begin("comparing with plain C", "");
    const int status = o->check ? count_check(&c->plain, &c->weights, &w->out) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if ((o->time && !measure_and_report(dp, &c->run, &w->out, &m)) ||
        !result_write(o, result_format(o), file, &w->out) || !output_commit(file))
        return EXIT_ERROR;
    if (o->json)
        report_json(c, w->out.count / c->run.desc.bins.count, &m);
    return EXIT_OK;
}

static int open_and_count(whole *w, output_file *file) {
    device_plan dp;
    activity_begin("compiling", "");
    if (!device_plan_create(w->c.o, &w->c.run.desc, counting_refusal(), &dp))
        return EXIT_ERROR;
    signals_arm_files();
    const int status = count_into(&dp, w, file);
    device_plan_close(&dp);
    return status;
}

/* Opens the output first, so that an output that cannot be written is known before the work begins. */
static int count_file(whole *w) {
    const options *o = w->c.o;
    const result_option output = { "the output", o->operands[1] };
    output_file file;
    if (!result_spares(output, &w->c.weights.file, "file of --weights") || !output_open(o->operands[1], &file))
        return EXIT_ERROR;
    const int status = make_counts(w) ? open_and_count(w, &file) : EXIT_ERROR;
    array_free(&w->out);
    output_close(&file);
    return status;
}

static bool describe_whole(const source *elements, counting *c) {
    return weights_read(c->o, elements, &c->weights) && counting_describe(c) &&
           (!c->weights.as_read.size || weights_apply(&c->weights, &c->plain, &c->run));
}

static int count_whole_array(const options *o, source *elements) {
    whole w = { .out = { .count = 0 } };
    int status = EXIT_ERROR;
    if (!source_read(o, elements))
        return EXIT_ERROR;
    if (counting_begin(o, elements->file.name, &elements->in, &w.c) && describe_whole(elements, &w.c))
        status = count_file(&w);
    counting_close(&w.c);
    return status;
}

static int count_in_pieces(const options *o, source *elements) {
    const measurement nothing = { .rounds = 0 };
    counting c;
    const stream_outcome outcome = histogram_stream(o, elements, &c);
    if (outcome == STREAMED && o->json)
        report_json(&c, 1, &nothing);
    counting_close(&c);
    if (outcome == NEEDS_WHOLE_ARRAY)
        return count_whole_array(o, elements);
    return outcome == STREAMED ? EXIT_OK : EXIT_ERROR;
}

int command_histogram(const options *o) {
    source elements;
    int status = EXIT_ERROR;
    if (source_begin(o, &elements)) {
        status = count_in_pieces(o, &elements);
        source_close(&elements);
    }
    activity_end();
    return status;
}
