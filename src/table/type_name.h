/* Type names of OpenCL C: scalar types of table/type.def, and vectors of these types. */
#ifndef CS_TYPE_NAME_H
#define CS_TYPE_NAME_H

#include "table/table.h"

typedef struct cs_type_name {
    const cs_type_row *row; /* NULL: the name is not such a type */
    unsigned components;    /* 1 for scalars */
    size_t size;            /* in bytes */
} cs_type_name;

/* Parses a name such as "uint" or "float4". */
cs_type_name cs_type_name_parse(const char *name);

/* Returns the name in OpenCL C of a type that is called `name` in C, in NumPy or by OpenCL's headers: "uint" for
 * "unsigned int", "uint32_t", "uint32" or "cl_uint". Returns NULL for other names. */
const char *cs_type_name_suggested(const char *name);

/* Returns the unsigned type as which offsets of type `name` are read, or NULL if offsets cannot have the type. */
const char *cs_type_name_of_offsets(const char *name);

/* The name of the scanned type: int if the description leaves it open. */
const char *cs_value_name(const clscan_desc *desc);

/* Returns true if an array's type has the name of the scanned type, or no name (NULL). */
bool cs_is_value_name(const clscan_desc *desc, const char *name);

/* Returns the scanned type. For a type of the caller's, the row is NULL and there is one component. */
cs_type_name cs_value_type(const clscan_desc *desc);

/* Returns true if `name` is not NULL and is a type of the user's. */
bool cs_type_name_is_users(const char *name);

/* Returns the suffix of a type name: "" for scalars, "3" for vectors of three. Returns NULL if OpenCL C has no vectors
 * of this number of components. */
const char *cs_type_name_lanes(unsigned components);

/* Returns the bytes of a vector of scalars of `scalar` bytes. Vectors of three take as many as vectors of four. */
size_t cs_type_name_size(size_t scalar, unsigned components);

#endif
