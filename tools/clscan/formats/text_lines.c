#include "formats/text_lines.h"
#include "common/message.h"
#include <string.h>

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

/* Returns true for an empty line. A line with a delimiter has columns, even if the delimiter and all columns are blank.
 */
static bool is_empty(const text_lines *t, token line) {
    for (const char *c = line.begin; c < line.end; c++)
        if (!is_blank(*c) || *c == t->delimiter)
            return false;
    return true;
}

static void drop_empty_lines_at_end(text_lines *t) {
    while (t->at < t->end) {
        token last = { t->end, t->end };
        while (last.begin > t->at && last.begin[-1] != '\n')
            last.begin--;
        if (!is_empty(t, last))
            return;
        t->end = last.begin > t->at ? last.begin - 1 : t->at;
    }
}

/* Skips the byte order mark with which some editors begin UTF-8. */
static void skip_byte_order_mark(text_lines *t) {
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t length = sizeof mark - 1;
    if ((size_t)(t->end - t->at) >= length && memcmp(t->at, mark, length) == 0)
        t->at += length;
}

static char delimiter_of(const data_options *options) {
    return options->delimiter ? options->delimiter : '\t';
}

static void skip_lines(text_lines *t, size_t lines) {
    token skipped;
    while (t->line < lines && text_next_line(t, &skipped))
        ;
}

text_lines text_lines_of(const input *in, const data_options *options) {
    text_lines t = { .name = in->name, .begin = in->data, .at = in->data, .end = in->data + in->size };
    if (options->fields.count > 0)
        t.delimiter = delimiter_of(options);
    skip_byte_order_mark(&t);
    drop_empty_lines_at_end(&t);
    skip_lines(&t, options->skip);
    return t;
}

/* ------------------------------------------------------------------------------------------------- piece by piece */

text_lines text_lines_begin(const feed *from, const data_options *options) {
    text_lines t = { .name = from->in.name, .begin = from->in.data, .at = from->in.data, .end = from->in.data };
    if (options->fields.count > 0)
        t.delimiter = delimiter_of(options);
    return t;
}

/* Lets the text end behind the last line that is whole and not empty. The lines after it wait: they do not count if the
 * file ends with them. */
static void find_whole_lines(text_lines *t, const feed *from) {
    const char *data = from->in.data, *end = data + from->in.size;
    while (!from->ended && end > data && end[-1] != '\n')
        end--;
    t->begin = t->at = data;
    t->before = from->taken;
    t->end = end;
    if (from->taken == 0)
        skip_byte_order_mark(t);
    drop_empty_lines_at_end(t);
    if (t->end > t->at && t->end < end)
        t->end++; /* the newline */
}

text_lines text_lines_at_hand(const feed *from, const data_options *options) {
    text_lines t = text_lines_begin(from, options);
    find_whole_lines(&t, from);
    skip_lines(&t, options->skip);
    return t;
}

/* If nothing but empty lines has come, one of them is kept, which is wrong if a number follows. Lines that are
 * skipped are all kept. */
static void drop_waiting_lines(const text_lines *t, size_t skip, feed *from) {
    const char *data = from->in.data, *last = data + from->in.size;
    while (last > data && last[-1] != '\n')
        last--;
    if (t->at == t->end && last - data > 1 && t->line >= skip)
        feed_take(from, (size_t)(last - data) - 1);
}

bool text_lines_refill(text_lines *t, feed *from, const data_options *options) {
    enum { MOST = 1 << 24 };
    feed_take(from, (size_t)(t->end - t->begin));
    find_whole_lines(t, from);
    if (t->at == t->end && !from->ended) {
        drop_waiting_lines(t, options->skip, from);
        if (from->in.size > MOST)
            return complain("%s:%zu: the line has more than %d bytes", t->name, t->line + 1, MOST);
        if (!feed_more(from, from->room / 2))
            return false;
        find_whole_lines(t, from);
    }
    skip_lines(t, options->skip);
    return true;
}

bool text_next_line(text_lines *t, token *line) {
    if (t->at == t->end)
        return false;
    const char *newline = memchr(t->at, '\n', (size_t)(t->end - t->at));
    *line = (token) { t->at, newline ? newline : t->end };
    t->at = newline ? newline + 1 : t->end;
    t->line++;
    return true;
}

const char *text_delimiter_advice(token text) {
    static const struct {
        char delimiter;
        const char *words;
    } delimiters[] = { { '\t', " (is the delimiter a tab? Leave out -t)" },
                       { ',', " (is the delimiter a comma? Give -t ,)" },
                       { ';', " (is the delimiter a semicolon? Give -t ';')" },
                       { ' ', " (is the delimiter a blank? Give -t ' ')" } };
    for (size_t i = 0; i < sizeof delimiters / sizeof *delimiters; i++)
        if (memchr(text.begin, delimiters[i].delimiter, (size_t)(text.end - text.begin)))
            return delimiters[i].words;
    return "";
}

bool text_column(const text_lines *t, token line, size_t column, token *found) {
    const char *begin = line.begin;
    if (column == 0) {
        *found = trimmed(line.begin, line.end);
        return true;
    }
    for (size_t i = 1;; i++) {
        const char *delimiter = memchr(begin, t->delimiter, (size_t)(line.end - begin));
        const char *end = delimiter ? delimiter : line.end;
        if (i == column) {
            *found = trimmed(begin, end);
            return true;
        }
        if (!delimiter)
            return complain("%s:%zu: no column %zu: the line has %zu%s", t->name, t->line, column, i,
                            i == 1 ? text_delimiter_advice(trimmed(line.begin, line.end)) : "");
        begin = delimiter + 1;
    }
}
