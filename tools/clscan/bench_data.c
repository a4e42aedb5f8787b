/* The data of a measurement: made up, scanned in plain C, and on the device. */
#include "bench.h"
#include "message.h"
#include "option_values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 1, SEGMENTS_SEED = 2 };

/* ------------------------------------------------------------------------------------------------ segments */

static bool begins(const view_options *v, size_t i) {
    return i == 0 || oracle_draw(SEGMENTS_SEED, i) % bench_view_segment_length(v) == 0;
}

static size_t count_segments(const view_options *v, size_t count) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += begins(v, i);
    return n;
}

/* One after the last. */
static void fill_offsets(const view_options *v, void *data, size_t count) {
    cl_uint *offset = data;
    for (size_t i = 0; i < count; i++)
        if (begins(v, i))
            *offset++ = (cl_uint)i;
    *offset = (cl_uint)count;
}

static void fill_heads(const view_options *v, void *data, size_t count) {
    unsigned char *flags = data;
    cl_uint *bits = data;
    cl_int *keys = data;
    memset(data, 0, v->segments == CLSCAN_HEAD_BITS ? (count + 31) / 32 * sizeof *bits : 0);
    for (size_t i = 0; i < count; i++)
        if (v->segments == CLSCAN_HEAD_FLAGS)
            flags[i] = begins(v, i);
        else if (v->segments == CLSCAN_HEAD_BITS)
            bits[i / 32] |= (cl_uint)begins(v, i) << i % 32;
        else
            keys[i] = i > 0 ? keys[i - 1] + begins(v, i) : 0;
}

static bool make_segments(const view_options *v, size_t count, task *t) {
    static const clscan_type types[] = { [CLSCAN_HEAD_FLAGS] = CLSCAN_UCHAR,
                                         [CLSCAN_HEAD_BITS] = CLSCAN_UINT,
                                         [CLSCAN_EQUAL_KEYS] = CLSCAN_INT,
                                         [CLSCAN_OFFSETS] = CLSCAN_UINT };
    const bool offsets = v->segments == CLSCAN_OFFSETS;
    t->desc.segments = (clscan_segments)v->segments;
    if (!v->segments)
        return true;
    if (offsets && count > CL_UINT_MAX)
        return complain("--segments offsets: %zu elements are more than a uint tells apart", count);
    const clscan_type type = types[v->segments];
    const size_t elements = offsets                           ? count_segments(v, count) + 1
                            : v->segments == CLSCAN_HEAD_BITS ? (count + 31) / 32
                                                              : count;
    if (!array_allocate(&t->segments, type, clscan_type_size(type), elements))
        return false;
    (offsets ? fill_offsets : fill_heads)(v, t->segments.owned, count);
    return true;
}

/* ------------------------------------------------------------------------------------------------- elements */

/* The oracle's data for `and` and `or` are nearly all ones and all zeros, which no timing should rest on. */
static void fill(const task *t, void *in) {
    oracle_problem random = t->problem;
    if (!random.user && (random.op == CLSCAN_AND || random.op == CLSCAN_OR))
        random.op = CLSCAN_XOR;
    if (random.user)
        oracle_problem_fill(&random, SEED, in, t->in.count);
    else
        oracle_fill(t->in.type, random.op, SEED, in, t->in.count);
}

/* What the oracle has made to be neighbours is scanned one after the other, wherever that is. */
static bool put_in_order(task *t) {
    array ordered;
    if (!t->desc.reverse && t->columns < 2)
        return true;
    if (!array_allocate(&ordered, t->in.type, t->in.size, t->in.count))
        return false;
    const oracle_described d = task_described(t);
    for (size_t i = 0; i < t->in.count; i++)
        memcpy((char *)ordered.owned + oracle_described_place(&d, i).in * t->in.size,
               (const char *)t->in.data + i * t->in.size, t->in.size);
    memcpy(t->in.owned, ordered.data, t->in.count * t->in.size);
    array_free(&ordered);
    return true;
}

/* One that leaves floating sums exact: what a scan of nothing gives. */
static void set_init(bench_data *data) {
    task *t = &data->task;
    if (t->problem.user || !oracle_is_exact(t->problem.type, t->problem.op))
        oracle_problem_scan(&t->problem, CLSCAN_EXCLUSIVE, t->in.data, data->init, 1);
    else
        oracle_convert(t->in.type, t->in.data, t->problem.type, data->init);
    t->init = data->init;
}

/* ---------------------------------------------------------------------------------------------- compaction */

static const char compaction[] =
    "int kept(const global int *in, ulong i) { return in[i] & 1; }\n"
    "void put(global int *out, const global int *in, ulong i, int x, int up_to, int before) {\n"
    "    if (x)\n"
    "        out[before] = in[i];\n"
    "}\n";

/* Odd elements go side by side: places are sums of their flags. */
static void set_compaction(task *t) {
    clscan_desc *d = &t->desc;
    d->user.source = compaction;
    d->load = "kept";
    d->store = "put";
}

static void compact(task *t, cl_int *out) {
    const cl_int *in = t->in.data;
    t->out_count = 0;
    for (size_t i = 0; i < t->in.count; i++)
        if (in[i] & 1)
            out[t->out_count++] = in[i];
}

/* ---------------------------------------------------------------------------------------------- transforms */

/* The same scan, but each element comes and goes by a function. */
static void set_transforms(bench_data *data) {
    clscan_desc *d = &data->task.desc;
    const char *before = d->user.source ? d->user.source : "";
    const char *type = d->type == CLSCAN_USER ? d->user.type_name : clscan_type_name(d->type);
    snprintf(data->source, sizeof data->source,
             "%s%s get(const global %s *in, ulong i) { return in[i]; }\n"
             "void put(global %s *out, const global %s *in, ulong i, %s x, %s up_to, %s before) {\n"
             "    out[i] = %s;\n"
             "}\n",
             before, type, type, type, type, type, type, type, d->kind == CLSCAN_EXCLUSIVE ? "before" : "up_to");
    d->user.source = data->source;
    d->load = "get";
    d->store = "put";
}

/* ----------------------------------------------------------------------------------------------------- all */

static void describe(const options *o, const view_options *v, const oracle_problem *p, size_t count, task *t) {
    const clscan_type in = v->in_type < 0 ? p->type : (clscan_type)v->in_type;
    const clscan_type out = v->out_type < 0 ? p->type : (clscan_type)v->out_type;
    const clscan_desc desc = oracle_problem_desc(p, o->exclusive ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE);
    const size_t size = in == CLSCAN_USER ? oracle_problem_size(p) : clscan_type_size(in);
    *t = task_of(&desc, p, (array) { .type = in, .size = size, .count = count });
    task_set_types(t, in, out);
    t->desc.reverse = v->reverse;
    t->total = v->has_total;
    if (v->rows || v->columns) {
        t->desc.layout = CLSCAN_ROWS;
        t->length = v->rows ? v->rows : v->columns;
        t->columns = v->columns ? count / v->columns : 1;
    }
    if (v->compact)
        set_compaction(t);
}

/* Room for the results and for the copy, whichever is more. */
static bool make_arrays(const bench_device *d, bench_data *data) {
    task *t = &data->task;
    const size_t in_bytes = t->in.count * t->in.size, out_bytes = t->in.count * task_out_size(t);
    const size_t moved = task_moved(t) / 2, more = in_bytes > out_bytes ? in_bytes : out_bytes;
    data->room = moved > more ? moved : more;
    t->in.owned = calloc(data->room, 1);
    t->in.data = t->in.owned;
    data->expected = malloc(out_bytes);
    data->scratch = d->copier ? malloc(data->room) : NULL;
    return (t->in.owned && data->expected && (data->scratch || !d->copier)) || complain("out of memory");
}

/* Behind the elements come the same once more: the host's copy reads as far as the device's. */
static void repeat(void *data, size_t bytes, size_t room) {
    for (size_t done = bytes; done < room; done++)
        ((char *)data)[done] = ((char *)data)[done - bytes];
}

bool bench_data_make(const options *o, const view_options *v, const bench_device *d, const oracle_problem *p,
                     size_t count, bench_data *data) {
    task *t = &data->task;
    *data = (bench_data) { .size = oracle_problem_size(p) };
    describe(o, v, p, count, t);
    if (v->transform)
        set_transforms(data);
    bool ok = make_segments(v, count, t) && make_arrays(d, data);
    if (ok) {
        fill(t, t->in.owned);
        ok = put_in_order(t);
    }
    if (ok) {
        if (v->has_init)
            set_init(data);
        if (v->compact)
            compact(t, data->expected);
        else
            task_scan(t, data->expected, data->expected_total);
        repeat(t->in.owned, count * t->in.size, data->room);
        ok = rig_open(&data->rig, d->device, t->in.data, data->room, 0, d->is_gpu) && rig_add(&data->rig, t) &&
             (!o->bench.empty || rig_add_empty(&data->rig));
    }
    if (!ok)
        bench_data_free(data);
    return ok;
}

void bench_data_free(bench_data *data) {
    rig_close(&data->rig);
    array_free(&data->task.in);
    array_free(&data->task.segments);
    free(data->expected);
    free(data->scratch);
}
