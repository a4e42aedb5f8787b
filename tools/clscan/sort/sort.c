/* clscan sort and clscan topk: read, sort, check, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "data/measure_report.h"
#include "data/task_plain.h"
#include "files/carried.h"
#include "files/division.h"
#include "files/results.h"
#include "options/device_plan.h"
#include "options/task_table.h"
#include <stdlib.h>
#include <string.h>

typedef struct sorting {
    const options *o;
    const array *in;
    task task;      /* the rows and segments, each of which is sorted by itself */
    unsigned axis;  /* the dimension along which rows lie, if there are rows */
    cl_ulong total; /* of topk by segments: how many elements are wanted */
    division division;
    carried carried;
    array out, indices; /* `indices` has no elements if they are not wanted */
} sorting;

/* A sort moves elements as they are, so --type cannot convert the elements of an npy file. */
static bool has_its_type(const options *o, const source *elements) {
    const array *in = &elements->in;
    char name[40];
    if (in->type == ORACLE_USER)
        return complain("%s: holds a user type of %zu bytes; a sort is of numbers", elements->file.name, in->size);
    return o->type < 0 || (oracle_type)o->type == in->type ||
           complain("%s: holds %s, not %s as --type says; a sort converts nothing", elements->file.name,
                    element_name(in->type, in->size, name), oracle_type_name((oracle_type)o->type));
}

/* Returns the number of elements of a row, or of all elements without --axis. */
static size_t row_length(const sorting *s) {
    return s->task.length ? s->task.length : s->in->count;
}

/* Returns how many elements of each row are wanted, or of each segment at most. */
static size_t wanted(const sorting *s) {
    return s->o->k && s->o->k < row_length(s) ? s->o->k : row_length(s);
}

/* Returns true if the number of results depends on the lengths of the segments. */
static bool counts_results(const sorting *s) {
    return s->o->k && s->task.desc.segments;
}

/* A sorted array keeps its shape. The first elements of a row are the last dimension of a top-k. Without --axis, or if
 * a top-k has segments, the results have one dimension. */
static void set_shape_of_rows(sorting *s) {
    array *const results[] = { &s->out, &s->indices, &s->carried.out };
    const size_t length = s->in->shape[s->axis], most = s->o->k < length ? s->o->k : length,
                 last = s->in->dimensions - 1;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t *shape = results[i]->shape;
        results[i]->dimensions = s->in->dimensions;
        memcpy(shape, s->in->shape, sizeof s->in->shape);
        if (!s->o->k)
            continue;
        memmove(shape + s->axis, shape + s->axis + 1, (last - s->axis) * sizeof *shape);
        shape[last] = most;
    }
}

static bool make_room(sorting *s) {
    const size_t all = s->in->count, of_rows = all ? all / row_length(s) * wanted(s) : 0;
    const size_t count = counts_results(s) ? all : of_rows;
    if (!carried_make_room(&s->carried, count) || !array_allocate(&s->out, s->in->type, s->in->size, count) ||
        !array_allocate(&s->indices, ORACLE_ULONG, sizeof(cl_ulong), s->o->argsort ? count : 0))
        return false;
    if (s->o->view.axis != NO_AXIS && s->in->dimensions && !counts_results(s))
        set_shape_of_rows(s);
    return true;
}

/* Leaves as many results as the device has counted. */
static bool leave_results(sorting *s) {
    array *const results[] = { &s->out, &s->indices, &s->carried.out };
    if (s->total > s->in->count)
        return complain("the device says that %llu of %zu elements are wanted", (unsigned long long)s->total,
                        s->in->count);
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        results[i]->count = results[i]->count > 0 ? (size_t)s->total : 0;
    return true;
}

static bool run(const device_plan *dp, sorting *s) {
    static const field_name names[] = { { "args.in[0]", "IN" },
                                        { "args.out[0]", "OUT" },
                                        { "args.in[1]", "the array of --second" },
                                        { "args.out[1]", "the array of --second-out" },
                                        { "args.segments", "the array of flags, keys or offsets" },
                                        { "args.indices", "the array of indices" } };
    clscan_args args = task_host_args(&s->task);
    args.out[0].host = s->out.data;
    args.out[1].host = s->carried.out.data;
    args.indices.host = s->o->argsort ? s->indices.data : NULL;
    args.total.host = counts_results(s) ? &s->total : NULL;
    char doing[TASK_CANNOT_ROOM];
    if (clscan_plan_execute(dp->plan, &args) != CLSCAN_OK)
        return complain_of_library_as(task_cannot("compute", s->task.desc.task, doing), names,
                                      sizeof names / sizeof *names);
    return !counts_results(s) || leave_results(s);
}

/* ------------------------------------------------------------------------------------------ the check in plain C */

/* Compares the results with elements of the input, which order[] counts row by row. */
static int compare(const sorting *s, const size_t *order, size_t expected) {
    const char *in = s->in->data, *out = s->out.data;
    const cl_ulong *index = s->indices.data;
    const size_t size = s->in->size, count = s->out.count;
    if (counts_results(s) && s->total != expected)
        return complain("mismatch of the total: expected %zu, got %llu", expected, (unsigned long long)s->total),
               EXIT_MISMATCH;
    for (size_t n = 0; n < count; n++) {
        const size_t i = s->o->k ? n : task_place_of(&s->task, n), from = task_place_of(&s->task, order[n]),
                     at = order[n] % row_length(s);
        if (memcmp(out + i * size, in + from * size, size) != 0)
            return complain("mismatch at element %zu of %zu: it is not element %zu of the input", i, count, from),
                   EXIT_MISMATCH;
        if (i < s->indices.count && index[i] != at)
            return complain("mismatch at index %zu of %zu: expected %zu, got %llu", i, count, at,
                            (unsigned long long)index[i]),
                   EXIT_MISMATCH;
        if (carried_check(&s->carried, i, from) != EXIT_OK)
            return EXIT_MISMATCH;
    }
    say("verified %zu sorted element%s", count, plural(count));
    return EXIT_OK;
}

static int check(const sorting *s) {
    size_t *order = malloc((s->in->count + 1) * sizeof *order), results;
    activity_begin("comparing with plain C", "");
    int status = EXIT_ERROR;
    if (!order || !task_sort_order(&s->task, order, &results))
        complain("out of memory");
    else
        status = compare(s, order, results);
    free(order);
    return status;
}

/* ------------------------------------------------------------------------------------------------- the results */

static bool write_all(const sorting *s, output_file *file) {
    const options *o = s->o;
    return result_write(o, result_format(o), file, &s->out) && result_write_further(o, o->argsort, &s->indices) &&
           result_write_further(o, o->view.second_out, &s->carried.out) && output_commit(file);
}

static void report_json(const sorting *s, const measurement *m) {
    json object = json_begin();
    json_text(&object, "type", oracle_type_name(s->in->type));
    json_integer(&object, "count", s->in->count);
    if (s->o->k)
        json_integer(&object, "written", s->out.count);
    json_bool(&object, "descending", s->o->view.reverse);
    json_bool(&object, "checked", s->o->check);
    measure_json(&object, &s->task, m);
    json_end(&object);
}

static int sort_into(const device_plan *dp, sorting *s, output_file *file) {
    measurement m = { .rounds = 0 };
    activity_begin("sorting", "");
    if (!make_room(s) || !run(dp, s))
        return EXIT_ERROR;
    s->task.out_count = s->out.count;
    const int status = s->o->check ? check(s) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if ((s->o->time && !measure_and_report(dp, &s->task, &s->out, &m)) || !write_all(s, file))
        return EXIT_ERROR;
    if (s->o->json)
        report_json(s, &m);
    return EXIT_OK;
}

static bool set_rows(sorting *s) {
    const int axis = s->o->view.axis;
    char doing[TASK_CANNOT_ROOM];
    return (axis == NO_AXIS || division_axis(axis, s->in, &s->axis)) &&
           division_set_axis(axis, task_cannot("divide", s->task.desc.task, doing), &s->task);
}

/* Segments need contiguous rows. */
static bool axis_is_possible(const sorting *s) {
    const bool contiguous = s->task.columns <= 1 || s->task.length == 1, segments = s->task.desc.segments;
    const char *option = s->o->view.by_key ? "by-key" : "segment-by";
    return contiguous || !segments ||
           complain("--axis %d and --%s exclude each other: segments are sorted in rows along the last dimension only",
                    s->o->view.axis, option);
}

/* Makes the task of sorting the elements. Complains on failure. */
static bool describe(sorting *s, const source *elements) {
    const clscan_desc desc = options_desc(s->o, s->in->type);
    const oracle_problem problem = { .type = s->in->type };
    s->task = task_of(&desc, &problem, *s->in);
    s->task.desc.task = s->o->k ? CLSCAN_TASK_TOP_K : CLSCAN_TASK_SORT;
    s->task.desc.count_type.name = "ulong";
    if (s->o->argsort) {
        s->task.desc.index_type.name = "ulong";
        s->task.second_out_type = ORACLE_ULONG;
        s->task.second_out_count = s->in->count;
    }
    s->task.desc.max_count = s->in->count ? s->in->count : 1;
    if (!set_rows(s) || !division_read(s->o, elements, &s->task, &s->division) ||
        !carried_read(s->o, elements, &s->task, &s->carried))
        return false;
    s->task.desc.sort.k = s->o->k ? (unsigned)(wanted(s) ? wanted(s) : 1) : 0; /* no more than there are */
    return axis_is_possible(s);
}

static int open_and_sort(sorting *s, output_file *file) {
    clscan_desc desc = s->task.desc;
    char doing[TASK_CANNOT_ROOM];
    device_plan dp;
    activity_begin("compiling", "");
    if (!device_plan_create(s->o, &desc, (refusal) { .doing = task_cannot("plan", desc.task, doing) }, &dp))
        return EXIT_ERROR;
    signals_arm_files();
    const int status = sort_into(&dp, s, file);
    array_free(&s->out);
    array_free(&s->indices);
    device_plan_close(&dp);
    return status;
}

/* Refuses a result that would replace a file that is read. Only the output may replace the input. */
static bool spares_inputs(const options *o, const source *elements, const sorting *s) {
    const char *segments = o->view.by_key ? "file of --by-key" : "file of --segment-by";
    const result_option files[] = { { "the output", o->operands[1] },
                                    { "--argsort", o->argsort },
                                    { "--second-out", o->view.second_out } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if ((i > 0 && !result_spares(files[i], &elements->file, "input")) ||
            !result_spares(files[i], &s->division.file, segments) ||
            !result_spares(files[i], &s->carried.file, "file of --second"))
            return false;
    return true;
}

/* Opens the output first, so that an output that cannot be written is known before the work begins. */
static int sort_file(const options *o, const source *elements) {
    const result_option files[] = { { "--argsort", o->argsort }, { "--second-out", o->view.second_out } };
    sorting s = { .o = o, .in = &elements->in };
    output_file file;
    int status = EXIT_ERROR;
    if (describe(&s, elements) && spares_inputs(o, elements, &s) && output_open(o->operands[1], &file)) {
        status = results_are_apart(&file, files, 2) ? open_and_sort(&s, &file) : EXIT_ERROR;
        output_close(&file);
    }
    division_close(&s.division);
    carried_close(&s.carried);
    return status;
}

int command_sort(const options *o) {
    source elements;
    int status = EXIT_ERROR;
    if (source_open(o, &elements)) {
        if (has_its_type(o, &elements))
            status = sort_file(o, &elements);
        source_close(&elements);
    }
    activity_end();
    return status;
}
