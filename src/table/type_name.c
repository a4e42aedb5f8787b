#include "table/type_name.h"

#include <string.h>

static const struct {
    unsigned components;
    const char *lanes;
} vectors[] = { { 1, "" }, { 2, "2" }, { 3, "3" }, { 4, "4" }, { 8, "8" }, { 16, "16" } };
enum { VECTORS = sizeof vectors / sizeof *vectors };

const char *cs_type_name_lanes(unsigned components) {
    for (int i = 0; i < VECTORS; i++)
        if (vectors[i].components == (components ? components : 1))
            return vectors[i].lanes;
    return NULL;
}

size_t cs_type_name_size(size_t scalar, unsigned components) {
    return scalar * (components == 3 ? 4 : components ? components : 1);
}

cs_type_name cs_type_name_parse(const char *name) {
    for (cs_type type = 0; type < CS_TYPE_USER; type++) {
        const cs_type_row *row = cs_type_at(type);
        const size_t length = strlen(row->name);
        for (int i = 0; i < VECTORS && strncmp(name, row->name, length) == 0; i++)
            if (strcmp(name + length, vectors[i].lanes) == 0)
                return (cs_type_name) { row, vectors[i].components,
                                        cs_type_name_size(row->size, vectors[i].components) };
    }
    return (cs_type_name) { 0 };
}

const char *cs_value_name(const clscan_desc *desc) {
    return desc->value.name ? desc->value.name : "int";
}

bool cs_is_value_name(const clscan_desc *desc, const char *name) {
    return !name || strcmp(name, cs_value_name(desc)) == 0;
}

cs_type_name cs_value_type(const clscan_desc *desc) {
    const cs_type_name builtin = cs_type_name_parse(cs_value_name(desc));
    return builtin.row ? builtin : (cs_type_name) { NULL, 1, desc->value.size };
}

bool cs_type_name_is_users(const char *name) {
    return name && !cs_type_name_parse(name).row;
}
