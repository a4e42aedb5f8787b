/* Text: one number a line, or one column of each line. Blanks around a number and a carriage return at the end of a
 * line are fine; an empty line is not, except at the end of the file, so that line n of the output belongs to line n
 * of the input. */
#include "format.h"
#include "message.h"
#include "number.h"
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- reading */

typedef struct reader {
    const input *in;
    const data_options *options;
    const char *at, *end; /* what is not read yet */
    size_t line;          /* of the last token, from 1 */
    char delimiter;
} reader;

typedef struct token {
    const char *begin, *end;
} token;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static token trimmed(const char *begin, const char *end) {
    while (begin < end && is_blank(*begin))
        begin++;
    while (begin < end && is_blank(end[-1]))
        end--;
    return (token) { begin, end };
}

static token next_line(reader *r) {
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const token line = { r->at, newline ? newline : r->end };
    r->at = newline ? newline + 1 : r->end;
    r->line++;
    return line;
}

/* A line with a delimiter has columns, even if the delimiter is a blank and so are they. */
static bool is_empty(const reader *r, token line) {
    for (const char *c = line.begin; c < line.end; c++)
        if (!is_blank(*c) || (r->options->column > 0 && *c == r->delimiter))
            return false;
    return true;
}

static void drop_empty_lines_at_end(reader *r) {
    while (r->at < r->end) {
        token last = { r->end, r->end };
        while (last.begin > r->at && last.begin[-1] != '\n')
            last.begin--;
        if (!is_empty(r, last))
            return;
        r->end = last.begin > r->at ? last.begin - 1 : r->at;
    }
}

/* Some editors begin UTF-8 with a mark that says so. */
static void skip_byte_order_mark(reader *r) {
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t length = sizeof mark - 1;
    if ((size_t)(r->end - r->at) >= length && memcmp(r->at, mark, length) == 0)
        r->at += length;
}

static reader read_from_start(const input *in, const data_options *options) {
    reader r = { .in = in, .options = options, .at = in->data, .end = in->data + in->size };
    r.delimiter = options->delimiter ? options->delimiter : '\t';
    skip_byte_order_mark(&r);
    drop_empty_lines_at_end(&r);
    while (r.line < options->skip && r.at < r.end)
        next_line(&r);
    return r;
}

static bool column_of(const reader *r, token line, token *found) {
    const char *begin = line.begin;
    for (size_t column = 1;; column++) {
        const char *delimiter = memchr(begin, r->delimiter, (size_t)(line.end - begin));
        const char *end = delimiter ? delimiter : line.end;
        if (column == r->options->column) {
            *found = trimmed(begin, end);
            return true;
        }
        if (!delimiter)
            return complain("%s:%zu: no column %zu: the line has %zu", r->in->name, r->line, r->options->column,
                            column);
        begin = delimiter + 1;
    }
}

static bool next_token(reader *r, token *found) {
    const token line = next_line(r);
    if (r->options->column > 0)
        return column_of(r, line, found);
    *found = trimmed(line.begin, line.end);
    return true;
}

/* The text as far as a message can show it. */
static const char *shown(token t, char text[static 48]) {
    size_t length = (size_t)(t.end - t.begin);
    length = length < 40 ? length : 40;
    for (size_t i = 0; i < length; i++)
        text[i] = (unsigned char)t.begin[i] < 0x20 ? '?' : t.begin[i];
    strcpy(text + length, t.end - t.begin > 40 ? "..." : "");
    return text;
}

static bool complain_of(const reader *r, token t, number_status status, clscan_type type) {
    char text[48];
    double ignored;
    const char *name = clscan_type_name(type), *file = r->in->name;
    shown(t, text);
    if (t.begin == t.end)
        return complain("%s:%zu: a number is missing", file, r->line);
    const number_status as_double = number_parser(CLSCAN_DOUBLE)(t.begin, t.end, &ignored);
    if (status == NUMBER_TOO_LONG)
        return complain("%s:%zu: '%s' is too long for a number: over %d characters", file, r->line, text,
                        NUMBER_LONGEST_READ);
    if (status == NUMBER_OUT_OF_RANGE)
        return complain("%s:%zu: '%s' is out of range for %s%s", file, r->line, text, name,
                        r->options->type < 0 && as_double == NUMBER_OK ? " (--type ulong or double may hold it)" : "");
    if (as_double != NUMBER_UNREADABLE)
        return complain("%s:%zu: '%s' is not of type %s", file, r->line, text, name);
    return complain("%s:%zu: '%s' is not a number", file, r->line, text);
}

static bool make_room(array *values, size_t *room) {
    const size_t more = *room ? 2 * *room : 4096;
    void *bigger = more < SIZE_MAX / values->size / 2 ? realloc(values->owned, more * values->size) : NULL;
    if (!bigger)
        return complain("out of memory after %zu element%s", values->count, plural(values->count));
    values->data = values->owned = bigger;
    *room = more;
    return true;
}

/* *failed tells what stopped it, when it was not memory or a missing column. */
static bool read_numbers(reader *r, array *values, token *failed, number_status *status) {
    const number_parse_fn parse = number_parser(values->type);
    size_t room = 0;
    while (r->at < r->end) {
        if (values->count == room && !make_room(values, &room))
            return false;
        if (!next_token(r, failed))
            return false;
        *status = parse(failed->begin, failed->end, (char *)values->owned + values->count * values->size);
        if (*status != NUMBER_OK)
            return false;
        values->count++;
    }
    return true;
}

/* *is_fraction: `type` was wrong, double would do. */
static bool read_as(clscan_type type, const input *in, const data_options *options, array *values, bool *is_fraction) {
    double ignored;
    token failed = { in->data, in->data };
    number_status status = NUMBER_OK;
    reader r = read_from_start(in, options);
    *is_fraction = false;
    if (!array_allocate(values, type, clscan_type_size(type), 0))
        return false;
    if (read_numbers(&r, values, &failed, &status))
        return true;
    array_free(values);
    if (status == NUMBER_UNREADABLE)
        *is_fraction = number_parser(CLSCAN_DOUBLE)(failed.begin, failed.end, &ignored) != NUMBER_UNREADABLE;
    if (status != NUMBER_OK && !(*is_fraction && options->type < 0))
        complain_of(&r, failed, status, type);
    return false;
}

/* Without --type: long when every number is whole, else double. */
bool text_read(const input *in, const data_options *options, array *values) {
    bool is_fraction;
    if (options->type == CLSCAN_USER || options->size)
        return complain("%s: text can't hold a user type; npy and raw can", in->name);
    if (options->type >= 0)
        return read_as((clscan_type)options->type, in, options, values, &is_fraction);
    return read_as(CLSCAN_LONG, in, options, values, &is_fraction) ||
           (is_fraction && read_as(CLSCAN_DOUBLE, in, options, values, &is_fraction));
}

/* ---------------------------------------------------------------------------------------------- writing */

bool text_write(output_file *out, const array *values) {
    enum { BLOCK = 1 << 16 };
    char block[BLOCK + NUMBER_LONGEST + 1], *end = block;
    if (values->type == CLSCAN_USER)
        return complain("%s: text can't hold a user type; npy and raw can (--to)", out->name);
    const number_print_fn print = number_printer(values->type);
    for (size_t i = 0; i < values->count; i++) {
        end = print(values->data, i, end);
        *end++ = '\n';
        if (end - block >= BLOCK) {
            if (!output_write(out, block, (size_t)(end - block)))
                return false;
            end = block;
        }
    }
    return output_write(out, block, (size_t)(end - block));
}
