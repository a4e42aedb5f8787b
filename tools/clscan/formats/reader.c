#include "formats/reader.h"
#include "common/message.h"
#include "formats/pieces.h"
#include <stdint.h>

/* ----------------------------------------------------------------------------------------------------------- text */

static bool begin_text(reader *r, const data_options *options) {
    r->inferred = options->type < 0;
    if (!text_is_of_numbers(&r->from->in, options))
        return false;
    if (r->inferred && !text_infer_type(r->from, options, &r->data.type))
        return false;
    const oracle_type type = (oracle_type)r->data.type;
    r->like = (array) { .type = type, .size = oracle_type_size(type), .count = SIZE_MAX };
    r->lines = text_lines_begin(r->from, options);
    return true;
}

static bool read_text(reader *r, void *to, size_t most, size_t *n) {
    *n = 0;
    if (r->lines.at == r->lines.end && !text_lines_refill(&r->lines, r->from, &r->data))
        return false;
    array values = { .type = r->like.type, .size = r->like.size, .owned = to };
    r->batch = r->lines;
    const bool ok = text_read_lines(&r->lines, &r->data, most, r->inferred, &values);
    r->batch.end = r->lines.at;
    *n = values.count;
    r->ended = r->lines.at == r->lines.end && r->from->ended;
    return ok;
}

/* --------------------------------------------------------------------------------------------------------- binary */

/* Raw data end with the file. */
static bool begin_raw(reader *r, const data_options *options) {
    input whole = r->from->in;
    array values;
    whole.size = r->from->known == SIZE_MAX ? 0 : r->from->known;
    if (!raw_describe(&whole, options, &values))
        return false;
    r->like = values;
    r->like.count = r->from->known == SIZE_MAX ? SIZE_MAX : values.count;
    return true;
}

static bool complain_of_end(const reader *r) {
    input whole = r->from->in;
    array ignored;
    whole.size += r->from->taken;
    if (r->of->read == npy_read)
        return complain("%s: truncated: the header promises %zu element%s of %zu byte%s, %zu follow", r->from->in.name,
                        r->like.count, plural(r->like.count), r->like.size, plural(r->like.size), r->n);
    if (r->like.count != SIZE_MAX)
        return complain("%s: was cut short while it was read: %zu of %zu element%s are left", r->from->in.name, r->n,
                        r->like.count, plural(r->like.count));
    return raw_describe(&whole, &r->data, &ignored);
}

static bool read_binary(reader *r, void *to, size_t most, size_t *n) {
    const size_t left = r->like.count - r->n;
    *n = 0;
    if (left > 0 && !feed_read(r->from, r->like.size, to, most < left ? most : left, n))
        return false;
    const bool file_ended = r->from->ended && r->from->in.size < r->like.size;
    r->ended = left == *n || file_ended;
    r->n += *n;
    return !file_ended || r->n == r->like.count || (r->like.count == SIZE_MAX && r->from->in.size == 0) ||
           complain_of_end(r);
}

/* ------------------------------------------------------------------------------------------------------------ all */

bool reader_begin(feed *from, const format *of, const data_options *options, reader *r, bool *in_pieces) {
    *r = (reader) { .from = from, .of = of, .data = *options };
    *in_pieces = true;
    if (of->read == text_read)
        return begin_text(r, options);
    return of->read == npy_read ? npy_begin(from, options, &r->like, &r->header, in_pieces) : begin_raw(r, options);
}

void reader_start(reader *r) {
    feed_take(r->from, r->header);
}

/* A line of a text has a digit and a newline at least. */
size_t reader_most(const reader *r) {
    const size_t known = r->from->known;
    if (r->of->read == text_read)
        return known == SIZE_MAX ? SIZE_MAX : known / 2 + 1;
    return r->like.count;
}

bool reader_read(reader *r, void *to, size_t most, size_t *n) {
    return (r->of->read == text_read ? read_text : read_binary)(r, to, most, n);
}

size_t reader_bytes(const reader *r) {
    return r->from->taken + (r->of->read == text_read ? (size_t)(r->lines.at - r->lines.begin) : 0);
}

bool reader_sample(const reader *r, array *values) {
    const feed *from = r->from;
    const size_t there = from->in.size / r->like.size, n = there < r->like.count ? there : r->like.count;
    text_lines lines;
    if (r->of->read != text_read)
        return array_borrow(values, r->like.type, r->like.size, n, from->in.data);
    if (!array_allocate(values, r->like.type, r->like.size, from->in.size))
        return false;
    values->count = 0;
    lines = text_lines_at_hand(from, &r->data);
    if (text_read_lines(&lines, &r->data, SIZE_MAX, r->inferred, values))
        return true;
    array_free(values);
    return false;
}

bool reader_is_idle(const reader *r) {
    const bool waits = r->of->read == text_read ? r->lines.at == r->lines.end : r->from->in.size < r->like.size;
    return waits && feed_is_idle(r->from);
}
