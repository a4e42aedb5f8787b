/* Raw binary: the elements and nothing else, in the host's byte order. */
#include "common/message.h"
#include "formats/pieces.h"

bool raw_describe(const input *in, const data_options *options, array *values) {
    char name[40];
    if (options->type < 0)
        return complain("%s: raw data needs --type", in->name);
    const oracle_type type = (oracle_type)options->type;
    const size_t size = type == ORACLE_USER ? options->size : oracle_type_size(type);
    if (size == 0)
        return complain("%s: raw data of a user type needs --type-size", in->name);
    if (in->size % size != 0)
        return complain("%s: truncated: %zu byte%s can't be divided into elements of %zu byte%s (%s)", in->name,
                        in->size, plural(in->size), size, plural(size), element_name(type, size, name));
    *values = (array) { .type = type, .size = size, .count = in->size / size };
    return true;
}

bool raw_read(const input *in, const data_options *options, array *values) {
    array described;
    return raw_describe(in, options, &described) &&
           array_borrow(values, described.type, described.size, described.count, in->data);
}

bool raw_write(output_file *out, const data_options *options, const array *values, size_t first) {
    (void)options, (void)first;
    return output_write(out, values->data, values->count * values->size);
}
