/* Names and sizes of the element types. */
#include "oracle.h"

#define NAMES(type)                                                                                                    \
    { type, type "2", type "3", type "4", type "8", type "16" }
static const struct {
    const char *names[6];
    size_t size;
} types[] = {
    [ORACLE_INT] = { NAMES("int"), 4 },     [ORACLE_UINT] = { NAMES("uint"), 4 },
    [ORACLE_LONG] = { NAMES("long"), 8 },   [ORACLE_ULONG] = { NAMES("ulong"), 8 },
    [ORACLE_SHORT] = { NAMES("short"), 2 }, [ORACLE_USHORT] = { NAMES("ushort"), 2 },
    [ORACLE_CHAR] = { NAMES("char"), 1 },   [ORACLE_UCHAR] = { NAMES("uchar"), 1 },
    [ORACLE_FLOAT] = { NAMES("float"), 4 }, [ORACLE_DOUBLE] = { NAMES("double"), 8 },
    [ORACLE_HALF] = { NAMES("half"), 2 },   [ORACLE_USER] = { { "user" }, 0 },
};

const char *oracle_type_name(oracle_type type) {
    return (unsigned)type <= ORACLE_USER ? types[type].names[0] : NULL;
}

size_t oracle_type_size(oracle_type type) {
    return (unsigned)type <= ORACLE_USER ? types[type].size : 0;
}

const char *oracle_vector_name(oracle_type type, unsigned components) {
    static const unsigned lanes[] = { 1, 2, 3, 4, 8, 16 };
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
        if (lanes[i] == (components ? components : 1))
            return types[type].names[i];
    return NULL;
}
