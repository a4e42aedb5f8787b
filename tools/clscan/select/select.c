/* clscan select, partition, unique and runs: read, select, check, time, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "data/measure_report.h"
#include "files/division.h"
#include "files/results.h"
#include "options/memory_budget.h"
#include "select/select_check.h"
#include "select/select_stream.h"
#include "select/select_task.h"
#include <string.h>

typedef struct selection {
    array out;
    array indices, lengths, offsets; /* without elements if they are not wanted */
    array sizes;                     /* of each row the number of kept elements, or the sizes of three parts */
} selection;

static unsigned num_sizes(const task *t) {
    return t->desc.parts == 3 ? 3 : 1;
}

static bool has_rows(const task *t) {
    return t->desc.layout == CLSCAN_LAYOUT_ROWS;
}

/* Adds up the sizes of all rows. */
static void add_sizes(const task *t, const cl_ulong *of_rows, cl_ulong sum[static 3]) {
    for (size_t i = 0; i < task_rows(t) * num_sizes(t); i++)
        sum[i % num_sizes(t)] += of_rows[i];
}

static void report_json(const options *o, const task *t, const cl_ulong *of_rows, const measurement *m) {
    static const char *const parts[] = { "part_0", "part_1", "part_2" };
    cl_ulong sizes[3] = { 0 };
    json object = json_begin();
    add_sizes(t, of_rows, sizes);
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
    if (has_rows(t))
        json_integer(&object, "rows", task_rows(t));
    for (unsigned part = 0; part < num_sizes(t); part++)
        json_integer(&object, num_sizes(t) == 1 ? "kept" : parts[part], (size_t)sizes[part]);
    if (t->offsets_count)
        json_integer(&object, "segments", (t->offsets_count - 1) / task_parts(t));
    json_bool(&object, "checked", o->check);
    measure_json(&object, t, m);
    json_end(&object);
}

static bool has_indices(const task *t) {
    return t->desc.index_type.name != NULL;
}

/* Sets the shape of an array with one number for each row, or three. */
static void set_shape_of_rows(const task *t, unsigned axis, array *sizes) {
    const unsigned n = t->in.dimensions;
    if (!has_rows(t) || n == 0)
        return;
    memcpy(sizes->shape, t->in.shape, sizeof sizes->shape);
    memmove(sizes->shape + axis, sizes->shape + axis + 1, (n - 1 - axis) * sizeof *sizes->shape);
    sizes->shape[n - 1] = num_sizes(t);
    sizes->dimensions = num_sizes(t) == 1 ? n - 1 : n;
}

static bool make_room_for_sizes(const options *o, task *t, array *sizes) {
    unsigned axis = 0;
    if (has_rows(t) && !division_axis(o->view.axis, &t->in, &axis))
        return false;
    if (!array_allocate(sizes, ORACLE_ULONG, sizeof(cl_ulong), task_total_size(t) / sizeof(cl_ulong)))
        return false;
    memset(sizes->owned, 0, sizes->count * sizes->size);
    set_shape_of_rows(t, axis, sizes);
    t->kept_of_rows = has_rows(t) && t->desc.task != CLSCAN_TASK_PARTITION ? sizes->data : NULL;
    return true;
}

/* Allocates room for all elements, since all may be kept. Pages that are never written take no memory. */
static bool make_room(const options *o, select_task *st, selection *s) {
    task *t = &st->task;
    const size_t most = t->in.count;
    return make_room_for_sizes(o, t, &s->sizes) && carried_make_room(&st->carried, most) &&
           array_allocate(&s->out, t->in.type, t->in.size, most) &&
           array_allocate(&s->indices, ORACLE_ULONG, sizeof(cl_ulong), has_indices(t) ? most : 0) &&
           array_allocate(&s->lengths, ORACLE_ULONG, sizeof(cl_ulong), task_has_lengths(t) ? most : 0) &&
           array_allocate(&s->offsets, ORACLE_ULONG, sizeof(cl_ulong), t->offsets_count);
}

/* Complains if the device says that there are more elements than the input has, or a row of it. */
static bool has_possible_sizes(const task *t, const cl_ulong *n) {
    const size_t count = task_row_length(t);
    if (num_sizes(t) == 1)
        return n[0] <= count ||
               complain("the device says that it kept %llu of %zu elements", (unsigned long long)n[0], count);
    return (n[0] <= count && n[1] <= count - n[0] && n[2] <= count - n[0] - n[1]) ||
           complain("the device says that the parts have %llu, %llu and %llu of %zu elements", (unsigned long long)n[0],
                    (unsigned long long)n[1], (unsigned long long)n[2], count);
}

/* Sets how many offsets there are. The device writes the number of segments after that of kept elements. Complains if
 * there are more segments than elements, or by offsets another number than these say. */
static bool set_offsets_count(const task *t, selection *s) {
    const bool given = t->desc.segments == CLSCAN_SEGMENTS_OFFSETS;
    const cl_ulong *sizes = s->sizes.data;
    if (!t->offsets_count)
        return true;
    const size_t most = (t->offsets_count - 1) / task_parts(t);
    if (sizes[1] > most || (given && sizes[1] < most))
        return complain("the device says that there are %llu segments, not %s%zu", (unsigned long long)sizes[1],
                        given ? "" : "up to ", most);
    s->offsets.count = (size_t)sizes[1] * task_parts(t) + 1;
    s->sizes.count = 1;
    return true;
}

/* Sets how many elements the outputs have. The results of one row lie apart from the next ones until they are packed.
 */
static bool set_counts(const task *t, array *along, selection *s) {
    const cl_ulong *sizes = s->sizes.data;
    const bool all = t->desc.task == CLSCAN_TASK_PARTITION || has_rows(t);
    for (size_t row = 0; row < task_rows(t); row++)
        if (!has_possible_sizes(t, sizes + row * num_sizes(t)))
            return false;
    s->out.count = all ? t->in.count : (size_t)sizes[0];
    along->count = s->out.count;
    s->indices.count = has_indices(t) ? s->out.count : 0;
    s->lengths.count = task_has_lengths(t) ? s->out.count : 0;
    return set_offsets_count(t, s);
}

static bool run(const device_plan *dp, select_task *st, selection *s) {
    static const field_name names[] = { { "args.in[0]", "IN" },
                                        { "args.out[0]", "OUT" },
                                        { "args.in[1]", "the array of --second" },
                                        { "args.out[1]", "the array of --second-out" },
                                        { "args.mask", "the array of flags" },
                                        { "args.segments", "the array of flags, keys or offsets" },
                                        { "args.indices", "the array of indices" },
                                        { "args.lengths", "the array of lengths" },
                                        { "args.offsets", "the array of --offsets" } };
    const task *t = &st->task;
    clscan_args args = task_host_args(t);
    args.out[0].host = s->out.data;
    args.out[1].host = st->carried.out.data;
    args.indices.host = has_indices(t) ? s->indices.data : NULL;
    args.lengths.host = task_has_lengths(t) ? s->lengths.data : NULL;
    args.offsets = (clscan_ref) { .host = t->offsets_count ? s->offsets.data : NULL, .capacity = t->offsets_count };
    args.total.host = s->sizes.data;
    if (clscan_plan_execute(dp->plan, &args) != CLSCAN_OK)
        return complain_of_library_as(select_task_cannot(st), names, sizeof names / sizeof *names);
    return set_counts(t, &st->carried.out, s);
}

/* Moves the kept elements of all rows together, without gaps between rows. Complains if there is no memory. */
static bool pack(const task *t, array *values) {
    array packed;
    size_t to = 0;
    if (!t->kept_of_rows || !values->owned || values->count == 0)
        return true;
    if (!array_allocate(&packed, values->type, values->size, values->count))
        return false;
    for (size_t row = 0; row < task_rows(t); row++)
        for (size_t n = 0; n < t->kept_of_rows[row]; n++)
            memcpy((char *)packed.owned + to++ * values->size,
                   (const char *)values->data + task_place(t, row, n) * values->size, values->size);
    packed.count = to;
    array_free(values);
    *values = packed;
    return true;
}

static bool pack_all(select_task *st, selection *s) {
    const task *t = &st->task;
    return pack(t, &s->out) && pack(t, &s->indices) && pack(t, &s->lengths) && pack(t, &st->carried.out);
}

/* A partition of rows has the shape of the input, and so have its indices. */
static void set_shapes(select_task *st, selection *s) {
    const task *t = &st->task;
    array *const results[] = { &s->out, &s->indices, &st->carried.out };
    for (size_t i = 0; has_rows(t) && !t->kept_of_rows && i < sizeof results / sizeof *results; i++) {
        results[i]->dimensions = t->in.dimensions;
        memcpy(results[i]->shape, t->in.shape, sizeof t->in.shape);
    }
}

static bool write_all(const options *o, select_task *st, selection *s, output_file *file) {
    set_shapes(st, s);
    return pack_all(st, s) && result_write(o, result_format(o), file, &s->out) &&
           result_write_further(o, o->view.total, &s->sizes) &&
           result_write_further(o, o->view.second_out, &st->carried.out) &&
           result_write_further(o, o->select.indices, &s->indices) &&
           result_write_further(o, o->select.lengths, &s->lengths) &&
           result_write_further(o, o->select.offsets, &s->offsets) && output_commit(file);
}

static int check(const select_task *st, const selection *s) {
    const task *t = &st->task;
    const selected results = { .flag = st->runs ? st->runs : t->second.data,
                               .sizes = s->sizes.data,
                               .out = &s->out,
                               .indices = &s->indices,
                               .lengths = &s->lengths,
                               .offsets = &s->offsets,
                               .along = &st->carried,
                               .keys = select_task_keys(st) };
    return select_check(t, &results);
}

static int select_into(const options *o, const device_plan *dp, select_task *st, selection *s, output_file *file) {
    task *t = &st->task;
    measurement m = { .rounds = 0 };
    activity_begin("selecting", "");
    cl_ulong sizes[3] = { 0 };
    if (!make_room(o, st, s) || !run(dp, st, s))
        return EXIT_ERROR;
    add_sizes(t, s->sizes.data, sizes);
    t->out_count = t->desc.task == CLSCAN_TASK_PARTITION ? t->in.count : (size_t)sizes[0];
    t->offsets_count = s->offsets.count;
    if (o->check)
        activity_begin("comparing with plain C", "");
    const int status = o->check ? check(st, s) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if ((o->time && !measure_and_report(dp, t, &s->out, &m)) || !write_all(o, st, s, file))
        return EXIT_ERROR;
    if (o->json)
        report_json(o, t, s->sizes.data, &m);
    return EXIT_OK;
}

static int open_and_select(const options *o, select_task *s, output_file *file) {
    const field_name names[] = { { s->where.in_log, "--where:1:" }, { s->where.in_message, "--where:" } };
    clscan_desc desc = s->task.desc;
    selection made = { .sizes = { .count = 0 } };
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
    array_free(&made.offsets);
    array_free(&made.sizes);
    device_plan_close(&dp);
    return status;
}

/* Refuses a result that would replace a file that is read. Only the output may replace the input. */
static bool spares_inputs(const options *o, const source *elements, const select_task *s) {
    const result_option files[] = { { "the output", o->operands[1] },       { "--total", o->view.total },
                                    { "--second-out", o->view.second_out }, { "--indices", o->select.indices },
                                    { "--lengths", o->select.lengths },     { "--offsets", o->select.offsets } };
    const char *segments = o->view.by_key ? "file of --by-key" : "file of --segment-by";
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if ((i > 0 && !result_spares(files[i], &elements->file, "input")) ||
            !result_spares(files[i], &s->carried.file, "file of --second") ||
            !result_spares(files[i], &s->flags_file, "file of --flags") ||
            !result_spares(files[i], &s->division.file, segments))
            return false;
    return true;
}

/* Opens the output first, so that an output that cannot be written is known before the work begins. */
static int select_file(const options *o, select_task *s) {
    const result_option files[] = { { "--total", o->view.total },
                                    { "--second-out", o->view.second_out },
                                    { "--indices", o->select.indices },
                                    { "--lengths", o->select.lengths },
                                    { "--offsets", o->select.offsets } };
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
