/* clscan select, partition, unique and runs: read, select, check, time, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "data/measure_report.h"
#include "files/results.h"
#include "select/select_check.h"
#include "select/select_stream.h"
#include "select/select_task.h"

typedef struct selection {
    array out, indices, lengths; /* `indices` and `lengths` have no elements if they are not wanted */
    cl_ulong sizes[3];           /* the number of kept elements, or the sizes of three parts */
} selection;

static unsigned num_sizes(const task *t) {
    return t->desc.parts == 3 ? 3 : 1;
}

static void report_json(const options *o, const task *t, const cl_ulong *sizes, const measurement *m) {
    static const char *const parts[] = { "part_0", "part_1", "part_2" };
    json object = json_begin();
    json_text(&object, "type", oracle_type_name(t->problem.type));
    json_text(&object,
              o->select.where   ? "where"
              : o->select.flags ? "flags"
                                : "keep",
              o->select.where   ? o->select.where
              : o->select.flags ? o->select.flags
              : o->select.last  ? "last"
                                : "first");
    json_integer(&object, "count", t->in.count);
    for (unsigned part = 0; part < num_sizes(t); part++)
        json_integer(&object, num_sizes(t) == 1 ? "kept" : parts[part], (size_t)sizes[part]);
    json_bool(&object, "checked", o->check);
    measure_json(&object, t, m);
    json_end(&object);
}

static bool has_indices(const task *t) {
    return t->desc.index.name != NULL;
}

/* Allocates room for all elements, since all may be kept. Pages that are never written take no memory. */
static bool make_room(select_task *st, selection *s) {
    const task *t = &st->task;
    const size_t most = t->in.count;
    return carried_make_room(&st->carried, most) && array_allocate(&s->out, t->in.type, t->in.size, most) &&
           array_allocate(&s->indices, ORACLE_ULONG, sizeof(cl_ulong), has_indices(t) ? most : 0) &&
           array_allocate(&s->lengths, ORACLE_ULONG, sizeof(cl_ulong), task_has_lengths(t) ? most : 0);
}

/* Complains if the device says that there are more elements than the input has. */
static bool has_possible_sizes(const task *t, const cl_ulong *n) {
    const size_t count = t->in.count;
    if (num_sizes(t) == 1)
        return n[0] <= count ||
               complain("the device says that it kept %llu of %zu elements", (unsigned long long)n[0], count);
    return (n[0] <= count && n[1] <= count - n[0] && n[2] <= count - n[0] - n[1]) ||
           complain("the device says that the parts have %llu, %llu and %llu of %zu elements", (unsigned long long)n[0],
                    (unsigned long long)n[1], (unsigned long long)n[2], count);
}

static bool run(const device_plan *dp, select_task *st, selection *s) {
    static const field_name names[] = { { "args.in[0]", "IN" },
                                        { "args.out[0]", "OUT" },
                                        { "args.in[1]", "the array of --second" },
                                        { "args.out[1]", "the array of --second-out" },
                                        { "args.mask", "the array of flags" },
                                        { "args.segments", "the array of keys" },
                                        { "args.indices", "the array of indices" },
                                        { "args.lengths", "the array of lengths" } };
    const task *t = &st->task;
    clscan_args args = task_host_args(t);
    args.out[0].host = s->out.data;
    args.out[1].host = st->carried.out.data;
    args.indices.host = has_indices(t) ? s->indices.data : NULL;
    args.lengths.host = task_has_lengths(t) ? s->lengths.data : NULL;
    args.total.host = s->sizes;
    if (clscan_plan_execute(dp->plan, &args) != CLSCAN_OK)
        return complain_of_library_as(select_task_cannot(st), names, sizeof names / sizeof *names);
    if (!has_possible_sizes(t, s->sizes))
        return false;
    s->out.count = t->desc.task == CLSCAN_TASK_PARTITION ? t->in.count : (size_t)s->sizes[0];
    st->carried.out.count = s->out.count;
    s->indices.count = has_indices(t) ? s->out.count : 0;
    s->lengths.count = task_has_lengths(t) ? s->out.count : 0;
    return true;
}

static bool write_all(const options *o, const select_task *st, const selection *s, output_file *file) {
    const array total = { ORACLE_ULONG, .size = sizeof *s->sizes, .count = num_sizes(&st->task), .data = s->sizes };
    return result_write(o, result_format(o), file, &s->out) && result_write_further(o, o->view.total, &total) &&
           result_write_further(o, o->view.second_out, &st->carried.out) &&
           result_write_further(o, o->select.indices, &s->indices) &&
           result_write_further(o, o->select.lengths, &s->lengths) && output_commit(file);
}

static int check(const select_task *st, const selection *s) {
    const task *t = &st->task;
    const unsigned char *flags = st->runs ? st->runs : t->second.data;
    const int status = select_check(t, flags, s->sizes, &st->carried, &s->out, &s->indices);
    return status == EXIT_OK && task_has_lengths(t) ? select_check_lengths(t, flags, select_task_keys(st), &s->lengths)
                                                    : status;
}

static int select_into(const options *o, const device_plan *dp, select_task *st, selection *s, output_file *file) {
    task *t = &st->task;
    measurement m = { .rounds = 0 };
    activity_begin("selecting", "");
    if (!make_room(st, s) || !run(dp, st, s))
        return EXIT_ERROR;
    t->out_count = s->out.count;
    if (o->check)
        activity_begin("comparing with plain C", "");
    const int status = o->check ? check(st, s) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if ((o->time && !measure_and_report(dp, t, &s->out, &m)) || !write_all(o, st, s, file))
        return EXIT_ERROR;
    if (o->json)
        report_json(o, t, s->sizes, &m);
    return EXIT_OK;
}

static int open_and_select(const options *o, select_task *s, output_file *file) {
    const field_name names[] = { { s->where.in_log, "--where:1:" }, { s->where.in_message, "--where:" } };
    clscan_desc desc = s->task.desc;
    selection made = { .sizes = { 0 } };
    device_plan dp;
    desc.max_count = task_max_count(&s->task);
    activity_begin("compiling", "");
    if (!device_plan_create(o, &desc, (refusal) { s->doing, names, o->select.where ? 2 : 0 }, &dp))
        return EXIT_ERROR;
    signals_arm_files();
    const int status = select_into(o, &dp, s, &made, file);
    array_free(&made.out);
    array_free(&made.indices);
    array_free(&made.lengths);
    device_plan_close(&dp);
    return status;
}

/* Refuses a result that would replace a file that is read. Only the output may replace the input. */
static bool spares_inputs(const options *o, const source *elements, const select_task *s) {
    const result_option files[] = { { "the output", o->operands[1] },
                                    { "--total", o->view.total },
                                    { "--second-out", o->view.second_out },
                                    { "--indices", o->select.indices },
                                    { "--lengths", o->select.lengths } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if ((i > 0 && !result_spares(files[i], &elements->file, "input")) ||
            !result_spares(files[i], &s->carried.file, "file of --second") ||
            !result_spares(files[i], &s->flags_file, o->select.flags ? "file of --flags" : "file of --by-key"))
            return false;
    return true;
}

/* Opens the output first, so that an output that cannot be written is known before the work begins. */
static int select_file(const options *o, select_task *s) {
    const result_option files[] = { { "--total", o->view.total },
                                    { "--second-out", o->view.second_out },
                                    { "--indices", o->select.indices },
                                    { "--lengths", o->select.lengths } };
    output_file file;
    if (!output_open(o->operands[1], &file))
        return EXIT_ERROR;
    const int status =
        results_are_apart(&file, files, sizeof files / sizeof *files) ? open_and_select(o, s, &file) : EXIT_ERROR;
    output_close(&file);
    return status;
}

static int select_whole_array(const options *o, clscan_task kind, source *elements) {
    select_task s;
    int status = EXIT_ERROR;
    if (!source_read(o, elements) || !select_task_open(o, kind, elements, &s))
        return EXIT_ERROR;
    if (spares_inputs(o, elements, &s))
        status = select_file(o, &s);
    select_task_close(&s);
    return status;
}

static int select_in_pieces(const options *o, clscan_task kind, source *elements) {
    const measurement nothing = { .rounds = 0 };
    task t;
    cl_ulong kept;
    const stream_outcome outcome = select_stream(o, kind, elements, &t, &kept);
    if (outcome == NEEDS_WHOLE_ARRAY)
        return select_whole_array(o, kind, elements);
    if (outcome == STREAMED && o->json)
        report_json(o, &t, &kept, &nothing);
    return outcome == STREAMED ? EXIT_OK : EXIT_ERROR;
}

static int run_command(const options *o, clscan_task kind) {
    source elements;
    int status = EXIT_ERROR;
    if ((!o->select.where || where_is_closed(o->select.where)) && source_begin(o, &elements)) {
        status = select_in_pieces(o, kind, &elements);
        source_close(&elements);
    }
    activity_end();
    return status;
}

int command_select(const options *o) {
    return run_command(o, CLSCAN_TASK_SELECT);
}

int command_partition(const options *o) {
    return run_command(o, CLSCAN_TASK_PARTITION);
}

int command_unique(const options *o) {
    return run_command(o, o->select.last ? CLSCAN_TASK_UNIQUE_LAST : CLSCAN_TASK_UNIQUE);
}

int command_runs(const options *o) {
    return run_command(o, CLSCAN_TASK_RUN_LENGTH);
}
