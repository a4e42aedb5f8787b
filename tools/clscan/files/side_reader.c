#include "files/side_reader.h"
#include "common/message.h"
#include "formats/pieces.h"
#include <stdint.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- types */

/* Returns the type that an option gives to the values, or -1. */
static int given_type(const side_reader *s) {
    return s->kind >= SIDE_NUMBERS && s->what.type != ORACLE_USER ? (int)s->what.type : -1;
}

/* Returns the type of the values in a raw file, or -1 if there is none. */
static int raw_type(const side_reader *s) {
    static const int types[] = { [SIDE_FLAGS] = ORACLE_UCHAR,
                                 [SIDE_KEYS] = ORACLE_INT,
                                 [SIDE_NUMBERS] = -1,
                                 [SIDE_CARRIED] = -1,
                                 [SIDE_WEIGHTS] = ORACLE_INT };
    return given_type(s) >= 0 ? given_type(s) : types[s->kind];
}

static bool begin_binary(side_reader *s, const format *from, bool *in_pieces) {
    const data_options data = { .type = from->read == npy_read ? -1 : raw_type(s) };
    const char *name = s->file.in.name;
    char found[40];
    if (from->read == raw_read && data.type < 0)
        return complain("--%s: %s: raw data needs --%s-type", s->what.option, name, s->what.option);
    if (!reader_begin(&s->file, from, &data, &s->values, in_pieces))
        return false;
    s->like = s->values.like;
    const char *holds = element_name(s->like.type, s->like.size, found);
    if (s->kind == SIDE_FLAGS && s->like.size != 1)
        return complain("%s: holds %s; flags are bytes or booleans%s", name, holds, side_option_hint(&s->what));
    if (s->kind == SIDE_KEYS && s->like.type == ORACLE_USER)
        return complain("%s: holds a user type; keys are numbers or text", name);
    if (s->kind > SIDE_NUMBERS)
        return side_option_has_type(s->what.option, name, &s->like, given_type(s));
    return s->kind != SIDE_NUMBERS || s->like.type == s->what.type ||
           complain("%s: holds %s; of this operator's second input they are %s", name, holds,
                    oracle_type_name(s->what.type));
}

/* Nothing is taken from the feed. */
static bool begin_text(side_reader *s, feed *from) {
    static const int types[] = { [SIDE_FLAGS] = ORACLE_UCHAR, [SIDE_KEYS] = ORACLE_UINT };
    int type = s->kind < SIDE_NUMBERS ? types[s->kind] : given_type(s);
    s->inferred = type < 0;
    if (s->inferred && !text_infer_type(from, &s->data, &type))
        return false;
    s->is_text = true;
    s->like = (array) { .type = (oracle_type)type, .size = oracle_type_size((oracle_type)type), .count = SIZE_MAX };
    return true;
}

bool side_reader_begin(const options *o, source *from, const side_option *what, side_kind kind, side_reader *s,
                       bool *in_pieces) {
    *s = (side_reader) { .what = *what, .source = from->file.name, .from = from->from, .kind = kind };
    *in_pieces = true;
    const char *noun = kind == SIDE_FLAGS ? "flags" : NULL;
    s->data.noun = noun;
    if (side_option_is_column(what->where, &s->column)) {
        s->data = o->data;
        s->data.fields = (field_list) { { s->column }, 1 };
        s->data.noun = noun;
        return side_option_has_columns(o, from, what, s->column) && begin_text(s, &from->feed);
    }
    if (!feed_open(what->where, &s->file))
        return false;
    s->from = format_of_input(NULL, what->where, &s->file.in);
    if (!s->from || s->from->read != text_read)
        return s->from && begin_binary(s, s->from, in_pieces);
    if (!begin_text(s, &s->file))
        return false;
    s->lines = text_lines_begin(&s->file, &s->data);
    return true;
}

void side_reader_start(side_reader *s) {
    if (s->file.in.name && !s->is_text)
        reader_start(&s->values);
}

void side_reader_close(side_reader *s) {
    text_keys_close(&s->keys);
    if (s->file.in.name)
        feed_close(&s->file);
}

/* --------------------------------------------------------------------------------------------------------- values */

static bool read_flags(side_reader *s, text_lines *lines, size_t most, unsigned char *to, size_t *n) {
    enum { BLOCK = 512 };
    cl_long numbers[BLOCK];
    array values = { .type = ORACLE_LONG, .size = sizeof *numbers, .owned = numbers };
    const bool ok = text_read_lines(lines, &s->data, most < BLOCK ? most : BLOCK, false, &values);
    side_option_make_flags(numbers, values.count, to);
    *n = values.count;
    return ok;
}

/* Reads the values of some lines, up to `most`. */
static bool read_lines(side_reader *s, text_lines *lines, size_t most, void *to, size_t *n) {
    array values = { .type = s->like.type, .size = s->like.size, .owned = to };
    if (s->kind == SIDE_FLAGS)
        return read_flags(s, lines, most, to, n);
    const bool ok = s->kind == SIDE_KEYS ? text_keys_next(&s->keys, lines, s->column, most, &values)
                                         : text_read_lines(lines, &s->data, most, s->inferred, &values);
    *n = values.count;
    return ok;
}

/* Reads some lines of a file, if they have come. */
static bool read_file_lines(side_reader *s, size_t most, void *to, size_t *n) {
    if (s->lines.at == s->lines.end && !text_lines_refill(&s->lines, &s->file, &s->data))
        return false;
    const bool ok = read_lines(s, &s->lines, most, to, n);
    s->ended = s->lines.at == s->lines.end && s->file.ended;
    return ok;
}

static bool read_binary(side_reader *s, size_t most, void *to, size_t *n) {
    const bool ok = reader_read(&s->values, to, most, n);
    s->ended = s->values.ended;
    return ok;
}

/* Reads some values, up to `most`. *n is 0 at the end only. */
static bool read_some(side_reader *s, text_lines *batch, size_t most, void *to, size_t *n) {
    *n = 0;
    if (s->column)
        return read_lines(s, batch, most, to, n);
    bool ok = true;
    while (ok && *n == 0 && !s->ended)
        ok = s->is_text ? read_file_lines(s, most, to, n) : read_binary(s, most, to, n);
    return ok;
}

static bool complain_of_count(const side_reader *s, const char *or_more, size_t elements) {
    return side_option_complain_of_count(&s->what, s->from, s->n, or_more, s->source, elements);
}

bool side_reader_fits(side_reader *s, size_t elements) {
    const size_t count = s->like.count;
    if (!s->file.in.name || count == SIZE_MAX || elements == SIZE_MAX || count == elements)
        return true;
    s->n = count;
    return complain_of_count(s, "", elements);
}

bool side_reader_read(side_reader *s, const text_lines *batch, size_t n, size_t elements, void *to) {
    text_lines lines = *batch;
    for (size_t at = 0, got; at < n; at += got) {
        if (!read_some(s, &lines, n - at, (char *)to + at * s->like.size, &got))
            return false;
        s->n += got;
        if (got == 0)
            return complain_of_count(s, "", elements);
    }
    return true;
}

/* The values of a regular file are counted for the message. */
bool side_reader_ends(side_reader *s, size_t count) {
    enum { BLOCK = 4096 };
    char block[BLOCK];
    text_lines none = { .name = NULL };
    size_t n = 1;
    if (s->column)
        return true;
    while (n > 0 && (s->n == count || !s->file.in.is_stream)) {
        if (!read_some(s, &none, BLOCK / s->like.size, block, &n))
            return false;
        s->n += n;
    }
    return s->n == count || complain_of_count(s, s->file.in.is_stream ? " or more" : "", count);
}
