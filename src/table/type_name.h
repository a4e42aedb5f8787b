/* Type names of OpenCL C: those of the table, and vectors of them. */
#ifndef CS_TYPE_NAME_H
#define CS_TYPE_NAME_H

#include "table/table.h"

typedef struct cs_type_name {
    const cs_type_row *row; /* NULL: no name that OpenCL C has for elements */
    unsigned components;    /* 1 for scalars */
    size_t size;            /* in bytes */
} cs_type_name;

cs_type_name cs_type_name_parse(const char *name);

/* Whether it is a name, and none of those. */
bool cs_type_name_is_users(const char *name);

/* "" for scalars, "3" for vectors of three; NULL where OpenCL C has none of so many. */
const char *cs_type_name_lanes(unsigned components);

/* In bytes: of three components as of four. */
size_t cs_type_name_size(size_t scalar, unsigned components);

#endif
