#include "formats/format.h"
#include "formats/foreign.h"
#include <string.h>

static const format formats[] = {
    { "npy", ".npy ", true, NPY_HEADER, npy_read, npy_print_header, raw_write },
    { "raw", ".raw .bin .dat ", true, 0, raw_read, NULL, raw_write },
    { "text", ".txt .text .csv .tsv ", false, 0, text_read, NULL, text_write },
};
enum { FORMATS = sizeof formats / sizeof *formats };

const format *format_named(const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

const char *format_names(void) {
    return "npy, raw, text";
}

static bool has_suffix(const char *path, const char *suffixes) {
    const char *dot = strrchr(path, '.');
    const char *found = dot ? strstr(suffixes, dot) : NULL;
    return found && found[strlen(dot)] == ' ';
}

/* Returns the format of the path's suffix, or NULL. */
static const format *format_of_suffix(const char *path) {
    for (size_t i = 0; i < FORMATS; i++)
        if (has_suffix(path, formats[i].suffixes))
            return &formats[i];
    return NULL;
}

/* Returns true if the path names an open file of the process. A shell passes /dev/fd/63 for <(command). */
static bool names_open_file(const char *path) {
    static const char *const folders[] = { "/dev/std", "/dev/fd/", "/proc/self/fd/" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return true;
    return strcmp(path, "-") == 0;
}

const format *format_of_path(const char *path) {
    const format *by_suffix = format_of_suffix(path);
    return by_suffix ? by_suffix : format_named(names_open_file(path) ? "text" : "raw");
}

static const format *recognized(const char *path, const input *in) {
    const size_t length = strlen(NPY_MAGIC);
    const bool begins_npy = in->size >= length && memcmp(in->data, NPY_MAGIC, length) == 0;
    const format *by_suffix = format_of_suffix(path);
    if (begins_npy && by_suffix != format_named("raw"))
        return format_named("npy");
    return by_suffix ? by_suffix : in->is_stream ? format_named("text") : format_of_path(path);
}

const format *format_of_input(const format *chosen, const char *path, const input *in) {
    const format *raw = format_named("raw"), *from = chosen ? chosen : recognized(path, in);
    const bool may_be_anything = chosen ? chosen == raw : format_of_suffix(path) == raw;
    return !may_be_anything && foreign_is_refused(in) ? NULL : from;
}
