#include "data/task.h"
#include "common/message.h"
#include "options/memory_budget.h"
#include "options/task_table.h"
#include <stdlib.h>
#include <string.h>

static unsigned components(const task *t) {
    return t->components ? t->components : 1;
}

static size_t size_of(const task *t, oracle_type type) {
    return type == ORACLE_USER ? t->size : oracle_described_size(&t->problem, type, components(t));
}

task task_of(const clscan_desc *desc, const oracle_problem *problem, array in) {
    task t = {
        .desc = *desc, .problem = *problem, .size = in.size, .in = in, .out_type = problem->type, .out_count = in.count
    };
    t.desc.count_type.name = "ulong";
    return t;
}

void task_set_types(task *t, oracle_type in, oracle_type out) {
    const oracle_type type = t->problem.type;
    t->size = size_of(t, type);
    t->in.type = in;
    t->in.size = size_of(t, in);
    t->out_type = out;
    if (type != ORACLE_USER)
        t->desc.value.name = oracle_vector_name(type, t->components);
    if (in != type)
        t->desc.in[0].name = oracle_vector_name(in, t->components);
    if (out != type)
        t->desc.out[0].name = oracle_vector_name(out, t->components);
}

bool task_has_lengths(const task *t) {
    return t->desc.task == CLSCAN_TASK_RUN_LENGTH;
}

size_t task_lengths(const task *t) {
    const size_t most = t->in.count ? t->in.count : 1;
    return task_has_lengths(t) ? most : 0;
}

bool task_has_runs(const task *t) {
    return task_kind_of(t->desc.task) == TASK_FINDS_RUNS;
}

bool task_selects(const task *t) {
    return task_kind_of(t->desc.task) == TASK_DECIDES || task_has_runs(t);
}

unsigned task_parts(const task *t) {
    return t->desc.parts == 3 ? 3 : t->desc.task == CLSCAN_TASK_PARTITION ? 2 : 1;
}

bool task_sorts(const task *t) {
    return task_kind_of(t->desc.task) == TASK_SORTS;
}

bool task_is_plain(const task *t) {
    const oracle_type type = t->problem.type;
    return t->desc.task == CLSCAN_TASK_SCAN && t->in.type == type && t->out_type == type && !t->desc.segments &&
           t->desc.layout == CLSCAN_LAYOUT_CONTIGUOUS && !t->desc.user.store && components(t) == 1 && !t->init &&
           !t->total && !t->offset && !t->most && !t->second.size && !t->second_out_count;
}

size_t task_out_size(const task *t) {
    return size_of(t, t->out_type);
}

size_t task_rows(const task *t) {
    if (t->desc.layout != CLSCAN_LAYOUT_ROWS)
        return 1;
    return t->in.count ? t->in.count / t->length : t->empty_rows;
}

size_t task_row_length(const task *t) {
    return t->length ? t->length : t->in.count;
}

size_t task_place(const task *t, size_t row, size_t n) {
    const size_t columns = t->columns ? t->columns : 1;
    return columns == 1 ? row * task_row_length(t) + n
                        : row / columns * columns * t->length + n * columns + row % columns;
}

size_t task_place_of(const task *t, size_t i) {
    return t->columns > 1 ? task_place(t, i / t->length, i % t->length) : i;
}

/* The total of a selection is the count of each row, and that of three parts is their sizes. By segments, it is the
 * number of elements and the number of segments. Segments that have results of their own are counted. */
size_t task_total_size(const task *t) {
    const size_t numbers = t->desc.parts == 3 ? 3 : t->offsets_count ? 2 : 1;
    const bool counts_segments = t->desc.task != CLSCAN_TASK_SCAN && t->desc.segments;
    return task_selects(t)   ? budget_times(task_rows(t), numbers * sizeof(cl_ulong))
           : counts_segments ? sizeof(cl_ulong)
                             : t->size;
}

size_t task_moved(const task *t) {
    const bool by_keys = task_has_runs(t) && t->desc.segments == CLSCAN_SEGMENTS_KEYS;
    const size_t read = task_selects(t) && (t->second.size || by_keys) ? t->out_count : t->in.count;
    const size_t words = t->desc.segments == CLSCAN_SEGMENTS_OFFSETS ? t->in.count / 32 + (t->in.count % 32 > 0) : 0;
    const size_t second_out = t->second_out_count < t->out_count ? t->second_out_count : t->out_count;
    const bool has_totals = task_selects(t) && t->desc.layout == CLSCAN_LAYOUT_ROWS;
    const size_t moved[] = {
        budget_times(read, t->in.size),
        budget_times(t->out_count, task_out_size(t)),
        budget_times(t->second.size ? t->in.count : 0, t->second.size),
        budget_times(second_out, oracle_type_size(t->second_out_type)),
        t->carried.data ? budget_times(budget_plus(read, t->out_count), t->carried.size) : 0,
        task_has_lengths(t) ? budget_times(t->out_count, sizeof(cl_ulong)) : 0,
        budget_times(budget_plus(t->segments.count, t->keys_count), t->segments.size),
        budget_times(t->offsets_count, sizeof(cl_ulong)),
        has_totals ? task_total_size(t) : 0,
        2 * words * sizeof(cl_uint),
    };
    size_t sum = 0;
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
        sum = budget_plus(sum, moved[i]);
    return sum;
}

/* The rows as dimensions: elements of a row, adjacent rows, and matrices of them. */
static void set_rows(const task *t, clscan_args *args) {
    const oracle_described d = task_described(t);
    args->count = 0;
    if (t->in.count == 0) {
        args->num_dims = 2;
        args->dims[1] = (clscan_dim) { .n = t->empty_rows };
        return;
    }
    args->num_dims = 3;
    args->dims[0] = (clscan_dim) { .n = d.length, d.in_stride, d.out_stride };
    args->dims[1] = (clscan_dim) { .n = d.columns, 1, 1 };
    args->dims[2] = (clscan_dim) { .n = t->in.count / d.length / d.columns, d.in_pitch, d.out_pitch };
}

size_t task_max_count(const task *t) {
    const size_t most = t->most ? t->most : t->in.count;
    return most ? most : 1;
}

clscan_args task_args(const task *t) {
    clscan_args args = { .count = t->most ? t->most : t->in.count,
                         .in[0].offset = t->offset,
                         .out[0].offset = t->offset,
                         .in[1].offset = t->second.size ? t->offset : 0,
                         .out[1].offset = t->second_out_count > t->offset ? t->offset : 0,
                         .init = t->init,
                         .num_segments = t->desc.segments == CLSCAN_SEGMENTS_OFFSETS ? t->segments.count - 1 : 0 };
    if (t->desc.layout == CLSCAN_LAYOUT_ROWS)
        set_rows(t, &args);
    return args;
}

clscan_args task_host_args(const task *t) {
    clscan_args args = task_args(t);
    args.in[0].host = t->in.data;
    (task_selects(t) ? &args.mask : &args.in[1])->host = t->second.data;
    if (t->carried.data)
        args.in[1].host = t->carried.data;
    args.segments.host = t->segments.data;
    return args;
}

oracle_described task_described(const task *t) {
    const size_t length = t->length ? t->length : t->in.count ? t->in.count : 1, columns = t->columns ? t->columns : 1;
    const size_t stride = t->stride ? t->stride : columns, pitch = t->pitch ? t->pitch : budget_times(length, stride);
    return (oracle_described) { .problem = t->problem,
                                .kind = t->desc.kind,
                                .components = components(t),
                                .reverse = t->desc.reverse,
                                .count = t->in.count,
                                .length = length,
                                .columns = columns,
                                .in_stride = stride,
                                .in_pitch = pitch,
                                .out_stride = stride,
                                .out_pitch = pitch,
                                .segments = t->desc.segments,
                                .marks = t->segments.data,
                                .num_offsets = t->segments.count,
                                .key_size = t->segments.size,
                                .key_bytes = t->segments.size,
                                .key_type = t->segments.type,
                                .init = t->init,
                                .in_type = t->in.type,
                                .out_type = t->out_type,
                                .in = t->in.data ? (const char *)t->in.data + t->offset * t->in.size : NULL };
}

size_t task_span(const task *t) {
    const oracle_described d = task_described(t);
    const size_t matrices = t->in.count / d.length / d.columns;
    if (t->most || t->desc.layout == CLSCAN_LAYOUT_CONTIGUOUS)
        return t->most ? t->most : t->in.count;
    const size_t last = budget_plus(budget_times(d.length - 1, d.in_stride), d.columns);
    return matrices ? budget_plus(budget_times(matrices - 1, d.in_pitch), last) : 0;
}

size_t task_places(const task *t) {
    return budget_plus(t->offset, task_span(t));
}

void task_scan(const task *t, void *out, void *total) {
    oracle_described d = task_described(t);
    d.out = (char *)out + t->offset * task_out_size(t);
    d.total = total;
    if (task_is_plain(t) && !t->desc.reverse)
        oracle_problem_scan(&t->problem, t->desc.kind, t->in.data, out, t->in.count);
    else
        oracle_described_scan(&d);
}

/* Without elements there is one result, the initial value or the identity. */
static bool reduce_nothing(const task *t, void *out, void *total) {
    char value[64];
    if (oracle_has_accumulator(t->problem.op))
        return complain("plain C knows no result of %s of no elements", clscan_op_name(t->problem.op));
    task_scan(t, out, value);
    oracle_convert(t->problem.type, value, t->out_type, out);
    if (total)
        memcpy(total, value, t->size);
    return true;
}

size_t task_lines(const task *t) {
    const oracle_described d = task_described(t);
    size_t begun = 0;
    if (!t->desc.segments)
        return task_rows(t);
    if (t->desc.segments == CLSCAN_SEGMENTS_OFFSETS)
        return t->segments.count - 1;
    for (size_t n = 0; n < t->in.count; n++)
        begun += oracle_described_place(&d, n).begins;
    return begun;
}

/* Takes the results of segments, in the order of the scan, from the scan of all elements. */
static void take_last_results(const task *t, const char *scanned, char *out) {
    const oracle_described d = task_described(t);
    const size_t size = task_out_size(t);
    for (size_t n = 1, r = 0; n <= t->in.count; n++)
        if (n == t->in.count || oracle_described_place(&d, n).begins)
            memcpy(out + r++ * size, scanned + oracle_described_place(&d, n - 1).out * size, size);
}

static size_t offset_at(const task *t, size_t s) {
    cl_ulong offset;
    oracle_convert(t->segments.type, (const char *)t->segments.data + s * t->segments.size, ORACLE_ULONG, &offset);
    return (size_t)offset;
}

/* Segments by offsets may have no elements. Their offsets are at most the number of elements. */
static bool take_results_by_offsets(const task *t, const char *scanned, char *out) {
    const size_t size = task_out_size(t);
    task nothing = *t;
    nothing.in.count = 0;
    nothing.desc.segments = CLSCAN_SEGMENTS_NONE;
    nothing.segments = (array) { .count = 0 };
    for (size_t s = 0; s < t->out_count; s++) {
        const size_t first = offset_at(t, s), past = offset_at(t, s + 1);
        if (first < past)
            memcpy(out + s * size, scanned + (t->desc.reverse ? first : past - 1) * size, size);
        else if (!reduce_nothing(&nothing, out + s * size, NULL))
            return false;
    }
    return true;
}

static bool reduce_segments(const task *t, void *out) {
    char *scanned = malloc(t->in.count * task_out_size(t) + 1);
    bool ok = true;
    if (!scanned)
        return complain("out of memory");
    task_scan(t, scanned, NULL);
    if (t->desc.segments == CLSCAN_SEGMENTS_OFFSETS)
        ok = take_results_by_offsets(t, scanned, out);
    else
        take_last_results(t, scanned, out);
    free(scanned);
    return ok;
}

void task_segment_keys(const task *t, void *keys) {
    const oracle_described d = task_described(t);
    const size_t size = t->segments.size;
    char *to = keys;
    for (size_t n = 0; n < t->in.count; n++) {
        const oracle_place place = oracle_described_place(&d, n);
        if (place.begins)
            memcpy(to, (const char *)t->segments.data + place.in * size, size), to += size;
    }
}

bool task_reduce(const task *t, void *out, void *total) {
    if (t->desc.segments)
        return reduce_segments(t, out);
    const oracle_described d = task_described(t);
    const size_t size = task_out_size(t), length = t->out_count ? t->in.count / t->out_count : 0;
    for (size_t r = 0; length == 0 && r < t->out_count; r++)
        if (!reduce_nothing(t, (char *)out + r * size, total))
            return false;
    if (length == 0)
        return true;
    char *scanned = malloc(t->in.count * size);
    if (!scanned)
        return complain("out of memory");
    task_scan(t, scanned, total);
    for (size_t r = 0; r < t->out_count; r++)
        memcpy((char *)out + r * size, scanned + oracle_described_place(&d, (r + 1) * length - 1).out * size, size);
    free(scanned);
    return true;
}
