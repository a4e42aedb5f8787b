#include "files/beside.h"
#include "common/message.h"
#include "formats/text_keys.h"
#include <stdlib.h>
#include <string.h>

/* Returns true if the value `where` of an option is the number of a column: only digits. */
static bool is_column(const char *where, size_t *column) {
    *column = (size_t)strtoull(where, NULL, 10);
    return *where && where[strspn(where, "0123456789")] == '\0';
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

bool beside_read(const options *o, const source *s, const beside *b, input *other, array *values) {
    const data_options plain = { .type = b->type == ORACLE_USER ? -1 : (int)b->type };
    const size_t fields = o->data.fields.count, wanted = s->in.count;
    size_t column;
    bool ok;
    if (is_column(b->where, &column)) {
        data_options data = o->data;
        data.type = plain.type < 0 ? data.type : plain.type;
        if (s->from->read != text_read)
            return complain("--%s: columns are of text: the input is %s; a file may be ./%s", b->option, s->from->name,
                            b->where);
        if (fields == 0 || column == 0)
            return complain("--%s: column %s goes with --field, from 1; a file may be ./%s", b->option, b->where,
                            b->where);
        ok = b->read(s->from, &s->file, &data, column, values);
    } else {
        const format *of_other = input_open(b->where, other) ? format_of_input(NULL, b->where, other) : NULL;
        ok = of_other && b->read(of_other, other, &plain, 0, values);
    }
    if (ok && fields > 1 && values->count * fields == wanted)
        ok = spread(values, fields);
    return ok && (values->count == wanted || complain("--%s: %s has %zu value%s for %zu element%s", b->option, b->where,
                                                      values->count, plural(values->count), wanted, plural(wanted)));
}

/* ---------------------------------------------------------------------------------------------------- flags */

/* Replaces whole numbers by flags: bytes that are 0 and 1 where a number is, and 2 for all other numbers. */
static bool flags_of_numbers(array *numbers) {
    array flags;
    const cl_long *number = numbers->data;
    if (!array_allocate(&flags, ORACLE_UCHAR, 1, numbers->count))
        return false;
    for (size_t i = 0; i < flags.count; i++)
        ((unsigned char *)flags.owned)[i] = number[i] == 0 ? 0 : number[i] == 1 ? 1 : 2;
    array_free(numbers);
    *numbers = flags;
    return true;
}

bool beside_read_flags(const format *from, const input *file, const data_options *data, size_t column, array *flags) {
    data_options typed = *data;
    char name[40];
    typed.type = from->read == npy_read ? -1 : from->read == text_read ? ORACLE_LONG : ORACLE_UCHAR;
    if (column)
        typed.fields = (field_list) { { column }, 1 };
    if (!from->read(file, &typed, flags))
        return false;
    if (from->read == text_read && !flags_of_numbers(flags)) {
        array_free(flags);
        return false;
    }
    return flags->size == 1 || complain("%s: holds %s; flags are bytes or booleans", file->name,
                                        element_name(flags->type, flags->size, name));
}

bool beside_read_keys(const format *from, const input *file, const data_options *data, size_t column, array *keys) {
    data_options binary = { .type = from->read == raw_read ? ORACLE_INT : -1 };
    if (from->read == text_read)
        return text_keys_read(file, data, column, keys);
    return from->read(file, &binary, keys) &&
           (keys->type != ORACLE_USER || complain("%s: holds a user type; keys are numbers or text", file->name));
}
