#include "files/results.h"
#include "common/activity.h"
#include "common/message.h"
#include <string.h>

bool result_spares(result_option result, const input *in, const char *what) {
    return !result.path || !input_is_at(in, result.path) ||
           complain("%s and the %s are both %s", result.name, what, result.path);
}

bool results_are_apart(const output_file *output, const result_option *results, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *name = results[i].name, *path = results[i].path;
        if (path && output_is_at(output, path))
            return complain("%s and the output are both %s", name, path);
        for (size_t k = 0; path && k < i; k++)
            if (results[k].path && strcmp(results[k].path, path) == 0)
                return complain("%s and %s are both %s", name, results[k].name, path);
    }
    return true;
}

const format *result_format(const options *o) {
    return o->to ? o->to : format_of_path(o->operands[1]);
}

bool result_write_header(const format *to, output_file *file, const array *values) {
    char header[NPY_HEADER];
    if (!to->print_header)
        return true;
    to->print_header(values, header);
    return output_write(file, header, to->header);
}

bool result_write(const options *o, const format *to, output_file *file, const array *values) {
    if (file->is_stdout)
        activity_end();
    else
        activity_begin("writing", file->name);
    return result_write_header(to, file, values) && to->write(file, &o->data, values, 0);
}

bool result_write_further(const options *o, const char *path, const array *values) {
    output_file file;
    if (!path)
        return true;
    const bool ok =
        output_open(path, &file) && result_write(o, format_of_path(path), &file, values) && output_commit(&file);
    output_close(&file);
    return ok;
}
