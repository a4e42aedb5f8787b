/* clscan histogram: read, count, check, time, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "data/measure_report.h"
#include "files/division.h"
#include "files/results.h"
#include "histogram/bins.h"
#include "histogram/count_check.h"
#include "histogram/weights.h"
#include "options/device_plan.h"
#include "options/memory_budget.h"
#include "options/task_noun.h"
#include <string.h>

/* Elements are counted in their own type, so --type cannot convert the elements of an npy file. */
static bool has_its_type(const options *o, const source *elements) {
    const array *in = &elements->in;
    if (in->type == ORACLE_USER)
        return complain("%s: has elements of a structured type; a histogram is of numbers", elements->file.name);
    return o->type < 0 || (oracle_type)o->type == in->type ||
           complain("%s: holds %s, not %s as --type says; a histogram converts nothing", elements->file.name,
                    oracle_type_name(in->type), oracle_type_name((oracle_type)o->type));
}

typedef struct counting {
    const options *o;
    const array *in;
    bins bins;
    weights weights;
    task plain; /* what plain C counts: the elements, in bins that are even or have edges */
    task run;   /* what the device counts: the same, or with weights, pairs in bins by a function */
    array out;
} counting;

/* Makes the tasks, whose bins and weights are read. Complains on failure. */
static bool describe(counting *c) {
    const clscan_desc desc = options_desc(c->o, c->in->type);
    const oracle_problem problem = { .type = c->in->type };
    char doing[TASK_CANNOT_ROOM];
    task *t = &c->plain;
    *t = task_of(&desc, &problem, *c->in);
    t->desc.task = CLSCAN_TASK_HISTOGRAM;
    t->desc.value.name = "ulong";
    t->desc.in[0].name = oracle_type_name(c->in->type);
    t->desc.max_count = task_max_count(t);
    t->out_type = ORACLE_ULONG;
    if (c->weights.values.data && !bins_by_edges(&c->bins))
        return false;
    t->desc.bins = c->bins.described;
    if (!division_set_axis(c->o->view.axis, task_cannot("divide", t->desc.task, doing), t))
        return false;
    c->run = *t;
    return !c->weights.values.data || weights_apply(&c->weights, &c->run);
}

/* Makes the array of counts: one row of counts for all elements, or for each row along the axis. Complains on
 * failure. */
static bool make_counts(counting *c) {
    const array *in = c->in;
    array *out = &c->out;
    const oracle_type type = c->run.out_type;
    const size_t of_row = c->run.desc.bins.count;
    size_t shape[MAX_DIMENSIONS] = { in->count }, count = of_row;
    const unsigned dimensions = in->dimensions ? in->dimensions : 1;
    unsigned axis = 0;
    if (c->o->view.axis == NO_AXIS)
        return array_allocate(out, type, sizeof(cl_ulong), count);
    if (!division_axis(c->o->view.axis, in, &axis))
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

static bool run(const device_plan *dp, counting *c) {
    static const field_name names[] = { { "args.in[0]", "IN" }, { "args.out[0]", "OUT" } };
    clscan_args args = task_host_args(&c->run);
    args.out[0].host = c->out.data;
    activity_begin("counting", "");
    return clscan_plan_execute(dp->plan, &args) == CLSCAN_OK ||
           complain_of_library_as("can't count", names, sizeof names / sizeof *names);
}

static void report_json(const counting *c, const measurement *m) {
    json object = json_begin();
    json_text(&object, "type", oracle_type_name(c->in->type));
    json_integer(&object, "count", c->in->count);
    json_integer(&object, "bins", c->run.desc.bins.count);
    json_integer(&object, "rows", c->out.count / c->run.desc.bins.count);
    json_bool(&object, "weighted", c->weights.values.data != NULL);
    json_bool(&object, "checked", c->o->check);
    measure_json(&object, &c->run, m);
    json_end(&object);
}

static int count_into(const device_plan *dp, counting *c, output_file *file) {
    const options *o = c->o;
    measurement m = { .rounds = 0 };
    if (!run(dp, c))
        return EXIT_ERROR;
    c->run.out_count = c->out.count;
    if (o->check)
        activity_begin("comparing with plain C", "");
    const int status = o->check ? count_check(&c->plain, &c->weights.values, &c->out) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if ((o->time && !measure_and_report(dp, &c->run, &c->out, &m)) ||
        !result_write(o, result_format(o), file, &c->out) || !output_commit(file))
        return EXIT_ERROR;
    if (o->json)
        report_json(c, &m);
    return EXIT_OK;
}

static int open_and_count(counting *c, output_file *file) {
    static const field_name names[] = { { "desc.bins.count", "--bins" },
                                        { "desc.bins.lower", "the lower bound of --range" },
                                        { "desc.bins.upper", "the upper bound of --range" } };
    device_plan dp;
    activity_begin("compiling", "");
    if (!device_plan_create(c->o, &c->run.desc, (refusal) { "can't count", names, sizeof names / sizeof *names }, &dp))
        return EXIT_ERROR;
    signals_arm_files();
    const int status = count_into(&dp, c, file);
    device_plan_close(&dp);
    return status;
}

/* Opens the output first, so that an output that cannot be written is known before the work begins. */
static int count_file(counting *c) {
    const result_option output = { "the output", c->o->operands[1] };
    output_file file;
    if (!result_spares(output, &c->weights.file, "file of --weights") || !output_open(c->o->operands[1], &file))
        return EXIT_ERROR;
    const int status = make_counts(c) ? open_and_count(c, &file) : EXIT_ERROR;
    array_free(&c->out);
    output_close(&file);
    return status;
}

static int count_elements(const options *o, const source *elements) {
    counting c = { .o = o, .in = &elements->in };
    int status = EXIT_ERROR;
    if (has_its_type(o, elements) && bins_open(o, &c.bins)) {
        if (weights_read(o, elements, &c.weights) && describe(&c))
            status = count_file(&c);
        weights_close(&c.weights);
        bins_close(&c.bins);
    }
    return status;
}

int command_histogram(const options *o) {
    source elements;
    int status = EXIT_ERROR;
    if (source_open(o, &elements)) {
        status = count_elements(o, &elements);
        source_close(&elements);
    }
    activity_end();
    return status;
}
