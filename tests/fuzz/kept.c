#include "fuzz/kept.h"

#include "fuzz/fuzz.h"

static cs_strbuf kept;

bool output_write(output_file *out, const void *data, size_t size) {
    (void)out;
    cs_strbuf_add_bytes(&kept, data, size);
    return true;
}

cs_strbuf kept_write(const char *name, const data_options *options, const array *values) {
    output_file out = { .name = "out" };
    struct format const *to = format_named(name);
    char header[NPY_HEADER];
    kept = (cs_strbuf) { 0 };
    if (to->print_header) {
        to->print_header(values, header);
        output_write(&out, header, to->header);
    }
    MUST(to->write(&out, options, values, 0) && !kept.failed);
    return kept;
}

input kept_input(const cs_strbuf *text) {
    return (input) { .name = "kept", .data = text->data, .size = text->size };
}
