#include "files/side_option.h"
#include "common/message.h"
#include "formats/text_keys.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool side_option_is_column(const char *where, size_t *column) {
    *column = (size_t)strtoull(where, NULL, 10);
    return *where && where[strspn(where, "0123456789")] == '\0';
}

const char *side_option_hint(const side_option *side) {
    return side->hint ? side->hint : "";
}

bool side_option_complain_of_count(const side_option *side, const format *from, size_t values, const char *or_more,
                                   const char *name, size_t elements) {
    static const char raw[] =
        "; values are read as raw binary, unless the name of their file ends in .txt, .npy or the like";
    char count[32] = "more";
    if (elements != SIZE_MAX)
        snprintf(count, sizeof count, "%zu", elements);
    return complain("--%s: %s has %zu value%s%s, but %s has %s element%s%s%s", side->option, side->where, values,
                    plural(values), or_more, name, count, plural(elements), side_option_hint(side),
                    from->read == raw_read ? raw : "");
}

/* Repeats each value `times` times: once for each element of a line. */
static bool spread(array *values, size_t times) {
    array more;
    if (!array_allocate(&more, values->type, values->size, values->count * times))
        return false;
    for (size_t i = 0; i < more.count; i++)
        memcpy((char *)more.owned + i * more.size, (const char *)values->data + i / times * more.size, more.size);
    array_free(values);
    *values = more;
    return true;
}

bool side_option_has_columns(const options *o, const source *s, const side_option *side, size_t column) {
    if (s->from->read != text_read)
        return complain("--%s: columns are of text: the input is %s; a file may be ./%s", side->option, s->from->name,
                        side->where);
    return (o->data.fields.count > 0 && column > 0) ||
           complain("--%s: column %s needs --field, from 1; a file may be ./%s", side->option, side->where,
                    side->where);
}

bool side_option_read(const options *o, const source *s, const side_option *side, input *other, array *values) {
    const data_options plain = { .type = side->type == ORACLE_USER ? -1 : (int)side->type, .hint = side->hint };
    const size_t fields = o->data.fields.count, wanted = s->in.count;
    const format *from = s->from;
    size_t column;
    bool ok;
    if (side_option_is_column(side->where, &column)) {
        data_options data = o->data;
        data.type = plain.type < 0 ? data.type : plain.type;
        if (!side_option_has_columns(o, s, side, column))
            return false;
        ok = side->read(from, &s->file, &data, column, values);
    } else {
        from = input_open(side->where, other) ? format_of_input(NULL, side->where, other) : NULL;
        ok = from && side->read(from, other, &plain, 0, values);
    }
    if (ok && fields > 1 && values->count * fields == wanted)
        ok = spread(values, fields);
    return ok && (values->count == wanted ||
                  side_option_complain_of_count(side, from, values->count, "", s->file.name, wanted));
}

bool side_option_has_type(const char *option, const char *name, const array *like, int type) {
    char found[40];
    return type < 0 || like->type == (oracle_type)type ||
           complain("--%s: %s holds %s, not %s as --%s-type says; nothing is converted", option, name,
                    element_name(like->type, like->size, found), oracle_type_name((oracle_type)type), option);
}

/* ---------------------------------------------------------------------------------------------------- flags */

void side_option_make_flags(const cl_long *numbers, size_t count, unsigned char *flags) {
    for (size_t i = 0; i < count; i++)
        flags[i] = numbers[i] == 0 ? 0 : numbers[i] == 1 ? 1 : 2;
}

static bool flags_of_numbers(array *numbers) {
    array flags;
    if (!array_allocate(&flags, ORACLE_UCHAR, 1, numbers->count))
        return false;
    side_option_make_flags(numbers->data, numbers->count, flags.owned);
    array_free(numbers);
    *numbers = flags;
    return true;
}

bool side_option_read_flags(const format *from, const input *file, const data_options *data, size_t column,
                            array *flags) {
    data_options typed = *data;
    char name[40];
    typed.type = from->read == npy_read ? -1 : from->read == text_read ? ORACLE_LONG : ORACLE_UCHAR;
    typed.noun = "flags";
    if (column)
        typed.fields = (field_list) { { column }, 1 };
    if (!from->read(file, &typed, flags))
        return false;
    if (from->read == text_read && !flags_of_numbers(flags)) {
        array_free(flags);
        return false;
    }
    return flags->size == 1 || complain("%s: holds %s; flags are bytes or booleans%s", file->name,
                                        element_name(flags->type, flags->size, name), data->hint ? data->hint : "");
}

bool side_option_read_keys(const format *from, const input *file, const data_options *data, size_t column,
                           array *keys) {
    data_options binary = { .type = from->read == raw_read ? ORACLE_INT : -1 };
    if (from->read == text_read)
        return text_keys_read(file, data, column, keys);
    return from->read(file, &binary, keys) &&
           (keys->type != ORACLE_USER || complain("%s: holds a user type; keys are numbers or text", file->name));
}
