#include "scan/scan_stream.h"
#include "common/activity.h"
#include "common/message.h"
#include "data/generated_second.h"
#include "files/pipeline.h"
#include "files/results.h"
#include "files/side.h"
#include "options/device_plan.h"
#include "scan/overflow.h"
#include "scan/scan_task.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file to which results are written piece by piece. */
typedef struct stream_output {
    output_file file;
    const format *to; /* NULL: there is no such output */
    array like;       /* type and shape of the results; the count is SIZE_MAX if it is not known */
    bool is_single;   /* one number for all elements, which is written at the end */
    size_t written;   /* results */
} stream_output;

/* A scan from files to files. */
typedef struct stream_scan {
    const options *o;
    source *from;
    reader elements;
    side segments, second; /* what.option is NULL if there are none */
    scan_task scan;
    bool checks; /* integers that wrap are an error */
    overflow_walk walk;
    unsigned char *heads; /* for the check: which elements of a piece begin a segment by keys */
    char last_key[16];
    size_t read; /* elements */
    stream_output out, second_out;
    cl_uint overflowed; /* the second output of ADD_CHECKED, which is one number */
} stream_scan;

/* -------------------------------------------------------------------------------------------------------- reading */

/* Finds where keys change. The key before the first one begins no segment, but then the walk begins anyway. */
static const unsigned char *heads_of(stream_scan *s, const char *keys, size_t n) {
    const size_t size = s->segments.like.size;
    for (size_t i = 0; i < n; i++)
        s->heads[i] = memcmp(keys + i * size, i > 0 ? keys + (i - 1) * size : s->last_key, size) != 0;
    if (n > 0)
        memcpy(s->last_key, keys + (n - 1) * size, size);
    return s->heads;
}

static bool is_free_of_overflow(stream_scan *s, const clscan_args *room, size_t n) {
    overflow_piece piece = { .in = s->elements.like, .second = s->second.like };
    piece.in.data = room->in[0].host;
    piece.second.data = room->in[1].host;
    piece.in.count = piece.second.count = n;
    if (s->segments.what.option)
        piece.heads = s->heads ? heads_of(s, room->segments.host, n) : room->segments.host;
    return overflow_is_absent_in(&s->walk, s->o, s->from, &s->scan.task, &piece) &&
           (!s->elements.ended || overflow_is_absent_at_end(&s->walk, s->o, s->from, &s->scan.task));
}

static bool read_side(stream_scan *s, side *values, const void *to, size_t n) {
    const size_t all = s->elements.ended ? s->read : SIZE_MAX;
    return !values->what.option || (side_read(values, &s->elements.batch, n, all, (void *)(size_t)to) &&
                                    (!s->elements.ended || side_ends(values, all)));
}

static bool read_piece(void *context, const clscan_args *room, size_t *n, bool *ended) {
    stream_scan *s = context;
    if (!reader_read(&s->elements, (void *)room->in[0].host, room->count, n))
        return false;
    *ended = s->elements.ended;
    s->read += *n;
    s->scan.task.in.count = s->read;
    if (*ended && !scan_has_result(s->o, &s->scan.task))
        return false;
    activity_amount(reader_bytes(&s->elements), s->from->feed.known);
    return read_side(s, &s->segments, room->segments.host, *n) && read_side(s, &s->second, room->in[1].host, *n) &&
           (!s->checks || is_free_of_overflow(s, room, *n));
}

/* With --deterministic, pieces are cut without regard to time. */
static bool is_idle(void *context) {
    const stream_scan *s = context;
    return !s->o->deterministic && reader_is_idle(&s->elements);
}

/* -------------------------------------------------------------------------------------------------------- writing */

static bool write_results(const options *o, stream_output *out, const void *results, size_t n) {
    array part = out->like;
    part.data = results;
    part.count = n;
    const bool ok = out->to->write(&out->file, &o->data, &part, out->written);
    out->written += n;
    return ok;
}

static bool write_piece(void *context, const clscan_args *results) {
    stream_scan *s = context;
    cl_uint one = 0;
    if (!write_results(s->o, &s->out, results->out[0].host, results->count))
        return false;
    if (!s->second_out.to)
        return true;
    if (!s->second_out.is_single)
        return write_results(s->o, &s->second_out, results->out[1].host, results->count);
    memcpy(&one, results->out[1].host, sizeof one);
    s->overflowed |= one;
    return true;
}

/* Opens an output for results of a type: one of a reduction, or as many as elements and in the same shape. */
static bool open_output(const stream_scan *s, const char *path, const format *to, oracle_type type, size_t size,
                        stream_output *out) {
    *out = (stream_output) { .to = to, .like = s->elements.like };
    if (s->scan.task.desc.task == CLSCAN_TASK_REDUCE)
        out->like = (array) { .count = 1 };
    out->like.type = type;
    out->like.size = size;
    return output_open(path, &out->file);
}

/* Returns true if the output can be written from its start to its end, or its header be replaced. */
static bool is_written_in_pieces(const stream_output *out) {
    return !out->to || !out->to->print_header || out->like.count != SIZE_MAX || output_can_rewrite(&out->file);
}

static bool begin_output(stream_output *out) {
    return !out->to || result_write_header(out->to, &out->file, &out->like);
}

/* A header with the number of elements is written once more if the number was not known before. */
static bool finish_output(stream_output *out) {
    char header[NPY_HEADER];
    const bool rewrites = out->to->print_header && out->like.count == SIZE_MAX;
    out->like.count = out->written;
    if (rewrites)
        out->to->print_header(&out->like, header);
    return (!rewrites || output_rewrite(&out->file, header, out->to->header)) && output_commit(&out->file);
}

static bool finish_second(stream_scan *s) {
    stream_output *out = &s->second_out;
    return !out->to || ((!out->is_single || write_results(s->o, out, &s->overflowed, 1)) && finish_output(out));
}

/* ------------------------------------------------------------------------------------------------------- the scan */

/* Returns the pieces of which the memory holds three, and which have no more elements than there are. */
static stream_pieces pieces_of(const stream_scan *s) {
    enum { PIECES = 3 };
    const task *t = &s->scan.task;
    const size_t sizes[] = { t->in.size, task_out_size(t), s->segments.like.size, s->second.like.size,
                             s->second_out.to ? s->second_out.like.size : 0 };
    const size_t bytes = s->o->buffer ? s->o->buffer : (size_t)DEFAULT_BUFFER;
    size_t all = 0, widest = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        all += sizes[i];
        widest = sizes[i] > widest ? sizes[i] : widest;
    }
    const size_t fit = bytes / PIECES / all, there = reader_most(&s->elements), n = there < fit ? there : fit;
    return (stream_pieces) { .most = n > 0 ? n : 1, .widest = widest, .init = t->init };
}

static bool write_total(const stream_scan *s, clscan_stream *stream) {
    const task *t = &s->scan.task;
    array total;
    if (!t->total)
        return true;
    if (!array_allocate(&total, t->problem.type, t->size, 1))
        return false;
    const bool known =
        clscan_stream_total(stream, total.owned, t->size) == CLSCAN_OK || complain_of_library("can't scan");
    const bool ok = known && result_write_further(s->o, s->o->view.total, &total);
    array_free(&total);
    return ok;
}

static bool run(stream_scan *s, clscan_stream *stream) {
    const pipeline_ends ends = { s, read_piece, is_idle, write_piece };
    if (s->out.file.is_stdout && isatty(s->out.file.file))
        activity_end();
    else
        activity_begin(s->scan.task.desc.task == CLSCAN_TASK_REDUCE ? "reducing" : "scanning", "");
    if (!begin_output(&s->out) || !begin_output(&s->second_out) || !pipeline_run(stream, &ends))
        return false;
    return write_total(s, stream) && finish_second(s) && finish_output(&s->out);
}

static bool open_and_run(stream_scan *s) {
    enum { SAMPLE = 4096 };
    const task *t = &s->scan.task;
    clscan_desc desc = t->desc;
    const stream_pieces pieces = pieces_of(s);
    device_plan dp;
    array sample = { .count = 0 };
    if (!reader_sample(&s->elements, &sample))
        return false;
    if (has_user_operator(s->o)) {
        desc.sample.elements = sample.count > 0 ? sample.data : NULL;
        desc.sample.count = sample.count < SAMPLE ? sample.count : SAMPLE;
    }
    activity_begin("compiling", "");
    const bool opened = device_stream_open(s->o, &desc, t->size, &pieces, &dp);
    array_free(&sample);
    if (!opened)
        return false;
    const bool keys = s->checks && s->segments.what.option && s->segments.kind == SIDE_KEYS;
    s->heads = keys ? malloc(pieces.most) : NULL;
    const bool ok = (!keys || s->heads || complain("out of memory")) && run(s, dp.stream);
    free(s->heads);
    device_plan_close(&dp);
    return ok;
}

/* ------------------------------------------------------------------------------------------------------- the files */

/* Returns true if the options let the first result be known before the last element. */
static bool options_stream(const options *o, clscan_task kind) {
    const view_options *v = &o->view;
    const bool segments_reduced = kind == CLSCAN_TASK_REDUCE && (v->segment_by || v->by_key);
    const bool offsets = v->segment_by && strncmp(v->segment_by, "offsets:", strlen("offsets:")) == 0;
    return !v->reverse && v->axis == NO_AXIS && !v->rows && o->data.fields.count <= 1 && !offsets &&
           !segments_reduced && !o->check && !o->time;
}

/* Returns true if an exact check finds all results that wrap. The keys of segments are compared by their bytes. */
static bool is_checked_in_pieces(const stream_scan *s) {
    const bool floats = s->segments.what.option && s->segments.kind == SIDE_KEYS &&
                        !oracle_is_exact(s->segments.like.type, CLSCAN_OP_ADD);
    return !s->checks || (overflow_is_walked(&s->scan.task) && !floats);
}

static bool set_segments(stream_scan *s, bool *in_pieces) {
    const view_options *v = &s->o->view;
    clscan_desc *desc = &s->scan.task.desc;
    const beside flags = { .option = "segment-by", .where = v->segment_by, .type = ORACLE_USER },
                 keys = { .option = "by-key", .where = v->by_key, .type = ORACLE_USER };
    if (!v->segment_by && !v->by_key)
        return true;
    if (!side_begin(s->o, s->from, v->by_key ? &keys : &flags, v->by_key ? SIDE_KEYS : SIDE_FLAGS, &s->segments,
                    in_pieces))
        return false;
    desc->segments = v->by_key ? CLSCAN_SEGMENTS_KEYS : CLSCAN_SEGMENTS_FLAGS;
    desc->key.name = v->by_key ? oracle_type_name(s->segments.like.type) : NULL;
    return true;
}

static bool set_second(stream_scan *s, bool *in_pieces) {
    const task *t = &s->scan.task;
    const beside second = { .option = "second", .where = s->o->view.second, .type = t->second.type };
    return t->second.size == 0 ||
           side_begin(s->o, s->from, &second, t->problem.op == CLSCAN_OP_LAST_SEEN ? SIDE_FLAGS : SIDE_NUMBERS,
                      &s->second, in_pieces);
}

/* Opens the files beside the input. *in_pieces becomes false if one of them is needed as a whole. */
static bool open_sides(stream_scan *s, bool *in_pieces) {
    bool second_in_pieces = true;
    const size_t count = s->elements.like.count;
    const bool ok = set_segments(s, in_pieces) && set_second(s, &second_in_pieces) && side_fits(&s->segments, count) &&
                    side_fits(&s->second, count);
    *in_pieces = *in_pieces && second_in_pieces && is_checked_in_pieces(s);
    return ok;
}

static bool open_outputs(stream_scan *s) {
    const options *o = s->o;
    const task *t = &s->scan.task;
    const char *second = o->view.second_out;
    if (!open_output(s, o->operands[1], result_format(o), t->out_type, task_out_size(t), &s->out))
        return false;
    if (!second)
        return true;
    if (!open_output(s, second, format_of_path(second), t->second_out_type, oracle_type_size(t->second_out_type),
                     &s->second_out))
        return false;
    s->second_out.is_single = t->problem.op == CLSCAN_OP_ADD_CHECKED;
    if (s->second_out.is_single)
        s->second_out.like = (array) { .type = t->second_out_type, .size = s->second_out.like.size, .count = 1 };
    return true;
}

/* Refuses a result that would replace another one, or a file that is read. Only the output may replace the input. */
static bool spares_files(const stream_scan *s) {
    const view_options *v = &s->o->view;
    const result_option files[] = { { "the output", s->o->operands[1] },
                                    { "--total", v->total },
                                    { "--second-out", v->second_out } };
    for (int i = 0; i < 3; i++)
        if ((i > 0 && !result_spares(files[i], &s->from->file, "input")) ||
            !result_spares(files[i], &s->segments.file.in, v->by_key ? "file of --by-key" : "file of --segment-by") ||
            !result_spares(files[i], &s->second.file.in, "file of --second"))
            return false;
    return true;
}

static stream_outcome scan_to_files(stream_scan *s) {
    const view_options *v = &s->o->view;
    const result_option further[] = { { "--total", v->total }, { "--second-out", v->second_out } };
    if (!spares_files(s))
        return STREAM_FAILED;
    const bool opened = open_outputs(s) && results_are_apart(&s->out.file, further, 2);
    if (opened && (!is_written_in_pieces(&s->out) || !is_written_in_pieces(&s->second_out)))
        return NEEDS_WHOLE_ARRAY;
    reader_start(&s->elements);
    side_start(&s->segments);
    side_start(&s->second);
    return opened && open_and_run(s) ? STREAMED : STREAM_FAILED;
}

static stream_outcome scan_from_files(stream_scan *s, clscan_task kind, bool may_wrap) {
    task *t = &s->scan.task;
    bool in_pieces = true;
    if (!scan_task_begin(s->o, kind, &s->from->file, s->elements.like, &s->scan) || !scan_agrees_with_second(s->o, t))
        return STREAM_FAILED;
    s->checks = !may_wrap;
    s->walk = overflow_begin(t);
    if (!open_sides(s, &in_pieces))
        return STREAM_FAILED;
    return in_pieces ? scan_to_files(s) : NEEDS_WHOLE_ARRAY;
}

static void close_files(stream_scan *s) {
    if (s->out.to)
        output_close(&s->out.file);
    if (s->second_out.to)
        output_close(&s->second_out.file);
    side_close(&s->segments);
    side_close(&s->second);
}

stream_outcome scan_stream(const options *o, clscan_task kind, source *from, bool may_wrap, task *t) {
    stream_scan s = { .o = o, .from = from };
    const data_options data = source_data(o, from);
    bool in_pieces = true;
    if (!options_stream(o, kind))
        return NEEDS_WHOLE_ARRAY;
    if (!reader_begin(&from->feed, from->from, &data, &s.elements, &in_pieces))
        return STREAM_FAILED;
    const stream_outcome outcome = in_pieces ? scan_from_files(&s, kind, may_wrap) : NEEDS_WHOLE_ARRAY;
    close_files(&s);
    *t = s.scan.task;
    t->out_count = kind == CLSCAN_TASK_REDUCE ? 1 : t->in.count;
    return outcome;
}
