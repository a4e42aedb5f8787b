#include "files/flow.h"
#include "common/activity.h"
#include "common/message.h"
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

bool flow_begin(const options *o, source *from, flow *f, bool *in_pieces) {
    const data_options data = source_data(o, from);
    *f = (flow) { .o = o, .from = from };
    return reader_begin(&from->feed, from->from, &data, &f->elements, in_pieces);
}

bool flow_open_side(flow *f, flow_side *s, const side_option *what, side_kind kind, size_t field, bool *in_pieces) {
    bool side_in_pieces = true;
    s->array = field;
    const bool ok = side_reader_begin(f->o, f->from, what, kind, &s->values, &side_in_pieces) &&
                    side_reader_fits(&s->values, f->elements.like.count);
    *in_pieces = *in_pieces && side_in_pieces;
    return ok;
}

bool flow_open_output(flow_output *out, const char *path, const format *to, array like, size_t field) {
    if (!path)
        return true;
    *out = (flow_output) { .to = to, .like = like, .array = field };
    return output_open(path, &out->file);
}

bool flow_spares_files(const flow *f, const result_option *results, size_t count) {
    char words[40];
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !result_spares(results[i], &f->from->file, "input"))
            return false;
        for (size_t k = 0; k < FLOW_SIDES; k++) {
            const side_reader *values = &f->sides[k].values;
            if (!values->what.option)
                continue;
            snprintf(words, sizeof words, "file of --%s", values->what.option);
            if (!result_spares(results[i], &values->file.in, words))
                return false;
        }
    }
    return true;
}

bool flow_is_written_in_pieces(const flow *f) {
    for (size_t i = 0; i < FLOW_OUTPUTS; i++) {
        const flow_output *out = &f->outputs[i];
        if (out->to && out->to->print_header && out->like.count == SIZE_MAX && !output_can_rewrite(&out->file))
            return false;
    }
    return true;
}

/* Returns true if there may be as many results as elements, and not one number or a histogram. */
static bool has_a_result_each(const flow *f, const flow_output *out) {
    return out->to && (out->like.count == SIZE_MAX || out->like.count == f->elements.like.count);
}

stream_pieces flow_pieces(const flow *f, size_t extra) {
    enum { PIECES = 3 };
    const size_t bytes = f->o->buffer ? f->o->buffer : (size_t)DEFAULT_BUFFER;
    size_t all = f->elements.like.size + extra, widest = f->elements.like.size;
    size_t sizes[FLOW_SIDES + FLOW_OUTPUTS] = { 0 };
    for (size_t i = 0; i < FLOW_SIDES; i++)
        sizes[i] = f->sides[i].values.like.size;
    for (size_t i = 0; i < FLOW_OUTPUTS; i++)
        sizes[FLOW_SIDES + i] = has_a_result_each(f, &f->outputs[i]) ? f->outputs[i].like.size : 0;
    for (size_t i = 0; i < FLOW_SIDES + FLOW_OUTPUTS; i++) {
        all += sizes[i];
        widest = sizes[i] > widest ? sizes[i] : widest;
    }
    const size_t fit = bytes / PIECES / all, there = reader_most(&f->elements), n = there < fit ? there : fit;
    return (stream_pieces) { .most = n > 0 ? n : 1, .widest = widest };
}

/* -------------------------------------------------------------------------------------------------------- reading */

void flow_start(flow *f) {
    reader_start(&f->elements);
    for (size_t i = 0; i < FLOW_SIDES; i++)
        side_reader_start(&f->sides[i].values);
}

bool flow_read_side(flow *f, flow_side *s, void *to, size_t n) {
    const bool ended = f->elements.ended;
    const size_t all = ended ? f->read : SIZE_MAX;
    return side_reader_read(&s->values, &f->elements.batch, n, all, to) &&
           (!ended || side_reader_ends(&s->values, all));
}

/* Returns the reference to an array. */
static const clscan_ref *array_of(const clscan_args *args, size_t field) {
    return (const clscan_ref *)(const void *)((const char *)args + field);
}

bool flow_read(flow *f, const clscan_args *room, void *to, size_t most, size_t *n, bool *ended) {
    if (!reader_read(&f->elements, to, most, n))
        return false;
    *ended = f->elements.ended;
    f->read += *n;
    activity_amount(reader_bytes(&f->elements), f->from->feed.known);
    for (size_t i = 0; i < FLOW_SIDES; i++) {
        flow_side *s = &f->sides[i];
        if (s->array != FLOW_NO_ARRAY && !flow_read_side(f, s, (void *)array_of(room, s->array)->host, *n))
            return false;
    }
    return true;
}

bool flow_is_idle(const flow *f) {
    return reader_is_idle(&f->elements);
}

/* -------------------------------------------------------------------------------------------------------- writing */

bool flow_write_to(const flow *f, flow_output *out, const void *results, size_t n) {
    array part = out->like;
    part.data = results;
    part.count = n;
    const bool ok = out->to->write(&out->file, &f->o->data, &part, out->written);
    out->written += n;
    return ok;
}

bool flow_write(flow *f, const clscan_args *results) {
    for (size_t i = 0; i < FLOW_OUTPUTS; i++) {
        flow_output *out = &f->outputs[i];
        if (out->to && out->array != FLOW_NO_ARRAY &&
            !flow_write_to(f, out, array_of(results, out->array)->host, results->count))
            return false;
    }
    return true;
}

static bool begin_outputs(flow *f) {
    for (size_t i = 0; i < FLOW_OUTPUTS; i++) {
        flow_output *out = &f->outputs[i];
        if (out->to && !result_write_header(out->to, &out->file, &out->like))
            return false;
    }
    return true;
}

/* A header with the number of elements is written once more if the number was not known before. */
static bool finish_output(flow_output *out) {
    char header[NPY_HEADER];
    const bool rewrites = out->to->print_header && out->like.count == SIZE_MAX;
    out->like.count = out->written;
    if (rewrites)
        out->to->print_header(&out->like, header);
    return (!rewrites || output_rewrite(&out->file, header, out->to->header)) && output_commit(&out->file);
}

/* The output of the subcommand appears last. */
bool flow_finish(flow *f) {
    for (size_t i = FLOW_OUTPUTS; i-- > 0;)
        if (f->outputs[i].to && !finish_output(&f->outputs[i]))
            return false;
    return true;
}

/* Nothing is drawn on a terminal to which results are written. */
bool flow_run(flow *f, clscan_stream *stream, const pipeline_ends *ends, const char *doing) {
    bool on_terminal = false;
    for (size_t i = 0; i < FLOW_OUTPUTS; i++)
        on_terminal |= f->outputs[i].to && f->outputs[i].file.is_stdout && isatty(f->outputs[i].file.file);
    if (on_terminal)
        activity_end();
    else
        activity_begin(doing, "");
    return begin_outputs(f) && pipeline_run(stream, ends);
}

void flow_close(flow *f) {
    for (size_t i = 0; i < FLOW_OUTPUTS; i++)
        if (f->outputs[i].to)
            output_close(&f->outputs[i].file);
    for (size_t i = 0; i < FLOW_SIDES; i++)
        side_reader_close(&f->sides[i].values);
}
