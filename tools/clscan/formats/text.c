/* Text: one number a line, or some columns of each line. Blanks around a number and a carriage return at the end of a
 * line are fine; an empty line is not, except at the end of the file, so that line n of the output belongs to line n
 * of the input. */
#include "common/message.h"
#include "common/number.h"
#include "formats/pieces.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- reading */

/* Copies as much of the text as a message shows. */
static const char *shown(token t, char text[static 48]) {
    size_t length = (size_t)(t.end - t.begin);
    length = length < 40 ? length : 40;
    for (size_t i = 0; i < length; i++)
        text[i] = t.begin[i] == '\t' ? ' ' : (unsigned char)t.begin[i] < 0x20 ? '?' : t.begin[i];
    strcpy(text + length, t.end - t.begin > 40 ? "..." : "");
    return text;
}

static bool is_quote(char c) {
    return c == '"' || c == '\'';
}

static bool is_quoted_number(token t) {
    double ignored;
    return t.end - t.begin > 2 && is_quote(*t.begin) && t.end[-1] == *t.begin &&
           number_parser(ORACLE_DOUBLE)(t.begin + 1, t.end - 1, &ignored) == NUMBER_OK;
}

/* Returns true if a text begins with a letter, in quotes or not. */
static bool is_word(const char *begin, const char *end) {
    const char *first = begin < end && is_quote(*begin) ? begin + 1 : begin;
    return first < end && (isalpha((unsigned char)*first) || *first == '_');
}

/* Returns true if a text in the first line is a word, and a line follows. Without columns, that line is no word. */
static bool is_heading(const text_lines *lines, token t) {
    return lines->line == 1 && is_word(t.begin, t.end) && lines->at < lines->end &&
           (lines->delimiter || !is_word(lines->at, lines->end));
}

/* Returns advice in brackets for text that is not a number, by default `hint` for a word, or "". For several numbers in
 * a line, the advice is to choose a column, or another delimiter if the options have chosen a column already. */
static const char *advice(const text_lines *lines, token t, const char *hint) {
    static const struct {
        char delimiter;
        const char *words;
    } divided[] = { { '\t', " (one number a line is read; --field 1 reads the first column)" },
                    { ',', " (one number a line is read; --field 1 -t , reads the first column)" },
                    { ';', " (one number a line is read; --field 1 -t ';' reads the first column)" },
                    { ' ', " (one number a line is read; --field 1 -t ' ' reads the first column)" } };
    const char *zero = memchr(t.begin, '\0', (size_t)(t.end - t.begin));
    if (zero) /* the high byte of a digit comes first in UTF-16BE */
        return (lines->before + (size_t)(zero - lines->begin)) % 2 == 0
                   ? " (one of its bytes is 0: --from raw reads binary data, and `iconv -f UTF-16BE` converts text)"
                   : " (one of its bytes is 0: --from raw reads binary data, and `iconv -f UTF-16LE` converts text)";
    const bool numbers = t.begin < t.end && strchr("+-.0123456789", *t.begin);
    if (is_quoted_number(t))
        return " (quotes around numbers are not read: tr -d removes them)";
    if (numbers && lines->delimiter && *text_delimiter_advice(t))
        return text_delimiter_advice(t);
    for (size_t i = 0; numbers && !lines->delimiter && i < sizeof divided / sizeof *divided; i++)
        if (memchr(t.begin, divided[i].delimiter, (size_t)(t.end - t.begin)))
            return divided[i].words;
    if (is_heading(lines, t))
        return " (--skip 1 passes over a line of headings)";
    return hint && is_word(t.begin, t.end) ? hint : "";
}

/* Complains of text that is not a number of the type. `may_choose` says that the type was inferred, so that --type can
 * change it. */
static bool complain_of(const text_lines *lines, token t, number_status status, oracle_type type,
                        const data_options *options, bool may_choose) {
    char text[48];
    double ignored;
    cl_ulong unsigned_ignored;
    const char *name = oracle_type_name(type), *file = lines->name;
    shown(t, text);
    if (t.begin == t.end)
        return complain("%s:%zu: a number is missing", file, lines->line);
    const number_status as_double = number_parser(ORACLE_DOUBLE)(t.begin, t.end, &ignored);
    const bool as_ulong = number_parser(ORACLE_ULONG)(t.begin, t.end, &unsigned_ignored) == NUMBER_OK;
    if (status == NUMBER_TOO_LONG)
        return complain("%s:%zu: '%s' is too long for a number: over %d characters", file, lines->line, text,
                        NUMBER_LONGEST_READ);
    if (status == NUMBER_OUT_OF_RANGE)
        return complain("%s:%zu: '%s' is out of range for %s%s", file, lines->line, text, name,
                        !may_choose || as_double != NUMBER_OK ? ""
                        : as_ulong                            ? " (--type ulong or double may hold it)"
                                                              : " (--type double rounds it)");
    if (as_double != NUMBER_UNREADABLE && options->noun)
        return complain("%s:%zu: '%s' is not a whole number, as %s have to be", file, lines->line, text, options->noun);
    if (as_double != NUMBER_UNREADABLE)
        return complain("%s:%zu: '%s' is not of type %s%s", file, lines->line, text, name,
                        may_choose ? ", as the first lines are (--type double reads all)" : "");
    return complain("%s:%zu: '%s' is not a number%s", file, lines->line, text, advice(lines, t, options->hint));
}

/* Appends the numbers in the chosen columns of a line to `values`. If *status is not NUMBER_OK, *failed becomes the
 * text that is not a number. */
static bool read_line(const text_lines *lines, token line, const field_list *fields, array *values, token *failed,
                      number_status *status) {
    const number_parse_fn parse = number_parser(values->type);
    for (size_t i = 0; i < fields->count || i == 0; i++) {
        if (!text_column(lines, line, fields->count ? fields->at[i] : 0, failed))
            return false;
        *status = parse(failed->begin, failed->end, (char *)values->owned + values->count * values->size);
        if (*status != NUMBER_OK)
            return false;
        values->count++;
    }
    return true;
}

static bool read_numbers(text_lines *lines, const field_list *fields, array *values, token *failed,
                         number_status *status) {
    token line;
    size_t room = 0;
    while (text_next_line(lines, &line))
        if (!array_make_room(values, &room, MAX_FIELDS) || !read_line(lines, line, fields, values, failed, status))
            return false;
    if (fields->count > 1) {
        values->dimensions = 2;
        values->shape[0] = values->count / fields->count;
        values->shape[1] = fields->count;
    }
    return true;
}

/* Returns true for a text that could not be read as an integer, but is a fraction. */
static bool is_a_fraction(token failed, number_status status) {
    double ignored;
    return status == NUMBER_UNREADABLE &&
           number_parser(ORACLE_DOUBLE)(failed.begin, failed.end, &ignored) != NUMBER_UNREADABLE;
}

/* Reads a text as numbers of this type. *is_fraction becomes true if reading failed because of a fraction in a text of
 * integers, which could be read as double. */
static bool read_as(oracle_type type, const input *in, const data_options *options, array *values, bool *is_fraction) {
    token failed = { in->data, in->data };
    number_status status = NUMBER_OK;
    text_lines lines = text_lines_of(in, options);
    *is_fraction = false;
    if (!array_allocate(values, type, oracle_type_size(type), 0))
        return false;
    if (read_numbers(&lines, &options->fields, values, &failed, &status))
        return true;
    array_free(values);
    *is_fraction = is_a_fraction(failed, status);
    if (status != NUMBER_OK && !(*is_fraction && options->type < 0))
        complain_of(&lines, failed, status, type, options, options->type < 0);
    return false;
}

bool text_is_of_numbers(const input *in, const data_options *options) {
    return (options->type != ORACLE_USER && !options->size) ||
           complain("%s: text can't hold a user type; npy and raw can", in->name);
}

/* Reads a text without a given type: as long if every number is an integer, otherwise as double. */
bool text_read(const input *in, const data_options *options, array *values) {
    bool is_fraction;
    if (!text_is_of_numbers(in, options))
        return false;
    if (options->type >= 0)
        return read_as((oracle_type)options->type, in, options, values, &is_fraction);
    return read_as(ORACLE_LONG, in, options, values, &is_fraction) ||
           (is_fraction && read_as(ORACLE_DOUBLE, in, options, values, &is_fraction));
}

/* ---------------------------------------------------------------------------------------- reading piece by piece */

/* Reads up to `most` lines. *failed becomes the text at which reading stopped, if *status is not NUMBER_OK. */
static bool read_some(text_lines *lines, const data_options *options, size_t most, array *values, token *failed,
                      number_status *status) {
    token line;
    *status = NUMBER_OK;
    while (values->count < most && text_next_line(lines, &line))
        if (!read_line(lines, line, &options->fields, values, failed, status))
            return false;
    return true;
}

bool text_read_lines(text_lines *lines, const data_options *options, size_t most, bool inferred, array *values) {
    token failed;
    number_status status;
    return read_some(lines, options, most, values, &failed, &status) ||
           (status != NUMBER_OK && complain_of(lines, failed, status, values->type, options, inferred));
}

/* Returns true if the lines are seen to be whole numbers without reading them. */
static bool are_plain_integers(const text_lines *lines) {
    bool others = lines->delimiter != '\0';
    for (const char *c = lines->at; c < lines->end; c++)
        others |= !(*c >= '0' && *c <= '9') && *c != '\n' && *c != '-';
    return !others;
}

/* Reads the lines at hand, and returns false at the first one that is no integer. If that line lacks a column, which is
 * complained of, *status is NUMBER_OK. */
static bool are_integers(text_lines *lines, const data_options *options, number_status *status, bool *is_fraction) {
    enum { BLOCK = 512 };
    cl_long block[BLOCK + MAX_FIELDS];
    token failed;
    if (are_plain_integers(lines))
        lines->at = lines->end;
    while (lines->at < lines->end) {
        array values = { .type = ORACLE_LONG, .size = sizeof *block, .owned = block };
        if (!read_some(lines, options, BLOCK, &values, &failed, status)) {
            *is_fraction = is_a_fraction(failed, *status);
            return false;
        }
    }
    return true;
}

/* Anything else than an integer or a fraction is an error that the reader finds again. */
bool text_infer_type(feed *from, const data_options *options, int *type) {
    const bool whole_file = !from->in.is_stream && !from->ended;
    bool is_fraction = false, integers = true, more = true;
    number_status status = NUMBER_OK;
    text_lines lines = whole_file ? text_lines_begin(from, options) : text_lines_at_hand(from, options);
    while (more) {
        if (whole_file && !text_lines_refill(&lines, from, options))
            return false;
        integers = are_integers(&lines, options, &status, &is_fraction);
        more = integers && whole_file && !from->ended;
    }
    *type = is_fraction ? ORACLE_DOUBLE : ORACLE_LONG;
    return (integers || status != NUMBER_OK) && (!whole_file || feed_rewind(from));
}

/* ---------------------------------------------------------------------------------------------- writing */

/* Writes one number a line, or, for an array of several dimensions, all numbers along the last dimension. */
bool text_write(output_file *out, const data_options *options, const array *values, size_t first) {
    enum { BLOCK = 1 << 16 };
    char block[BLOCK + NUMBER_LONGEST + 1], *end = block;
    if (values->type == ORACLE_USER)
        return complain("%s: text can't hold a user type; npy and raw can (--to)", out->name);
    const number_print_fn print = number_printer(values->type);
    const size_t columns = values->dimensions > 1 ? values->shape[values->dimensions - 1] : 1;
    const char delimiter = options->delimiter ? options->delimiter : '\t';
    for (size_t i = 0; i < values->count; i++) {
        end = print(values->data, i, end);
        *end++ = (first + i + 1) % columns == 0 ? '\n' : delimiter;
        if (end - block >= BLOCK) {
            if (!output_write(out, block, (size_t)(end - block)))
                return false;
            end = block;
        }
    }
    return output_write(out, block, (size_t)(end - block));
}
