/* clscan histogram: read, count, write. */
#include "common/activity.h"
#include "common/message.h"
#include "common/signals.h"
#include "files/division.h"
#include "files/results.h"
#include "files/source.h"
#include "options/device_plan.h"
#include "options/memory_budget.h"
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

static clscan_desc description(const options *o, const array *in) {
    clscan_desc desc = options_desc(o, in->type);
    desc.task = CLSCAN_TASK_HISTOGRAM;
    desc.value.name = "ulong";
    desc.in[0].name = oracle_type_name(in->type);
    desc.bins = (clscan_bins) { .count = o->histogram.bins,
                                .lower = o->histogram.range.lower,
                                .upper = o->histogram.range.upper };
    desc.max_count = in->count > 0 ? in->count : 1;
    desc.layout = o->view.axis == NO_AXIS ? CLSCAN_LAYOUT_CONTIGUOUS : CLSCAN_LAYOUT_ROWS;
    return desc;
}

/* Makes the array of counts: one row of counts for all elements, or for each row along the axis. Complains on
 * failure. */
static bool make_counts(const options *o, const array *in, array *out) {
    size_t shape[MAX_DIMENSIONS] = { in->count }, count = o->histogram.bins;
    const unsigned dimensions = in->dimensions ? in->dimensions : 1;
    unsigned axis = 0;
    if (o->view.axis == NO_AXIS)
        return array_allocate(out, ORACLE_ULONG, sizeof(cl_ulong), count);
    if (!division_axis(o->view.axis, in, &axis))
        return false;
    if (in->dimensions)
        memcpy(shape, in->shape, sizeof shape);
    memmove(shape + axis, shape + axis + 1, (dimensions - 1 - axis) * sizeof *shape);
    shape[dimensions - 1] = o->histogram.bins;
    for (unsigned i = 0; i + 1 < dimensions; i++)
        count = budget_times(count, shape[i]);
    if (!array_allocate(out, ORACLE_ULONG, sizeof(cl_ulong), count))
        return false;
    out->dimensions = dimensions;
    memcpy(out->shape, shape, sizeof shape);
    return true;
}

/* Sets how many elements there are, or which rows. Complains on failure. */
static bool set_elements(const options *o, const array *in, clscan_args *args) {
    unsigned axis;
    args->count = in->count;
    if (o->view.axis == NO_AXIS)
        return true;
    return division_axis(o->view.axis, in, &axis) &&
           (clscan_args_set_axis(args, in->dimensions ? in->shape : &in->count, in->dimensions ? in->dimensions : 1,
                                 axis) == CLSCAN_OK ||
            complain_of_library("can't count along the axis"));
}

static bool count(const options *o, const device_plan *dp, const array *in, array *out) {
    static const field_name names[] = { { "args.in[0]", "IN" }, { "args.out[0]", "OUT" } };
    clscan_args args = { .in[0].host = in->data, .out[0].host = out->data };
    if (!set_elements(o, in, &args))
        return false;
    activity_begin("counting", "");
    return clscan_plan_execute(dp->plan, &args) == CLSCAN_OK ||
           complain_of_library_as("can't count", names, sizeof names / sizeof *names);
}

static bool count_into(const options *o, const array *in, array *out, output_file *file) {
    static const field_name names[] = { { "desc.bins.count", "--bins" },
                                        { "desc.bins.lower", "the lower bound of --range" },
                                        { "desc.bins.upper", "the upper bound of --range" } };
    const clscan_desc desc = description(o, in);
    device_plan dp;
    activity_begin("compiling", "");
    if (!device_plan_create(o, &desc, (refusal) { "can't count", names, sizeof names / sizeof *names }, &dp))
        return false;
    signals_arm_files();
    const bool ok = count(o, &dp, in, out) && result_write(o, result_format(o), file, out) && output_commit(file);
    device_plan_close(&dp);
    return ok;
}

/* Opens the output first, so that an output that cannot be written is known before the work begins. */
static bool count_file(const options *o, const array *in) {
    output_file file;
    array out = { .data = NULL };
    if (!output_open(o->operands[1], &file))
        return false;
    const bool ok = make_counts(o, in, &out) && count_into(o, in, &out, &file);
    array_free(&out);
    output_close(&file);
    return ok;
}

int command_histogram(const options *o) {
    source elements;
    bool ok = false;
    if (source_open(o, &elements)) {
        ok = has_its_type(o, &elements) && count_file(o, &elements.in);
        source_close(&elements);
    }
    activity_end();
    return ok ? EXIT_OK : EXIT_ERROR;
}
