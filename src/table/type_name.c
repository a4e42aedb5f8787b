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

static const struct {
    const char *name, *suggested;
} others[] = {
    { "int8", "char" },
    { "uint8", "uchar" },
    { "int16", "short" },
    { "uint16", "ushort" },
    { "int32", "int" },
    { "uint32", "uint" },
    { "int64", "long" },
    { "uint64", "ulong" },
    { "float16", "half" },
    { "float32", "float" },
    { "float64", "double" },
    { "signed", "int" },
    { "signed int", "int" },
    { "unsigned", "uint" },
    { "unsigned int", "uint" },
    { "long int", "long" },
    { "long long", "long" },
    { "long long int", "long" },
    { "unsigned long", "ulong" },
    { "unsigned long int", "ulong" },
    { "unsigned long long", "ulong" },
    { "short int", "short" },
    { "unsigned short", "ushort" },
    { "unsigned short int", "ushort" },
    { "signed char", "char" },
    { "unsigned char", "uchar" },
    { "size_t", "ulong" },
};

const char *cs_type_name_suggested(const char *name) {
    const size_t length = strlen(name), suffix = length > 2 && strcmp(name + length - 2, "_t") == 0 ? 2 : 0;
    if (strncmp(name, "cl_", 3) == 0 && cs_type_name_parse(name + 3).row)
        return name + 3;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i].name) == 0 ||
            (suffix && strncmp(name, others[i].name, length - suffix) == 0 && !others[i].name[length - suffix]))
            return others[i].suggested;
    return NULL;
}

const char *cs_type_name_of_offsets(const char *name) {
    static const char *const types[][2] = {
        { "uint", "uint" }, { "ulong", "ulong" }, { "int", "uint" }, { "long", "ulong" }
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(name, types[i][0]) == 0)
            return types[i][1];
    return NULL;
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
