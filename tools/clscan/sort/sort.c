/* clscan sort and clscan topk: read, sort, check, write. */
#include "common/activity.h"
#include "common/json.h"
#include "common/message.h"
#include "common/signals.h"
#include "files/results.h"
#include "files/source.h"
#include "options/device_plan.h"
#include <stdlib.h>
#include <string.h>

typedef struct sorting {
    const options *o;
    const array *in;
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

static bool make_room(sorting *s) {
    const size_t all = s->in->count, count = s->o->k && s->o->k < all ? s->o->k : all;
    return array_allocate(&s->out, s->in->type, s->in->size, count) &&
           array_allocate(&s->indices, ORACLE_ULONG, sizeof(cl_ulong), s->o->argsort ? count : 0);
}

static bool run(const device_plan *dp, sorting *s) {
    static const field_name names[] = { { "args.in[0]", "IN" },
                                        { "args.out[0]", "OUT" },
                                        { "args.indices", "the array of indices" } };
    const clscan_args args = { .in[0].host = s->in->data,
                               .out[0].host = s->out.data,
                               .indices.host = s->o->argsort ? s->indices.data : NULL,
                               .count = s->in->count };
    return clscan_plan_execute(dp->plan, &args) == CLSCAN_OK ||
           complain_of_library_as("can't sort", names, sizeof names / sizeof *names);
}

/* ------------------------------------------------------------------------------------------ the check in plain C */

static int compare(const sorting *s, const size_t *order) {
    const char *in = s->in->data, *out = s->out.data;
    const cl_ulong *index = s->indices.data;
    const size_t size = s->in->size, count = s->out.count;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(out + i * size, in + order[i] * size, size) != 0)
            return complain("mismatch at element %zu of %zu: it is not element %zu of the input", i, count, order[i]),
                   EXIT_MISMATCH;
        if (i < s->indices.count && index[i] != order[i])
            return complain("mismatch at index %zu of %zu: expected %zu, got %llu", i, count, order[i],
                            (unsigned long long)index[i]),
                   EXIT_MISMATCH;
    }
    say("verified %zu sorted element%s", count, plural(count));
    return EXIT_OK;
}

static int check(const sorting *s) {
    const size_t count = s->in->count;
    size_t *order = malloc((count + 1) * sizeof *order);
    activity_begin("comparing with plain C", "");
    int status = EXIT_ERROR;
    if (order && oracle_sort(s->in->type, s->o->view.reverse, s->in->data, order, count))
        status = compare(s, order);
    else
        complain("out of memory");
    free(order);
    return status;
}

/* ------------------------------------------------------------------------------------------------- the results */

static bool write_all(const sorting *s, output_file *file) {
    const options *o = s->o;
    return result_write(o, result_format(o), file, &s->out) && result_write_further(o, o->argsort, &s->indices) &&
           output_commit(file);
}

static void report_json(const sorting *s) {
    json object = json_begin();
    json_text(&object, "type", oracle_type_name(s->in->type));
    json_integer(&object, "count", s->in->count);
    if (s->o->k)
        json_integer(&object, "written", s->out.count);
    json_bool(&object, "descending", s->o->view.reverse);
    json_bool(&object, "checked", s->o->check);
    json_end(&object);
}

static int sort_into(const device_plan *dp, sorting *s, output_file *file) {
    activity_begin("sorting", "");
    if (!make_room(s) || !run(dp, s))
        return EXIT_ERROR;
    const int status = s->o->check ? check(s) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if (!write_all(s, file))
        return EXIT_ERROR;
    if (s->o->json)
        report_json(s);
    return EXIT_OK;
}

static int open_and_sort(sorting *s, output_file *file) {
    clscan_desc desc = options_desc(s->o, s->in->type);
    device_plan dp;
    desc.task = s->o->k ? CLSCAN_TASK_TOP_K : CLSCAN_TASK_SORT;
    desc.sort.k = s->o->k;
    desc.count.name = "ulong";
    desc.index.name = s->o->argsort ? "ulong" : NULL;
    desc.max_count = s->in->count ? s->in->count : 1;
    activity_begin("compiling", "");
    if (!device_plan_create(s->o, &desc, (refusal) { .doing = "can't plan the sort" }, &dp))
        return EXIT_ERROR;
    signals_arm_files();
    const int status = sort_into(&dp, s, file);
    array_free(&s->out);
    array_free(&s->indices);
    device_plan_close(&dp);
    return status;
}

/* Opens the output first, so that an output that cannot be written is known before the work begins. */
static int sort_file(const options *o, const source *elements) {
    const result_option argsort = { "--argsort", o->argsort };
    sorting s = { .o = o, .in = &elements->in };
    output_file file;
    if (!result_spares(argsort, &elements->file, "input") || !output_open(o->operands[1], &file))
        return EXIT_ERROR;
    const int status = results_are_apart(&file, &argsort, 1) ? open_and_sort(&s, &file) : EXIT_ERROR;
    output_close(&file);
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
