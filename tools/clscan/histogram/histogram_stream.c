#include "histogram/histogram_stream.h"
#include "common/activity.h"
#include "common/message.h"
#include <stdlib.h>

typedef struct stream_count {
    flow flow; /* side 0 has the weights */
    counting *c;
    char *elements, *weights; /* room for a piece of them, which become pairs */
} stream_count;

static bool is_weighted(const stream_count *s) {
    return s->c->weights.as_read.size > 0;
}

/* With weights, the stream takes pairs. */
static bool read_pairs(stream_count *s, const clscan_args *room, size_t *n, bool *ended) {
    task plain = s->c->plain;
    array values = s->c->weights.as_read;
    if (!flow_read(&s->flow, room, s->elements, room->count, n, ended) ||
        !flow_read_side(&s->flow, &s->flow.sides[0], s->weights, *n))
        return false;
    plain.in.data = s->elements;
    plain.in.count = *n;
    values.data = s->weights;
    weights_pair(&s->c->weights, &plain, &values, *n, (void *)room->in[0].host);
    return true;
}

static bool read_piece(void *context, const clscan_args *room, size_t *n, bool *ended) {
    stream_count *s = context;
    return is_weighted(s) ? read_pairs(s, room, n, ended)
                          : flow_read(&s->flow, room, (void *)room->in[0].host, room->count, n, ended);
}

/* There are no results before the last element, so no piece is cut short to be counted sooner. */
static bool is_idle(void *context) {
    (void)context;
    return false;
}

static bool write_piece(void *context, const clscan_args *results) {
    stream_count *s = context;
    return flow_write(&s->flow, results);
}

/* Makes room for a piece of elements and weights that are not pairs yet. */
static bool make_room(stream_count *s, size_t piece) {
    if (!is_weighted(s))
        return true;
    s->elements = malloc(piece * s->c->plain.in.size);
    s->weights = malloc(piece * s->c->weights.as_read.size);
    return (s->elements && s->weights) || complain("out of memory");
}

static bool open_and_run(stream_count *s) {
    const pipeline_ends ends = { s, "can't count", read_piece, is_idle, write_piece };
    stream_pieces pieces = flow_pieces(&s->flow, is_weighted(s) ? WEIGHTS_PAIR : 0);
    array sample = { .count = 0 };
    device_plan dp;
    const bool readable = reader_sample(&s->flow.elements, &sample);
    array_free(&sample);
    if (is_weighted(s))
        pieces.widest = WEIGHTS_PAIR;
    activity_begin("compiling", "");
    if (!readable || !device_stream_create(s->flow.o, &s->c->run.desc, counting_refusal(), &pieces, &dp))
        return false;
    const bool ok =
        make_room(s, pieces.most) && flow_run(&s->flow, dp.stream, &ends, "counting") && flow_finish(&s->flow);
    free(s->elements);
    free(s->weights);
    device_plan_close(&dp);
    return ok;
}

/* ------------------------------------------------------------------------------------------------------- the files */

/* Returns true if the options need no more than one element at a time. */
static bool options_stream(const options *o) {
    return o->view.axis == NO_AXIS && o->data.fields.count <= 1 && !o->check && !o->time;
}

/* Opens the weights. *in_pieces becomes false if they are needed as a whole. */
static bool open_weights(stream_count *s, bool *in_pieces) {
    const histogram_options *h = &s->flow.o->histogram;
    const side_reader *values = &s->flow.sides[0].values;
    const side_option what = { .option = "weights",
                               .where = h->weights,
                               .type = h->weights_type < 0 ? ORACLE_USER : (oracle_type)h->weights_type };
    if (!what.where)
        return true;
    if (!flow_open_side(&s->flow, &s->flow.sides[0], &what, SIDE_WEIGHTS, FLOW_NO_ARRAY, in_pieces))
        return false;
    s->c->weights.as_read = (array) { .type = values->like.type, .size = values->like.size };
    return weights_are_numbers(h->weights, &values->like);
}

static stream_outcome count_to_file(stream_count *s) {
    const options *o = s->flow.o;
    const task *t = &s->c->run;
    const result_option output = { "the output", o->operands[1] };
    const array counts = { .type = t->out_type, .size = sizeof(cl_ulong), .count = t->desc.bins.count };
    if (!flow_spares_files(&s->flow, &output, 1) ||
        !flow_open_output(&s->flow.outputs[0], o->operands[1], result_format(o), counts, FLOW_ARRAY(out[0])))
        return STREAM_FAILED;
    flow_start(&s->flow);
    return open_and_run(s) ? STREAMED : STREAM_FAILED;
}

static stream_outcome count_from_files(stream_count *s) {
    array like = s->flow.elements.like;
    bool in_pieces = true;
    like.count = 0;
    if (!counting_begin(s->flow.o, s->flow.from->file.name, &like, s->c) || !open_weights(s, &in_pieces))
        return STREAM_FAILED;
    if (!in_pieces)
        return NEEDS_WHOLE_ARRAY;
    return counting_describe(s->c) ? count_to_file(s) : STREAM_FAILED;
}

stream_outcome histogram_stream(const options *o, source *from, counting *c) {
    stream_count s = { .c = c };
    bool in_pieces = true;
    *c = (counting) { .o = o };
    if (!options_stream(o))
        return NEEDS_WHOLE_ARRAY;
    if (!flow_begin(o, from, &s.flow, &in_pieces))
        return STREAM_FAILED;
    const stream_outcome outcome = in_pieces ? count_from_files(&s) : NEEDS_WHOLE_ARRAY;
    flow_close(&s.flow);
    c->plain.in.count = s.flow.read;
    return outcome;
}
