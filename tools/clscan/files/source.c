#include "files/source.h"
#include "common/activity.h"
#include "common/message.h"
#include <string.h>
#include <unistd.h>

static bool options_fit(const options *o, const char *name, const format *from) {
    const bool for_text = o->data.fields.count > 0 || o->data.delimiter || o->data.skip;
    const bool own = o->type_name || (o->op_source && !o->select.where); /* --where may use functions of any type */
    if (from->read == text_read && own && o->type < 0 && o->data.type < 0)
        return complain(o->type_name ? "text can't hold a user type; npy and raw can"
                                     : "--op-source over text: --type says of which type");
    if (from->read == raw_read && !o->from && o->type < 0 && o->data.type < 0)
        return complain("%s: raw data needs --type; if it is text, give --from text", name);
    return !for_text || from->read == text_read ||
           complain("--field, --delimiter and --skip are for text: the input is %s", from->name);
}

/* Files other than npy do not name their type: unless --in-type is given, their elements have the type of the scan. */
data_options source_data(const options *o, const source *s) {
    data_options data = o->data;
    if (data.type < 0 && s->from->read != npy_read)
        data.type = o->type;
    return data;
}

/* Begins the activity "reading", except if numbers are typed at a terminal. */
static void begin_reading(const char *path) {
    const bool is_stdin = strcmp(path, "-") == 0;
    if (!is_stdin || !isatty(STDIN_FILENO))
        activity_begin("reading", is_stdin ? "stdin" : path);
}

/* Divides the elements into rows if --rows says so. */
static bool set_rows_of(const options *o, source *s) {
    const size_t length = o->view.rows, count = s->in.count;
    if (!length)
        return true;
    if (s->in.dimensions > 1)
        return complain("--rows: the input has %u dimensions; --axis takes one of them", s->in.dimensions);
    if (count % length != 0)
        return complain("--rows: the input has %zu element%s, which is not a multiple of %zu", count, plural(count),
                        length);
    s->in.dimensions = 2;
    s->in.shape[0] = count / length;
    s->in.shape[1] = length;
    return true;
}

bool source_begin(const options *o, source *s) {
    const char *path = o->operands[0];
    *s = (source) { .from = NULL };
    begin_reading(path);
    if (!feed_open(path, &s->feed))
        return false;
    s->file = s->feed.in;
    s->file.data = "";
    s->file.size = 0;
    s->from = format_of_input(o->from, path, &s->feed.in);
    if (s->from && options_fit(o, s->file.name, s->from))
        return true;
    source_close(s);
    return false;
}

bool source_read(const options *o, source *s) {
    const data_options data = source_data(o, s);
    return feed_whole(&s->feed, &s->file) && s->from->read(&s->file, &data, &s->in) && set_rows_of(o, s);
}

bool source_open(const options *o, source *s) {
    if (!source_begin(o, s))
        return false;
    if (source_read(o, s))
        return true;
    source_close(s);
    return false;
}

void source_close(source *s) {
    array_free(&s->in);
    feed_close(&s->feed);
    input_close(&s->file);
}
