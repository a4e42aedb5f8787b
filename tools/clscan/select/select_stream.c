#include "select/select_stream.h"
#include "common/activity.h"
#include "common/message.h"
#include "select/select_task.h"
#include <stdint.h>

typedef struct stream_select {
    flow flow; /* side 0 has the flags or keys, and side 1 what is carried along */
    select_task select;
    cl_ulong kept;
} stream_select;

static bool read_piece(void *context, const clscan_args *room, size_t *n, bool *ended) {
    stream_select *s = context;
    return flow_read(&s->flow, room, (void *)room->in[0].host, room->count, n, ended);
}

static bool is_idle(void *context) {
    const stream_select *s = context;
    return flow_is_idle(&s->flow);
}

static bool write_piece(void *context, const clscan_args *results) {
    stream_select *s = context;
    return flow_write(&s->flow, results);
}

static bool write_total(stream_select *s, clscan_stream *stream) {
    const options *o = s->flow.o;
    const array total = { ORACLE_ULONG, .size = sizeof s->kept, .count = 1, .data = &s->kept };
    if (clscan_stream_total(stream, &s->kept, sizeof s->kept) != CLSCAN_OK)
        return complain_of_library(s->select.doing);
    if (s->kept > s->flow.read)
        return complain("the device says that it kept %llu of %zu elements", (unsigned long long)s->kept, s->flow.read);
    return result_write_further(o, o->view.total, &total);
}

/* Returns the bytes of an element's results that the stream computes, and that are not written. */
static size_t unwritten(const stream_select *s) {
    const clscan_desc *desc = &s->select.task.desc;
    size_t bytes = 0;
    bytes += desc->index_type.name && !s->flow.outputs[2].to ? sizeof(cl_ulong) : 0;
    bytes += desc->length_type.name && !s->flow.outputs[3].to ? sizeof(cl_ulong) : 0;
    return bytes;
}

static bool open_and_run(stream_select *s) {
    const where *w = &s->select.where;
    const field_name names[] = { { w->in_log, "--where:1:" }, { w->in_message, "--where:" } };
    const refusal words = { s->select.doing, names, s->flow.o->select.where ? 2 : 0 };
    const pipeline_ends ends = { s, s->select.doing, read_piece, is_idle, write_piece };
    const stream_pieces pieces = flow_pieces(&s->flow, unwritten(s));
    array sample = { .count = 0 };
    device_plan dp;
    const bool readable = reader_sample(&s->flow.elements, &sample);
    array_free(&sample);
    activity_begin("compiling", "");
    if (!readable || !device_stream_create(s->flow.o, &s->select.task.desc, words, &pieces, &dp))
        return false;
    const bool ok =
        flow_run(&s->flow, dp.stream, &ends, "selecting") && write_total(s, dp.stream) && flow_finish(&s->flow);
    device_plan_close(&dp);
    return ok;
}

/* ------------------------------------------------------------------------------------------------------- the files */

/* Returns true if the options let the first result be known before the last element. */
static bool options_stream(const options *o, clscan_task kind) {
    const view_options *v = &o->view;
    return kind != CLSCAN_TASK_PARTITION && !v->reverse && v->axis == NO_AXIS && !division_has_offsets(v) &&
           !o->select.offsets && !o->check && !o->time;
}

/* Opens the files beside the input. *in_pieces becomes false if one of them is needed as a whole. */
static bool open_sides(stream_select *s, bool *in_pieces) {
    const options *o = s->flow.o;
    flow_side *decides = &s->flow.sides[0], *along = &s->flow.sides[1];
    const side_option flags = { .option = "flags", .where = o->select.flags, .type = ORACLE_USER },
                      heads = { .option = "segment-by",
                                .where = o->view.segment_by,
                                .type = ORACLE_USER,
                                .hint = SIDE_OFFSETS_HINT },
                      keys = { .option = "by-key", .where = o->view.by_key, .type = ORACLE_USER },
                      second = { .option = "second",
                                 .where = o->view.second,
                                 .type = o->second_type < 0 ? ORACLE_USER : (oracle_type)o->second_type };
    clscan_desc *desc = &s->select.task.desc;
    if ((flags.where && !flow_open_side(&s->flow, decides, &flags, SIDE_FLAGS, FLOW_ARRAY(mask), in_pieces)) ||
        (keys.where && !flow_open_side(&s->flow, decides, &keys, SIDE_KEYS, FLOW_ARRAY(segments), in_pieces)) ||
        (heads.where && !flow_open_side(&s->flow, decides, &heads, SIDE_FLAGS, FLOW_ARRAY(segments), in_pieces)))
        return false;
    desc->mask = flags.where ? CLSCAN_MASK_FLAGS : CLSCAN_MASK_NONE;
    desc->segments = keys.where ? CLSCAN_SEGMENTS_KEYS : heads.where ? CLSCAN_SEGMENTS_FLAGS : CLSCAN_SEGMENTS_NONE;
    if (keys.where)
        desc->key.name = oracle_type_name(decides->values.like.type);
    return !second.where || (flow_open_side(&s->flow, along, &second, SIDE_CARRIED, FLOW_ARRAY(in[1]), in_pieces) &&
                             carried_describe(o, &along->values.like, &s->select.task));
}

static array kept_like(const array *from) {
    return (array) { .type = from->type, .size = from->size, .count = SIZE_MAX };
}

static bool open_outputs(stream_select *s) {
    const options *o = s->flow.o;
    const array number = { ORACLE_ULONG, .size = sizeof(cl_ulong) };
    const char *second = o->view.second_out, *indices = o->select.indices, *lengths = o->select.lengths;
    flow_output *out = s->flow.outputs;
    return flow_open_output(&out[0], o->operands[1], result_format(o), kept_like(&s->flow.elements.like),
                            FLOW_ARRAY(out[0])) &&
           flow_open_output(&out[1], second, second ? format_of_path(second) : NULL,
                            kept_like(&s->flow.sides[1].values.like), FLOW_ARRAY(out[1])) &&
           flow_open_output(&out[2], indices, indices ? format_of_path(indices) : NULL, kept_like(&number),
                            FLOW_ARRAY(indices)) &&
           flow_open_output(&out[3], lengths, lengths ? format_of_path(lengths) : NULL, kept_like(&number),
                            FLOW_ARRAY(lengths));
}

static stream_outcome select_to_files(stream_select *s) {
    const options *o = s->flow.o;
    const result_option results[] = { { "the output", o->operands[1] },
                                      { "--total", o->view.total },
                                      { "--second-out", o->view.second_out },
                                      { "--indices", o->select.indices },
                                      { "--lengths", o->select.lengths } };
    const size_t count = sizeof results / sizeof *results;
    if (!flow_spares_files(&s->flow, results, count) || !open_outputs(s) ||
        !results_are_apart(&s->flow.outputs[0].file, results + 1, count - 1))
        return STREAM_FAILED;
    if (!flow_is_written_in_pieces(&s->flow))
        return NEEDS_WHOLE_ARRAY;
    flow_start(&s->flow);
    return open_and_run(s) ? STREAMED : STREAM_FAILED;
}

static stream_outcome select_from_files(stream_select *s, clscan_task kind) {
    flow *f = &s->flow;
    bool in_pieces = true;
    if (!select_task_begin(f->o, kind, &f->from->file, &f->elements.like, &s->select) || !open_sides(s, &in_pieces))
        return STREAM_FAILED;
    return in_pieces ? select_to_files(s) : NEEDS_WHOLE_ARRAY;
}

stream_outcome select_stream(const options *o, clscan_task kind, source *from, task *t, cl_ulong *kept) {
    stream_select s = { .kept = 0 };
    bool in_pieces = true;
    if (!options_stream(o, kind))
        return NEEDS_WHOLE_ARRAY;
    if (!flow_begin(o, from, &s.flow, &in_pieces))
        return STREAM_FAILED;
    const stream_outcome outcome = in_pieces ? select_from_files(&s, kind) : NEEDS_WHOLE_ARRAY;
    flow_close(&s.flow);
    select_task_close(&s.select);
    *t = s.select.task;
    t->in.count = s.flow.read;
    *kept = s.kept;
    return outcome;
}
