#include "scan/scan_stream.h"
#include "common/activity.h"
#include "common/message.h"
#include "data/generated_second.h"
#include "options/task_table.h"
#include "scan/overflow.h"
#include "scan/scan_task.h"
#include "scan/segment_ends.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A scan from files to files. */
typedef struct stream_scan {
    flow flow; /* side 0 has the segments, and side 1 the second input */
    scan_task scan;
    bool checks; /* integers that wrap are an error */
    overflow_walk walk;
    unsigned char *heads; /* which elements of the piece that is read begin a segment by keys; NULL if not needed */
    char last_key[16];
    segment_ends ends;  /* of a reduction by segments */
    cl_uint overflowed; /* the second output of ADD_CHECKED, which is one number */
} stream_scan;

static side_reader *segments_of(stream_scan *s) {
    return &s->flow.sides[0].values;
}

static bool has_segments(const stream_scan *s) {
    return s->flow.sides[0].values.what.option;
}

static bool reduces(const stream_scan *s) {
    return s->scan.task.desc.task == CLSCAN_TASK_REDUCE;
}

/* -------------------------------------------------------------------------------------------------------- reading */

/* Finds where keys change. The key before the first one begins no segment, but then the walk begins anyway. */
static void find_heads(stream_scan *s, const char *keys, size_t n) {
    const size_t size = segments_of(s)->like.size;
    for (size_t i = 0; i < n; i++)
        s->heads[i] = memcmp(keys + i * size, i > 0 ? keys + (i - 1) * size : s->last_key, size) != 0;
    if (n > 0)
        memcpy(s->last_key, keys + (n - 1) * size, size);
}

static bool is_free_of_overflow(stream_scan *s, const clscan_args *room, const unsigned char *heads, size_t n) {
    const flow *f = &s->flow;
    overflow_piece piece = { .in = f->elements.like, .second = f->sides[1].values.like, .heads = heads };
    piece.in.data = room->in[0].host;
    piece.second.data = room->in[1].host;
    piece.in.count = piece.second.count = n;
    return overflow_is_absent_in(&s->walk, f->o, f->from, &s->scan.task, &piece) &&
           (!f->elements.ended || overflow_is_absent_at_end(&s->walk, f->o, f->from, &s->scan.task));
}

static bool read_piece(void *context, const clscan_args *room, size_t *n, bool *ended) {
    stream_scan *s = context;
    flow *f = &s->flow;
    const unsigned char *heads = has_segments(s) ? room->segments.host : NULL;
    if (!flow_read(f, room, (void *)room->in[0].host, room->count, n, ended))
        return false;
    s->scan.task.in.count = f->read;
    if (*ended && !scan_has_result(f->o, &s->scan.task))
        return false;
    if (s->heads) {
        find_heads(s, room->segments.host, *n);
        heads = s->heads;
    }
    if (s->ends.heads)
        segment_ends_note(&s->ends, heads, *n);
    return !s->checks || is_free_of_overflow(s, room, heads, *n);
}

/* With --deterministic, pieces are cut without regard to time. */
static bool is_idle(void *context) {
    const stream_scan *s = context;
    return !s->flow.o->deterministic && flow_is_idle(&s->flow);
}

/* -------------------------------------------------------------------------------------------------------- writing */

static bool write_piece(void *context, const clscan_args *results) {
    stream_scan *s = context;
    flow *f = &s->flow;
    flow_output *second = &f->outputs[1];
    cl_uint one = 0;
    if (second->to && second->array == FLOW_NO_ARRAY) {
        memcpy(&one, results->out[1].host, sizeof one);
        s->overflowed |= one;
    }
    return s->ends.heads ? segment_ends_write(&s->ends, f, results) : flow_write(f, results);
}

/* ADD_CHECKED writes one number for all elements, after the last one. */
static bool finish(stream_scan *s) {
    flow *f = &s->flow;
    flow_output *second = &f->outputs[1];
    if (s->ends.heads && !segment_ends_finish(&s->ends, f))
        return false;
    if (second->to && second->array == FLOW_NO_ARRAY && !flow_write_to(f, second, &s->overflowed, 1))
        return false;
    return flow_finish(f);
}

/* ------------------------------------------------------------------------------------------------------- the scan */

static bool write_total(const stream_scan *s, clscan_stream *stream, const char *cannot) {
    const task *t = &s->scan.task;
    const options *o = s->flow.o;
    array total;
    if (!t->total)
        return true;
    if (!array_allocate(&total, t->problem.type, t->size, 1))
        return false;
    const bool known = clscan_stream_total(stream, total.owned, t->size) == CLSCAN_OK || complain_of_library(cannot);
    const bool ok = known && result_write_further(o, o->view.total, &total);
    array_free(&total);
    return ok;
}

static bool run(stream_scan *s, clscan_stream *stream) {
    char cannot[TASK_CANNOT_ROOM];
    const pipeline_ends ends = { s, task_cannot("compute", s->scan.task.desc.task, cannot), read_piece, is_idle,
                                 write_piece };
    return flow_run(&s->flow, stream, &ends, reduces(s) ? "reducing" : "scanning") && write_total(s, stream, cannot) &&
           finish(s);
}

/* Makes memory for what is noted of each element of a piece. */
static bool allocate_notes(stream_scan *s, size_t piece) {
    const bool notes = s->checks || reduces(s), keys = has_segments(s) && segments_of(s)->kind == SIDE_KEYS;
    s->heads = notes && keys ? malloc(piece) : NULL;
    if (notes && keys && !s->heads)
        return complain("out of memory");
    return !reduces(s) || !has_segments(s) || segment_ends_begin(&s->ends, &s->flow, piece);
}

static bool open_stream(stream_scan *s, const stream_pieces *pieces, device_plan *dp) {
    enum { SAMPLE = 4096 };
    const options *o = s->flow.o;
    clscan_desc desc = s->scan.task.desc;
    array sample = { .count = 0 };
    if (!reader_sample(&s->flow.elements, &sample))
        return false;
    if (has_user_operator(o)) {
        desc.sample.elements = sample.count > 0 ? sample.data : NULL;
        desc.sample.count = sample.count < SAMPLE ? sample.count : SAMPLE;
    }
    if (has_segments(s))
        desc.task = CLSCAN_TASK_SCAN;
    activity_begin("compiling", "");
    const bool opened = device_stream_open(o, &desc, s->scan.task.size, pieces, dp);
    array_free(&sample);
    return opened;
}

/* A reduction by segments is a scan by segments, of which the last result of each segment is written. */
static bool open_and_run(stream_scan *s) {
    const bool ends = reduces(s) && has_segments(s);
    stream_pieces pieces = flow_pieces(&s->flow, ends ? segment_ends_room(&s->flow) : 0);
    device_plan dp;
    pieces.init = s->scan.task.init;
    if (!open_stream(s, &pieces, &dp))
        return false;
    const bool ok = allocate_notes(s, pieces.most) && run(s, dp.stream);
    segment_ends_close(&s->ends);
    free(s->heads);
    device_plan_close(&dp);
    return ok;
}

/* ------------------------------------------------------------------------------------------------------- the files */

/* Returns true if the options let the first result be known before the last element. */
static bool options_stream(const options *o) {
    const view_options *v = &o->view;
    return !v->reverse && v->axis == NO_AXIS && !v->rows && o->data.fields.count <= 1 && !division_has_offsets(v) &&
           !o->check && !o->time;
}

/* Returns true if an exact check finds all results that wrap. */
static bool is_checked_in_pieces(const stream_scan *s) {
    return !s->checks || overflow_is_walked(&s->scan.task);
}

/* Returns true if the tool finds where segments begin, as far as it has to. The tool compares keys by their bytes. */
static bool heads_are_found(stream_scan *s) {
    const side_reader *segments = segments_of(s);
    const bool floats =
        has_segments(s) && segments->kind == SIDE_KEYS && !oracle_is_exact(segments->like.type, CLSCAN_OP_ADD);
    return !floats || !(s->checks || reduces(s));
}

static bool set_segments(stream_scan *s, bool *in_pieces) {
    const view_options *v = &s->flow.o->view;
    clscan_desc *desc = &s->scan.task.desc;
    const side_option flags = { .option = "segment-by",
                                .where = v->segment_by,
                                .type = ORACLE_USER,
                                .hint = SIDE_OFFSETS_HINT },
                      keys = { .option = "by-key", .where = v->by_key, .type = ORACLE_USER };
    if (!v->segment_by && !v->by_key)
        return true;
    if (!flow_open_side(&s->flow, &s->flow.sides[0], v->by_key ? &keys : &flags, v->by_key ? SIDE_KEYS : SIDE_FLAGS,
                        FLOW_ARRAY(segments), in_pieces))
        return false;
    desc->segments = v->by_key ? CLSCAN_SEGMENTS_KEYS : CLSCAN_SEGMENTS_FLAGS;
    desc->key.name = v->by_key ? oracle_type_name(segments_of(s)->like.type) : NULL;
    return true;
}

static bool set_second(stream_scan *s, bool *in_pieces) {
    const task *t = &s->scan.task;
    const side_option second = { .option = "second", .where = s->flow.o->view.second, .type = t->second.type };
    return t->second.size == 0 || flow_open_side(&s->flow, &s->flow.sides[1], &second,
                                                 t->problem.op == CLSCAN_OP_LAST_SEEN ? SIDE_FLAGS : SIDE_NUMBERS,
                                                 FLOW_ARRAY(in[1]), in_pieces);
}

/* Opens the files beside the input. *in_pieces becomes false if one of them is needed as a whole. */
static bool open_sides(stream_scan *s, bool *in_pieces) {
    const bool ok = set_segments(s, in_pieces) && set_second(s, in_pieces);
    *in_pieces = *in_pieces && is_checked_in_pieces(s) && heads_are_found(s);
    return ok;
}

/* Returns the results: as many as elements and in the same shape, or of a reduction one, or one for each segment. */
static array results_like(const stream_scan *s, oracle_type type, size_t size) {
    array like = s->flow.elements.like;
    if (reduces(s))
        like = (array) { .count = has_segments(s) ? SIZE_MAX : 1 };
    like.type = type;
    like.size = size;
    return like;
}

static bool open_outputs(stream_scan *s) {
    flow *f = &s->flow;
    const task *t = &s->scan.task;
    const oracle_type type = t->second_out_type;
    const char *second = f->o->view.second_out;
    if (!flow_open_output(&f->outputs[0], f->o->operands[1], result_format(f->o),
                          results_like(s, t->out_type, task_out_size(t)), FLOW_ARRAY(out[0])))
        return false;
    if (!second)
        return true;
    array like = results_like(s, type, oracle_type_size(type));
    const bool is_single = t->problem.op == CLSCAN_OP_ADD_CHECKED;
    if (is_single)
        like = (array) { .type = type, .size = like.size, .count = 1 };
    return flow_open_output(&f->outputs[1], second, format_of_path(second), like,
                            is_single ? FLOW_NO_ARRAY : FLOW_ARRAY(out[1]));
}

static stream_outcome scan_to_files(stream_scan *s) {
    flow *f = &s->flow;
    const result_option results[] = { { "the output", f->o->operands[1] },
                                      { "--total", f->o->view.total },
                                      { "--second-out", f->o->view.second_out } };
    if (!flow_spares_files(f, results, 3))
        return STREAM_FAILED;
    const bool opened = open_outputs(s) && results_are_apart(&f->outputs[0].file, results + 1, 2);
    if (opened && !flow_is_written_in_pieces(f))
        return NEEDS_WHOLE_ARRAY;
    flow_start(f);
    return opened && open_and_run(s) ? STREAMED : STREAM_FAILED;
}

static stream_outcome scan_from_files(stream_scan *s, clscan_task kind, bool may_wrap) {
    task *t = &s->scan.task;
    flow *f = &s->flow;
    bool in_pieces = true;
    if (!scan_task_begin(f->o, kind, &f->from->file, f->elements.like, &s->scan) || !scan_agrees_with_second(f->o, t))
        return STREAM_FAILED;
    s->checks = !may_wrap;
    s->walk = overflow_begin(t);
    if (!open_sides(s, &in_pieces))
        return STREAM_FAILED;
    return in_pieces ? scan_to_files(s) : NEEDS_WHOLE_ARRAY;
}

stream_outcome scan_stream(const options *o, clscan_task kind, source *from, bool may_wrap, task *t) {
    stream_scan s = { .checks = !may_wrap };
    bool in_pieces = true;
    if (!options_stream(o))
        return NEEDS_WHOLE_ARRAY;
    if (!flow_begin(o, from, &s.flow, &in_pieces))
        return STREAM_FAILED;
    const stream_outcome outcome = in_pieces ? scan_from_files(&s, kind, may_wrap) : NEEDS_WHOLE_ARRAY;
    flow_close(&s.flow);
    *t = s.scan.task;
    t->out_count = kind == CLSCAN_TASK_REDUCE ? s.flow.outputs[0].written : t->in.count;
    return outcome;
}
