#include "files/carried.h"
#include "common/message.h"
#include <string.h>

/* Elements are carried along as they are, so that a type of the same size serves for all. NULL: there is none. */
static const char *carrying_type(size_t size) {
    static const char *const names[] = { [1] = "uchar", [2] = "ushort", [4] = "uint", [8] = "ulong", [16] = "ulong2" };
    return size < sizeof names / sizeof *names ? names[size] : NULL;
}

static bool read_elements(const format *from, const input *file, const data_options *data, size_t column,
                          array *values) {
    data_options typed = *data;
    if (from->read == npy_read)
        typed.type = -1;
    if (from->read == raw_read && data->type < 0)
        return complain("--second: %s: raw data needs --second-type", file->name);
    if (column)
        typed.fields = (field_list) { { column }, 1 };
    return from->read(file, &typed, values) && side_option_has_type("second", file->name, values, data->type);
}

bool carried_describe(const options *o, const array *like, task *t) {
    char name[40];
    t->desc.in[1].name = t->desc.out[1].name = carrying_type(like->size);
    return t->desc.in[1].name || complain("--second: %s holds %s; elements of 1, 2, 4, 8 or 16 bytes are carried along",
                                          o->view.second, element_name(like->type, like->size, name));
}

bool carried_read(const options *o, const source *elements, task *t, carried *c) {
    const side_option side = { "second", o->view.second, read_elements,
                               o->second_type < 0 ? ORACLE_USER : (oracle_type)o->second_type, NULL };
    if (!o->view.second)
        return true;
    if (!side_option_read(o, elements, &side, &c->file, &c->in))
        return false;
    t->carried = c->in;
    return carried_describe(o, &c->in, t);
}

bool carried_make_room(carried *c, size_t count) {
    return !c->in.data || array_allocate(&c->out, c->in.type, c->in.size, count);
}

void carried_close(carried *c) {
    array_free(&c->out);
    array_free(&c->in);
    if (c->file.name)
        input_close(&c->file);
}

int carried_check(const carried *c, size_t at, size_t place) {
    const size_t size = c->in.size;
    if (!c->in.data ||
        memcmp((const char *)c->out.data + at * size, (const char *)c->in.data + place * size, size) == 0)
        return EXIT_OK;
    complain("mismatch at element %zu of %zu of --second-out: it is not element %zu of --second", at, c->out.count,
             place);
    return EXIT_MISMATCH;
}
